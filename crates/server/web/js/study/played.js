// The line shown on the board, played out: with what it captures and turns over, as the server's rules have it.

import { key, pointName } from "../board/geometry.js";
import { stoneAt } from "../board/points.js";
import { changesStones } from "../game.js";
import { store } from "../store.js";
import { ghosts } from "./candidates.js";
import { setStudy, study } from "./state.js";
import { viewAfter } from "./view-preview.js";

/** @import { Point, View } from "../types.js" */
/** @import { Ghost } from "./candidates.js" */
/** @import { Focus } from "./state.js" */

/**
 * @typedef {object} Played
 * @property {Focus} focus
 * @property {Ghost[]} ghosts the stones of the line that still stand
 * @property {View["stones"] | null} stones all others; `null` as in the position before the line
 */

/** The moves of a line that are shown; `null` is a pass. @param {Focus} focus */
const movesOf = (focus) => focus.points.slice(0, focus.max);

/** A line as nothing but its stones. A pass has no number. @param {Focus} focus @returns {Played} */
function placed(focus) {
  const moves = movesOf(focus);
  const colors = moves.map((_, i) => focus.colors?.[i] ?? ((focus.toMove === "black") === (i % 2 === 0) ? "black" : "white"));
  return { focus, ghosts: ghosts(moves.filter((p) => p), focus.toMove, undefined, colors.filter((_, i) => moves[i])), stones: null };
}

/** A line and the position after it. @param {Focus} focus @param {Pick<View, "stones">} after @returns {Played} */
export function playedOut(focus, after) {
  /** @type {Map<number, { point: Point, number: number }>} */
  const last = new Map();
  let number = 0;
  for (const point of movesOf(focus)) if (point) last.set(key(point), { point, number: (number += 1) });
  const rest = (/** @type {Point[]} */ points) => points.filter((p) => !last.has(key(p)));
  return {
    focus,
    ghosts: [...last.values()].flatMap((move) => {
      const color = stoneAt(after, move.point);
      return color ? [{ ...move, color }] : [];
    }),
    stones: { black: rest(after.stones.black), white: rest(after.stones.white) },
  };
}

/** The line to show over a view. Until the server answers, the same line at another length stays. @param {View} view @returns {Played | null} */
export function lineOver(view) {
  const { focus, played, shown } = study();
  if (!focus || focus.node !== view.node || !shown || store.state.mode === "guess") return null;
  return played?.focus.points === focus.points && played.focus.node === focus.node ? played : placed(focus);
}

/** Plays out every line that is shown, in a game in which moves change stones. Called once. */
export function runPlayed() {
  /** @type {Focus | null} */
  let asked = null;
  store.watch(["study"], async ({ board }) => {
    const { focus } = study();
    if (focus === asked) return;
    asked = focus;
    if (!board || !focus) {
      setStudy({ played: null });
      return;
    }
    const moves = movesOf(focus).map((p) => (p ? pointName(board, p) : "pass"));
    const after = changesStones(board) ? await viewAfter(focus.node, moves) : null;
    if (study().focus === focus) setStudy({ played: after ? playedOut(focus, after) : null });
  });
}
