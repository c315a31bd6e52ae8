// "Why?": an explanation in words of the analysis that is shown; hovering a point in it highlights it on the board.

import { sideDot } from "../board/side-dot.js";
import { button, fill, h } from "../dom.js";
import { language, pick, t } from "../i18n/index.js";
import { socket } from "../connection.js";
import { store } from "../store.js";
import { engineChoice, keepAnalysis } from "./live.js";
import { pointOf, shortScore } from "./score.js";
import { analysisHere, light, study } from "./state.js";

/** @import { Analysis, Board, Point } from "../types.js" */

/**
 * Splits a text at the points of the board that it names.
 * @param {Pick<Board, "coords">} board
 * @param {string} text
 * @returns {{ text: string, point: Point | null }[]}
 */
function pointsIn(board, text) {
  /** @type {{ text: string, point: Point | null }[]} */
  const out = [];
  let from = 0;
  for (const m of text.matchAll(/(?<![\p{Script=Latin}\d])[a-zA-Z]{1,2}\d{1,2}(?![\p{Script=Latin}\d])/gu)) {
    const point = pointOf(board, m[0]);
    if (!point) continue;
    if (m.index > from) out.push({ text: text.slice(from, m.index), point: null });
    out.push({ text: m[0], point });
    from = m.index + m[0].length;
  }
  if (from < text.length) out.push({ text: text.slice(from), point: null });
  return out;
}

/** A text whose points can be hovered and focused. @param {Board} board @param {string} text */
function litText(board, text) {
  return pointsIn(board, text).map((part) => {
    const { point } = part;
    if (!point) return part.text;
    const on = (/** @type {Event} */ event) => {
      event.stopPropagation();
      light([point]);
    };
    const off = () => light(null);
    return h("span", { class: "point-name", tabindex: "0", on: { pointermove: on, pointerleave: off, focus: on, blur: off, click: on } }, part.text);
  });
}

/**
 * The analysis that is shown, as the server reads it; `null` if there is none.
 * @param {Analysis | null | undefined} analysis
 */
function shownAnalysis(analysis) {
  if (!analysis || analysis.lines.length === 0) return null;
  const { best, score, depth, nodes, time_ms, lines } = analysis;
  return { best, score, depth, nodes, time_ms, lines: lines.map(({ rank, move, pv, score: own, work }) => ({ rank, move, pv: pv.slice(0, 40), score: own, work })) };
}

/**
 * What an explanation says of an analysis: its best move and the score as text.
 * @param {Analysis | null | undefined} analysis
 */
const claimOf = (analysis) => {
  const score = analysis?.score ?? analysis?.lines[0]?.score;
  return analysis ? `${analysis.best} ${score ? shortScore(score, "percent", t) : ""}` : "";
};

/** @type {Map<string, { answer: any, analysis: Analysis | null }>} */
const kept = new Map();
/** @type {{ ask: () => void } | null} */
let shownBox = null;

/** Requests the explanation, as the panel's button does. */
export function askWhy() {
  if (!shownBox) return false;
  shownBox.ask();
  return true;
}

/**
 * Makes the button and the box of the explanation, which follow the position shown.
 * @returns {{ button: HTMLElement, el: HTMLElement, end: () => void }}
 */
export function explainBox() {
  const body = h("div", { class: "why-words", "aria-live": "polite" });
  const ask = button("bulb", t("study.why"), () => void request(true), { class: "why-button", id: "why" });
  const el = h("section", { class: "why", "aria-label": t("study.why") }, body);
  /** @type {import("../socket.js").Request | null} */
  let work = null;
  const keyOf = () => `${store.state.board?.id}/${store.state.node}`;

  /** @param {boolean} [asked] whether a person asks: then the text is scrolled into view */
  async function request(asked = false) {
    const { board, node, mode } = store.state;
    if (!board || node === null || work || mode === "guess" || mode === "puzzle") return;
    const key = keyOf();
    if (kept.has(key) && !outdated()) {
      draw();
      if (asked) show();
      return;
    }
    if (!kept.has(key)) fill(body, h("p", { class: "why-wait" }, t("study.why.wait")));
    ask.disabled = true;
    const analysis = analysisHere();
    const { choices } = study();
    let explained = false;
    const own = (work = socket.request({
      do: "explain", board: board.id, node, analysis: shownAnalysis(analysis) ?? undefined, ...engineChoice(),
      ...(analysis ? {} : { limits: { lines: choices.lines } }),
    }));
    try {
      const answer = await own.done;
      if (answer.type === "explanation") {
        if (kept.size > 200) kept.clear();
        kept.set(key, { answer, analysis: analysis ?? answer.analysis ?? null });
        // Without an analysis on the screen, the explained one is shown.
        if (!analysis && answer.analysis && key === keyOf() && !analysisHere()) keepAnalysis(node, answer.analysis);
      }
      if (key === keyOf()) {
        draw();
        if (asked) show();
      }
      explained = answer.type === "explanation";
    } catch (error) {
      if (key === keyOf()) fill(body, h("p", { class: "why-wait" }, error instanceof Error ? error.message : String(error)));
    } finally {
      if (work === own) work = null;
      ask.disabled = false;
      if (explained) follow();
    }
  }

  /** Scrolls the text into view, once the list above it has its new height. */
  const show = () => void requestAnimationFrame(() => el.scrollIntoView({ block: "nearest" }));

  /** Whether the list shows another best move than the explanation or, once the engine has ended, another score. */
  function outdated() {
    const explained = kept.get(keyOf())?.analysis;
    const shown = analysisHere();
    if (!explained || !shown || explained === shown) return false;
    return explained.best !== shown.best || (!study().busy && claimOf(explained) !== claimOf(shown));
  }

  /** Explains again what has changed. */
  function follow() {
    if (!work && outdated()) void request();
  }

  function draw() {
    const { board, node } = store.state;
    const answer = kept.get(keyOf())?.answer;
    if (!board || node === null || !answer) {
      fill(body);
      return;
    }
    /** @type {any[]} */
    const items = Array.isArray(answer.items) ? answer.items : [];
    const rows = (/** @type {any[]} */ some) => some.map((item) => {
      const words = pick(item.text);
      if (words === "") return null;
      /** @type {Point[]} */
      const points = Array.isArray(item.places) ? item.places : (item.points ?? []).map((/** @type {string} */ p) => pointOf(board, p)).filter((/** @type {any} */ p) => p);
      const on = () => light(points);
      const off = () => light(null);
      return h("li", { class: `why-${item.topic ?? "other"}`, tabindex: points.length > 0 ? "0" : null, on: { pointermove: on, pointerleave: off, focus: on, blur: off } },
        item.side ? sideDot(board, item.side) : null, litText(board, words));
    }).filter((x) => x !== null);
    const list = rows(items.filter((item) => item.topic !== "rule"));
    // The filters of a rule-filter player are shown on request only.
    const rules = rows(items.filter((item) => item.topic === "rule"));
    const text = pick(answer.text);
    const paragraphs = list.length > 0 ? [] : text.split(/\n+/).filter((p) => p.trim() !== "").map((p) => h("p", { lang: language() }, litText(board, p)));
    if (list.length + paragraphs.length === 0) paragraphs.push(h("p", { class: "why-wait" }, t("study.why.nothing")));
    fill(body, paragraphs, list.length > 0 ? h("ul", { class: "why-items" }, list) : null,
      rules.length > 0 ? h("details", { class: "why-rules" }, h("summary", null, t("study.why.rules")), h("ul", { class: "why-items" }, rules)) : null);
  }

  const box = { ask: () => void request(true) };
  shownBox = box;
  let key = "";
  const end = store.watch(["node", "board", "mode"], () => {
    const now = keyOf();
    ask.disabled = !store.state.board || store.state.mode === "guess" || store.state.mode === "puzzle";
    if (now === key) return;
    key = now;
    work?.cancel();
    work = null;
    if (study().lit) light(null);
    draw();
  });
  const endStudy = store.watch(["study"], follow);
  key = keyOf();
  ask.disabled = !store.state.board;
  draw();
  return { button: ask, el, end: () => { end(); endStudy(); work?.cancel(); if (shownBox === box) shownBox = null; } };
}
