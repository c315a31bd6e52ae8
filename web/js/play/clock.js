// The clocks: counted here for the eye, settled by what the moves of the game say they took.

import { turnStart } from "../session.js";
import { store } from "../store.js";
import { pathTo } from "../tree.js";

/** @import { Board, Color } from "../types.js" */

/**
 * Milliseconds that a colour has used, and its moves, on the way to a node.
 * @param {Board} board
 * @param {number} node
 * @param {Color} color
 */
export function used(board, node, color) {
  let ms = 0;
  let moves = 0;
  for (const n of pathTo(board, node)) {
    if (n.color !== color || n.parent === null) continue;
    ms += n.elapsed_ms ?? 0;
    moves += 1;
  }
  return { ms, moves };
}

/**
 * What a colour's clock shows: milliseconds left, or used where the game has no clock.
 * @param {Board} board
 * @param {number} node
 * @param {Color} color
 * @param {number} now milliseconds spent on the move under way
 * @param {number} [given] milliseconds left before it, where the server has said so
 */
export function reading(board, node, color, now, given) {
  if (given !== undefined) return { ms: Math.max(0, given - now), left: true };
  const { ms, moves } = used(board, node, color);
  const clock = board.clock;
  if (!clock || (!clock.main_ms && !clock.move_ms)) return { ms: ms + now, left: false };
  if (!clock.main_ms) return { ms: Math.max(0, (clock.move_ms ?? 0) - now), left: true };
  const main = clock.main_ms + (clock.increment_ms ?? 0) * moves - ms;
  return { ms: Math.max(0, main - now), left: true };
}

/** `1:05`, `59:59`, `1:00:00`; below ten seconds with tenths. @param {number} ms @param {boolean} left */
export function clockText(ms, left) {
  if (left && ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const total = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
}

/** Milliseconds that the move under way has taken so far. */
export const underWay = () => {
  const { thinking } = store.state;
  return performance.now() - (thinking?.since ?? turnStart());
};
