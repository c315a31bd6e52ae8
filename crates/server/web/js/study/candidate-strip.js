// The candidates in one row below the board, for narrow screens: their list is then below what the screen shows.

import { button, fill, h, span } from "../dom.js";
import { hasUnit } from "../game.js";
import { t } from "../i18n/index.js";
import { moveWords } from "../moves.js";
import { isTerminal } from "../session/standing.js";
import { store } from "../store.js";
import { playCandidate, playWords } from "./analysis-panel.js";
import { candidatesHere } from "./candidates.js";
import { toggleLive } from "./live.js";
import { listScore } from "./score.js";
import { study } from "./state.js";

/** @import { Candidate } from "./candidates.js" */

/** The most moves of the row; more are in the list. */
const MOST = 6;

/** @param {HTMLElement} el Returns a function that ends it. */
export function mountStrip(el) {
  /** The buttons stay while their texts change, so that the one under a finger stays. @type {{ c: Candidate | null, button: HTMLButtonElement }[]} */
  const chips = Array.from({ length: MOST }, () => {
    /** @type {{ c: Candidate | null, button: HTMLButtonElement }} */
    const chip = {
      c: null,
      button: h("button", { class: "strip-move", hidden: true, on: { click: () => chip.c && playCandidate(chip.c) } },
        span("candidate-rank"), h("strong", null), h("span", null)),
    };
    return chip;
  });
  const waiting = span("strip-waiting");
  const start = button("target", t("study.start"), () => toggleLive(true), { class: "strip-start" });
  fill(el, chips.map((chip) => chip.button), start, waiting);

  const draw = () => {
    const { board, view, mode } = store.state;
    const { on, shown, trial, choices } = study();
    const works = on && shown && board && view && mode === "play" && !trial?.hidden;
    // Its place is kept beside the list, so that nothing jumps when the engine starts.
    el.classList.toggle("off", !works);
    el.classList.toggle("over", isTerminal());
    start.hidden = on || !board || !view || mode !== "play";
    const list = works ? candidatesHere().slice(0, MOST) : [];
    const unit = hasUnit(board) ? choices.unit : "percent";
    chips.forEach((chip, i) => {
      const c = (chip.c = list[i] ?? null);
      chip.button.hidden = !c;
      if (!c || !board) return;
      const value = listScore(c.score, unit, t);
      chip.button.className = `strip-move strength-${c.strength}`;
      [String(c.rank), moveWords(c.move), value].forEach((text, at) => {
        const node = chip.button.children[at];
        if (node.textContent !== text) node.textContent = text;
      });
      chip.button.setAttribute("aria-label", playWords(c, board));
    });
    waiting.hidden = list.length > 0 || !works;
    waiting.textContent = works ? t("study.waiting") : "";
  };
  const end = store.watch(["study", "board", "view", "node", "mode"], draw);
  draw();
  return end;
}
