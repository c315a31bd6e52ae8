// Keeps the game the same here, on the server and in other tabs: the tree, and the position shown.

import { api, ApiError } from "../api.js";
import { socket } from "../connection.js";
import { sayProblem } from "../messages.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { show, views } from "./shown.js";
import { hasResult } from "./standing.js";

/** @import { Board } from "../types.js" */

/** @type {{ cancel: () => void } | null} */
let watching = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let currentTimer;
/** A current node of a game; the revision of the game once the server has stored it. @typedef {{ id: string | number, node: number, revision?: number }} Current */
/** The current node that waits to be sent. @type {Current | null} */
let unsentCurrent = null;
/** The one that was sent last. @type {Current | null} */
let sentCurrent = null;
/** The current node, as the server last knew it. */
let knownCurrent = -1;
/** How many changes of the current node are on their way to the server. */
let remembering = 0;
/** The newest revision of the current game that the server reported. */
let serverRevision = 0;

/** The current node of a board that is opened: of this page, where it left the game after the server sent the board. @param {Board} board */
export function currentOf(board) {
  const own = [unsentCurrent, sentCurrent].find((sent) => sent?.id === board.id);
  return own && (own.revision ?? Infinity) > board.revision && nodeOf(board, own.node) ? own.node : board.current;
}

/**
 * Keeps a game that is opened in step with the server.
 * @param {Board["id"]} id @param {number} current
 * @param {{ onDeleted: () => void, onFollow: (board: Board) => void }} on `onFollow`: another tab stepped, and so did this one
 */
export function beginSync(id, current, on) {
  knownCurrent = current;
  serverRevision = 0;
  watching = socket.request({ do: "watch", board: id }, (message) => {
    if (message.deleted) on.onDeleted();
    else if (message.type === "changed") void changedElsewhere(id, message.revision, on.onFollow);
  });
}

/** The end of it, as the game is closed. */
export function endSync() {
  watching?.cancel();
  watching = null;
  sendCurrentNow();
}

/** The server stored a move, and its node is current. @param {number} node */
export function stored(node) {
  knownCurrent = node;
  forgetCurrent();
}

/** Fetches a change of another tab that came while a move was sent. */
export async function catchUp() {
  if (serverRevision > (store.state.board?.revision ?? 0)) await refresh();
}

/** Sends the server our position, once we stay there for a moment. @param {number} node @param {number} [wait] milliseconds */
export function rememberCurrent(node, wait = 250) {
  clearTimeout(currentTimer);
  const id = store.state.board?.id;
  if (id === undefined) return;
  unsentCurrent = { id, node };
  currentTimer = setTimeout(async () => {
    unsentCurrent = null;
    const mine = store.state.board;
    if (mine?.id !== id || knownCurrent === node) return;
    const before = knownCurrent;
    remembering += 1;
    try {
      knownCurrent = node;
      // A move stored meanwhile is newer than the current node. The request survives a page that is left.
      const board = await sendCurrent({ id, node }, mine.revision);
      if (store.state.board?.id === id && board) adopt(board);
    } catch (error) {
      if (knownCurrent === node) knownCurrent = before;
      // A conflict of the current node needs no message; if the page is still there, it is sent again with the new
      // revision.
      const still = () => store.state.board?.id === id && store.state.node === node && !store.state.pending;
      if (!(error instanceof ApiError) || error.status !== 409 || !still()) return;
      await refresh().catch(() => {});
      if (still() && store.state.board?.revision !== mine.revision) rememberCurrent(node);
    } finally {
      remembering -= 1;
    }
  }, wait);
}

/** Forgets the current node that waits to be sent. */
function forgetCurrent() {
  clearTimeout(currentTimer);
  unsentCurrent = null;
}

/** Sends a current node. @param {Current} own @param {number} [revision] */
async function sendCurrent(own, revision) {
  sentCurrent = own;
  try {
    const board = await api.patch(own.id, { current: own.node, revision }, true);
    own.revision = board.revision;
    return board;
  } catch (error) {
    if (sentCurrent === own) sentCurrent = null;
    throw error;
  }
}

/** Sends the current node that waits, as the game or the page is left. */
export function sendCurrentNow() {
  const last = unsentCurrent;
  forgetCurrent();
  if (last && last.node !== knownCurrent) void sendCurrent(last).catch(() => {});
}

/** Takes a newer board from the server. @param {Board} board */
export function adopt(board) {
  if (store.state.board?.id !== board.id || board.revision < store.state.board.revision) return;
  knownCurrent = board.current;
  // What was no move is of no interest once the game is over.
  const ended = hasResult(board) && !hasResult(store.state.board) && store.state.message?.kind === "problem";
  // With a result the clock of who lost on time reads zero.
  const other = hasResult(board) !== hasResult(store.state.board);
  store.set({ board, ...(ended ? { message: null } : {}) });
  for (const id of [...views.keys()]) if (other || !nodeOf(board, id)) views.delete(id);
  if (store.state.node !== null && !nodeOf(board, store.state.node)) void show(board.current);
}

/** Fetches the board again, if the server has a newer one. */
export async function refresh() {
  const { board } = store.state;
  if (board) adopt(await api.board(board.id));
}

/** @param {string | number} id @param {number} revision @param {(board: Board) => void} onFollow */
async function changedElsewhere(id, revision, onFollow) {
  if (store.state.board?.id === id) serverRevision = Math.max(serverRevision, revision);
  // The server reports our own changes too: their answers come at the same time.
  await new Promise((r) => setTimeout(r, 40));
  const mine = store.state.board;
  if (!mine || mine.id !== id || revision <= mine.revision || store.state.pending) return;
  // A step of this tab that is on its way is newer than what the server has.
  const ours = remembering > 0;
  try {
    const board = await api.board(id);
    const follow = !ours && remembering === 0 && board.current !== knownCurrent;
    if (store.state.board?.id !== id || store.state.pending) return;
    adopt(board);
    if (!follow || board.current === store.state.node) return;
    await show(board.current);
    if (store.state.board?.id === id && store.state.node === board.current) onFollow(board);
  } catch (error) {
    sayProblem(error);
  }
}
