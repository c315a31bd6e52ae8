// The parts of an analysis that the board shows: candidate moves with their strength, and a line as numbered stones.

import { key } from "../board/geometry.js";
import { stoneAt } from "../board/points.js";
import { has } from "../game.js";
import { store } from "../store.js";
import { pointOf, strengthOf } from "./score.js";
import { study } from "./state.js";

/** @import { Analysis, Board, Color, Line, Point, Score, View } from "../types.js" */
/** @import { Strength } from "./score.js" */

/**
 * @typedef {object} Candidate
 * @property {number} rank from 1
 * @property {string} move
 * @property {Point | null} point
 * @property {Score} score from the side to move
 * @property {number} loss win probability lost against the best move, 0 to 1
 * @property {Strength} strength
 * @property {number} work
 * @property {string[]} pv
 * @property {(Point | null)[]} points of `pv`
 * @property {Color[]} [colors] of `pv`, where the sides do not alternate
 */

/**
 * Compares two scores for the side to move: above 0 if the first is better.
 * @param {Score} a @param {Score} b
 */
export function compareScores(a, b) {
  const by = a.win - b.win || (a.margin ?? 0) - (b.margin ?? 0);
  if (by !== 0 || a.kind !== b.kind || a.plies === undefined || b.plies === undefined) return by;
  // The sooner win, the later loss.
  return a.kind === "loss" ? a.plies - b.plies : b.plies - a.plies;
}

/**
 * Whether the moves after the engine's choice are in the order of their playouts.
 * @param {Pick<Board, "unit">} board @param {readonly { work: number }[]} lines
 */
export const byWork = (board, lines) => board.unit === "points" && lines.every((line) => line.work > 0);

/**
 * The lines in the order to show them: the engine's best move first, the others by their scores. While a search deepens, some lines
 * are still those of the previous depth, so the engine's order may differ from that of its scores. Where points are counted, the
 * order is that of the playouts, which the list shows: a score from few playouts means little.
 * @param {Pick<Board, "unit">} board @param {Pick<Analysis, "best" | "lines">} analysis @returns {Line[]}
 */
function inOrder(board, { best, lines }) {
  const first = lines.find((line) => best !== null && (line.move ?? line.pv[0]) === best);
  const rest = lines.filter((line) => line !== first);
  const most = byWork(board, lines);
  rest.sort((a, b) => most ? b.work - a.work : compareScores(b.score, a.score));
  return first ? [first, ...rest] : rest;
}

/**
 * The candidates of an analysis, best first. Lines without a move are left out; of several lines with one move the first counts.
 * @param {Pick<Board, "coords" | "unit">} board
 * @param {Analysis | null | undefined} analysis
 * @returns {Candidate[]}
 */
export function candidatesOf(board, analysis) {
  if (!analysis) return [];
  /** @type {Candidate[]} */
  const out = [];
  const seen = new Set();
  for (const line of inOrder(board, analysis)) {
    const move = line.move ?? line.pv[0];
    if (!move || seen.has(move)) continue;
    seen.add(move);
    const best = out[0]?.score ?? line.score;
    const loss = Math.max(0, best.win - line.score.win);
    out.push({
      rank: out.length + 1, move, point: pointFor(board, line, 0) ?? pointOf(board, move), score: line.score, loss,
      strength: strengthOf(loss, out.length === 0), work: line.work, pv: line.pv, points: line.pv.map((_, i) => pointFor(board, line, i)), colors: line.colors,
    });
  }
  return out;
}

/** @param {Pick<Board, "coords">} board @param {Line} line @param {number} i @returns {Point | null} */
const pointFor = (board, line, i) => line.points?.[i] ?? pointOf(board, line.pv[i]);

/**
 * @typedef {object} Ghost a stone of a line that is only shown
 * @property {Point} point
 * @property {Color} color
 * @property {number} number from 1
 */

/**
 * The stones of a line that stand at its end, and all others. Where a point occurs twice, its last stone counts. A pass has no number.
 * @param {Pick<import("./state.js").Focus, "points" | "toMove" | "max" | "colors">} line
 * @param {Pick<View, "stones"> | null} after the position at its end; `null` if no stone is captured or turned over
 * @returns {{ ghosts: Ghost[], stones: View["stones"] | null }} `stones`: `null` as before the line
 */
export function playedOut({ points, toMove, max, colors }, after) {
  /** @type {Map<number, Ghost>} */
  const last = new Map();
  let number = 0;
  for (const [i, point] of points.slice(0, max).entries()) {
    if (!point) continue;
    const black = (toMove === "black") === (i % 2 === 0);
    last.set(key(point), { point, color: colors?.[i] ?? (black ? "black" : "white"), number: (number += 1) });
  }
  const ghosts = [...last.values()];
  if (!after) return { ghosts, stones: null };
  const rest = (/** @type {Point[]} */ stones) => stones.filter((p) => !last.has(key(p)));
  return {
    ghosts: ghosts.flatMap((ghost) => {
      const color = stoneAt(after, ghost.point);
      return color ? [{ ...ghost, color }] : [];
    }),
    stones: { black: rest(after.stones.black), white: rest(after.stones.white) },
  };
}

/** @type {WeakMap<object, Candidate[]>} */
const made = new WeakMap();

/** The candidates at the node shown. @returns {Candidate[]} */
export function candidatesHere() {
  const { board, view } = store.state;
  const analysis = view && study().analyses.get(view.node);
  if (!board || !view || !analysis) return [];
  let list = made.get(analysis);
  if (!list) {
    list = withFalls(board, view, candidatesOf(board, analysis));
    made.set(analysis, list);
  }
  return list;
}

/**
 * With gravity a move may be only a column: the stones of the line are dropped one by one.
 * @param {Board} board @param {View} view @param {Candidate[]} list
 */
function withFalls(board, view, list) {
  if (!has(board, "gravity")) return list;
  return list.map((c) => {
    if (c.points.every((p) => p)) return c;
    const points = letFall(board, view, c.pv);
    return { ...c, points, point: points[0] ?? null };
  });
}

/** @param {Board} board @param {View} view @param {string[]} pv @returns {(Point | null)[]} */
function letFall(board, view, pv) {
  const height = new Array(board.size.cols).fill(0);
  for (const p of [...view.stones.black, ...view.stones.white]) height[p[1]] += 1;
  return pv.map((text) => {
    const col = /^\d+$/.test(text) ? Number(text) - 1 : board.coords.columns.indexOf(text[0]);
    if (!(col >= 0 && col < height.length)) return null;
    height[col] += 1;
    return [board.size.rows - height[col], col];
  });
}
