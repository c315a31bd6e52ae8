// Matches: the curve of Elo and its axis.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./english.js";
import { eloRange, eloText, endText } from "../../js/matches/data.js";

/** Wilson's lower bound while one side has won all of n: the score n / (n + z²) in Elo. @param {number} n */
const wonAll = (n) => 400 * Math.log10(n / 1.959964 ** 2);

test("the axis of the curve shows all of the last interval", () => {
  // Four games won: two pairs.
  const low = wonAll(2);
  assert.equal(eloText({ value: null, low, high: null }, { wins: 4, draws: 0, losses: 0, points: 4 }), "+∞ [−113, +∞]");
  assert.equal(eloRange([[3, null, wonAll(3), null], [4, null, low, null]]), 200);
});

test("a small difference has an axis of 100, a large one as much as it needs", () => {
  assert.equal(eloRange([[1, null, null, null], [2, 0, -9, 9], [3, 3, -20, 26]]), 100);
  assert.equal(eloRange([[1, 0, 0, 0], [2, 520, 300, 830]]), 900);
});

test("a game that is lost on time names its end once", () => {
  const m = { game: "gomoku", players: [{ name: "A" }, { name: "B" }] };
  const row = (result, text) => ({ game: 1, winner: "white", result, fault: { player: 0, text: { en: text } } });
  assert.match(endText(m, row("W+T", "time loss")), /time/);
  assert.doesNotMatch(endText(m, row("W+T", "time loss")), / · /);
  assert.match(endText(m, row("W+F", "crash")), / · .*: crash$/);
});
