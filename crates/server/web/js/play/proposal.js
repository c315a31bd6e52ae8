// The dead stones that the engine proposes for a game that has ended.

import { socket } from "../connection.js";
import { store } from "../store.js";
import { engineChoice } from "../study/live.js";

/** @import { Board, Point } from "../types.js" */

/** How long a program of the user's may look, in milliseconds; Tengen's own engine has a number of nodes. */
const TIME = 1500;

/** The proposal for the position shown; `null` if no stones are taken off, or the engine does not say who owns what. @returns {Promise<{ dead: Point[], by: string | null } | null>} `by`: the engine that settled them for a program that cannot */
export async function proposal() {
  const { board, node, view } = store.state;
  if (!board || node === null || view?.node !== node) return null;
  const request = { do: "analyze", board: board.id, node, limits: { time_ms: TIME, lines: 1 }, ...engineChoice(), progress: false };
  const answer = await socket.request(request).done.catch(() => null);
  const found = answer?.analysis;
  return found?.dead ? { dead: found.dead, by: found.settled_by ?? null } : null;
}

/** The node before the passes that end at a node. @param {Board} board @param {number} node */
export function beforePasses(board, node) {
  const find = (/** @type {number | null | undefined} */ id) => board.nodes.find((n) => n.id === id);
  let at = find(node);
  while (at?.move === "pass" && typeof at.parent === "number") at = find(at.parent);
  return at?.id ?? node;
}
