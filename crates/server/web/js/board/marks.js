// The layers of every board: last move, winning line, numbers, legal and forbidden points, marks, the hint, the stone
// under the pointer and the keyboard cursor.

import { s } from "../dom.js";
import { has } from "../game.js";
import { registerLayer } from "../panels.js";
import { t } from "../i18n/index.js";
import { isUnnumbered } from "../moves.js";
import { isOver } from "../session/standing.js";
import { store } from "../store.js";
import { nodeOf, pathTo } from "../tree.js";
import { key, READABLE, same } from "./geometry.js";
import { stoneAt } from "./points.js";
import { stone } from "./stones.js";

/** @import { Color, Mark, Point, View } from "../types.js" */
/** @import { Geometry } from "./geometry.js" */

/** Whether the pieces are drawn so that marks on them read better in white. @param {Geometry} g @param {Color | null} color */
const dark = (g, color) => (color === "black" && g.look !== "paper") || (g.look === "holes" && color === "black");

/** About how many times its font size a text is wide. @param {string} text */
const widthOf = (text) => [...text].reduce((n, c) => n + (c > "\u2e80" ? 1 : c === "." ? 0.35 : 0.62), 0);

/**
 * One mark of a record's node.
 * @param {Geometry} g
 * @param {Mark} mark
 * @param {Color | null} on the stone below it
 */
function drawMark(g, mark, on) {
  const { x, y } = g.xy(mark.point);
  const r = g.cw * 0.25;
  const cls = `mark ${on === null ? "on-board" : dark(g, on) ? "on-dark" : "on-light"}`;
  const group = s("g", { class: cls, transform: `translate(${x} ${y})` });
  const label = mark.kind === "label" ? mark.label?.slice(0, 4) ?? "" : "";
  // A label is no wider than its point.
  const width = widthOf(label);
  const size = Math.min(label.length > 2 ? 34 : label.length > 1 ? 42 : 50, (g.cw - 4) / width);
  if (on === null && g.look === "lines") {
    const [w, h] = [Math.max(r * 1.35, (width * size) / 2), r * 1.35];
    group.append(s("rect", { class: "mark-clear", x: -w, y: -h, width: w * 2, height: h * 2, rx: h }));
  }
  switch (mark.kind) {
    case "triangle":
      group.append(s("path", { d: `M0 ${-r * 1.1}L${r} ${r * 0.65}H${-r}z` }));
      break;
    case "square":
    case "selected":
      group.append(s("rect", { x: -r * 0.85, y: -r * 0.85, width: r * 1.7, height: r * 1.7 }));
      break;
    case "circle":
      group.append(s("circle", { r }));
      break;
    case "cross":
      group.append(s("path", { d: `M${-r * 0.8} ${-r * 0.8}L${r * 0.8} ${r * 0.8}M${r * 0.8} ${-r * 0.8}L${-r * 0.8} ${r * 0.8}` }));
      break;
    default:
      group.append(s("text", { class: "mark-label", y: size * 0.35, "font-size": size, "text-anchor": "middle" }, label));
  }
  return group;
}

/** Move numbers by point, of the stones that still stand there. @param {import("../types.js").Board} board @param {number} node */
function moveNumbers(board, node) {
  /** @type {Map<number, { point: Point, n: number }>} */
  const numbers = new Map();
  let n = 0;
  for (const step of pathTo(board, node)) {
    if (!isUnnumbered(step)) n += 1;
    if (step.point) numbers.set(key(step.point), { point: step.point, n });
  }
  return numbers;
}

/**
 * The stones of the last turn, the last one first: several, in games with turns of several stones.
 * @param {import("../types.js").Board | null} board
 * @param {View} view
 * @returns {Point[]}
 */
function lastStones(board, view) {
  if (!view.last) return [];
  /** @type {Point[]} */
  const stones = [view.last];
  const path = board ? pathTo(board, view.node) : [];
  const color = path.at(-1)?.color;
  for (let i = path.length - 2; i >= 0 && stones.length < (view.stones_per_turn ?? 1); i -= 1) {
    const { point, color: own } = path[i];
    if (!point || own !== color) break;
    stones.push(point);
  }
  return stones;
}

/** The fifth moves that an opening has on offer, lettered in their order. @param {Pick<View, "offers">} view */
const offersOf = (view) => (view.offers ?? []).map((point, i) => ({ point, label: String.fromCharCode(65 + i) }));

/** The marks of a node that a pen sets: territory is drawn with the count. @param {import("../types.js").Board | null} board @param {number} node */
const pennedMarks = (board, node) => (nodeOf(board, node)?.marks ?? []).filter((m) => m.kind !== "territory");

/** Announces the layers. Called once. */
export function registerMarks() {
  registerLayer({
    id: "line",
    order: 60,
    draw(layer, view, { geometry: g }) {
      for (const p of view.line) {
        const { x, y } = g.xy(p);
        layer.append(s("circle", { class: "win-ring", cx: x, cy: y, r: g.look === "paper" ? 44 : g.r - 3 }));
      }
      if (view.line.length >= 2 && g.look === "paper") {
        const sorted = [...view.line].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        const a = g.xy(sorted[0]);
        const b = g.xy(/** @type {Point} */ (sorted.at(-1)));
        layer.append(s("line", { class: "win-line", x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
      }
    },
  });

  registerLayer({
    id: "numbers",
    order: 50,
    watch: ["settings", "board", "study"],
    draw(layer, view, { geometry: g, state, standing }) {
      const { numbers } = state.settings;
      if (numbers === "off" || !state.board || g.look === "paper") return;
      const found = moveNumbers(state.board, view.node);
      const marked = pennedMarks(state.board, view.node);
      for (const { point, n } of found.values()) {
        const on = stoneAt(standing, point);
        if (!on || (numbers === "last" && !same(point, view.last)) || marked.some((m) => same(m.point, point))) continue;
        const { x, y } = g.xy(point);
        const size = n > 99 ? 38 : 44;
        layer.append(s("text", { class: `number ${dark(g, on) ? "on-dark" : "on-light"}${same(point, view.last) ? " latest" : ""}`, x, y: y + size * 0.35, "font-size": size, "text-anchor": "middle" }, n));
      }
    },
  });

  registerLayer({
    id: "last",
    order: 55,
    watch: ["settings", "board", "study"],
    draw(layer, view, { geometry: g, state, standing }) {
      if (!view.last || state.settings.numbers !== "off" || view.line.length > 0) return;
      if (state.settings.liberties && has(state.board, "liberties")) return;
      // A mark of the record is read more easily alone.
      const marked = pennedMarks(state.board, view.node);
      for (const point of lastStones(state.board, view)) {
        const on = stoneAt(standing, point);
        if (!on || view.offers?.some((p) => same(p, point)) || marked.some((m) => same(m.point, point))) continue;
        const { x, y } = g.xy(point);
        const cls = `last ${dark(g, on) ? "on-dark" : "on-light"}`;
        if (g.look === "lines" && has(state.board, "liberties")) layer.append(s("circle", { class: `${cls} ring`, cx: x, cy: y, r: g.r * 0.5 }));
        else if (g.look === "paper") layer.append(s("rect", { class: "last-square", x: x - 45, y: y - 45, width: 90, height: 90, rx: 10 }));
        else layer.append(s("circle", { class: `${cls} dot`, cx: x, cy: y, r: g.r * 0.19 }));
      }
    },
  });

  registerLayer({
    id: "offers",
    order: 56,
    draw(layer, view, { geometry: g }) {
      for (const { point, label } of offersOf(view)) layer.append(drawMark(g, { kind: "label", point, label }, stoneAt(view, point)));
    },
    describe(point) {
      const { view } = store.state;
      const offer = view && offersOf(view).find((o) => same(o.point, point));
      return offer ? t("point.offer", { label: offer.label }) : null;
    },
  });

  registerLayer({
    id: "legal",
    order: 10,
    watch: ["settings", "mode", "pending", "board", "study"],
    draw(layer, view, { geometry: g, state, standing }) {
      if (g.look !== "felt" || standing.stones !== view.stones || !state.settings.legalDots || state.mode !== "play" || state.pending || isOver()) return;
      for (const p of view.legal) {
        const { x, y } = g.xy(p);
        layer.append(s("circle", { class: `legal ${view.to_move}`, cx: x, cy: y, r: 12 }));
      }
    },
  });

  registerLayer({
    id: "opening-area",
    order: 11,
    watch: ["mode", "pending", "board"],
    draw(layer, view, { geometry: g, state }) {
      if (!view.phase || state.mode !== "play" || state.pending || view.legal.length === 0 || !state.board) return;
      // Where an opening rule wants the next stone: the smallest rectangle around it, if that is less than the board.
      const [rows, cols] = [0, 1].map((axis) => view.legal.map((p) => p[axis]));
      const [top, bottom, left, right] = [Math.min(...rows), Math.max(...rows), Math.min(...cols), Math.max(...cols)];
      const { size } = state.board;
      if (bottom - top + 1 === size.rows && right - left + 1 === size.cols) return;
      const [a, b] = [g.xy([top, left]), g.xy([bottom, right])];
      const [x, y] = [Math.min(a.x, b.x) - g.cw / 2, Math.min(a.y, b.y) - g.ch / 2];
      layer.append(s("rect", { class: "opening-area", x, y, width: Math.abs(a.x - b.x) + g.cw, height: Math.abs(a.y - b.y) + g.ch, rx: 6 }));
    },
  });

  registerLayer({
    id: "forbidden",
    order: 12,
    watch: ["settings", "mode", "pending"],
    draw(layer, view, { geometry: g, state }) {
      if (!state.settings.forbiddenMarks || state.pending || !["play", "guess"].includes(state.mode)) return;
      for (const { point, foul } of view.forbidden) {
        // Crosses on every eye would look like errors. A ko is a square, as in diagrams.
        if (foul === "suicide") continue;
        const { x, y } = g.xy(point);
        const d = /ko$/.test(foul) ? "M-18-18H18V18H-18z" : "M-17-17L17 17M17-17L-17 17";
        layer.append(s("path", { class: "forbidden", transform: `translate(${x} ${y})`, d }));
      }
    },
  });

  registerLayer({
    id: "comment-marks",
    order: 100,
    watch: ["board", "node"],
    draw(layer, view, { geometry: g, state }) {
      for (const mark of pennedMarks(state.board, view.node)) layer.append(drawMark(g, mark, stoneAt(view, mark.point)));
    },
    describe(point) {
      const { board, view } = store.state;
      const marks = view ? pennedMarks(board, view.node).filter((m) => same(m.point, point)) : [];
      return marks.map((m) => m.kind === "label" ? `“${m.label}”` : t(`study.mark.${m.kind === "selected" ? "square" : m.kind}`)).join(", ") || null;
    },
  });

  registerLayer({
    id: "hint",
    order: 90,
    watch: ["hint"],
    sized: true,
    draw(layer, view, { geometry: g, state, scale }) {
      for (const [i, { point, text, strength }] of (state.hint ?? []).entries()) {
        if (stoneAt(view, point)) continue;
        // A label is no wider than its disc.
        const size = Math.min(34, (g.r * 1.55) / widthOf(text));
        // Where the value would be too small to be read, the rank is.
        const small = scale > 0 && size * scale < READABLE;
        const { x, y } = g.xy(point);
        const best = strength === "best";
        layer.append(s("g", { class: `hint strength-${strength}${best ? " best" : ""}`, transform: `translate(${x} ${y})` }, s("circle", { r: g.r * 0.86 }),
          best ? s("circle", { class: "hint-ring", r: g.r * 0.98 }) : null,
          small ? s("text", { y: 23, "font-size": 64, "text-anchor": "middle" }, i + 1) : s("text", { y: size * 0.33, "font-size": size, "text-anchor": "middle" }, text)));
      }
    },
  });
}

/**
 * The stone that would be put, faint, at the hovered, aimed or focused point.
 * @param {SVGGElement} layer
 * @param {Geometry} g
 * @param {string} id
 * @param {{ point: Point, color: Color, strong: boolean }} ghost
 */
export function drawGhost(layer, g, id, { point, color, strong }) {
  const { x, y } = g.xy(point);
  layer.append(s("g", { class: strong ? "ghost aimed" : "ghost", transform: `translate(${x} ${y})` }, stone(g, id, color)));
  if (strong && g.look !== "paper") layer.append(s("path", { class: "aim", d: `M0 ${y}H${g.width}M${x} 0V${g.height}` }));
}
