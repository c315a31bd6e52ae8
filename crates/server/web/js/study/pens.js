// Marks that a person draws on the board: with a pen chosen, a click puts a mark or takes it away.

import { api } from "../api.js";
import { same } from "../board/geometry.js";
import { registerLayer } from "../panels.js";
import { refresh, sayProblem } from "../session.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { setStudy, study } from "./state.js";

/** @import { Mark, Point } from "../types.js" */

/** The first letter, then two letters, that no label has yet. @param {readonly Mark[]} marks */
export function nextLabel(marks) {
  const used = new Set(marks.filter((m) => m.kind === "label").map((m) => m.label));
  for (let i = 0; i < 26 * 27; i += 1) {
    const label = (i < 26 ? "" : String.fromCharCode(64 + Math.floor(i / 26))) + String.fromCharCode(65 + (i % 26));
    if (!used.has(label)) return label;
  }
  return "?";
}

/**
 * The marks after a click with a pen: the same mark goes away, another takes its place.
 * @param {readonly Mark[]} marks
 * @param {Point} point
 * @param {Mark["kind"]} pen
 * @param {string} [label] for the pen `label`, otherwise the next letter
 * @returns {Mark[]}
 */
export function afterClick(marks, point, pen, label) {
  const old = marks.find((m) => same(m.point, point));
  const others = marks.filter((m) => !same(m.point, point));
  if (old && old.kind === pen && (pen !== "label" || label === undefined || label === old.label)) return others;
  return [...others, pen === "label" ? { point, kind: pen, label: label ?? nextLabel(marks) } : { point, kind: pen }];
}

/** Puts a mark at a point of the node shown, or takes it away. @param {Point} point @param {Mark["kind"]} pen @param {string} [label] */
export async function mark(point, pen, label) {
  const { board, node } = store.state;
  const at = nodeOf(board, node);
  if (!board || !at) return;
  const marks = afterClick(at.marks ?? [], point, pen, label);
  // Seen at once; the server's own follows.
  store.set({ board: { ...board, nodes: board.nodes.map((n) => (n.id === at.id ? { ...n, marks } : n)) } });
  try {
    await api.annotate(board.id, at.id, { marks });
  } catch (error) {
    sayProblem(error);
  }
  await refresh().catch(sayProblem);
}

/** Announces the layer that takes the clicks. Called once. */
export function registerPens() {
  registerLayer({
    id: "study-pens",
    order: 101,
    draw() {},
    click(point) {
      const { pen } = study();
      if (!pen || store.state.panel !== "tree" || store.state.mode !== "play") return false;
      void mark(point, /** @type {Mark["kind"]} */ (pen));
      return true;
    },
  });
  // A letter typed while the pen of labels is chosen is put at the cursor or the pointer.
  document.addEventListener("keydown", (event) => {
    const point = store.state.cursor ?? store.state.hover;
    if (study().pen !== "label" || store.state.panel !== "tree" || !point || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!/^[\p{L}\d]$/u.test(event.key) || (event.target instanceof HTMLElement && event.target.matches("textarea, input, select"))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void mark(point, "label", event.key);
  }, true);
  store.watch(["panel"], ({ panel }) => {
    if (panel !== "tree" && study().pen) setStudy({ pen: null });
  });
}
