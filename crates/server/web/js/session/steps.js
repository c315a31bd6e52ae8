// Steps through the game.

import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { line, show } from "./shown.js";
import { rememberCurrent } from "./sync.js";

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
