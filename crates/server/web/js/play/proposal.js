// The dead stones that an engine proposes: stones on points that it expects the other side to own.

import { chains } from "../board/chains.js";
import { socket } from "../session.js";
import { store } from "../store.js";
import { engineChoice } from "../study/live.js";
import { study } from "../study/state.js";

/** @import { Board, Point, View } from "../types.js" */

/** A chain is dead if its points belong to the other side by at least this much on average. */
const SURE = 0.4;
/** How long the engine may look, in milliseconds. */
const TIME = 1500;

/**
 * The stones of dead chains.
 * @param {View} view @param {Board["size"]} size @param {readonly (readonly number[])[]} ownership from −1 (white) to 1 (black)
 * @returns {Point[]}
 */
export function deadStones(view, size, ownership) {
  return chains(view, size).filter((chain) => {
    const mean = chain.stones.reduce((n, [row, col]) => n + (ownership[row]?.[col] ?? 0), 0) / chain.stones.length;
    return (chain.color === "black" ? -mean : mean) >= SURE;
  }).flatMap((chain) => chain.stones);
}

/** The proposal for the position shown; `null` if the engine does not say who owns what. @returns {Promise<Point[] | null>} */
export async function proposal() {
  const { board, node, view } = store.state;
  if (!board || node === null || view?.node !== node) return null;
  // After the last pass nothing is left to analyse: the position before the passes has the same stones.
  const known = [...study().analyses].reverse().find(([id, a]) => a.ownership && sameStones(id, node));
  let ownership = known?.[1].ownership;
  if (!ownership) {
    const at = beforePasses(board, node);
    const answer = await socket.request({ do: "analyze", board: board.id, node: at, limits: { time_ms: TIME, lines: 1 }, ...engineChoice(), progress: false }).done.catch(() => null);
    ownership = answer?.analysis?.ownership;
  }
  return ownership ? deadStones(view, board.size, ownership) : null;
}

/** @param {number} a @param {number} b */
const sameStones = (a, b) => !!store.state.board && beforePasses(store.state.board, a) === beforePasses(store.state.board, b);

/** The node before the passes that end at a node. @param {Board} board @param {number} node */
export function beforePasses(board, node) {
  const find = (/** @type {number | null | undefined} */ id) => board.nodes.find((n) => n.id === id);
  let at = find(node);
  while (at?.move === "pass" && typeof at.parent === "number") at = find(at.parent);
  return at?.id ?? node;
}
