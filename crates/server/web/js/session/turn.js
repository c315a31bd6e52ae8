// How long the current turn has taken.

import { store } from "../store.js";

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

store.watch(["paused"], ({ paused }) => {
  const now = performance.now();
  if (!paused && heldSince !== null) turnSince += now - heldSince;
  heldSince = paused ? now : null;
});
