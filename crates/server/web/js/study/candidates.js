// What of an analysis is shown on the board: candidate moves with their strength, and a line of play as numbered stones.

import { pointOf, strengthOf } from "./score.js";

/** @import { Analysis, Board, Color, Line, Point, Score } from "../types.js" */
/** @import { Strength } from "./score.js" */

/**
 * @typedef {object} Candidate
 * @property {number} rank from 1
 * @property {string} move
 * @property {Point | null} point
 * @property {Score} score from the side to move
 * @property {number} loss chance given away beside the best, 0 to 1
 * @property {Strength} strength
 * @property {number} work
 * @property {string[]} pv
 * @property {(Point | null)[]} points of `pv`
 */

/**
 * Which of two scores is better for the side to move: above 0 where the first is.
 * @param {Score} a @param {Score} b
 */
export function compareScores(a, b) {
  const by = a.win - b.win || (a.margin ?? 0) - (b.margin ?? 0);
  if (by !== 0 || a.kind !== b.kind || a.plies === undefined || b.plies === undefined) return by;
  // The sooner win, the later loss.
  return a.kind === "loss" ? a.plies - b.plies : b.plies - a.plies;
}

/**
 * The lines in the order to show them: the engine's choice first, the others by their scores. While an engine looks deeper some lines
 * are still those of the depth before, so that its own order may not be that of the scores it tells. An engine that plays games out
 * ranks by how often it looked at a move, not by the score: its order stays.
 * @param {string} game @param {Pick<Analysis, "best" | "lines">} analysis @returns {Line[]}
 */
function inOrder(game, { best, lines }) {
  const first = lines.find((line) => best !== null && (line.move ?? line.pv[0]) === best);
  const rest = lines.filter((line) => line !== first);
  if (game !== "go") rest.sort((a, b) => compareScores(b.score, a.score));
  return first ? [first, ...rest] : rest;
}

/**
 * Candidates of an analysis, best first; lines without a move are left out, and of several lines with one move the first counts.
 * @param {Pick<Board, "coords" | "game">} board
 * @param {Analysis | null | undefined} analysis
 * @returns {Candidate[]}
 */
export function candidatesOf(board, analysis) {
  if (!analysis) return [];
  /** @type {Candidate[]} */
  const out = [];
  const seen = new Set();
  for (const line of inOrder(board.game, analysis)) {
    const move = line.move ?? line.pv[0];
    if (!move || seen.has(move)) continue;
    seen.add(move);
    const best = out[0]?.score ?? line.score;
    const loss = Math.max(0, best.win - line.score.win);
    out.push({
      rank: out.length + 1, move, point: pointFor(board, line, 0) ?? pointOf(board, move), score: line.score, loss,
      strength: strengthOf(loss, out.length === 0), work: line.work, pv: line.pv, points: line.pv.map((_, i) => pointFor(board, line, i)),
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
 * The stones of a line of play, sides taking turns from `toMove`; moves without a point (passes) take their turn and show nothing.
 * Where a point comes up twice, as in a ko, its first stone is shown.
 * @param {(Point | null)[]} points
 * @param {Color} toMove
 * @param {number} [most]
 * @returns {Ghost[]}
 */
export function ghosts(points, toMove, most = 40) {
  /** @type {Ghost[]} */
  const out = [];
  const taken = new Set();
  for (const [i, point] of points.slice(0, most).entries()) {
    if (!point || taken.has(String(point))) continue;
    taken.add(String(point));
    const black = (toMove === "black") === (i % 2 === 0);
    out.push({ point, color: black ? "black" : "white", number: i + 1 });
  }
  return out;
}
