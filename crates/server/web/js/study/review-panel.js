// The review panel: graph, sweep, accuracy, the list of mistakes, second tries.

import { sideDot } from "../board/side-dot.js";
import { button, div, fill, h, span } from "../dom.js";
import { has, hasUnit } from "../game.js";
import { punctuated, t } from "../i18n/index.js";
import { colorName, moveInText, moveWords } from "../moves.js";
import { play } from "../session/play.js";
import { goto } from "../session/steps.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { openSample } from "../library/samples.js";
import { select } from "./analysis-panel.js";
import { evalBar } from "./evalbar.js";
import { graph } from "./graph.js";
import { lossGraph } from "./losses.js";
import { counts, filtered, KINDS, SIGNS } from "./mistakes-model.js";
import { inPercent, inPoints, reviewScore, signed } from "./score.js";
import { choose, inWords, showLine, study } from "./state.js";
import { beginSweep, canGoOn, endSweep, goOn } from "./sweep.js";
import { again, beginTrial, endTrial, playOn, showAnswer, trialNow } from "./trial.js";

/** @import { Store } from "../store.js" */
/** @import { Mistake, Kind } from "./mistakes-model.js" */
/** @import { Color } from "../types.js" */

/** The unit that the game counts, for the loss of a mistake. @param {Mistake} m */
const unitOf = ({ units }) => { const { board } = store.state; return units !== null && board && hasUnit(board) ? board.unit : null; };

/** A loss in the game's unit: `−2.5 points`. @param {string} unit @param {number} units */
const inUnits = (unit, units) => t(`study.loss.short.${unit}`, { n: signed(units).replace("+", "") });

/** What a mistake cost, in words. @param {Mistake} m */
function lossWords(m) {
  if (m.discs !== null) return t("study.loss.discs", { n: m.discs });
  const chance = t("study.loss", { n: inPoints(m.loss) });
  const unit = unitOf(m);
  return unit ? t("study.loss.and", { chance, units: inUnits(unit, m.units ?? 0) }) : chance;
}

/** What a mistake cost, short: in the unit that players of the game count, and as a chance. @param {Mistake} m */
function lossShort(m) {
  const { board } = store.state;
  const unit = m.discs !== null && board ? board.unit ?? "none" : unitOf(m);
  const chance = `−${inPercent(m.loss)}`;
  return [
    board && hasUnit(board) ? span("mistake-units", unit ? inUnits(unit, m.discs ?? m.units ?? 0) : "") : null,
    span("mistake-chance", chance === "−0%" ? "" : chance),
  ];
}

const SECONDS = [0.2, 0.5, 1, 2, 5, 15];

/** @param {HTMLElement} el @param {Store} st */
export function mountReview(el, st) {
  const bar = evalBar();
  const course = graph();
  const losses = lossGraph();
  /** @type {{ side: Color | "both", least: Kind }} */
  let filter = { side: "both", least: "inaccuracy" };
  /** @type {Mistake | null} */
  let chosen = null;

  const go = button("target", t("study.sweep"), () => (study().sweep ? endSweep() : canGoOn() ? goOn() : void beginSweep()), { class: "primary", id: "sweep" });
  const seconds = select(t("study.sweep.seconds"), SECONDS.map((n) => /** @type {[string, string]} */ ([String(n), t("study.seconds.n", { n })])), String(study().choices.sweepSeconds), (v) => choose({ sweepSeconds: Number(v) }));
  const sample = button("books", t("samples.open"), () => void openSample(), { id: "sample-open", hidden: true });
  const progress = h("progress", { class: "sweep-progress", max: "1", "aria-label": t("study.sweep.progress") });
  const status = h("p", { class: "sweep-status", role: "status" });
  const summary = div("review-sides");
  const trialBox = h("section", { class: "trial", hidden: true });
  const filters = div("review-filters",
    select(t("study.filter.side"), [["both", t("study.filter.both")], ["black", t("color.black")], ["white", t("color.white")]], "both", (v) => { filter = { ...filter, side: /** @type {any} */ (v) }; drawList(); }),
    select(t("study.filter.least"), KINDS.map((k) => /** @type {[string, string]} */ ([k, t(`study.kinds.${k}`)])), "inaccuracy", (v) => { filter = { ...filter, least: /** @type {any} */ (v) }; drawList(); }));
  const list = h("ol", { class: "mistakes", "aria-label": t("study.mistakes") });
  el.classList.add("study-panel");
  fill(el, bar.el, course.el, div("study-head", go, seconds), div("sweep-line", progress, status), losses.el, sample, trialBox, summary, filters, list);

  const isHere = (/** @type {Mistake} */ m) => store.state.node !== null && nodeOf(store.state.board, m.node)?.parent === store.state.node;

  /** Goes to the position before a mistake and shows the better line. @param {Mistake} m */
  async function show(m) {
    endTrial();
    chosen = m;
    const parent = nodeOf(store.state.board, m.node)?.parent;
    if (typeof parent !== "number") return;
    await goto(parent);
    // Discs that later moves turn over would hide what the better move does: the line is played out by its moves below.
    showLine({ points: m.points, toMove: m.color, node: parent, max: has(store.state.board, "flips") ? 1 : 30 });
    drawList();
    // What opened below it is seen without scrolling.
    requestAnimationFrame(() => list.querySelector(".mistake-more")?.scrollIntoView({ block: "nearest" }));
  }

  function drawTop() {
    const { sweep, review } = study();
    const { board } = st.state;
    go.disabled = !board || board.nodes.length < 2;
    // On the first day there is a game to look at.
    sample.hidden = !go.disabled;
    go.querySelector(".label")?.replaceChildren(t(sweep ? "study.sweep.stop" : canGoOn() ? "study.sweep.go-on" : review ? "study.sweep.again" : "study.sweep"));
    progress.hidden = !sweep;
    if (sweep && sweep.of > 0) progress.value = sweep.done / sweep.of;
    else progress.removeAttribute("value");
    status.textContent = sweep ? (sweep.of > 0 ? t("study.sweep.at", { done: sweep.done, of: sweep.of }) : t("study.sweep.begins"))
      : review && !review.whole && review.of > 0 ? t("study.sweep.so-far", { done: review.done, of: review.of })
      : !review ? t("study.sweep.about")
        : review.unseen ? t("study.unseen", { n: inPoints(review.unseen) })
          : review.mistakes.length === 0 ? t("study.mistakes.none") : "";
  }

  function drawSummary() {
    const { review } = study();
    const { board } = st.state;
    summary.hidden = !review;
    // A short list needs no filters.
    filters.hidden = !review || review.mistakes.length < 5;
    if (!review || !board) {
      fill(summary);
      return;
    }
    const n = counts(review.mistakes);
    fill(summary, /** @type {const} */ (["black", "white"]).map((color) => {
      const accuracy = review.sides[color]?.accuracy;
      return div("review-side",
        h("p", { class: "review-name" }, sideDot(board, color), colorName(board, color)),
        h("ul", { class: "review-counts" }, KINDS.map((k) => h("li", { class: `fault-${k} ${n[color][k] === 0 ? "none" : ""}`, title: t(`study.kind.${k}`) },
          h("span", { class: "fault-sign", "aria-hidden": "true" }, SIGNS[k]), span("sr-only", t(`study.kind.${k}`)), ` ${n[color][k]}`))),
        h("p", { class: "review-accuracy", title: t("study.accuracy") }, span("sr-only", t("study.accuracy")), accuracy === null || accuracy === undefined ? "–" : inPercent(accuracy / 100, 1)));
    }));
  }

  function drawList() {
    const { review, trial } = study();
    const { board, node } = st.state;
    const shown = review && board ? filtered(review.mistakes, filter) : [];
    if (chosen && !shown.includes(chosen)) chosen = null;
    fill(list, shown.map((m) => {
      const here = isHere(m) || (node === m.node && !shown.some(isHere));
      // The answer of a mistake is not shown while it is asked.
      const asked = trial?.mistake.node === m.node && trial.hidden;
      const open = chosen === m && !asked;
      return h("li", { class: `mistake fault-${m.kind} ${here ? "here" : ""}` },
        h("button", { class: "mistake-main", "aria-expanded": String(open), on: { click: () => void show(m) } },
          span("mistake-ply", `${m.number}.`), board ? sideDot(board, m.color, colorName(board, m.color)) : null,
          span("mistake-played", moveWords(m.played), h("span", { class: "fault-sign", title: t(`study.kind.${m.kind}`) }, SIGNS[m.kind])),
          span("mistake-better", m.best && !asked ? t("study.better", { move: moveInText(m.best) }) : ""),
          h("span", { class: "mistake-loss", title: lossWords(m) }, lossShort(m))),
        open ? div("mistake-more",
          h("p", { class: "train-about" }, punctuated(`${t(`study.kind.${m.kind}`)}: ${lossWords(m)}`)),
          board && m.before && m.after ? h("p", { class: "mistake-swing" }, punctuated(`${colorName(board, m.color)}: `) + `${reviewScore(m.before, board, t)} → ${reviewScore(m.after, board, t)}`) : null,
          m.line.length > 0 ? h("p", { class: "mistake-line" }, m.line.slice(0, 16).map((move, i) => h("button", {
            class: "pv-move",
            on: {
              pointermove: () => lineOf(m, i + 1), focus: () => lineOf(m, i + 1), click: () => lineOf(m, i + 1),
            },
          }, moveWords(move)))) : null,
          div("mistake-actions",
            button("again", t("study.trial.begin"), () => void beginTrial(m), { class: "try-again" }),
            m.best ? button("play", t("study.play-better"), () => void playBetter(m)) : null,
            button("prev", t("study.to-mistake"), () => void goto(m.node)))) : null);
    }));
  }

  /** @param {Mistake} m @param {number} max */
  function lineOf(m, max) {
    const parent = nodeOf(store.state.board, m.node)?.parent;
    if (typeof parent === "number" && store.state.node === parent) showLine({ points: m.points, toMove: m.color, node: parent, max });
  }

  /** @param {Mistake} m */
  async function playBetter(m) {
    const parent = nodeOf(store.state.board, m.node)?.parent;
    if (typeof parent !== "number" || !m.best) return;
    showLine(null);
    store.set({ paused: true });
    await goto(parent);
    await play(m.bestPoint ? { point: m.bestPoint } : { move: m.best });
  }

  function drawTrial() {
    const trial = trialNow();
    trialBox.hidden = !trial;
    if (!trial) {
      fill(trialBox);
      return;
    }
    trialBox.dataset.verdict = trial.verdict ?? trial.stage;
    const next = () => {
      const all = filtered(study().review?.mistakes ?? [], filter);
      const m = all[all.findIndex((x) => x.node === trial.mistake.node) + 1];
      if (m) void beginTrial(m);
      else endTrial();
    };
    fill(trialBox,
      h("p", { class: "trial-words" }, inWords(trial.words)),
      div("mistake-actions",
        trial.stage === "judged" ? button("again", t("study.trial.again"), () => void again(), { id: "trial-again" }) : null,
        trial.stage === "judged" && trial.tried !== null && trial.verdict !== "again" && !store.state.view?.outcome ? button("play", t("study.trial.play-on"), () => void playOn()) : null,
        !trial.solved ? button("bulb", t("study.trial.show"), () => void showAnswer(), { id: "trial-show" }) : null,
        button("next", t("study.trial.next"), next),
        button("close", t("study.puzzle.end"), () => endTrial(), { class: "quiet" })));
  }

  let { review, sweep, trial } = study();
  let { node, board } = st.state;
  const end = st.watch(["study", "node", "board"], () => {
    const now = study();
    const state = st.state;
    if (now.review !== review || state.board?.id !== board?.id) {
      drawSummary();
      drawList();
    } else if (state.node !== node || now.trial?.hidden !== trial?.hidden || now.trial?.mistake !== trial?.mistake) {
      drawList();
    }
    if (now.review !== review || now.sweep !== sweep || state.board !== board) drawTop();
    if (now.trial !== trial || state.node !== node) drawTrial();
    ({ review, sweep, trial } = now);
    ({ node, board } = state);
  });
  drawTop();
  drawSummary();
  drawList();
  drawTrial();
  return () => {
    bar.end();
    course.end();
    losses.end();
    end();
    showLine(null);
  };
}
