// What a click on a point does: play, aim first on small boards, set up, mark dead stones.

import { same } from "../board/geometry.js";
import { has } from "../game.js";
import { say } from "../messages.js";
import { play } from "../session/play.js";
import { canTry, isEnginesTurn, isOver, isTerminal } from "../session/standing.js";
import { step } from "../session/steps.js";
import { drawArrow } from "../study/arrows.js";
import { mark } from "../study/pens.js";
import { isTeaching } from "../study/teach.js";
import { stepProof } from "../study/proof-layer.js";
import { study } from "../study/state.js";
import { again, failedTryShown, trialNow } from "../study/trial.js";
import { t } from "../i18n/index.js";
import { store } from "../store.js";

/** @import { Color, Point } from "../types.js" */

/**
 * Modes that take over the board, by the value of `state.mode`.
 * @typedef {{ play: (point: Point, how: { touch: boolean, shift: boolean, alt: boolean }) => void, ghost?: (point: Point) => { color: Color } | null,
 *   controls?: (el: HTMLElement) => (() => void) | void }} Mode `controls` fills the element under the status line
 */
/** @type {Map<string, Mode>} */
const modes = new Map();

/** Registers a mode. @param {string} name @param {Mode} mode */
export function registerMode(name, mode) {
  modes.set(name, mode);
}

/** The mode with this name. @param {string} name */
export const modeOf = (name) => modes.get(name);

/** With points smaller than this many pixels, a touch aims first and a second one plays. */
const SMALL = 30;

/** Clicks that wait for the move before them to be stored. @type {{ point: Point, how: { touch: boolean }, board: string | number | undefined }[]} */
const clicks = [];
/** The click whose move is on its way. @type {Point | null} */
let under = null;

/** Plays the clicked points in their order. After one that was no move the others would have the wrong colour. */
async function playClicks() {
  for (let next = clicks.shift(); next; next = clicks.shift()) {
    const { board, node, mode } = store.state;
    if (board?.id !== next.board || modes.has(mode)) break;
    under = next.point;
    try {
      await playClick(next.point, next.how);
    } finally {
      under = null;
    }
    if (store.state.node === node) break;
  }
  clicks.length = 0;
}

/** @param {Point} clicked @param {{ touch: boolean }} how */
async function playClick(clicked, how) {
  const { view, board, settings, aimed } = store.state;
  if (!view) return;
  // Where stones fall, a stone of the move before may lie where this one would have come to rest.
  const point = has(board, "gravity") ? view.legal.find((p) => p[1] === clicked[1]) ?? clicked : clicked;
  // The choices of an opening rule are not offered at the end.
  if (isTerminal() || isOver() && view.choices.length > 0) {
    say(t("problem.over"), "problem");
    return;
  }
  if (view.choices.length > 0 && view.legal.length === 0) {
    say(t("problem.choose"), "problem");
    return;
  }
  if (isEnginesTurn()) {
    say(t(isTeaching(store.state.node) ? "teach.choose" : "problem.not-your-turn"), "problem");
    return;
  }
  const confirm = settings.confirmTap === "always" || (settings.confirmTap === "auto" && how.touch && hands.pitch() < SMALL);
  if (confirm && !same(aimed, point) && canTry(point)) {
    store.set({ aimed: point });
    return;
  }
  await play({ point });
}

/** The handlers of the board (see board.js). The shell sets `pitch`. */
export const hands = {
  pitch: () => 40,

  /** @param {Point} point @param {{ touch: boolean, shift: boolean, alt: boolean }} how */
  play(point, how) {
    const other = modes.get(store.state.mode);
    if (other) {
      other.play(point, how);
      return;
    }
    if (failedTryShown()) {
      void again().then(() => { if (trialNow()?.node === store.state.node) this.play(point, how); });
      return;
    }
    // The second half of a double click is no move of its own, except where stones fall.
    if (under && same(clicks.at(-1)?.point ?? under, point) && !has(store.state.board, "gravity")) return;
    clicks.push({ point, how, board: store.state.board?.id });
    if (!under) void playClicks();
  },

  /** @param {Point} point @returns {{ color: Color } | null} */
  ghost(point) {
    const { mode, view } = store.state;
    const other = modes.get(mode);
    if (other) return other.ghost?.(point) ?? null;
    // At the end of a game no stone is offered, though after a resignation moves can be tried.
    if (!view || !canTry(point) || isOver()) return null;
    // With gravity any point of a column means its lowest empty one.
    const falls = has(store.state.board, "gravity");
    if (!view.legal.some((p) => (falls ? p[1] === point[1] : same(p, point)))) return null;
    return { color: view.to_move };
  },

  /** @param {number} by */
  step: (by) => { if (!stepProof(by)) void step(by); },

  /** The right button, a long press or K: a circle, with Shift a letter. @param {Point} point @param {{ shift: boolean }} how */
  mark: (point, { shift }) => void mark(point, shift ? "label" : /** @type {import("../types.js").Mark["kind"]} */ (study().pen ?? "circle")),

  draw: drawArrow,
};
