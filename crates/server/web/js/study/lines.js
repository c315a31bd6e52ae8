// Which line of play is shown on the board, whoever asked for it: a candidate under the pointer, a row of a list, a mistake.

import { store } from "../store.js";
import { candidatesHere } from "./layers.js";
import { showLine, study } from "./state.js";

/** @import { Candidate } from "./candidates.js" */

/** @type {"board" | "list" | "key" | null} who asked for the line that is shown */
let asker = null;

/**
 * Shows a candidate's line, or with `null` takes away the one that the same asker has shown.
 * @param {Candidate | null} candidate
 * @param {"board" | "list" | "key"} by
 * @param {number} [most] how many of its stones
 */
export function showCandidate(candidate, by, most = 30) {
  const { view } = store.state;
  if (!candidate || !view) {
    if (asker === by) {
      asker = null;
      showLine(null);
    }
    return;
  }
  asker = by;
  showLine({ points: candidate.points, toMove: view.to_move, node: view.node, most });
}

/** Takes the line away, whoever asked for it. */
export function hideLine() {
  asker = null;
  if (study().focus) showLine(null);
}

/** Shows the line of the candidate with this rank, or takes it away where it is shown already. @param {number} rank */
export function showRank(rank) {
  const c = candidatesHere()[rank - 1];
  if (!c) return false;
  const { focus } = study();
  if (focus && asker === "key" && focus.points === c.points) hideLine();
  else showCandidate(c, "key");
  return true;
}
