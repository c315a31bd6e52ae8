// Takes moves back, and ends a game: by resigning, by an agreed count, and back into play.

import { api } from "../api.js";
import { t } from "../i18n/index.js";
import { say, sayProblem } from "../messages.js";
import { store } from "../store.js";
import { lineThrough, nodeOf, pathTo, rootOf } from "../tree.js";
import { stopEngines } from "./open.js";
import { isTakenBack, takeBackTo } from "./play.js";
import { viewOf } from "./shown.js";
import { gameEnd, hasResult, isOver, playedHere, playerOf, playerToMove } from "./standing.js";
import { goto } from "./steps.js";
import { adopt, refresh } from "./sync.js";
import { keepTurn, turnTime } from "./turn.js";

/** @import { Board } from "../types.js" */

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
    if (!hasResult(store.state.board)) takeBackTo(before.id);
    await goto(before.id, 0);
    return;
  }
  say(t("problem.nothing-to-undo"));
}

/** Whether the end of a game that was played here is shown, so that an undo takes the result back. That of a record, or of another line, stays. */
export function endsHere() {
  const { board, node } = store.state;
  return !!board && isOver() && node === gameEnd(board) && playedHere(board);
}

/** Takes the end of a game back, where it is shown. */
async function reopen() {
  if (endsHere()) await setResult(null);
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
  if (!hasResult(store.state.board)) takeBackTo(to.id);
  store.set({ paused: false });
  await goto(to.id, 0);
}

/** Stores a result. It belongs to the line shown, which becomes the main line. @param {string | null} result */
export async function setResult(result) {
  const { board, node } = store.state;
  if (!board || node === null) return;
  try {
    if (result) await api.annotate(board.id, node, { promote: true });
    store.set({ hint: null, message: null, ...(result ? { aimed: null } : {}) });
    adopt(await api.patch(board.id, { result }));
  } catch (error) {
    sayProblem(error);
  }
}

/** A game that ends at the position of an undo ends without the moves that were taken back. @param {Board} board */
async function dropTakenBack({ id }) {
  const node = nodeOf(store.state.board, store.state.node);
  if (!node || !isTakenBack()) return;
  try {
    for (const child of node.children) await api.prune(id, child);
    await refresh();
  } catch (error) {
    sayProblem(error);
  }
}

/** The player to move resigns; against an engine always the person. */
export async function resign() {
  const { board, view } = store.state;
  if (!board || !view || isOver() || hasResult(board)) return;
  stopEngines();
  const spent = turnTime();
  await dropTakenBack(board);
  // The player's colour counts, not that of the next stone: in an opening the two may differ.
  const winner = playerToMove()?.kind === "engine" ? view.player_to_move : view.player_to_move === "first" ? "second" : "first";
  await setResult(`${playerOf(view, "black") === winner ? "B" : "W"}+R`);
  // The result belongs to the end of the main line, which is another position after an undo.
  const end = store.state.board?.id === board.id ? lineThrough(store.state.board, rootOf(store.state.board).id).at(-1) : null;
  if (!end) return;
  // The last turn has no move to keep its time.
  if (!board.clock) keepTurn(board.id, end.id, view.node === end.id ? spent : 0);
  await goto(end.id);
}
