// A link to a position: `#p=<game>;<rules>;<size>;[setup=<black>/<white>/<b|w>;][dead=<points>;]<moves>`. `dead`: the
// dead stones of a counted game.
// Points of a set-up are written `row.column`, joined by `_`; moves in the game's notation, joined by commas.

import { api } from "../api.js";
import { stoneAt } from "../board/points.js";
import { has } from "../game.js";
import { t } from "../i18n/index.js";
import { say, sayProblem } from "../messages.js";
import { keepAddress } from "../session/address.js";
import { resultOf, territory } from "../play/score.js";
import { open } from "../session/open.js";
import { viewOf, views } from "../session/shown.js";
import { hasResult, mainEnd } from "../session/standing.js";
import { keep, recall } from "../settings.js";
import { store } from "../store.js";
import { lineThrough, nodeOf, pathTo, rootOf } from "../tree.js";

/** @import { Board, Color, Point, View } from "../types.js" */

/** @param {Point[]} points */
const write = (points) => points.map(([r, c]) => `${r}.${c}`).join("_");

/** @param {string} text @returns {Point[]} */
function read(text) {
  if (text === "") return [];
  return text.split("_").map((pair) => {
    const [row, col] = pair.split(".").map(Number);
    if (!Number.isInteger(row) || !Number.isInteger(col)) throw new Error(`'${pair}' is no point`);
    return /** @type {Point} */ ([row, col]);
  });
}

/** Whether a game starts as its rules say, which needs no set-up: empty, or with Othello's discs or handicap stones. @param {Board} board */
const hasOwnStart = (board) => !rootOf(board).setup || has(board, "handicap") && /handicap/.test(board.rules);

/**
 * Writes the part of a link after `#`.
 * @param {Board} board
 * @param {View} root the view of its root node
 * @param {number} node
 */
export function writeLink(board, root, node) {
  const moves = pathTo(board, node).slice(1).map((n) => n.move ?? "").join(",");
  const setup = hasOwnStart(board) ? "" : `setup=${write(root.stones.black)}/${write(root.stones.white)}/${root.to_move === "black" ? "b" : "w"};`;
  const counted = node === mainEnd(board) && hasResult(board) ? countOf(board, node) : null;
  const dead = counted ? `dead=${write(counted)};` : "";
  return `p=${[board.game, board.rules, `${board.size.cols}x${board.size.rows}`].map(encodeURIComponent).join(";")};${setup}${dead}${encodeURIComponent(moves)}`;
}

/** The dead stones of a count that is marked at a node; `null` without one. @param {Board} board @param {number} node */
function countOf(board, node) {
  const marks = nodeOf(board, node)?.marks?.filter((m) => m.kind === "territory");
  const view = views.get(node);
  return marks?.length && view?.outcome ? marks.filter((m) => (stoneAt(view, m.point) ?? m.label) !== m.label).map((m) => m.point) : null;
}

/** Counts a game that a link opens as the link says. @param {Board} board @param {Point[]} dead */
async function recount(board, dead) {
  const node = board.current;
  const [view, counted] = await Promise.all([api.view(board.id, node), api.score(board.id, node, dead)]);
  await api.annotate(board.id, node, { marks: territory(view, board.size, counted.ownership, dead) });
  return api.patch(board.id, { result: resultOf(counted) });
}

/** A part of a link. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(t("link.cut", { part: text }));
  }
}

/**
 * Reads a link into a request for the server.
 * @param {string} hash the part after `#`
 */
export function readLink(hash) {
  if (!hash.startsWith("p=")) throw new Error("it does not begin with p=");
  const parts = hash.slice(2).split(";").map(decoded);
  const [game, rules, size] = parts;
  if (!game || parts.length < 4) throw new Error(t("link.short"));
  let rest = parts.slice(3);
  /** @type {{ black: Point[], white: Point[], to_move: Color } | undefined} */
  let setup;
  if (rest[0].startsWith("setup=")) {
    const [black, white, side] = rest[0].slice(6).split("/");
    setup = { black: read(black ?? ""), white: read(white ?? ""), to_move: side === "w" ? "white" : "black" };
    rest = rest.slice(1);
  }
  /** @type {Point[] | undefined} */
  let dead;
  if (rest[0]?.startsWith("dead=")) dead = read(rest.shift()?.slice(5) ?? "");
  const moves = rest.join(";").split(",").filter((m) => m !== "");
  return { game, ...(rules ? { rules } : {}), ...(size ? { size } : {}), ...(setup ? { setup } : {}), ...(dead ? { dead } : {}), moves };
}

/** The storage key of the games that links have opened or were copied from: pairs of a link and a game, the newest last. */
const OPENED = "tengen.links";
/** How many of them are remembered. */
const MOST = 100;
/** How many games with a link's position are compared with it. */
const MOST_MATCHES = 50;
/** The moves of a link that tell a game from others: fewer are an opening, which many games of others have. */
const LEAST_MOVES = 8;

/** @returns {[string, string | number][]} */
function openedBefore() {
  const kept = recall(OPENED);
  return Array.isArray(kept) ? kept.filter((x) => Array.isArray(x) && x.length === 2) : [];
}

/** What a link says, for two that are written in different ways. @param {string} link */
function meaning(link) {
  try {
    return JSON.stringify(readLink(link));
  } catch {
    return link;
  }
}

/** Remembers the game of a link. @param {string} hash @param {string | number} id */
function remember(hash, id) {
  const said = meaning(hash);
  keep(OPENED, [...openedBefore().filter(([link]) => meaning(link) !== said), [hash, id]].slice(-MOST));
}

/**
 * The game of a link that is in the library: the one that the link has opened before or was copied from, else one of exactly the
 * link's moves, else the only one that goes on from them. Of several games that do, none is meant more than the others.
 * @param {string} hash @param {ReturnType<typeof readLink>} link
 * @returns {Promise<{ board: Board, node: number } | null>}
 */
async function gameOf(hash, { dead, moves, ...start }) {
  const said = meaning(hash);
  const before = openedBefore().find(([link]) => meaning(link) === said)?.[1];
  const known = before === undefined ? null : await positionIn(before, moves);
  if (known || moves.length === 0) return known;
  const found = await api.position({ ...start, moves, per_page: MOST_MATCHES }).catch(() => null);
  const through = (found?.games ?? []).filter((/** @type {any} */ game) => game.main && game.ply === moves.length);
  /** @param {any} game */
  const fits = async (game) => {
    const same = await positionIn(game.id, moves);
    return same && (!dead || hasResult(same.board)) && sameStart(same.board, start) ? same : null;
  };
  for (const game of through) {
    const same = game.plies === moves.length ? await fits(game) : null;
    if (same) return same;
  }
  // A count is one of a game's end.
  if (!found || dead || moves.length < LEAST_MOVES || found.total > MOST_MATCHES) return null;
  const others = [];
  for (const game of through) {
    const other = await fits(game);
    if (other && isOnMainLine(other)) others.push(other);
    if (others.length > 1) return null;
  }
  return others[0] ?? null;
}

/** Whether a position is one of the game itself, not of a variation. @param {{ board: Board, node: number }} place */
const isOnMainLine = ({ board, node }) => lineThrough(board, rootOf(board).id).some((n) => n.id === node);

/** Whether a game has the rules and the kind of start of a link. @param {Board} board @param {{ rules?: string, setup?: unknown }} link */
const sameStart = (board, { rules, setup }) => (!rules || rules === board.rules) && (!!setup || hasOwnStart(board));

/**
 * The position of a link in a game; `null` if the game is not in the library, or the position not in the game.
 * @param {string | number} id @param {string[]} moves
 * @returns {Promise<{ board: Board, node: number } | null>}
 */
async function positionIn(id, moves) {
  const board = await api.board(id).catch(() => null);
  if (!board) return null;
  let node = rootOf(board);
  for (const move of moves) {
    const next = node.children.map((child) => nodeOf(board, child)).find((child) => child?.move === move);
    if (!next) return null;
    node = next;
  }
  return { board, node: node.id };
}

/**
 * Opens the position of a link as a game for two people; the same link opens the same game. Its clock stands still.
 * @param {string} hash
 */
export async function openLink(hash) {
  try {
    const link = readLink(hash);
    const { dead, ...spec } = link;
    const known = await gameOf(hash, link);
    if (known) {
      await open(known.board, { paused: true, node: known.node });
      return;
    }
    const human = { kind: /** @type {const} */ ("human") };
    let board = await api.create({ ...spec, players: { first: human, second: human } });
    if (dead) board = await recount(board, dead);
    remember(hash, board.id);
    await open(board, { paused: true });
  } catch (error) {
    keepAddress();
    if (error instanceof Error && error.name === "Error") say(t("link.bad", { what: error.message }), "problem");
    else sayProblem(error);
  }
}

/** Copies a link to the position shown. */
export async function copyLink() {
  const { board, node } = store.state;
  if (!board || node === null) return;
  const root = await viewOf(rootOf(board).id);
  const url = new URL(location.href);
  url.hash = writeLink(board, root, node);
  // Opened here, it leads to this game.
  remember(url.hash.slice(1), board.id);
  try {
    await navigator.clipboard.writeText(url.href);
    say(t("link.copied"));
  } catch {
    say(url.href);
  }
}

