// The evaluation bar: the score of the position for both sides; a proof fills it.

import { div, h, span } from "../dom.js";
import { hasUnit } from "../game.js";
import { punctuated, t } from "../i18n/index.js";
import { colorName } from "../moves.js";
import { endingOf } from "../play/ending.js";
import { seatName } from "../play/players.js";
import { store } from "../store.js";
import { flipped, longScore, shortScore } from "./score.js";
import { study } from "./state.js";

/**
 * Makes a bar that follows the state. `upright`: beside the board, with black's part below.
 * @param {{ upright?: boolean }} [how]
 * @returns {{ el: HTMLElement, end: () => void }}
 */
export function evalBar({ upright = false } = {}) {
  const black = div("eval-black");
  const blackText = span("eval-text");
  const whiteText = span("eval-text");
  const el = h("div", { class: `eval-bar ${upright ? "upright" : "level"}`, role: "img" },
    div("eval-side eval-side-black", blackText), div("eval-track", black, div("eval-middle")),
    div("eval-side eval-side-white", whiteText));
  const draw = () => {
    const { board, node, view, mode } = store.state;
    const hidden = mode === "guess" || mode === "puzzle";
    const known = board && node !== null && !hidden ? study().scores.get(node) : undefined;
    el.dataset.known = known ? (known.proof ? "proof" : "estimate") : "nothing";
    el.dataset.game = board?.game ?? "";
    // The end of a game needs no engine: it says who has won. Until Go is counted, the engine's count is shown.
    const end = board && !hidden && view?.node === node && view?.outcome ? endingOf(board, view) : null;
    if (end && (end.winner || !known || known.proof)) {
      el.dataset.known = "proof";
      black.style.setProperty("--share", end.winner ? String(Number(end.winner === "black")) : "0.5");
      blackText.textContent = whiteText.textContent = "";
      el.title = end.how;
      el.setAttribute("aria-label", end.how);
      return;
    }
    if (!board || !known) {
      black.style.setProperty("--share", "0.5");
      blackText.textContent = whiteText.textContent = "";
      el.setAttribute("aria-label", t("study.eval.unknown"));
      return;
    }
    const unit = hasUnit(board) ? study().choices.unit : "percent";
    // An estimate never fills the bar: only a proof does.
    const share = known.player ? 0.5 : known.proof ? known.win : Math.min(0.98, Math.max(0.02, known.win));
    black.style.setProperty("--share", share.toFixed(4));
    blackText.textContent = known.player ? "" : shortScore(known.score, unit, t);
    whiteText.textContent = known.player ? "" : shortScore(flipped(known.score), unit, t);
    const words = punctuated(`${known.player ? seatName(known.player) : colorName(board, "black")}: ${longScore(known.score, board, t)}`);
    el.setAttribute("aria-label", words);
    el.title = words;
  };
  const end = store.watch(["study", "node", "view", "board", "mode"], draw);
  draw();
  return { el, end };
}
