// Arrows and lines that the person draws on a position. They are kept in the browser: records have no place for them.

import { s } from "../dom.js";
import { same } from "../board/geometry.js";
import { registerLayer } from "../panels.js";
import { keep, recall } from "../settings.js";
import { store } from "../store.js";
import { setStudy, study } from "./state.js";

/** @import { Point } from "../types.js" */
/** @typedef {{ from: Point, to: Point, line: boolean }} Arrow */
/** @typedef {Record<string, Arrow[]>} Arrows by node */

/** The storage key: pairs of a game and its arrows, the newest last. */
const KEY = "tengen.arrows";
/** How many games are remembered. */
const MOST = 60;

/** @returns {[string, Arrows][]} */
const kept = () => {
  const all = recall(KEY);
  return Array.isArray(all) ? all.filter((x) => Array.isArray(x) && x.length === 2 && typeof x[1] === "object") : [];
};

/**
 * The arrows after one more: the same arrow twice removes it.
 * @param {readonly Arrow[]} arrows @param {Arrow} arrow @returns {Arrow[]}
 */
function withArrow(arrows, arrow) {
  const others = arrows.filter((a) => !(same(a.from, arrow.from) && same(a.to, arrow.to)));
  const old = arrows.find((a) => same(a.from, arrow.from) && same(a.to, arrow.to));
  return old && old.line === arrow.line ? others : [...others, arrow];
}

/** @returns {Arrow[]} */
const here = () => study().arrows[String(store.state.node)] ?? [];

/** @param {Arrow[]} list */
function save(list) {
  const { board, node } = store.state;
  if (!board || node === null) return;
  /** @type {Arrows} */
  const arrows = { ...study().arrows, [node]: list };
  if (list.length === 0) delete arrows[node];
  setStudy({ arrows, sketch: null });
  const rest = kept().filter(([id]) => id !== String(board.id));
  keep(KEY, Object.keys(arrows).length === 0 ? rest : [...rest, [String(board.id), arrows]].slice(-MOST));
}

/** Draws an arrow or a line; while `done` is false it is only shown. @param {Point} from @param {Point} to @param {{ shift: boolean, done: boolean }} how */
export function drawArrow(from, to, { shift, done }) {
  const sketch = same(from, to) ? null : { from, to, line: shift };
  if (!done || !sketch) setStudy({ sketch: done ? null : sketch });
  else save(withArrow(here(), sketch));
}

/** Removes the arrows of the position shown. Returns whether there were any. */
export function clearArrows() {
  if (here().length === 0) return false;
  save([]);
  return true;
}

/** Registers the layer, and follows the game. Called once. */
export function registerArrows() {
  store.watch(["board"], ({ board }) => {
    const id = board ? String(board.id) : "";
    if (study().arrowsOf === id) return;
    setStudy({ arrowsOf: id, arrows: kept().find(([game]) => game === id)?.[1] ?? {}, sketch: null });
  });
  registerLayer({
    id: "study-arrows",
    order: 98,
    watch: ["study", "node"],
    draw(layer, _view, { geometry: g }) {
      const { sketch } = study();
      for (const arrow of sketch ? [...here(), sketch] : here()) {
        const a = g.xy(arrow.from);
        const b = g.xy(arrow.to);
        const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
        const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
        const head = arrow.line ? 0 : 34;
        const group = s("g", { class: `drawn ${arrow === sketch ? "sketch" : ""}`, "data-from": arrow.from.join(","), "data-to": arrow.to.join(",") },
          s("line", { x1: a.x, y1: a.y, x2: b.x - ux * head, y2: b.y - uy * head }));
        if (head > 0) group.append(s("path", { d: `M${b.x} ${b.y}L${b.x - ux * 40 - uy * 24} ${b.y - uy * 40 + ux * 24}L${b.x - ux * 40 + uy * 24} ${b.y - uy * 40 - ux * 24}z` }));
        layer.append(group);
      }
    },
  });
}
