// The statistics of a player, as the rows of tables.

/**
 * @typedef {{ games: number, won: number, lost: number, drawn: number, score: number | null }} Results
 * @typedef {Results & { name: import("../types.js").Text | null, moves: string[], size: { rows: number, cols: number }, set_up: boolean, black: Results, white: Results }} Opening
 * @typedef {{ moves: number, mean_loss: number | null, mean_units: number | null, counts: Record<string, number> }} Losses
 * @typedef {{ game: number, node: number | null, number: number, color: import("../types.js").Color, played: string, best: string | null, loss: number, units: number | null, kind: string, phase: string, opponent: string | null, date: string | null }} Worst
 * @typedef {Results & { player: string, game: string | null, rules: string | null, first: string | null, last: string | null, black: Results, white: Results, openings: Opening[], mistakes: { reviewed: number, left_out: number, engines: { name: string, games: number }[], limits: { games: number }[], total: Losses, phases: Record<string, Losses>, worst: Worst[], about: import("../types.js").Text | null } }} PlayerStatistics
 */

/** The phases of a game, in order. */
export const PHASES = /** @type {const} */ (["opening", "middle", "ending"]);

/** A share with one decimal; a dash where there is none. @param {number | null | undefined} share 0 to 1 */
export const share = (share) => (share === null || share === undefined ? "–" : `${(share * 100).toFixed(1)}%`);

/** A mean loss in the unit of the game. @param {number | null} units */
export const meanUnits = (units) => (units === null ? "–" : units.toFixed(2));

/**
 * The moves of an opening, at most so many.
 * @param {string[]} moves
 * @param {number} [most]
 */
export const shortLine = (moves, most = 8) => moves.slice(0, most).join(" ") + (moves.length > most ? " …" : "");

/** The years of the first and the last game, without repetition. @param {Pick<PlayerStatistics, "first" | "last">} of */
export function years({ first, last }) {
  const year = (/** @type {string | null} */ date) => date?.slice(0, 4) ?? "";
  return [...new Set([year(first), year(last)])].filter((text) => text !== "").join(" – ");
}

/** Whether any opening is of another size than the first. @param {Opening[]} openings */
export const differInSize = (openings) => openings.some((o) => o.size.rows !== openings[0].size.rows || o.size.cols !== openings[0].size.cols);

/**
 * The two players of a row of the list whose statistics can be shown: those with a name, and the person without one as
 * `you`. Engines have none.
 * @param {{ black: string, white: string }} names as records have them
 * @param {{ black: string, white: string }} shown as the list shows them
 * @param {(name: string) => boolean} isEngine
 * @returns {{ ask: string, shown: string }[]}
 */
export function playersOf(names, shown, isEngine) {
  /** @type {{ ask: string, shown: string }[]} */
  const players = [];
  for (const color of /** @type {const} */ (["black", "white"])) {
    if (shown[color] === "" || isEngine(names[color])) continue;
    const ask = names[color] || "you";
    if (!players.some((p) => p.ask === ask)) players.push({ ask, shown: shown[color] });
  }
  return players;
}
