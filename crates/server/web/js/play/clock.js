// The clocks. The server counts each turn and decides when its time is over; the page asks it to, and shows its count.

import { socket } from "../connection.js";
import { sayProblem } from "../messages.js";
import { isTakenBack } from "../session/play.js";
import { gameEnd, hasResult, isFinished, isOver } from "../session/standing.js";
import { refresh } from "../session/sync.js";
import { keptTurn, turnTime } from "../session/turn.js";
import { ApiError } from "../api.js";
import { t } from "../i18n/index.js";
import { store } from "../store.js";
import { isTeaching } from "../study/teach.js";
import { lineThrough, pathTo, rootOf } from "../tree.js";

/** @import { Board, Color, TreeNode, View } from "../types.js" */

/**
 * The turn that the server counts, or counted until the clock stopped.
 * @type {{ board: string | number, node: number, left: number, at: number, running: boolean, request: import("../socket.js").Request } | null}
 */
let turn = null;

/** Whether the clock of the position shown should run: at the end of the game, if nothing blocks the player. */
function clockRuns() {
  const { board, view, node, paused, mode } = store.state;
  if (!board?.clock || !view || node === null || view.node !== node || paused || mode !== "play" || isOver() || isFinished() || isTeaching(node)) return false;
  return lineThrough(board, rootOf(board).id).at(-1)?.id === node;
}

/** Milliseconds left to the player to move, by the server's count. @param {string | number} board @param {number} node @returns {number | undefined} */
function counted(board, node) {
  if (turn?.board !== board || turn.node !== node) return undefined;
  return Math.max(0, turn.left - (turn.running ? performance.now() - turn.at : 0));
}

/** Starts or stops the server's clock to match the state. */
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
    // A lost connection is shown elsewhere; the clock restarts when it is back.
    if (!(error instanceof ApiError)) sayProblem(error);
  });
}

/** Watches the state while the page is open. */
export function runClocks() {
  store.watch(["board", "view", "node", "paused", "mode", "connection", "study"], look);
}

/**
 * Milliseconds that a player has used up to a node.
 * @param {Board} board
 * @param {number} node
 * @param {Color} color
 * @param {"first" | "second"} player
 */
function used(board, node, color, player) {
  const mine = (/** @type {TreeNode} */ n) => (n.player ? n.player === player : n.color === color);
  return pathTo(board, node).reduce((ms, n) => ms + (mine(n) && n.parent !== null ? n.elapsed_ms ?? 0 : 0), 0);
}

/**
 * What a clock with byo-yomi shows of the time until its flag falls: the main time, then the running period.
 * @param {number} ms until the flag falls
 * @param {import("../types.js").Clock} clock
 * @param {number | undefined} moves still to be made in the period
 * @returns {{ ms: number, overtime?: boolean, periods?: number, moves?: number }}
 */
export function inPeriods(ms, clock, moves) {
  const period = clock.period_ms;
  if (!period) return { ms };
  if (moves !== undefined) return ms > period ? { ms: ms - period, overtime: false, moves } : { ms, overtime: true, moves };
  const all = period * (clock.periods ?? 1);
  if (ms > all) return { ms: ms - all, overtime: false, periods: clock.periods };
  const periods = Math.ceil(ms / period);
  return { ms: ms - Math.max(0, periods - 1) * period, overtime: true, periods };
}

/**
 * The reading of a colour's clock: milliseconds left, or used in a game without a clock.
 * @param {Board} board
 * @param {View} view
 * @param {Color} color
 * @param {"first" | "second"} player who has that colour
 * @returns {{ ms: number, left: boolean, overtime?: boolean, periods?: number, moves?: number }} with byo-yomi the periods left, or the moves to be made
 */
export function reading(board, view, color, player) {
  const given = view.clock?.[`${player}_ms`];
  // In an opening a player may place stones of both colours.
  const mine = view.player_to_move === player;
  if (board.clock && given !== undefined) {
    // The server counts at the end of the game only. After an undo it takes the page's count.
    const now = mine && isTakenBack() && !isOver() ? Math.max(0, given - turnTime()) : mine ? counted(board.id, view.node) : undefined;
    const ms = Number.isFinite(now) ? /** @type {number} */ (now) : given;
    return { left: true, ...inPeriods(ms, board.clock, view.clock?.[`${player}_moves`]) };
  }
  const running = mine && !isOver() && !isFinished() && !isTeaching(view.node) && store.state.mode === "play" && (isTakenBack() || (pathTo(board, view.node).at(-1)?.children.length ?? 0) === 0);
  // The turn in which a player resigned.
  const last = mine && !view.outcome && hasResult(board) && view.node === gameEnd(board) ? keptTurn(board.id, view.node) : 0;
  return { ms: used(board, view.node, color, player) + (running ? underWay() : last), left: false };
}

/** @param {number} ms */
const minutes = (ms) => ms / 60_000;

/** A time control in words. @param {import("../types.js").Clock | null | undefined} clock */
export function clockLabel(clock) {
  if (!clock) return t("clock.none");
  const main = clock.main_ms ? t("clock.minutes", { min: minutes(clock.main_ms) }) : "";
  const byo = clock.period_ms === undefined ? ""
    : clock.period_moves ? t("clock.canadian", { n: clock.period_moves, min: minutes(clock.period_ms) })
      : t("clock.byo-yomi", { n: clock.periods ?? 1, s: clock.period_ms / 1000 });
  if (byo) return main ? t("clock.then", { main, byo }) : byo;
  if (!clock.main_ms) return t("clock.move", { s: (clock.move_ms ?? 0) / 1000 });
  return clock.increment_ms ? t("clock.main", { min: minutes(clock.main_ms), inc: clock.increment_ms / 1000 }) : main;
}

/** The byo-yomi that waits behind the main time, short; empty without any. @param {import("../types.js").Clock | null | undefined} clock */
export function byoLabel(clock) {
  if (!clock?.period_ms || !clock.main_ms) return "";
  return clock.period_moves ? t("clock.waits-canadian", { n: clock.period_moves, min: minutes(clock.period_ms) })
    : t("clock.waits", { n: clock.periods ?? 1, s: clock.period_ms / 1000 });
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

/** Milliseconds that the current turn has taken so far. */
const underWay = () => (store.state.thinking ? performance.now() - store.state.thinking.since : turnTime());
