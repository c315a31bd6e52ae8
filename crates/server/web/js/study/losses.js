// What each move cost, in the unit that the game counts: a bar for every move, black's upwards, white's downwards.

import { h, s } from "../dom.js";
import { hasUnit } from "../game.js";
import { t } from "../i18n/index.js";
import { colorName, moveWords } from "../moves.js";
import { goto } from "../session.js";
import { store } from "../store.js";
import { noiseOf } from "./mistakes-model.js";
import { signed } from "./score.js";
import { shownLine, study } from "./state.js";

/** @import { Color } from "../types.js" */
/** @import { Known } from "./graph-model.js" */

/** @typedef {{ index: number, node: number, move: string, color: Color, loss: number }} Loss */

/** The value of a position for black in the game's unit, if it has one. @param {Known | undefined} known */
const valueOf = (known) => (known?.score.kind === "margin" ? known.score.margin : known?.score.kind === "estimate" ? known.score.value : undefined);

/**
 * What each move of a line lost against the best one. A position's value is that of best play, so a move loses what the value
 * changes by; less than nothing counts as nothing. The move that the analysis before it puts first loses nothing: the later analysis
 * only sees further. Nor does one whose loss of chance may be an accident of the playouts.
 * @param {readonly { id: number, color?: Color, move?: string }[]} line @param {ReadonlyMap<number, Known>} scores
 * @param {ReadonlyMap<number, { best: string | null, standard_error?: number, score?: import("../types.js").Score | null }>} [analyses] @returns {Loss[]}
 */
export function lossesOf(line, scores, analyses) {
  /** @type {Loss[]} */
  const out = [];
  for (let i = 1; i < line.length; i += 1) {
    const [from, to] = [scores.get(line[i - 1].id), scores.get(line[i].id)];
    const [before, after] = [valueOf(from), valueOf(to)];
    const { color, move, id } = line[i];
    if (before === undefined || after === undefined || !color || !move) continue;
    const [first, next] = [analyses?.get(line[i - 1].id), analyses?.get(id)];
    const noise = noiseOf(first, next);
    const chance = (color === "black" ? 1 : -1) * ((from?.win ?? 0) - (to?.win ?? 0));
    const free = first?.best === move || (noise > 0 && chance <= noise);
    out.push({ index: i, node: id, move, color, loss: free ? 0 : Math.max(0, color === "black" ? before - after : after - before) });
  }
  return out;
}

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
    const line = board && hasUnit(board) && study().review ? shownLine() : [];
    losses = lossesOf(line, study().scores, study().analyses);
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
      ? t(`study.losses.move.${board.unit}`, { ply: here.index, move: `${colorName(board, here.color)} ${moveWords(here.move)}`, n: signed(here.loss).replace(/^[+]/, "") })
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
