// What each move cost, in the unit that the game counts: a bar for every move, black's upwards, white's downwards.

import { h, s } from "../dom.js";
import { hasUnit } from "../game.js";
import { t } from "../i18n/index.js";
import { colorName, isUnnumbered, moveWords, movesIn } from "../moves.js";
import { goto } from "../session/steps.js";
import { store } from "../store.js";
import { signed } from "./score.js";
import { shownLine, study } from "./state.js";

/** @import { Color, TreeNode } from "../types.js" */

/** @typedef {{ index: number, number: number, node: number, move: string, color: Color, loss: number }} Loss `number`: the move's, as the board counts */

/**
 * What the moves of a review lost, by their nodes: the server knows which of them the engine would have played, and which losses the
 * playouts may show by accident. Of a review kept without these numbers, its mistakes alone have lost something.
 * @param {any} review @returns {Map<number, { color: Color, loss: number }>}
 */
export function lossesIn(review) {
  const listed = new Map((review.mistakes ?? []).map((/** @type {any} */ m) => [m.node, m.units]));
  const out = new Map();
  const graph = review.graph ?? [];
  for (const [i, { node, score, units }] of graph.entries()) {
    const before = graph[i - 1];
    const loss = units === undefined && score && before?.score ? listed.get(node) ?? 0 : units;
    if (before && typeof node === "number" && typeof loss === "number") out.set(node, { color: before.to_move, loss });
  }
  return out;
}

/**
 * The losses of the moves of a line. A forced pass is no move and loses nothing.
 * @param {readonly TreeNode[]} line @param {ReadonlyMap<number, { color: Color, loss: number }>} [lost] @returns {Loss[]}
 */
export const lossesOf = (line, lost) => line.flatMap((node, index) => {
  const found = lost?.get(node.id);
  return found && node.move && !isUnnumbered(node) ? [{ index, number: movesIn(line.slice(0, index + 1)), node: node.id, move: node.move, ...found }] : [];
});

/** @returns {{ el: HTMLElement, end: () => void }} */
export function lossGraph() {
  const svg = s("svg", { class: "loss-drawing", preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" });
  const words = h("p", { class: "loss-words" });
  const el = h("section", { class: "losses", "aria-label": t("study.losses") }, svg, words);
  /** @type {Loss[]} */
  let losses = [];
  let count = 1;

  const draw = () => {
    const { board, node } = store.state;
    const line = board && hasUnit(board) ? shownLine() : [];
    losses = lossesOf(line, study().review?.losses);
    count = Math.max(1, line.length - 1);
    el.hidden = losses.length === 0;
    if (!board || losses.length === 0) return;
    const most = Math.max(4, ...losses.map((l) => l.loss));
    svg.setAttribute("viewBox", `0 -1.05 ${count} 2.1`);
    svg.replaceChildren(s("path", { class: "loss-axis", d: `M0 0H${count}`, "vector-effect": "non-scaling-stroke" }),
      ...losses.map((l) => {
        const height = l.loss / most;
        return s("rect", { class: `loss ${l.color} ${l.node === node ? "here" : ""}`, x: l.index - 1 + 0.12, width: 0.76, y: l.color === "black" ? -height : 0, height: Math.max(0.02, height), "vector-effect": "non-scaling-stroke" });
      }));
    const here = losses.find((l) => l.node === node);
    const sum = (/** @type {Color} */ color) => signed(losses.reduce((n, l) => n + (l.color === color ? l.loss : 0), 0)).replace(/^[+]/, "");
    words.textContent = here
      ? t(`study.losses.move.${board.unit}`, { ply: here.number, move: `${colorName(board, here.color)} ${moveWords(here.move)}`, n: signed(here.loss).replace(/^[+]/, "") })
      : t(`study.losses.sum.${board.unit}`, { a: colorName(board, "black"), black: sum("black"), b: colorName(board, "white"), white: sum("white") });
  };
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const i = Math.ceil(((event.clientX - box.left) / box.width) * count);
    const hit = losses.find((l) => l.index === i);
    if (hit) void goto(hit.node);
  });
  const end = store.watch(["board", "node", "study"], draw);
  draw();
  return { el, end };
}
