// The line shown on the board, of whichever owner: a candidate under the pointer, a row of a list, a mistake.

import { store } from "../store.js";
import { candidatesHere } from "./candidates.js";
import { showLine, study } from "./state.js";

/** @import { Candidate } from "./candidates.js" */

/** @type {"board" | "list" | "key" | null} who asked for the line that is shown */
let asker = null;

/**
 * Shows a candidate's line; with `null` removes the line of the same owner.
 * @param {Candidate | null} candidate
 * @param {"board" | "list" | "key"} by
 * @param {number} [max] how many of its stones
 */
export function showCandidate(candidate, by, max = 30) {
  const { view } = store.state;
  if (!candidate || !view) {
    if (asker === by) {
      asker = null;
      showLine(null);
    }
    return;
  }
  asker = by;
  showLine({ points: candidate.points, toMove: view.to_move, node: view.node, max, colors: candidate.colors });
}

/** Removes the line of any owner. */
export function hideLine() {
  asker = null;
  if (study().focus) showLine(null);
}

/** Shows the line of the candidate with this rank, or removes it if it is shown already. @param {number} rank */
export function showRank(rank) {
  const c = candidatesHere()[rank - 1];
  if (!c) return false;
  const { focus } = study();
  if (focus && asker === "key" && focus.points === c.points) hideLine();
  else showCandidate(c, "key");
  return true;
}

/** Removes the line of a panel that is left. Proofs and puzzles keep theirs: they own the board. Called once. */
export function runLines() {
  store.watch(["panel"], ({ mode }) => {
    if (mode === "play" && !study().proof) hideLine();
  });
}
