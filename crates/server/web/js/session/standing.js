// How the game stands: who is to move, what may be tried, and whether it is over.

import { same } from "../board/geometry.js";
import { stoneAt } from "../board/points.js";
import { has } from "../game.js";
import { store } from "../store.js";
import { lineThrough, rootOf } from "../tree.js";

/** @import { Board, Color, Point, View } from "../types.js" */

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

/** Whether an engine plays in the game. */
export const isEngineGame = () => Object.values(store.state.board?.players ?? {}).some((p) => p?.kind === "engine");

/** Whether the end of the game is shown: by the rules or by an entered result. */
export function isOver() {
  const { board, view, node } = store.state;
  if (!board || !view || node === null) return false;
  return !!view.outcome || (hasResult(board) && gameEnd(board) === node);
}

/** Whether no move can follow. After a resignation or a loss on time moves can be tried, as at any other position. */
export const isTerminal = () => !!store.state.view?.outcome;

/** Whether a game has a result, its end shown or not. @param {Board | null} board */
export const hasResult = (board) => !!board?.result && board.result !== "*";

/** Whether passes ended a game whose board the players have yet to count: the rules alone do not know dead stones. @param {Board} board @param {View["outcome"]} outcome */
export const isUncounted = (board, outcome) => outcome?.reason === "score" && has(board, "territory");

/** The last node of the main line. @param {Board} board */
export const mainEnd = (board) => lineThrough(board, rootOf(board).id).at(-1)?.id;

/** Where a game with a result ended: on the main line, before the moves that were tried after it. @param {Board} board */
export function gameEnd(board) {
  const main = lineThrough(board, rootOf(board).id);
  return (main.find((n) => n.id === board.ended) ?? main.at(-1))?.id;
}

/** Keeps where the game ended, as the server does, before a move is tried from there. */
export function keepEnd() {
  const { board, node } = store.state;
  if (board && node !== null && hasResult(board) && node === mainEnd(board) && node === gameEnd(board)) store.set({ board: { ...board, ended: node } });
}

/** Whether a position of the main line of a finished game is shown: no clock and no engine waits there. */
export function isFinished() {
  const { board, node } = store.state;
  return !!board && hasResult(board) && lineThrough(board, rootOf(board).id).some((n) => n.id === node);
}

/** Whether the turn is an engine's, which a person leaves to it. */
export const isEnginesTurn = () => playerToMove()?.kind === "engine" && !store.state.paused && !isFinished();

/** Whether the game was played here: a record of others was not. @param {Board} board */
export const playedHere = (board) => isEngineGame() || board.nodes.some((n) => n.elapsed_ms !== undefined);

/** Whether a stone may be tried at a point now, without asking the server. @param {Point} point */
export function canTry(point) {
  const { view, board, mode, pending, thinking } = store.state;
  if (!view || !board || pending || thinking || mode !== "play" || isTerminal() || view.choices.length > 0) return false;
  if (isEnginesTurn()) return false;
  // Choosing an offered fifth move is a move on a stone.
  return !stoneAt(view, point) || view.legal.some((p) => same(p, point));
}
