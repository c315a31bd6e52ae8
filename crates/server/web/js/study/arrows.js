// Arrows and lines that the person draws on a position, or that its record has. They are saved with the node.

import { api } from "../api.js";
import { s } from "../dom.js";
import { same } from "../board/geometry.js";
import { sayProblem } from "../messages.js";
import { registerLayer } from "../panels.js";
import { refresh } from "../session/sync.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { setStudy, study } from "./state.js";

/** @import { Arrow, Point } from "../types.js" */

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
const here = () => nodeOf(store.state.board, store.state.node)?.arrows ?? [];

/** @param {Arrow[]} arrows */
async function save(arrows) {
  const { board, node } = store.state;
  if (!board || node === null) return;
  setStudy({ sketch: null });
  // Shown at once; the server's answer follows.
  store.set({ board: { ...board, nodes: board.nodes.map((n) => (n.id === node ? { ...n, arrows } : n)) } });
  await api.annotate(board.id, node, { arrows }).catch(sayProblem);
  await refresh().catch(sayProblem);
}

/** Draws an arrow or a line; while `done` is false it is only shown. @param {Point} from @param {Point} to @param {{ shift: boolean, done: boolean }} how */
export function drawArrow(from, to, { shift, done }) {
  const sketch = same(from, to) ? null : { from, to, line: shift };
  if (!done || !sketch) setStudy({ sketch: done ? null : sketch });
  else void save(withArrow(here(), sketch));
}

/** Registers the layer. Called once. */
export function registerArrows() {
  registerLayer({
    id: "study-arrows",
    order: 98,
    watch: ["study", "node", "board"],
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
