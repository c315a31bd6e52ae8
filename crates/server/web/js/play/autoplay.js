// Autoplay: steps through the game move by move, at an easy pace.

import { say } from "../messages.js";
import { line } from "../session/shown.js";
import { step } from "../session/steps.js";
import { t } from "../i18n/index.js";
import { store } from "../store.js";

/** Milliseconds between two moves. */
const PACE = 900;

/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** Starts autoplay from the current node (from the start, if that is the end), or stops it. */
export function autoplay() {
  if (timer !== undefined) {
    stopAutoplay();
    return;
  }
  const all = line();
  if (all.length < 2) return;
  store.set({ paused: true });
  if (all.at(-1)?.id === store.state.node) void step(-Infinity);
  say(t("autoplay.on"));
  let expected = store.state.node;
  const board = store.state.board?.id;
  timer = setInterval(() => {
    // A user who steps or opens another game has taken over.
    if (store.state.board?.id !== board || store.state.node !== expected || store.state.mode !== "play") return stopAutoplay();
    void step(1);
    expected = store.state.node;
    if (line().at(-1)?.id === expected) stopAutoplay();
  }, PACE);
}

/** Stops autoplay. */
function stopAutoplay() {
  clearInterval(timer);
  timer = undefined;
}

/** Whether autoplay is running. */
export const isAutoplaying = () => timer !== undefined;
