// Pondering: the engine that has moved searches the position after the turn that it expects, while the person thinks.
// The server uses the search for the engine's next move if that turn comes.

import { infoOf } from "../game.js";
import { socket } from "../connection.js";
import { onClose } from "../session/open.js";
import { isFinished, isOver, playerToMove } from "../session/standing.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";

/** @import { Analysis, Board } from "../types.js" */

/** @typedef {{ board: string | number, node: number, moves: string[] }} Expected the turn that the engine expects after a node */

/** @type {Expected | null} */
let expected = null;
/** @type {{ of: Expected, request: import("../socket.js").Request } | null} */
let search = null;

/**
 * The turn that an analysis expects after its best move.
 * @param {Analysis} analysis @returns {string[]}
 */
export function expectedTurn(analysis) {
  const line = analysis.lines.find((l) => l.move === analysis.best);
  // The server plays as many of them as the turn has.
  return line?.pv.slice(1, 5) ?? [];
}

/**
 * Whether the engine that is not to move thinks on the opponent's time: at its strongest level, if the server has it so.
 * @param {Board} board @param {"first" | "second"} toMove
 */
export function ponders(board, toMove) {
  const { about, settings } = store.state;
  const player = board.players[toMove === "first" ? "second" : "first"];
  if (!settings.ponder || !about?.limits?.ponder_ms || player?.kind !== "engine") return false;
  const engines = infoOf(about, board)?.engines ?? [];
  const engine = player.engine ? engines.find((e) => e.name === player.engine) : engines[0];
  return !!engine?.ponders && (!player.level || player.level === engine.levels.length);
}

/** Keeps what an engine expects after its move. @param {Board["id"]} board @param {number} node after the move @param {Analysis} analysis */
export function expect(board, node, analysis) {
  const moves = expectedTurn(analysis);
  expected = moves.length > 0 ? { board, node, moves } : null;
  look();
}

/** Whether the person thinks at the position after the engine's last move. */
function wanted() {
  const { board, view, node, paused, mode, connection } = store.state;
  if (!expected || !board || board.id !== expected.board || node !== expected.node || view?.node !== node) return false;
  if (paused || mode !== "play" || connection !== "online" || isOver() || isFinished()) return false;
  return playerToMove()?.kind === "human" && ponders(board, view.player_to_move);
}

/** Whether the person has moved: the engine's turn takes the search over. */
function isTakenOver() {
  const { board, node, paused, mode } = store.state;
  return !!search && board?.id === search.of.board && nodeOf(board, node)?.parent === search.of.node
    && playerToMove()?.kind === "engine" && !paused && mode === "play" && !isOver() && !isFinished();
}

/** Stops the search. */
function stop() {
  search?.request.cancel();
  search = null;
}

/** Starts or stops the search to match the state. */
function look() {
  if (search && !(wanted() && search.of === expected)) {
    if (isTakenOver()) search = null;
    else stop();
  }
  if (search || !expected || !wanted()) return;
  const { board, node, moves } = expected;
  const request = socket.request({ do: "ponder", board, node, expected: moves });
  const own = (search = { of: expected, request });
  // The server may have its reasons not to: it is not asked again for this position.
  const over = () => {
    if (search === own) search = expected = null;
  };
  request.done.then(over, over);
}

/** Watches the state while the page is open. */
export function runPondering() {
  onClose(() => {
    stop();
    expected = null;
  });
  store.watch(["board", "view", "node", "paused", "mode", "connection", "settings"], look);
}
