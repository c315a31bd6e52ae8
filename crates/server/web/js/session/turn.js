// How long the current turn has taken. In a game without a clock the page alone counts it, and keeps it for its next
// visit.

import { keep, recall } from "../settings.js";
import { store } from "../store.js";

/** @import { TreeNode } from "../types.js" */

/** When the current turn began, by the page's clock; pauses count for nothing. */
let turnSince = performance.now();
/** When the game was paused; `null` while it is not. @type {number | null} */
let heldSince = null;

/** Milliseconds that the current turn has taken so far. */
export const turnTime = () => (heldSince ?? performance.now()) - turnSince;

/** Begins to count a turn, or counts on from an earlier visit. @param {number} [ms] counted so far */
export function beginTurn(ms = 0) {
  const now = performance.now();
  turnSince = now - ms;
  if (heldSince !== null) heldSince = now;
}

/** The turns under way that are not shown, by node: the milliseconds that each had taken when another position was shown. @type {Map<number, number>} */
const waiting = new Map();

/** Milliseconds that a turn which is not shown has taken so far. @param {number} node */
export const waitingTurn = (node) => waiting.get(node) ?? 0;

/** Lets the turn at a node wait: that of a takeback, though moves follow there. @param {number} node @param {number} [ms] counted so far */
export const waitAt = (node, ms = 0) => void waiting.set(node, ms);

/** Stops counting the turn shown, as another position is shown. It goes on when its position is shown again. @param {TreeNode | undefined} node */
export function leaveTurn(node) {
  if (node && (node.children.length === 0 || waiting.has(node.id))) waitAt(node.id, turnTime());
}

/** Ends the turn at a node: the next one there begins at nothing. @param {number} node */
export const endTurn = (node) => void waiting.delete(node);

/** Forgets the turns of a game that is closed. */
export const forgetTurns = () => waiting.clear();

store.watch(["paused"], ({ paused }) => {
  const now = performance.now();
  if (!paused && heldSince !== null) turnSince += now - heldSince;
  heldSince = paused ? now : null;
});

/** The storage key of the turns under way: a game's last position and the time that its turn has taken. */
const KEPT = "tengen.turns";
/** The most games whose turns are kept. */
const MOST = 50;

/** @typedef {{ board: string | number, node: number, ms: number }} Kept */

/** @type {Kept[] | null} the newest first */
let kept = null;

/** @returns {Kept[]} */
function keptTurns() {
  kept ??= /** @type {Kept[]} */ (Array.isArray(recall(KEPT)) ? recall(KEPT) : []);
  return kept;
}

/** Keeps the time of the turn at a node. @param {string | number} board @param {number} node @param {number} [ms] */
export function keepTurn(board, node, ms = turnTime()) {
  kept = [{ board, node, ms: Math.round(ms) }, ...keptTurns().filter((turn) => turn.board !== board)].slice(0, MOST);
  keep(KEPT, kept);
}

/** The time that the turn at a node has taken in earlier visits, or until the game was given up; 0 where none is known. @param {string | number} board @param {number} node */
export const keptTurn = (board, node) => keptTurns().find((turn) => turn.board === board && turn.node === node)?.ms ?? 0;
