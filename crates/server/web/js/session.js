// The current game: opening, navigation, playing, and synchronization with the server and other tabs.

import { api, ApiError } from "./api.js";
import { pointName, same } from "./board/geometry.js";
import { stoneAt, whyForbidden } from "./board/points.js";
import { has } from "./game.js";
import { entryState, setEntry } from "./history.js";
import { t } from "./i18n/index.js";
import { keep, recall } from "./settings.js";
import { Socket } from "./socket.js";
import { store } from "./store.js";
import { lineThrough, nodeOf, pathTo, rootOf, withNode } from "./tree.js";

/** @import { Board, Color, Point, TreeNode, View } from "./types.js" */

/** The WebSocket that every part of the page shares. */
export const socket = new Socket({
  onState(connection) {
    store.set({ connection });
    if (connection !== "online") return;
    if (store.state.message?.text === t("problem.offline")) store.set({ message: null });
    void flushUnsent();
  },
});

/** @type {Map<number, View>} views of the game on the table, by node */
const views = new Map();
/** @type {Map<number, number>} the child last followed from a node */
const followed = new Map();
/** @type {AbortController | null} */
let loading = null;
/** @type {{ cancel: () => void } | null} */
let watching = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let currentTimer;
/** The current node that waits to be sent, and its game. @type {{ id: string | number, node: number } | null} */
let unsentCurrent = null;
/** The current node, as the server last knew it. */
let knownCurrent = -1;
/** How many changes of the current node are on their way to the server. */
let remembering = 0;
/** The node of a takeback: a move played from it becomes the main line. */
let takenBackTo = -1;
/** The end of the line that the pending move leaves, in a game against an engine. @type {number | undefined} */
let leftAt;
/** The newest revision of the current game that the server reported. */
let serverRevision = 0;
/** When the current turn began, by the page's clock; pauses count for nothing. */
let turnSince = performance.now();
/** When the game was paused; `null` while it is not. @type {number | null} */
let heldSince = null;

/** The storage key of a move that could not be sent. */
const UNSENT = "tengen.unsent";

/** Milliseconds that the current turn has taken so far. */
export const turnTime = () => (heldSince ?? performance.now()) - turnSince;

/** Begins to count a turn. */
function beginTurn() {
  turnSince = performance.now();
  if (heldSince !== null) heldSince = turnSince;
}

store.watch(["paused"], ({ paused }) => {
  const now = performance.now();
  if (!paused && heldSince !== null) turnSince += now - heldSince;
  heldSince = paused ? now : null;
});

/** Whether the position shown is that of an undo, from which a person goes on. */
export const isTakenBack = () => store.state.node === takenBackTo && playerToMove()?.kind !== "engine";

/** Shows a gentle line under the board. @param {string} text @param {"info" | "problem"} [kind] @param {{ label: string, act: () => void }[]} actions buttons after it */
export function say(text, kind = "info", ...actions) {
  store.set({ message: { kind, text, actions, at: Date.now() } });
}

/** What went wrong, in words. @param {unknown} error */
export function problemWords(error) {
  if (error instanceof ApiError) return error.offline ? t("problem.offline") : error.message;
  console.error(error);
  return t("problem.other", { what: String(error instanceof Error ? error.message : error) });
}

/** Says what went wrong. @param {unknown} error */
export function sayProblem(error) {
  if (!(error instanceof DOMException && error.name === "AbortError")) say(problemWords(error), "problem");
}

/** The address of what is open, from `#` on; empty without a game. */
let address = "";

/** Whether the address is that of what is open. */
export const isHere = () => location.hash === address;

/**
 * Gives what is open its address.
 * @param {string} hash @param {boolean} push whether as an entry of its own in the browser's history @param {unknown} [state] what the entry keeps
 */
function setAddress(hash, push, state = null) {
  address = hash;
  setEntry(hash, push, state);
}

/** @param {Board} board */
const addressOf = (board) => `#g=${encodeURIComponent(String(board.id))}`;

/**
 * Opens a game. The one before is saved already; its engines stop.
 * @param {Board} board
 * @param {{ paused?: boolean, node?: number, task?: { address: string, state: unknown }, instead?: boolean, over?: boolean }} [how]
 *   `task`: the board is of a task, which has the address, and the next visit does not begin with it.
 *   `instead`: the game before is gone.
 *   `over`: a dialog opens it, to which Back leads, with the game before below.
 */
export async function open(board, how = {}) {
  const before = store.state.board;
  closeBoard();
  const dropped = before !== null && before.id !== board.id && !how.over && dropUntouched(before);
  knownCurrent = board.current;
  const node = nodeOf(board, how.node ?? board.current) ?? rootOf(board);
  store.set({
    board, node: node.id, view: null, pending: null, aimed: null, hint: null, overlay: null, message: null, mode: "play",
    paused: how.paused ?? false, saving: "saved",
  });
  if (!how.task) keep("tengen.last", board.id);
  // The browser's Back leads to what was open before; not to an empty game that came and went.
  const leads = how.over || address !== "" && isHere() && !dropped && !how.instead;
  setAddress(how.task?.address ?? addressOf(board), leads, how.task?.state);
  watching = socket.request({ do: "watch", board: board.id }, (message) => {
    if (message.deleted) {
      closeBoard();
      say(t("game.deleted"), "problem");
    } else if (message.type === "changed") {
      void changedElsewhere(board.id, message.revision);
    }
  });
  // The next visit begins where this one does.
  if (node.id !== board.current) rememberCurrent(node.id);
  await show(node.id);
  resumeUnsent(board);
}

/** The board of a task becomes a game, with an address of its own. */
export function becomeGame() {
  const { board } = store.state;
  if (!board) return;
  keep("tengen.last", board.id);
  setAddress(addressOf(board), true);
}

/** The address that cannot be opened becomes that of what is on the board. */
export function keepAddress() {
  setAddress(store.state.board ? address : "", false, entryState());
}

/** The storage key of the newest game of the dialog. */
const MADE = "tengen.made";

/** Opens a game that has just been made. @param {Board} board */
export async function openMade(board) {
  await open(board);
  keep(MADE, board.id);
}

/** Removes a game of the dialog that is left without a move or another change. @param {Board} board @returns {boolean} whether it is one */
function dropUntouched(board) {
  const untouched = recall(MADE) === board.id && board.revision === 1 && board.nodes.length === 1;
  if (untouched) void api.remove(board.id).catch(() => {});
  return untouched;
}

/** Closes the game: its engines stop, nothing is lost. */
export function closeBoard() {
  stopThinking?.();
  // A closed board needs no work.
  if (store.state.board) socket.leave(store.state.board.id);
  watching?.cancel();
  watching = null;
  loading?.abort();
  sendCurrentNow();
  views.clear();
  followed.clear();
  takenBackTo = -1;
  serverRevision = 0;
  store.set({ board: null, node: null, view: null, pending: null, hint: null, overlay: null, thinking: null, mode: "play" });
}

/** Closes the game, and opens none at the next visit. It stays in the library. */
export function clearBoard() {
  const { board } = store.state;
  closeBoard();
  if (board) dropUntouched(board);
  keep("tengen.last", null);
  setAddress("", false);
}

/** Set by the part that lets engines move; `closeBoard` calls it. @type {(() => void) | null} */
let stopThinking = null;

/** @param {() => void} fn */
export function onClose(fn) {
  stopThinking = fn;
}

/** The view of a node, from memory or from the server. @param {number} node @param {AbortSignal} [signal] */
export async function viewOf(node, signal) {
  const known = views.get(node);
  if (known) return known;
  const { board } = store.state;
  if (!board) throw new Error("no game");
  const view = await api.view(board.id, node, signal);
  if (store.state.board?.id === board.id) views.set(node, view);
  return view;
}

/** Shows a node, without a message to the server. @param {number} node */
async function show(node) {
  const { board } = store.state;
  if (!board) return;
  loading?.abort();
  const known = views.get(node);
  const own = (loading = new AbortController());
  const tree = nodeOf(board, node);
  if (tree?.parent !== null && tree?.parent !== undefined) followed.set(tree.parent, node);
  store.set({ node, aimed: null, hint: null, overlay: null, ...(known ? { view: known } : {}) });
  beginTurn();
  try {
    if (!known) {
      const view = await viewOf(node, own.signal);
      if (own.signal.aborted || store.state.node !== node) return;
      store.set({ view });
      beginTurn();
    }
    // The neighbouring nodes are fetched ahead, so that stepping is instant.
    const near = [tree?.parent, ...(tree?.children ?? []).slice(0, 2)];
    for (const n of near) if (typeof n === "number") void viewOf(n, own.signal).catch(() => {});
  } catch (error) {
    sayProblem(error);
  }
}

/**
 * Goes to a node, here and in the other tabs.
 * @param {number} node
 * @param {number} [wait] milliseconds until the server knows it
 */
export async function goto(node, wait) {
  const { board } = store.state;
  if (!board || !nodeOf(board, node) || node === store.state.node) return;
  if (store.state.pending) return;
  store.set({ message: null });
  const shown = show(node);
  rememberCurrent(node, wait);
  await shown;
}

/** Sends the server our position, once we stay there for a moment. @param {number} node @param {number} [wait] milliseconds */
function rememberCurrent(node, wait = 250) {
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
      const board = await api.patch(id, { current: node, revision: mine.revision }, true);
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

/** Sends the current node that waits, as the game or the page is left. */
export function sendCurrentNow() {
  const last = unsentCurrent;
  forgetCurrent();
  if (last && last.node !== knownCurrent) void api.patch(last.id, { current: last.node }, true).catch(() => {});
}

/** The line through the node shown, along the variations followed last. */
export function line() {
  const { board, node } = store.state;
  return board && node !== null ? lineThrough(board, node, followed) : [];
}

/** Steps along the line shown; `Infinity` goes to an end. @param {number} by */
export async function step(by) {
  const all = line();
  const at = all.findIndex((n) => n.id === store.state.node);
  const to = all[Math.max(0, Math.min(all.length - 1, at + by))];
  if (to) await goto(to.id);
}

/** To the variation before or after this one. @param {number} by */
export async function sibling(by) {
  const { board, node } = store.state;
  const parent = nodeOf(board, nodeOf(board, node)?.parent);
  if (!parent || parent.children.length < 2) return;
  const at = parent.children.indexOf(/** @type {number} */ (node));
  await goto(parent.children[(at + by + parent.children.length) % parent.children.length]);
}

/** Takes a newer board from the server. @param {Board} board */
export function adopt(board) {
  if (store.state.board?.id !== board.id || board.revision < store.state.board.revision) return;
  knownCurrent = board.current;
  // What was no move is of no interest once the game is over.
  const ended = hasResult(board) && !hasResult(store.state.board) && store.state.message?.kind === "problem";
  store.set({ board, ...(ended ? { message: null } : {}) });
  for (const id of [...views.keys()]) if (!nodeOf(board, id)) views.delete(id);
  if (store.state.node !== null && !nodeOf(board, store.state.node)) void show(board.current);
}

/** Fetches the board again, if the server has a newer one. */
export async function refresh() {
  const { board } = store.state;
  if (board) adopt(await api.board(board.id));
}

/** @param {string | number} id @param {number} revision */
async function changedElsewhere(id, revision) {
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
    if (follow && board.current !== store.state.node) await show(board.current);
  } catch (error) {
    sayProblem(error);
  }
}

/** The player to move. */
export function playerToMove() {
  const { board, view } = store.state;
  return board && view ? board.players?.[view.player_to_move] : undefined;
}

/**
 * Which player has a colour. Until an opening rule has decided, that is who has it for now.
 * @param {View} view
 * @param {Color} color
 * @returns {"first" | "second"}
 */
export function playerOf(view, color) {
  return (view.black_player === "second") === (color === "white") ? "first" : "second";
}

/** Whether the game is over: by the rules or by an entered result. */
export function isOver() {
  const { board, view, node } = store.state;
  if (!board || !view || node === null) return false;
  // An entered result ends the main line; variations can still be played.
  return !!view.outcome || (hasResult(board) && mainEnd(board) === node);
}

/** Whether a game has a result, its end shown or not. @param {Board | null} board */
export const hasResult = (board) => !!board?.result && board.result !== "*";

/** Whether passes ended a game whose board the players have yet to count: the rules alone do not know dead stones. @param {Board} board @param {View["outcome"]} outcome */
export const isUncounted = (board, outcome) => outcome?.reason === "score" && has(board, "territory");

/** The last node of the main line. @param {Board} board */
const mainEnd = (board) => lineThrough(board, rootOf(board).id).at(-1)?.id;

/** Whether a position of the main line of a finished game is shown: no clock and no engine waits there. */
export function isFinished() {
  const { board, node } = store.state;
  return !!board && hasResult(board) && lineThrough(board, rootOf(board).id).some((n) => n.id === node);
}

/** Whether the game was played here: a record of others was not. @param {Board} board */
export const playedHere = (board) => isEngineGame() || board.nodes.some((n) => n.elapsed_ms !== undefined);

/** Whether a stone may be tried at a point now, without asking the server. @param {Point} point */
export function canTry(point) {
  const { view, board, mode, pending, thinking } = store.state;
  if (!view || !board || pending || thinking || mode !== "play" || isOver() || view.choices.length > 0) return false;
  if (playerToMove()?.kind === "engine" && !store.state.paused) return false;
  // Choosing an offered fifth move is a move on a stone.
  return !stoneAt(view, point) || view.legal.some((p) => same(p, point));
}

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
  if (view.outcome) {
    say(t("problem.over"), "problem");
    return;
  }
  if (mv.point) {
    const why = whyForbidden(view, mv.point);
    if (why) {
      say(t("problem.forbidden", { point: pointName(board, mv.point), why }), "problem");
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
  const elapsed = Math.round(turnTime());
  store.set({
    pending: { parent: node, point: mv.point ?? null, move: mv.move ?? null, color: view.to_move, player: view.player_to_move },
    saving: "saving", aimed: null, hint: null, message: null,
    // With a stopped clock, the game continues with the next move.
    ...(board.clock && !isEngineGame() ? { paused: false } : {}),
  });
  await send(elapsed);
}

const isEngineGame = () => Object.values(store.state.board?.players ?? {}).some((p) => p?.kind === "engine");

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
    if (takenBack) takenBackTo = -1;
    await followReplies();
    // A change of another tab that came while the move was sent is fetched now.
    if (serverRevision > (store.state.board?.revision ?? 0)) await refresh();
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
function resumeUnsent(board) {
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

/**
 * Shows a move that the server has stored.
 * @param {{ node: number | TreeNode, view: View, revision: number }} answer
 * @param {{ parent: number, point?: Point | null, move?: string | null, color?: Color, player?: "first" | "second" }} mv
 * @param {number} [elapsed_ms]
 */
export function arrive(answer, mv, elapsed_ms) {
  const { board } = store.state;
  if (!board) return;
  /** @type {TreeNode} */
  const node = typeof answer.node === "object" ? answer.node : {
    id: answer.node, parent: mv.parent, children: [], color: mv.color, player: mv.player, elapsed_ms,
    ...(answer.view.opening ? { opening: answer.view.opening } : {}),
    // In the middle of a turn of several stones the same side moves again.
    ...(mv.color && mv.color === answer.view.to_move ? { to_move: mv.color } : {}),
    move: answer.view.last_move ?? mv.move ?? (mv.point ? pointName(board, mv.point) : undefined), point: answer.view.last ?? undefined,
  };
  views.set(node.id, answer.view);
  followed.set(mv.parent, node.id);
  knownCurrent = node.id;
  forgetCurrent();
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
  } catch { /* the move is stored, as a variation */ }
}

/** Goes back to the last turn of a person; in a game of engines, by one move. */
export async function takeback() {
  const { board, node, pending } = store.state;
  if (!board || node === null || pending) return;
  const path = pathTo(board, node).reverse();
  const people = Object.values(board.players ?? {}).some((p) => p?.kind !== "engine");
  for (const before of path.slice(1)) {
    const view = await viewOf(before.id);
    if (people && board.players?.[view.player_to_move]?.kind === "engine") continue;
    await reopen();
    if (!hasResult(store.state.board)) takenBackTo = before.id;
    await goto(before.id, 0);
    return;
  }
  say(t("problem.nothing-to-undo"));
}

/** Takes the end of a game back, where it was played here and is shown. The result of a record, or of another line, stays. */
async function reopen() {
  const { board, node } = store.state;
  if (board && isOver() && node === mainEnd(board) && playedHere(board)) await setResult(null);
}

/** Goes back before the passes that ended the game; the next move becomes the main line. */
export async function resumePlay() {
  const { board, node } = store.state;
  if (!board || node === null) return;
  const path = pathTo(board, node);
  while (path.length > 1 && path.at(-1)?.move === "pass") path.pop();
  const to = path.at(-1);
  if (!to) return;
  await reopen();
  if (!hasResult(store.state.board)) takenBackTo = to.id;
  store.set({ paused: false });
  await goto(to.id, 0);
}

/** Stores a result. It belongs to the line shown, which becomes the main line. @param {string | null} result */
export async function setResult(result) {
  const { board, node } = store.state;
  if (!board || node === null) return;
  try {
    if (result) await api.annotate(board.id, node, { promote: true });
    adopt(await api.patch(board.id, { result }));
  } catch (error) {
    sayProblem(error);
  }
}

/** The player to move resigns; against an engine always the person. */
export async function resign() {
  const { board, view } = store.state;
  if (!board || !view || isOver() || hasResult(board)) return;
  stopThinking?.();
  // The player's colour counts, not that of the next stone: in an opening the two may differ.
  const winner = playerToMove()?.kind === "engine" ? view.player_to_move : view.player_to_move === "first" ? "second" : "first";
  await setResult(`${playerOf(view, "black") === winner ? "B" : "W"}+R`);
  // The result belongs to the end of the main line, which is another position after an undo.
  const end = store.state.board?.id === board.id ? lineThrough(store.state.board, rootOf(store.state.board).id).at(-1) : null;
  if (end) await goto(end.id);
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
