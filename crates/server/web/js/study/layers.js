// The layers of the study panels: candidate moves, lines as numbered stones, facts, highlighted points, opening moves.

import { s } from "../dom.js";
import { registerLayer } from "../panels.js";
import { chainAt } from "../board/chains.js";
import { READABLE, same } from "../board/geometry.js";
import { hasUnit } from "../game.js";
import { stoneAt } from "../board/points.js";
import { stone } from "../board/stones.js";
import { t } from "../i18n/index.js";
import { colorName } from "../moves.js";
import { store } from "../store.js";
import { candidatesHere } from "./candidates.js";
import { factsOf } from "./facts.js";
import { showCandidate } from "./lines.js";
import { lineOver } from "./played.js";
import { compact, pointOf, shortScore } from "./score.js";
import { study } from "./state.js";

/** @import { Point } from "../types.js" */
/** @import { Geometry } from "../board/geometry.js" */

/** Modes that hide every help. */
const ALONE = new Set(["guess", "puzzle"]);

/** Panels that show the engine's candidates even while it is stopped. */
const CANDIDATES = new Set(["analysis", "review"]);

/** Whether anything is shown now. @param {Readonly<import("../store.js").State>} state */
const mayShow = (state) => study().shown && !ALONE.has(state.mode) && !state.pending;

/** The width of a text in letters; a Chinese character is nearly two wide. @param {string} text */
const wide = (text) => Math.ceil([...text].reduce((n, c) => n + (c > "\u2e80" ? 1.7 : c === "." ? 0.5 : 1), 0));

/**
 * The texts of a candidate that are readable at a scale: the score with the effort below it; else the score; else the rank.
 * @param {import("./candidates.js").Candidate} c @param {string} score @param {number} scale screen pixels of a unit
 */
function labelsOf(c, score, scale) {
  const small = scale > 0 ? READABLE / scale : 0;
  const room = Math.min(5, wide(score));
  const alone = (/** @type {string} */ text, /** @type {number} */ size) => s("text", { class: "candidate-score", y: size * 0.36, "font-size": size, "text-anchor": "middle" }, text);
  if (small <= 20) {
    return [
      s("text", { class: "candidate-score", y: 5, "font-size": [36, 36, 36, 32, 27, 23][room], "text-anchor": "middle" }, score),
      s("text", { class: "candidate-work", y: 28, "font-size": 20, "text-anchor": "middle" }, compact(c.work)),
    ];
  }
  return [small <= 29 ? alone(score, [44, 44, 44, 40, 33, 29][room]) : alone(String(c.rank), Math.min(64, Math.max(48, small + 2)))];
}

/**
 * One faint stone of a line, with its number.
 * @param {SVGGElement} layer @param {Geometry} g @param {string} id @param {{ point: Point, color: import("../types.js").Color, number: number }} ghost
 */
function numbered(layer, g, id, { point, color, number }) {
  const { x, y } = g.xy(point);
  const light = color === "white" || g.look === "paper";
  layer.append(s("g", { class: `line-stone ${color}`, transform: `translate(${x} ${y})` },
    s("g", { class: "line-stone-body" }, stone(g, id, color)),
    s("text", { class: light ? "line-number on-light" : "line-number on-dark", y: 15, "font-size": number > 9 ? 40 : 46, "text-anchor": "middle" }, number)));
}

/** The stones that the puzzle is about, as far as they still stand. @returns {Point[]} */
function targetStones() {
  const { board, view, mode } = store.state;
  const task = study().puzzle;
  const at = board && view && mode === "puzzle" && task?.board === board.id && task.puzzle.target ? pointOf(board, task.puzzle.target) : null;
  return at && board && view ? chainAt(view, board.size, at)?.stones ?? [] : [];
}

/** Registers the layers. Called once. */
export function registerLayers() {
  registerLayer({
    id: "study-facts",
    order: 20,
    watch: ["overlay", "study", "mode", "pending"],
    draw(layer, view, { geometry: g, state }) {
      if (!mayShow(state) || !state.overlay || state.overlay.node !== view.node) return;
      for (const mark of factsOf(state.overlay.facts, study().choices.facts)) {
        const { x, y } = g.xy(mark.point);
        const on = stoneAt(view, mark.point);
        const group = s("g", { class: `fact fact-${mark.kind} ${mark.color ?? ""} ${on ? "on-stone" : ""}`, transform: `translate(${x} ${y})` });
        switch (mark.shape) {
          case "ring": group.append(s("circle", { r: g.r * 0.8 })); break;
          case "square": group.append(s("rect", { x: -g.r * 0.42, y: -g.r * 0.42, width: g.r * 0.84, height: g.r * 0.84, rx: 4 })); break;
          case "diamond": group.append(s("path", { d: `M0 ${-g.r * 0.58}L${g.r * 0.58} 0L0 ${g.r * 0.58}L${-g.r * 0.58} 0z` })); break;
          case "dot": group.append(s("circle", { r: g.r * 0.22 })); break;
          case "cross": group.append(s("path", { d: `M${-g.r * 0.32} ${-g.r * 0.32}L${g.r * 0.32} ${g.r * 0.32}M${g.r * 0.32} ${-g.r * 0.32}L${-g.r * 0.32} ${g.r * 0.32}` })); break;
          default: break;
        }
        if (mark.text) group.append(s("text", { class: on ? `fact-text on-${on}` : "fact-text", y: mark.shape === "none" ? 13 : 10, "font-size": mark.shape === "none" ? 38 : 29, "text-anchor": "middle" }, mark.text));
        layer.append(group);
      }
    },
    describe(point) {
      const { board, overlay, view } = store.state;
      if (!board || !view || overlay?.node !== view.node || !mayShow(store.state)) return null;
      // Where the side to move may move is said of every such point.
      const words = factsOf(overlay.facts, study().choices.facts).filter((m) => same(m.point, point) && !(m.kind === "mobility" && m.color === view.to_move))
        .map((m) => t(`${/^(atari|liberties)$/.test(m.kind) ? "point" : "study.fact"}.${m.kind}`, { n: m.text ?? "", color: m.color ? colorName(board, m.color) : "" }));
      return words.length > 0 ? words.join(", ") : null;
    },
  });

  registerLayer({
    id: "study-openings",
    order: 24,
    watch: ["study", "mode", "panel"],
    draw(layer, view, { geometry: g, state }) {
      const { openings } = study();
      if (!mayShow(state) || !openings || state.panel !== "openings" || state.mode !== "play") return;
      for (const o of openings.slice(0, 40)) {
        if (!o.point || stoneAt(view, o.point)) continue;
        const { x, y } = g.xy(o.point);
        const text = compact(o.games);
        // The circle is as large as its text at least.
        layer.append(s("g", { class: "opening-move", transform: `translate(${x} ${y})` },
          s("circle", { r: Math.max(g.r * (0.4 + 0.5 * Math.sqrt(o.share)), 9.5 * wide(text) + 3) }),
          s("text", { y: 11, "font-size": 30, "text-anchor": "middle" }, text)));
      }
    },
  });

  registerLayer({
    id: "study-candidates",
    order: 30,
    watch: ["study", "mode", "pending", "board", "panel", "hint"],
    sized: true,
    draw(layer, view, { geometry: g, state, scale }) {
      const { choices, focus, proof, trial } = study();
      if (!mayShow(state) || !state.board || proof || trial?.hidden || focus?.node === view.node || state.mode !== "play") return;
      if ((!study().on && !CANDIDATES.has(state.panel)) || (state.panel === "openings" && study().openings)) return;
      const unit = hasUnit(state.board) ? choices.unit : "percent";
      for (const c of [...candidatesHere()].reverse()) {
        // A hint covers its point.
        if (!c.point || stoneAt(view, c.point) || state.hint?.some((x) => same(x.point, c.point))) continue;
        const { x, y } = g.xy(c.point);
        const group = s("g", { class: `candidate strength-${c.strength}`, transform: `translate(${x} ${y})`, "data-rank": c.rank },
          s("circle", { class: "candidate-ground", r: g.r * 0.95 }),
          c.rank === 1 ? s("circle", { class: "candidate-ring", r: g.r * 0.95 - 2 }) : null,
          labelsOf(c, shortScore(c.score, unit, t), scale));
        layer.append(group);
      }
    },
    describe(point) {
      const { board, mode } = store.state;
      if (!board || !study().shown || ALONE.has(mode)) return null;
      const c = candidatesHere().find((x) => same(x.point, point));
      return c ? t("study.candidate.describe", { rank: c.rank, score: shortScore(c.score, "percent", t) }) : null;
    },
    hover(point) {
      hovered(point);
    },
  });

  registerLayer({
    id: "study-line",
    order: 80,
    watch: ["study", "mode"],
    stones: (view) => lineOver(view)?.stones ?? null,
    draw(layer, view, { geometry: g }) {
      for (const ghost of lineOver(view)?.ghosts ?? []) numbered(layer, g, idOf(layer), ghost);
    },
  });

  registerLayer({
    id: "study-lit",
    order: 85,
    watch: ["study"],
    draw(layer, view, { geometry: g }) {
      for (const p of study().lit?.points ?? []) {
        const { x, y } = g.xy(p);
        layer.append(s("circle", { class: "lit", cx: x, cy: y, r: g.r * 0.98 }));
      }
    },
  });

  registerLayer({
    id: "puzzle-target",
    order: 84,
    watch: ["study", "mode"],
    describe: (point) => (targetStones().some((p) => same(p, point)) ? t("study.puzzle.target") : null),
    draw(layer, view, { geometry: g, standing }) {
      const r = g.r * 0.5;
      for (const p of targetStones()) {
        if (!stoneAt(standing, p)) continue;
        const { x, y } = g.xy(p);
        layer.append(s("path", { class: `target on-${stoneAt(view, p)}`, transform: `translate(${x} ${y})`, d: `M0 ${-r}L${r * 0.87} ${r / 2}H${-r * 0.87}z` }));
      }
    },
  });

  registerLayer({
    id: "study-trial",
    order: 35,
    watch: ["study", "mode"],
    draw(layer, view, { geometry: g, state }) {
      const { trial } = study();
      if (!trial || trial.node !== view.node || state.mode !== "play") return;
      if (trial.playedPoint && !trial.solved) {
        const { x, y } = g.xy(trial.playedPoint);
        layer.append(s("path", { class: "trial-cross", transform: `translate(${x} ${y})`, d: "M-22-22L22 22M22-22L-22 22" }));
      }
    },
  });
}

/** The id prefix of the gradients in the drawing of a layer. @param {SVGGElement} layer */
function idOf(layer) {
  const paint = layer.ownerSVGElement?.querySelector("defs [id$='-black']");
  return paint ? paint.id.slice(0, -"-black".length) : "b1";
}

/** @type {Point | null} */
let over = null;
/** The point under the pointer or the cursor: a candidate there shows its line. @param {Point | null} point */
function hovered(point) {
  if (same(point, over) || point === over) return;
  over = point;
  const { view, mode } = store.state;
  if (!view || mode !== "play" || !study().shown || study().proof) return;
  // A report of the engine does not remove the line: it is chosen again only when the pointer moves.
  showCandidate(point ? candidatesHere().find((c) => same(c.point, point)) ?? null : null, "board");
}
