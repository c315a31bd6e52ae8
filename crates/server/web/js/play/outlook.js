// How the board is seen: turned, mirrored, on the full screen.

import { say, sayProblem } from "../messages.js";
import { setSettings } from "../settings.js";
import { store } from "../store.js";
import { t } from "../i18n/index.js";
import { lookOf } from "../board/geometry.js";

/** Turns the board by a quarter. Where stones fall, it only swaps left and right. */
export function rotate() {
  const { board, settings } = store.state;
  if (board && lookOf(board) === "holes") {
    mirror();
    return;
  }
  const turn = (settings.turn + 1) % 4;
  setSettings({ turn });
  say(t("board.turned", { n: turn * 90 }));
}

/** Swaps left and right. */
export function mirror() {
  const on = !store.state.settings.mirror;
  setSettings({ mirror: on });
  say(t(on ? "board.mirrored" : "board.unmirrored"));
}

/** Shows the page on the full screen, or ends that. */
export function fullScreen() {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(sayProblem);
}
