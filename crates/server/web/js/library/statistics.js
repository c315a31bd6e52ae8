// Opening statistics: moves played from a position, how often, and how the games ended.

import { pointOf } from "../study/score.js";

/** @import { Board, Color, Point } from "../types.js" */

/**
 * @typedef {object} Statistic
 * @property {string} move
 * @property {Point | null} point
 * @property {number} games
 * @property {number} black wins
 * @property {number} white wins
 * @property {number} draws
 * @property {number} share of all games, 0 to 1
 * @property {boolean} strategy whether it leads to a position of a proven strategy
 * @property {number} rate of the side to move, 0 to 1, a draw counted half; ½ where no result is known
 */

/**
 * Moves with the shares that follow from their numbers, the most played first.
 * @param {Pick<Board, "coords">} board
 * @param {{ move: string, point?: Point | null, games: number, black?: number, white?: number, draws?: number, strategy?: boolean }[]} list
 * @param {Color} toMove
 * @returns {Statistic[]}
 */
export function statisticsOf(board, list, toMove) {
  const total = list.reduce((sum, s) => sum + s.games, 0);
  return list.map((s) => {
    const [black, white, draws] = [s.black ?? 0, s.white ?? 0, s.draws ?? 0];
    const known = black + white + draws;
    const own = toMove === "black" ? black : white;
    return {
      move: s.move, point: s.point ?? pointOf(board, s.move), games: s.games, black, white, draws, strategy: s.strategy === true,
      share: total === 0 ? 0 : s.games / total, rate: known === 0 ? 0.5 : (own + draws / 2) / known,
    };
  }).sort((a, b) => b.games - a.games || b.rate - a.rate || a.move.localeCompare(b.move));
}

/**
 * The parts of a bar in whole per cents that sum to 100 (to 0 if no result is known).
 * @param {{ black: number, draws: number, white: number }} s
 */
export function bar({ black, draws, white }) {
  const total = black + draws + white;
  if (total === 0) return { black: 0, draws: 0, white: 0 };
  const parts = [black, draws, white].map((n) => (n * 100) / total);
  const whole = parts.map(Math.floor);
  // The largest remainders get what rounding left over.
  const order = [0, 1, 2].sort((a, b) => parts[b] - whole[b] - (parts[a] - whole[a]));
  for (let left = 100 - whole[0] - whole[1] - whole[2], i = 0; left > 0; left -= 1, i += 1) whole[order[i]] += 1;
  return { black: whole[0], draws: whole[1], white: whole[2] };
}
