// The first moves of a game in a list, and how many it has. Games without names differ in them.

import { api } from "../api.js";
import { has } from "../game.js";
import { isUnnumbered, moveWords, movesIn } from "../moves.js";
import { lineThrough, rootOf } from "../tree.js";

/** How many moves are shown. */
const SHOWN = 6;

/** @typedef {{ id: string | number, revision: number, rules: string, features?: import("../types.js").Feature[], plies: number }} Row of the list */

/** @type {Map<string, Promise<{ n: number, moves: string }>>} by game and revision */
const known = new Map();

/** Whether a game has an opening rule: its decisions and the offered fifth moves count as plies, and are no moves of the board. @param {Row} row */
const hasChoices = ({ rules }) => /\+/.test(rules);

/** Whether a game may have plies that are no moves: decisions, or forced passes where discs are flipped. @param {Row} row */
export const hasUnnumbered = (row) => hasChoices(row) || has(row, "flips");

/** The moves of a game that has decisions. @param {Row} row */
async function played({ id }) {
  const board = await api.board(id);
  const line = lineThrough(board, rootOf(board).id);
  return { n: movesIn(line), moves: line.filter((node) => !isUnnumbered(node)).flatMap(({ move }) => move ?? []) };
}

/** The moves of a game without decisions. @param {Row} row */
async function listed(row) {
  const text = await (await api.export(row.id, "moves")).text();
  const moves = text.match(/[a-z]+\d*|\d|-+/gi) ?? [];
  // The text has no forced passes.
  return { n: hasUnnumbered(row) ? moves.length : row.plies, moves };
}

/** The number of moves, and the first in the game's notation; none where they cannot be had. @param {Row} row */
export function firstMoves(row) {
  const at = `${row.id} ${row.revision}`;
  const asked = known.get(at) ?? (hasChoices(row) ? played : listed)(row)
    .then(({ n, moves }) => ({ n, moves: moves.slice(0, SHOWN).map(moveWords).join(" ") })).catch(() => ({ n: row.plies, moves: "" }));
  known.set(at, asked);
  return asked;
}
