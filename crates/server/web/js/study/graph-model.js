// The course of a game as a curve: the score of each position, proofs, and mistakes.

import { isChoice } from "../moves.js";

/** @import { Color, Score } from "../types.js" */

/**
 * @typedef {object} Known what is known of a position
 * @property {number} win black's win probability, 0 to 1
 * @property {boolean} proof
 * @property {Score} score from black's side
 * @property {"first" | "second"} [player] whose score it is instead, while the colours are open
 */
/**
 * @typedef {object} Place one position of the line
 * @property {number} index from 0, the position before the first move
 * @property {number} node
 * @property {Known | null} known the score, if it is that of black
 * @property {Color | null} color who played the move that led here
 * @property {string | null} move
 * @property {string | null} fault kind of mistake of that move
 * @property {boolean} passed whether the curve goes past it without a score: while the colours are open, and at choices and offers
 */

/**
 * @param {readonly { id: number, color?: Color, move?: string, open?: string, fifth?: string }[]} line nodes from the root on
 * @param {ReadonlyMap<number, Known>} scores
 * @param {ReadonlyMap<number, { kind: string }>} faults by the node that the mistake led to
 * @returns {Place[]}
 */
export function placesOf(line, scores, faults) {
  const ofBlack = (/** @type {Known | undefined} */ known) => (known && !known.player ? known : null);
  return line.map((n, index) => ({
    index, node: n.id, known: ofBlack(scores.get(n.id)), color: n.color ?? null, move: n.move ?? null, fault: faults.get(n.id)?.kind ?? null,
    passed: n.open !== undefined || n.fifth === "offer" || isChoice(n.move),
  }));
}

/**
 * The scales of the curve: it fills the box, one step per position. A game without moves has its one position in the middle.
 * @param {number} count of places
 * @param {{ width: number, height: number, pad: number }} box
 */
export function scalesOf(count, box) {
  const inner = Math.max(1, box.width - 2 * box.pad);
  const steps = Math.max(1, count - 1);
  return {
    /** @param {number} index */
    x: (index) => (count < 2 ? box.width / 2 : box.pad + (inner * index) / steps),
    /** @param {number} win black's chance; black is shown above */
    y: (win) => box.pad + (1 - win) * Math.max(1, box.height - 2 * box.pad),
    /** The position nearest to an x. @param {number} x */
    at: (x) => (count < 2 ? 0 : Math.min(count - 1, Math.max(0, Math.round(((x - box.pad) / inner) * steps)))),
  };
}

/**
 * Runs of consecutive positions with known scores. Gaps stay gaps, except where the opening rule leaves no score.
 * @param {readonly Place[]} places
 * @returns {Place[][]}
 */
export function stretches(places) {
  /** @type {Place[][]} */
  const out = [];
  let open = false;
  for (const place of places) {
    if (!place.known) {
      open &&= place.passed;
      continue;
    }
    if (!open) out.push([]);
    out[out.length - 1].push(place);
    open = true;
  }
  return out;
}

/**
 * The curve and the area between it and the middle, as paths.
 * @param {readonly Place[]} places
 * @param {ReturnType<typeof scalesOf>} scales
 */
export function pathsOf(places, scales) {
  const n = (/** @type {number} */ v) => String(Math.round(v * 10) / 10);
  let curve = "";
  let area = "";
  const bottom = n(scales.y(0));
  for (const stretch of stretches(places)) {
    const points = stretch.map((p) => `${n(scales.x(p.index))} ${n(scales.y(/** @type {Known} */ (p.known).win))}`);
    // A single position is a short dash, so that it is visible.
    const first = scales.x(stretch[0].index);
    const last = scales.x(stretch[stretch.length - 1].index);
    if (stretch.length === 1) {
      const y = n(scales.y(/** @type {Known} */ (stretch[0].known).win));
      curve += `M${n(first - 2)} ${y}H${n(first + 2)}`;
      area += `M${n(first - 2)} ${y}H${n(first + 2)}V${bottom}H${n(first - 2)}Z`;
      continue;
    }
    curve += `M${points.join("L")}`;
    area += `M${points.join("L")}L${n(last)} ${bottom}L${n(first)} ${bottom}Z`;
  }
  return { curve, area };
}

/**
 * Runs with a proven result, for a band along the edge of the winning side (`"draw"`: along the middle).
 * @param {readonly Place[]} places
 * @returns {{ from: number, to: number, result: Color | "draw" }[]}
 */
export function certainties(places) {
  /** @type {{ from: number, to: number, result: Color | "draw" }[]} */
  const out = [];
  // The last place of the run so far: the newest one, or one with places after it that have no score.
  let end = -1;
  for (const place of places) {
    if (!place.known && place.passed && end === place.index - 1) end = place.index;
    if (!place.known?.proof) continue;
    const { win } = place.known;
    const result = win > 0.5 ? "black" : win < 0.5 ? "white" : "draw";
    const last = out[out.length - 1];
    if (last && end === place.index - 1 && last.result === result) last.to = place.index;
    else out.push({ from: place.index, to: place.index, result });
    end = place.index;
  }
  return out;
}

/**
 * A round step for the labels, so that about `max` of them fit.
 * @param {number} count of places
 * @param {number} max
 */
export function ticks(count, max) {
  const span = count - 1;
  const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000];
  const step = steps.find((s) => span / s <= Math.max(1, max)) ?? 10000;
  const out = [];
  for (let i = step; i <= span; i += step) out.push(i);
  return out;
}

/**
 * The places whose numbers are on the axis. The steps without a number have that of the move before them.
 * @param {readonly number[]} numbers of the places
 * @param {number} max
 */
export const numbered = (numbers, max) => ticks((numbers.at(-1) ?? 0) + 1, max).map((n) => numbers.indexOf(n));

/**
 * The next position with a mistake before or after `from`; `null` if there is none.
 * @param {readonly Place[]} places
 * @param {number} from
 * @param {1 | -1} way
 */
export function nextFault(places, from, way) {
  for (let i = from + way; i >= 0 && i < places.length; i += way) if (places[i].fault) return places[i];
  return null;
}
