// Opens and closes games.

import { api } from "../api.js";
import { socket } from "../connection.js";
import { t } from "../i18n/index.js";
import { say } from "../messages.js";
import { keep, recall } from "../settings.js";
import { store } from "../store.js";
import { nodeOf, rootOf } from "../tree.js";
import { addressOf, isHere, setAddress } from "./address.js";
import { isTakenBack, keepOwnTurn, resumeTakenBack, resumeUnsent } from "./play.js";
import { forgetViews, show } from "./shown.js";
import { isOver } from "./standing.js";
import { beginSync, currentOf, endSync, rememberCurrent } from "./sync.js";
import { beginTurn, keptTurn } from "./turn.js";

/** @import { Board } from "../types.js" */

/**
 * Opens a game. The one before is saved already; its engines stop.
 * @param {Board} board
 * @param {{ paused?: boolean, node?: number, task?: { address: string, state: unknown }, instead?: boolean, over?: boolean }} [how]
 *   `task`: the board is of a task, which has the address, and the next visit does not begin with it.
 *   `instead`: the game before is gone.
 *   `over`: a dialog opens it, to which Back leads, with the game before below.
 */
export async function open(board, how = {}) {
  keepOwnTurn();
  const before = store.state.board;
  const current = currentOf(board);
  closeBoard();
  const dropped = before !== null && before.id !== board.id && !how.over && dropUntouched(before);
  const node = nodeOf(board, how.node ?? current) ?? rootOf(board);
  const spent = resumeTakenBack(board);
  store.set({
    board, node: node.id, view: null, pending: null, aimed: null, hint: null, overlay: null, message: null, mode: "play",
    paused: how.paused ?? false, saving: "saved",
  });
  if (!how.task) keep("tengen.last", board.id);
  // The browser's Back leads to what was open before; not to an empty game that came and went.
  const leads = how.over || location.hash !== "" && isHere() && !dropped && !how.instead;
  setAddress(how.task?.address ?? addressOf(board), leads, how.task?.state);
  beginSync(board.id, current, {
    onDeleted() {
      closeBoard();
      say(t("game.deleted"), "problem");
    },
    // An undo of another tab is one here too.
    onFollow(now) {
      const spent = resumeTakenBack(now);
      if (isTakenBack()) beginTurn(spent);
    },
  });
  // The next visit begins where this one does.
  if (node.id !== current) rememberCurrent(node.id);
  await show(node.id);
  const counted = isTakenBack() ? spent : board.clock || node.children.length > 0 || isOver() ? 0 : keptTurn(board.id, node.id);
  if (counted && store.state.node === node.id) beginTurn(counted);
  resumeUnsent(board);
}

/** The board of a task becomes a game, with an address of its own. */
export function becomeGame() {
  const { board } = store.state;
  if (!board) return;
  keep("tengen.last", board.id);
  setAddress(addressOf(board), true);
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
  if (untouched) void api.discard(board.id).catch(() => {});
  return untouched;
}

/** Closes the game: its engines stop, nothing is lost. */
export function closeBoard() {
  stopEngines();
  // A closed board needs no work.
  if (store.state.board) socket.leave(store.state.board.id);
  endSync();
  forgetViews();
  store.set({ board: null, node: null, view: null, pending: null, hint: null, overlay: null, thinking: null, mode: "play" });
}

/** Closes the game, and opens none at the next visit. It stays in the library. */
export function clearBoard() {
  keepOwnTurn();
  const { board } = store.state;
  closeBoard();
  if (board) dropUntouched(board);
  keep("tengen.last", null);
  setAddress("", false);
}

/** Ends the turn of an engine. */
export let stopEngines = () => {};

/** Set by the part that lets engines move. @param {() => void} fn */
export function onClose(fn) {
  stopEngines = fn;
}
