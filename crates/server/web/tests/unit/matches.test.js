// Matches: the curve of Elo and its axis.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eloCurve, eloText } from "../../js/matches/data.js";

/** Wilson's lower bound while one side has won all of n: the score n / (n + z²) in Elo. @param {number} n */
const wonAll = (n) => 400 * Math.log10(n / 1.959964 ** 2);

test("the curve ends with the interval that is written, and its axis shows all of it", () => {
  // Four games won: two pairs, whose interval is the wider one.
  const curve = [1, 2, 3, 4].map((n) => [n, null, wonAll(n), null]);
  const elo = { value: null, low: Number(wonAll(2).toFixed(1)), high: null };
  assert.equal(eloText(elo, { wins: 4, draws: 0, losses: 0, points: 4 }), "+∞ [−113, +∞]");
  const drawn = eloCurve({ players: [], pairs: null, elo, curve });
  assert.deepEqual(drawn.points.at(-1), [4, null, -113.4, null]);
  assert.deepEqual(drawn.points.slice(0, 3), curve.slice(0, 3));
  assert.equal(drawn.range, 200);
});

test("a small difference has an axis of 100, a large one as much as it needs", () => {
  const near = { value: 3, low: -20, high: 26 };
  assert.equal(eloCurve({ players: [], pairs: null, elo: near, curve: [[1, null, null, null], [2, 0, -9, 9], [3, 3, -20, 26]] }).range, 100);
  const far = { value: 520, low: 300, high: 830 };
  assert.equal(eloCurve({ players: [], pairs: null, elo: far, curve: [[1, 0, 0, 0], [2, 520, 310, 800]] }).range, 900);
});
