// Plays moves: shown at once, then sent, and sent again where no answer came.

import { api, ApiError } from "../api.js";
import { pointName, same } from "../board/geometry.js";
import { has } from "../game.js";
import { t } from "../i18n/index.js";
import { say, sayProblem } from "../messages.js";
import { keep, recall } from "../settings.js";
import { store } from "../store.js";
import { nodeOf, withNode } from "../tree.js";
import { refusal } from "./refusal.js";
import { followed, line, viewOf, views } from "./shown.js";
import { hasResult, isEngineGame, isFinished, isOver, isTerminal, isUncounted, keepEnd, playerToMove } from "./standing.js";
import { goto } from "./steps.js";
import { catchUp, refresh, stored } from "./sync.js";
import { beginTurn, endTurn, keepTurn, turnTime, waitAt, waitingTurn } from "./turn.js";

/** @import { Board, Color, Point, TreeNode, View } from "../types.js" */

/** The node of a takeback: a move played from it becomes the main line. */
let takenBackTo = -1;
/** The end of the line that the pending move leaves, in a game against an engine. @type {number | undefined} */
let leftAt;

/** The storage key of a move that could not be sent. */
const UNSENT = "tengen.unsent";
/** The storage key of the takeback: its game, its node, and the time of its turn. */
const TAKEN_BACK = "tengen.taken-back";

/** Marks the node of a takeback; none once a move is played from it. @param {number} node */
export function takeBackTo(node) {
  takenBackTo = node;
  if (node < 0) keep(TAKEN_BACK, null);
  else {
    waitAt(node);
    keepTakenBack();
  }
}

/** Keeps the takeback for the next visit, with the time of its turn. */
export function keepTakenBack() {
  const { board, node } = store.state;
  if (board && takenBackTo >= 0) keep(TAKEN_BACK, { board: board.id, node: takenBackTo, ms: node === takenBackTo ? turnTime() : waitingTurn(takenBackTo) });
}

/** Keeps the time of the turn under way, as its game or the page is left. With a clock the server counts it. */
export function keepOwnTurn() {
  const { board, view, node } = store.state;
  if (!board || board.clock || !view || view.node !== node || store.state.mode !== "play" || isOver() || isFinished() || playerToMove()?.kind === "engine") return;
  if (nodeOf(board, node)?.children.length === 0) keepTurn(board.id, view.node);
}

/** Takes up the takeback of an earlier visit; none of another game. @param {Board} board @returns {number} milliseconds that its turn has taken */
export function resumeTakenBack(board) {
  const { board: id, node, ms } = recall(TAKEN_BACK) ?? {};
  takenBackTo = id === board.id && !hasResult(board) && nodeOf(board, node) ? node : -1;
  if (takenBackTo < 0) return 0;
  waitAt(takenBackTo, ms);
  return ms;
}

/** Whether the position shown is that of an undo, from which a person goes on. */
export const isTakenBack = () => store.state.node === takenBackTo && playerToMove()?.kind !== "engine";

/**
 * Plays a point, a pass or a choice. The stone is shown at once; if the server refuses, it is removed and the reason shown.
 * @param {{ point?: Point, move?: string }} mv
 */
export async function play(mv) {
  const { board, view, node, pending } = store.state;
  if (!board || !view || node === null || view.node !== node) return;
  if (pending) {
    if (store.state.saving === "unsaved") say(t("problem.unsaved"), "problem");
    return;
  }
  if (isTerminal()) {
    say(t("problem.over"), "problem");
    return;
  }
  if (mv.point) {
    const why = refusal(board, view, mv.point);
    if (why) {
      say(why, "problem");
      return;
    }
  }
  const known = nodeOf(board, node)?.children.map((c) => nodeOf(board, c))
    .find((c) => c && (mv.point ? same(c.point, mv.point) : c.move === mv.move));
  if (known && !isEngineGame()) {
    if (takenBackTo === node) void promoteLine(known.id);
    await goto(known.id);
    return;
  }
  const end = line().at(-1)?.id;
  leftAt = !known && isEngineGame() && !hasResult(board) && takenBackTo !== node && end !== node ? end : undefined;
  // A move that is tried in a finished game has no time.
  const finished = isFinished();
  const elapsed = finished ? undefined : Math.round(turnTime());
  keepEnd();
  store.set({
    pending: { parent: node, point: mv.point ?? null, move: mv.move ?? null, color: view.to_move, player: view.player_to_move },
    saving: "saving", aimed: null, hint: null, message: null,
    // With a stopped clock, the game continues with the next move.
    ...(board.clock && !isEngineGame() && !finished ? { paused: false } : {}),
  });
  await send(elapsed);
}

/** Sends the pending move. @param {number} [elapsed] */
async function send(elapsed) {
  const { board, pending } = store.state;
  if (!board || !pending) return;
  try {
    const answer = await api.play(board.id, pending.parent, pending, elapsed);
    if (store.state.board?.id !== board.id) return;
    arrive(answer, pending, elapsed);
    if (recall(UNSENT)) keep(UNSENT, null);
    const arrived = store.state.node;
    const takenBack = takenBackTo === pending.parent;
    if (takenBack) takeBackTo(-1);
    await followReplies();
    await catchUp();
    if (takenBack && arrived !== null) await promoteLine(arrived);
    const back = leftAt;
    if (back !== undefined) say(t("game.left"), "info", { label: t("game.left.back"), act: () => void goto(back) });
  } catch (error) {
    if (store.state.board?.id !== board.id) return;
    if (error instanceof ApiError && error.offline) {
      store.set({ saving: "unsaved" });
      keep(UNSENT, { board: board.id, ...pending });
      say(t("problem.unsaved"), "problem");
      setTimeout(() => void flushUnsent(), 1500);
      return;
    }
    keep(UNSENT, null);
    store.set({ pending: null, saving: "saved" });
    sayProblem(error);
  }
}

/**
 * Follows the engine's replies that the tree already contains. A repeated move leads to a known node, where the
 * engine does not think again.
 */
export async function followReplies() {
  for (;;) {
    const { board, node, view, mode, paused } = store.state;
    if (!board || node === null || view?.node !== node || mode !== "play" || paused || isOver() || playerToMove()?.kind !== "engine") return;
    const { children = [] } = nodeOf(board, node) ?? {};
    const before = followed.get(node);
    const next = before !== undefined && children.includes(before) ? before : children[0];
    if (next === undefined) return;
    await goto(next);
    if (store.state.node !== next) return;
  }
}

/** Takes up a move that an earlier visit could not send. @param {Board} board */
export function resumeUnsent(board) {
  const unsent = recall(UNSENT);
  if (unsent?.board !== board.id || !nodeOf(board, unsent.parent)) return;
  const { parent, point, move, color } = unsent;
  store.set({ pending: { parent, point: point ?? null, move: move ?? null, color: color === "white" ? "white" : "black" }, saving: "unsaved" });
  void flushUnsent();
}

/** Sends a stored move again. The server reuses an existing node, so nothing is doubled. */
async function flushUnsent() {
  if (store.state.saving === "unsaved" && store.state.pending) {
    store.set({ saving: "saving" });
    await send();
    if (!store.state.pending) store.set({ message: null });
  }
}

store.watch(["connection"], ({ connection }) => {
  if (connection === "online") void flushUnsent();
});

/**
 * Shows a move that the server has stored.
 * @param {{ node: number | TreeNode, view: View, revision: number }} answer
 * @param {{ parent: number, point?: Point | null, move?: string | null, color?: Color, player?: "first" | "second" }} mv
 * @param {number} [elapsed_ms]
 */
export function arrive(answer, mv, elapsed_ms) {
  const { board } = store.state;
  if (!board) return;
  const [before, { offers, colors }] = [views.get(mv.parent), answer.view];
  /** @type {TreeNode} */
  const node = typeof answer.node === "object" ? answer.node : {
    id: answer.node, parent: mv.parent, children: [], color: mv.color, player: mv.player, elapsed_ms,
    ...(answer.view.opening ? { opening: answer.view.opening } : {}),
    ...(colors?.first === null ? { open: answer.view.player_to_move } : {}),
    // Where discs are flipped, a pass is forced.
    ...(answer.view.last_move === "pass" && has(board, "flips") ? { forced: true } : {}),
    ...(offers ? { fifth: "offer" } : before?.offers ? { fifth: "choice" } : {}),
    // In the middle of a turn of several stones the same side moves again.
    ...(mv.color && mv.color === answer.view.to_move ? { to_move: mv.color } : {}),
    move: answer.view.last_move ?? mv.move ?? (mv.point ? pointName(board, mv.point) : undefined), point: answer.view.last ?? undefined,
  };
  views.set(node.id, answer.view);
  followed.set(mv.parent, node.id);
  stored(node.id);
  endTurn(mv.parent);
  beginTurn();
  // A problem such as "It is the engine's turn." was one of the position before.
  const message = store.state.message?.kind === "problem" ? null : store.state.message;
  store.set({ board: withNode(board, node, Math.max(answer.revision, board.revision)), node: node.id, view: answer.view, pending: null, saving: "saved", aimed: null, hint: null, overlay: null, message });
  // The server stores the result where the main line ends; another line of a game under way becomes the game.
  if (answer.view.outcome) void (isEngineGame() && !hasResult(board) && !store.state.paused ? promoteLine(node.id) : refresh().catch(() => {}));
}

/** Makes the line of a node the main line. Where it ends by the rules, that is the result. @param {number} node */
async function promoteLine(node) {
  const { board } = store.state;
  if (!board) return;
  try {
    const { outcome } = await viewOf(node);
    await api.annotate(board.id, node, { promote: true });
    if (outcome && !isUncounted(board, outcome)) await api.patch(board.id, { result: outcome.winner ? `${outcome.winner === "black" ? "B" : "W"}+${Math.abs(outcome.margin ?? 0) || ""}` : "0" });
    await refresh();
  } catch {
    // The move is stored, as a variation.
  }
}

/** When a person passed last, by the page's clock. */
let passAt = -Infinity;

/** Milliseconds since a person passed. */
export const sincePass = () => performance.now() - passAt;

/** Passes, if that is legal. */
export async function pass() {
  const { view } = store.state;
  if (!view || store.state.mode !== "play") return;
  if (!view.can_pass) say(t("problem.no-pass"), "problem");
  else {
    passAt = performance.now();
    await play({ move: "pass" });
  }
}
