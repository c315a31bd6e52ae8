// The position shown: its view, the views near it, and the line through it.

import { api } from "../api.js";
import { sayProblem } from "../messages.js";
import { store } from "../store.js";
import { lineThrough, nodeOf } from "../tree.js";
import { beginTurn, forgetTurns, leaveTurn, waitingTurn } from "./turn.js";

/** @import { View } from "../types.js" */

/** @type {Map<number, View>} views of the game on the table, by node */
export const views = new Map();
/** @type {Map<number, number>} the child last followed from a node */
export const followed = new Map();
/** @type {AbortController | null} */
let loading = null;

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
export async function show(node) {
  const { board } = store.state;
  if (!board) return;
  loading?.abort();
  if (store.state.node !== node) leaveTurn(nodeOf(board, store.state.node));
  const known = views.get(node);
  const own = (loading = new AbortController());
  const tree = nodeOf(board, node);
  if (tree?.parent !== null && tree?.parent !== undefined) followed.set(tree.parent, node);
  store.set({ node, aimed: null, hint: null, overlay: null, ...(known ? { view: known } : {}) });
  beginTurn(waitingTurn(node));
  try {
    if (!known) {
      const view = await viewOf(node, own.signal);
      if (own.signal.aborted || store.state.node !== node) return;
      store.set({ view });
      beginTurn(waitingTurn(node));
    }
    // The neighbouring nodes are fetched ahead, so that stepping is instant.
    const near = [tree?.parent, ...(tree?.children ?? []).slice(0, 2)];
    for (const n of near) if (typeof n === "number") void viewOf(n, own.signal).catch(() => {});
  } catch (error) {
    sayProblem(error);
  }
}

/** Forgets what belongs to the game that is closed. */
export function forgetViews() {
  loading?.abort();
  views.clear();
  followed.clear();
  forgetTurns();
}

/** The line through the node shown, along the variations followed last. */
export function line() {
  const { board, node } = store.state;
  return board && node !== null ? lineThrough(board, node, followed) : [];
}
