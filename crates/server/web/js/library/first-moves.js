// The first moves of a game in a list. Games without names differ in them.

import { api } from "../api.js";

/** How many moves are shown. */
const SHOWN = 6;

/** @type {Map<string, Promise<string>>} by game and revision */
const known = new Map();

/** The first moves in the game's notation; empty where they cannot be had. @param {{ id: string | number, revision: number }} row @returns {Promise<string>} */
export function firstMoves({ id, revision }) {
  const at = `${id} ${revision}`;
  const asked = known.get(at) ?? api.export(id, "moves").then((answer) => answer.text()).then((text) => (text.match(/[a-z]+\d*|\d|-+/gi) ?? []).slice(0, SHOWN).join(" ")).catch(() => "");
  known.set(at, asked);
  return asked;
}
