// Chains and liberties: stones joined along the lines, and the empty points next to them.

import { s } from "../dom.js";
import { has } from "../game.js";
import { registerLayer } from "../panels.js";
import { t } from "../i18n/index.js";
import { store } from "../store.js";
import { key } from "./geometry.js";
import { stoneAt } from "./points.js";

/** @import { Color, Point, View } from "../types.js" */
/** @typedef {{ color: Color, stones: Point[], liberties: Point[] }} Chain */

/** The points beside a point. @param {Point} p @param {{ rows: number, cols: number }} size @returns {Point[]} */
export function beside([r, c], size) {
  return /** @type {Point[]} */ ([[r - 1, c], [r, c - 1], [r, c + 1], [r + 1, c]])
    .filter((q) => q[0] >= 0 && q[1] >= 0 && q[0] < size.rows && q[1] < size.cols);
}

/**
 * Every chain of a position.
 * @param {Pick<View, "stones">} view
 * @param {{ rows: number, cols: number }} size
 * @returns {Chain[]}
 */
export function chains(view, size) {
  /** @type {Map<number, Color>} */
  const on = new Map();
  for (const p of view.stones.black) on.set(key(p), "black");
  for (const p of view.stones.white) on.set(key(p), "white");
  const seen = new Set();
  /** @type {Chain[]} */
  const found = [];
  for (const from of [...view.stones.black, ...view.stones.white]) {
    if (seen.has(key(from))) continue;
    const color = /** @type {Color} */ (on.get(key(from)));
    /** @type {Chain} */
    const chain = { color, stones: [], liberties: [] };
    const free = new Set();
    const open = [from];
    seen.add(key(from));
    while (open.length > 0) {
      const p = /** @type {Point} */ (open.pop());
      chain.stones.push(p);
      for (const q of beside(p, size)) {
        const k = key(q);
        if (!on.has(k)) {
          if (!free.has(k)) chain.liberties.push(q);
          free.add(k);
        } else if (on.get(k) === color && !seen.has(k)) {
          seen.add(k);
          open.push(q);
        }
      }
    }
    found.push(chain);
  }
  return found;
}

/** The chain of a stone, or none. @param {Pick<View, "stones">} view @param {{ rows: number, cols: number }} size @param {Point} point */
export const chainAt = (view, size, point) => chains(view, size).find((c) => c.stones.some((p) => key(p) === key(point)));

/**
 * The stones that live or die with one: all of its colour that empty points, their own stones and dead stones join to it.
 * @param {View} view @param {{ rows: number, cols: number }} size @param {Point} point @param {Map<number, Point>} dead
 * @returns {Point[]}
 */
export function groupAt(view, size, point, dead) {
  const color = stoneAt(view, point);
  if (!color) return [];
  const seen = new Map([[key(point), point]]);
  for (const p of seen.values()) {
    for (const q of beside(p, size)) if (dead.has(key(q)) || (stoneAt(view, q) ?? color) === color) seen.set(key(q), q);
  }
  return [...seen.values()].filter((p) => stoneAt(view, p) === color);
}

/** Whether liberties are shown now. */
const showsLiberties = () => has(store.state.board, "liberties") && store.state.settings.liberties;

/** Registers the layer that shows liberties and atari. */
export function registerLiberties() {
  registerLayer({
    id: "liberties",
    order: 40,
    watch: ["settings", "hover", "cursor", "board"],
    draw(layer, view, { geometry: g, state }) {
      if (!showsLiberties() || !state.board) return;
      const at = state.cursor ?? state.hover;
      for (const chain of chains(view, state.board.size)) {
        const n = chain.liberties.length;
        if (n === 1) {
          for (const p of chain.stones) {
            const { x, y } = g.xy(p);
            layer.append(s("circle", { class: "atari", cx: x, cy: y, r: g.r - 4 }));
          }
        }
        // One number a chain, on its first stone in reading order.
        const head = chain.stones.reduce((a, b) => (key(b) < key(a) ? b : a));
        const { x, y } = g.xy(head);
        layer.append(s("text", { class: `number ${chain.color === "black" ? "on-dark" : "on-light"}${n <= 2 ? " few" : ""}`, x, y: y + 14, "font-size": 40, "text-anchor": "middle" }, n));
        if (n <= 1 || (at && chain.stones.some((p) => key(p) === key(at)))) {
          for (const p of chain.liberties) {
            const { x: lx, y: ly } = g.xy(p);
            layer.append(s("circle", { class: `liberty ${n === 1 ? "atari-liberty" : ""}`, cx: lx, cy: ly, r: 13 }));
          }
        }
      }
    },
    describe(point) {
      const { view, board } = store.state;
      if (!showsLiberties() || !view || !board) return null;
      const chain = chainAt(view, board.size, point);
      return chain ? t(chain.liberties.length === 1 ? "point.atari" : "point.liberties", { n: chain.liberties.length }) : null;
    },
  });
}
