// Marks that the user draws on the board: with a pen chosen, a click adds or removes a mark.

import { api } from "../api.js";
import { same } from "../board/geometry.js";
import { registerLayer } from "../panels.js";
import { sayProblem } from "../messages.js";
import { refresh } from "../session/sync.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { setStudy, study } from "./state.js";

/** @import { Mark, Point } from "../types.js" */

/** The first letter, or pair of letters, that no label uses. @param {readonly Mark[]} marks */
function nextLabel(marks) {
  const used = new Set(marks.filter((m) => m.kind === "label").map((m) => m.label));
  for (let i = 0; i < 26 * 27; i += 1) {
    const label = (i < 26 ? "" : String.fromCharCode(64 + Math.floor(i / 26))) + String.fromCharCode(65 + (i % 26));
    if (!used.has(label)) return label;
  }
  return "?";
}

/**
 * The marks after a click with a pen: the same mark is removed, another is replaced.
 * @param {readonly Mark[]} marks
 * @param {Point} point
 * @param {Mark["kind"]} pen
 * @param {string} [label] for the pen `label`, otherwise the next letter
 * @returns {Mark[]}
 */
function afterClick(marks, point, pen, label) {
  const old = marks.find((m) => same(m.point, point));
  const others = marks.filter((m) => !same(m.point, point));
  if (old && old.kind === pen && (pen !== "label" || label === undefined || label === old.label)) return others;
  return [...others, pen === "label" ? { point, kind: pen, label: label ?? nextLabel(marks) } : { point, kind: pen }];
}

/** Adds or removes a mark at a point of the node shown. @param {Point} point @param {Mark["kind"]} pen @param {string} [label] */
export async function mark(point, pen, label) {
  const { board, node } = store.state;
  const at = nodeOf(board, node);
  if (!board || !at) return;
  const marks = afterClick(at.marks ?? [], point, pen, label);
  // Shown at once; the server's answer follows.
  store.set({ board: { ...board, nodes: board.nodes.map((n) => (n.id === at.id ? { ...n, marks } : n)) } });
  try {
    await api.annotate(board.id, at.id, { marks });
  } catch (error) {
    sayProblem(error);
  }
  await refresh().catch(sayProblem);
}

/** Whether a click on the board draws a mark. */
const drawing = () => !!study().pen && store.state.panel === "tree" && store.state.mode === "play";

/** Registers the layer that takes the clicks. Called once. */
export function registerPens() {
  registerLayer({
    id: "study-pens",
    order: 101,
    draw() {},
    takesClicks: drawing,
    click(point) {
      if (!drawing()) return false;
      void mark(point, /** @type {Mark["kind"]} */ (study().pen));
      return true;
    },
  });
  // A letter typed with the label pen is placed at the cursor or the pointer.
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
