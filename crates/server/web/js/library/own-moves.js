// What the person played here before against an engine, and with what result.

import { api } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n/index.js";
import { moveWords } from "../moves.js";
import { nodeOf } from "../tree.js";
import { namesOf } from "./list-panel.js";

/** @import { Board, Color } from "../types.js" */

/** The most games that are read for one position. */
const MOST = 12;
/** Games that were read, by number and revision. @type {Map<string, Promise<Board | null>>} */
const read = new Map();

/** An engine by its level, as the names of games have it. @param {string} name */
const isEngine = (name) => /^Tengen \d+$/.test(name);

/** The side of the person in a game of the list against an engine. @param {any} g @returns {Color | null} */
function ownSide(g) {
  const { black, white } = namesOf(g);
  if (isEngine(black) === isEngine(white)) return null;
  return isEngine(black) ? "white" : "black";
}

/** Who won, by a result as records write it. @param {string | null | undefined} result @returns {Color | "draw" | null} */
function winnerOf(result) {
  if (!result || /^[*?]/.test(result)) return null;
  if (/^b/i.test(result)) return "black";
  return /^w/i.test(result) ? "white" : "draw";
}

/** @typedef {{ move: string, games: number, won: number, lost: number, drawn: number }} OwnMove */

/**
 * The person's next moves in the games of a list, the most frequent first.
 * @param {any[]} games that reach the position
 * @param {Color} toMove
 * @returns {Promise<OwnMove[]>}
 */
export async function ownMoves(games, toMove) {
  /** @type {Map<string, OwnMove>} */
  const moves = new Map();
  await Promise.all(games.filter((g) => ownSide(g) === toMove && typeof g.node === "number").slice(0, MOST).map(async (g) => {
    const key = `${g.id} ${g.revision}`;
    if (read.size > 200) read.clear();
    if (!read.has(key)) read.set(key, api.board(g.id).catch(() => null));
    const board = await read.get(key);
    const move = nodeOf(board, nodeOf(board, g.node)?.children[0])?.move;
    if (!move) return;
    const own = moves.get(move) ?? { move, games: 0, won: 0, lost: 0, drawn: 0 };
    const winner = winnerOf(g.result);
    own.games += 1;
    if (winner === toMove) own.won += 1;
    else if (winner === "draw") own.drawn += 1;
    else if (winner) own.lost += 1;
    moves.set(move, own);
  }));
  return [...moves.values()].sort((a, b) => b.games - a.games || b.won - a.won);
}

/** The moves as a list. @param {OwnMove[]} moves */
export const ownList = (moves) => (moves.length === 0 ? [] : [
  h("h3", null, t("lines.own")),
  h("ul", { class: "own-moves" }, moves.map((m) => h("li", null, h("strong", null, moveWords(m.move)), " ",
    [t("library.about", { total: m.games }), m.won && t("lines.won", { n: m.won }), m.drawn && t("lines.drawn", { n: m.drawn }), m.lost && t("lines.lost", { n: m.lost })].filter(Boolean).join(" · ")))),
]);
