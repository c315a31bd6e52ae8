// Guess the move: the user predicts the hidden moves of a game; each guess earns points by the engine's score.

import { moveAccuracy } from "./mistakes-model.js";

/** @import { Color } from "../types.js" */

/**
 * @typedef {object} Guess
 * @property {number} node the position of the guess
 * @property {string} guessed
 * @property {string} played in the game
 * @property {number} points 0 to 100
 * @property {number | null} loss win probability lost, `null` if it was not analysed
 */
/**
 * @typedef {object} Session
 * @property {number[]} nodes of the line, from the root
 * @property {number} at index into `nodes`: the position shown
 * @property {Color | "both"} side whose moves to guess
 * @property {Guess[]} guesses
 * @property {boolean} over
 */

/**
 * @param {number[]} nodes
 * @param {(node: number) => Color | undefined} colorOf of the move that led to a node
 * @param {Color | "both"} side
 * @param {number} [from] index to start at
 * @returns {Session}
 */
export function begin(nodes, colorOf, side, from = 0) {
  return forward({ nodes, at: Math.min(from, nodes.length - 1), side, guesses: [], over: false }, colorOf);
}

/** Goes to the next position with a guess. @param {Session} session @param {(node: number) => Color | undefined} colorOf @returns {Session} */
export function forward(session, colorOf) {
  let { at } = session;
  while (at + 1 < session.nodes.length && session.side !== "both" && colorOf(session.nodes[at + 1]) !== session.side) at += 1;
  return { ...session, at, over: at + 1 >= session.nodes.length };
}

/**
 * Points for a guess. The game's own move earns all of them, unless it is known to lose win probability. Any other
 * move earns by the win probability that it keeps; without an analysis it earns none.
 * @param {{ same: boolean, loss: number | null }} guess
 */
export function pointsFor({ same, loss }) {
  if (loss === null) return same ? 100 : 0;
  const points = Math.round(moveAccuracy(loss));
  return same ? Math.max(points, 60) : points;
}

/**
 * @param {Session} session
 * @param {{ guessed: string, played: string, loss: number | null }} guess
 * @param {(node: number) => Color | undefined} colorOf
 * @returns {Session}
 */
export function answer(session, guess, colorOf) {
  const points = pointsFor({ same: guess.guessed === guess.played, loss: guess.loss });
  const guesses = [...session.guesses, { ...guess, node: session.nodes[session.at], points }];
  return forward({ ...session, guesses, at: session.at + 1 }, colorOf);
}

/** @param {readonly Guess[]} guesses */
export function summary(guesses) {
  const n = guesses.length;
  const sum = guesses.reduce((s, g) => s + g.points, 0);
  return { n, exact: guesses.filter((g) => g.guessed === g.played).length, points: sum, mean: n === 0 ? 0 : Math.round(sum / n) };
}
