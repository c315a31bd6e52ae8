// The clocks. The server counts a turn and decides whether its time is over; here it is asked to, and its count is shown going on.

import { isOver, refresh, sayProblem, socket, turnStart } from "../session.js";
import { ApiError } from "../api.js";
import { store } from "../store.js";
import { lineThrough, pathTo, rootOf } from "../tree.js";

/** @import { Board, Color, View } from "../types.js" */

/**
 * The turn that the server counts, or counted until the clock was stopped.
 * @type {{ board: string | number, node: number, left: number, at: number, running: boolean, request: import("../socket.js").Request } | null}
 */
let turn = null;

/** Whether the clock of the position shown is to run: at the end of the game, where nothing keeps the player from moving. */
export function clockRuns() {
  const { board, view, node, paused, mode } = store.state;
  if (!board?.clock || !view || node === null || view.node !== node || paused || mode !== "play" || isOver()) return false;
  return lineThrough(board, rootOf(board).id).at(-1)?.id === node;
}

/** Milliseconds that the player to move has left, as the server counts. @param {string | number} board @param {number} node @returns {number | undefined} */
function counted(board, node) {
  if (turn?.board !== board || turn.node !== node) return undefined;
  return Math.max(0, turn.left - (turn.running ? performance.now() - turn.at : 0));
}

/** Lets the server's clock run or stand still, as the state asks. */
function look() {
  const { board, node, connection } = store.state;
  const wanted = connection === "online" && clockRuns();
  if (turn?.running && (!wanted || turn.board !== board?.id || turn.node !== node)) {
    turn.left = counted(turn.board, turn.node) ?? turn.left;
    turn.running = false;
    turn.request.cancel();
  }
  if (wanted && !turn?.running && board && node !== null) begin(board, node);
}

/** @param {Board} board @param {number} node */
function begin(board, node) {
  const known = counted(board.id, node) ?? Infinity;
  const request = socket.request({ do: "clock", board: board.id, node }, (message) => {
    if (message.type !== "clock" || turn !== own) return;
    own.left = message.left_ms;
    own.at = performance.now();
  });
  const own = (turn = { board: board.id, node, left: known, at: performance.now(), running: true, request });
  request.done.then((answer) => {
    if (answer.type === "flag" && store.state.board?.id === board.id) void refresh().catch(sayProblem);
  }).catch((error) => {
    if (turn === own) turn = null;
    // A line that was lost is told elsewhere, and the clock begins anew once it is back.
    if (!(error instanceof ApiError)) sayProblem(error);
  });
}

/** Follows the state for the life of the page. */
export function runClocks() {
  store.watch(["board", "view", "node", "paused", "mode", "connection"], look);
}

/** Milliseconds that a colour has used on the way to a node. @param {Board} board @param {number} node @param {Color} color */
function used(board, node, color) {
  return pathTo(board, node).reduce((ms, n) => ms + (n.color === color && n.parent !== null ? n.elapsed_ms ?? 0 : 0), 0);
}

/**
 * What a colour's clock shows: milliseconds left, or used where the game has no clock.
 * @param {Board} board
 * @param {View} view
 * @param {Color} color
 * @param {"first" | "second"} player who has that colour
 */
export function reading(board, view, color, player) {
  const given = view.clock?.[`${player}_ms`];
  const mine = view.to_move === color;
  if (board.clock && given !== undefined) {
    const now = mine ? counted(board.id, view.node) : undefined;
    return { ms: Number.isFinite(now) ? /** @type {number} */ (now) : given, left: true };
  }
  const running = mine && !isOver() && store.state.mode === "play" && !store.state.paused && (pathTo(board, view.node).at(-1)?.children.length ?? 0) === 0;
  return { ms: used(board, view.node, color) + (running ? underWay() : 0), left: false };
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
const underWay = () => performance.now() - (store.state.thinking?.since ?? turnStart());
