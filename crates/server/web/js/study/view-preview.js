// Positions after moves that are not stored. The server plays them by the rules; the board shows the result.

import { socket } from "../connection.js";
import { store } from "../store.js";

/** @import { View } from "../types.js" */

/** @type {Map<string, View>} */
const kept = new Map();
const MOST = 500;

/**
 * The position after `moves` from a node; `null` if the server has no answer.
 * @param {number} node
 * @param {string[]} moves
 * @returns {Promise<View | null>}
 */
export async function viewAfter(node, moves) {
  const { board } = store.state;
  if (!board) return null;
  const key = JSON.stringify([board.id, node, moves]);
  const known = kept.get(key);
  if (known) return known;
  try {
    const answer = await socket.request({ do: "view", board: board.id, node, moves }).done;
    if (!answer.view) return null;
    if (kept.size >= MOST) kept.clear();
    kept.set(key, answer.view);
    return answer.view;
  } catch {
    return null;
  }
}
