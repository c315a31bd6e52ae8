// The training panel: puzzles from the suites, and guess-the-move.

import { api } from "../api.js";
import { button, div, fill, h, span } from "../dom.js";
import { pick, t } from "../i18n/index.js";
import { capital, colorName } from "../moves.js";
import { store } from "../store.js";
import { guessBox } from "./guess-panel.js";
import { nextPuzzle, tally } from "./puzzle-model.js";
import { endPuzzle, help, LINE, openNext, openPuzzle, progressNow, restart, retry, showSolution, keepPuzzle, task } from "./puzzles.js";
import { inWords, setStudy, study } from "./state.js";
import { nextLine, trainingBox } from "./training.js";

/** @import { Store } from "../store.js" */

/** @type {any[] | null} suites, once asked for */
let suites = null;
let problem = "";

/** @param {HTMLElement} el @param {Store} st */
export function mountTrain(el, st) {
  const puzzles = h("section", { class: "puzzles", "aria-label": t("study.puzzles") });
  const guess = guessBox();
  const training = trainingBox();
  el.classList.add("study-panel");
  fill(el, training.el, puzzles, guess.el);

  async function load() {
    if (suites) return;
    try {
      const answer = await api.puzzles();
      suites = Array.isArray(answer) ? answer : answer?.suites ?? [];
      problem = "";
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    draw();
  }

  /** @param {any} suite */
  const idOf = (suite) => String(suite.id ?? suite.name);

  function draw() {
    const now = task();
    const { board, view } = st.state;
    guess.el.hidden = !!now;
    if (now && board) {
      const suite = suites?.find((x) => idOf(x) === now.puzzle.suite);
      const color = view ? colorName(board, view.to_move) : "";
      const isLine = now.puzzle.kind === LINE;
      fill(puzzles,
        isLine ? h("h3", null, t("lines.title")) : h("h3", null, suite ? pick(suite.name) : now.puzzle.suite, span("puzzle-number", ` ${now.puzzle.n} / ${now.count}`)),
        h("p", { class: "puzzle-task" }, isLine ? pick(now.puzzle.task) : capital(pick(now.puzzle.task))),
        h("p", { class: `puzzle-words stage-${now.stage}`, role: "status", "aria-live": "polite" }, inWords(now.words) || (now.stage === "try" ? t(isLine ? "lines.ask" : "study.puzzle.try", { color }) : "")),
        div("mistake-actions",
          now.stage === "wrong" ? button("again", t("study.trial.again"), () => void retry(), { class: "primary", id: "puzzle-retry" }) : null,
          now.stage === "try" ? button("bulb", t("action.hint"), help, { id: "puzzle-hint", disabled: now.named === now.played.length }) : null,
          now.stage !== "solved" && now.stage !== "shown" ? button("check", t("study.puzzle.show"), () => void showSolution(), { id: "puzzle-solution" }) : null,
          now.stage === "solved" || now.stage === "shown" || now.played.length > 0 ? button("first", t("study.puzzle.restart"), () => void restart()) : null,
          isLine && !nextLine(now.puzzle.suite) ? null : button("next", t(isLine ? "lines.next" : "study.puzzle.next"), () => void openNext(), { class: now.stage === "solved" ? "primary" : "", id: "puzzle-next" }),
          button("target", t("study.puzzle.study"), () => void keepPuzzle(), { id: "puzzle-study" }),
          button("close", t("study.puzzle.end"), () => void endPuzzle(), { id: "puzzle-end" })),
        isLine ? null : bar(now.puzzle.suite, now.count, now.puzzle.n));
      return;
    }
    fill(puzzles, h("h3", null, t("study.puzzles")),
      problem ? h("p", { class: "train-about" }, problem) : null,
      suites === null && !problem ? h("p", { class: "train-about" }, t("status.loading")) : null,
      suites?.length === 0 ? h("p", { class: "train-about" }, t("study.puzzles.none")) : null,
      suites && suites.length > 0 ? h("ul", { class: "suites" }, suites.map((suite) => {
        const id = idOf(suite);
        const count = suite.count ?? suite.size ?? suite.puzzles?.length ?? 0;
        const done = tally(progressNow(), id, count);
        const next = nextPuzzle(progressNow(), id, 0, Math.max(1, count));
        return h("li", { class: "suite" },
          h("button", { class: "suite-open", data: { suite: id }, on: { click: () => void openPuzzle(id, next, count) } },
            span("suite-name", pick(suite.name) || id), span("suite-done", `${done.solved} / ${count}`),
            span("suite-text", pick(suite.text))),
          bar(id, count, 0));
      })) : null);
  }

  /** The progress as a bar; small suites have a square for each puzzle, which opens it. @param {string} suite @param {number} count @param {number} at */
  function bar(suite, count, at) {
    const marks = progressNow()[suite] ?? {};
    if (count <= 60) {
      return h("ol", { class: "puzzle-squares" }, Array.from({ length: count }, (_, i) => h("li", null, h("button", {
        class: `puzzle-square ${marks[i + 1] ?? ""} ${i + 1 === at ? "here" : ""}`, "aria-label": `${i + 1}${marks[i + 1] ? `, ${t(`study.puzzle.mark.${marks[i + 1]}`)}` : ""}`, title: String(i + 1),
        on: { click: () => void openPuzzle(suite, i + 1, count) },
      }))));
    }
    const done = tally(progressNow(), suite, count);
    return h("progress", { class: "suite-progress", max: count, value: done.solved + done.helped, "aria-label": t("study.puzzle.progress", { n: done.solved, of: count }) });
  }

  let { puzzle } = study();
  const end = st.watch(["study", "board", "view", "panel"], (_, changed) => {
    const now = study().puzzle;
    if (now === puzzle && !changed.has("board") && !changed.has("view")) return;
    puzzle = now;
    const had = document.activeElement?.id;
    draw();
    if (had?.startsWith("puzzle-")) (document.getElementById(had) ?? document.getElementById("puzzle-next"))?.focus();
  });
  draw();
  void load();
  return () => {
    guess.end();
    training.end();
    end();
    setStudy({ lit: null });
  };
}
