// The line shown on the board, played out: with what it captures and turns over, as the server's rules have it.

import { pointName } from "../board/geometry.js";
import { changesStones } from "../game.js";
import { store } from "../store.js";
import { playedOut } from "./candidates.js";
import { setStudy, study } from "./state.js";
import { viewAfter } from "./view-preview.js";

/** @import { View } from "../types.js" */
/** @import { Focus } from "./state.js" */

/** @typedef {{ focus: Focus } & ReturnType<typeof playedOut>} Played */

/**
 * The line to show over a view. Until the server answers, the same line at another length stays.
 * @param {View} view @returns {ReturnType<typeof playedOut> | null}
 */
export function lineOver(view) {
  const { focus, played, shown } = study();
  if (!focus || focus.node !== view.node || !shown || store.state.mode === "guess") return null;
  return played?.focus.points === focus.points && played.focus.node === focus.node ? played : playedOut(focus, null);
}

/** Plays out every line that is shown, in a game in which moves change stones. Called once. */
export function runPlayed() {
  /** @type {Focus | null} */
  let asked = null;
  store.watch(["study"], async ({ board }) => {
    const { focus } = study();
    if (focus === asked) return;
    asked = focus;
    const moves = board && changesStones(board) && !focus?.plain && focus?.points.slice(0, focus.max).map((p) => (p ? pointName(board, p) : "pass"));
    const after = focus && moves ? await viewAfter(focus.node, moves) : null;
    if (study().focus === focus) setStudy({ played: focus && after ? { focus, ...playedOut(focus, after) } : null });
  });
}
