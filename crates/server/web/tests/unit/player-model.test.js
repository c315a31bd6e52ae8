// The statistics of a player.
import assert from "node:assert/strict";
import { test } from "node:test";
import { differInSize, meanUnits, playersOf, share, shortLine, years } from "../../js/library/player-model.js";

test("shares have one decimal, and a dash where nothing is known", () => {
  assert.deepEqual([share(0.5), share(0), share(null), share(undefined), share(2 / 3)], ["50.0%", "0.0%", "–", "–", "66.7%"]);
  assert.deepEqual([meanUnits(1.234), meanUnits(null)], ["1.23", "–"]);
});

test("long lines are cut", () => {
  assert.equal(shortLine(["f5", "d6", "c3"]), "f5 d6 c3");
  assert.equal(shortLine(["f5", "d6", "c3"], 2), "f5 d6 …");
  assert.equal(shortLine([]), "");
});

test("the years of the games are named once", () => {
  assert.equal(years({ first: "1999-05-01", last: "1999-07-02" }), "1999");
  assert.equal(years({ first: "1999", last: "2003-01-01" }), "1999 – 2003");
  assert.equal(years({ first: null, last: null }), "");
});

test("sizes are shown where they differ", () => {
  const of = (...sides) => /** @type {any} */ (sides.map((n) => ({ size: { rows: n, cols: n } })));
  assert.equal(differInSize(of(8, 8)), false);
  assert.equal(differInSize(of(9, 19)), true);
  assert.equal(differInSize([]), false);
});

test("people have statistics, engines have none", () => {
  const isEngine = (name) => /^Tengen \d+$/.test(name);
  const two = { black: "Ann", white: "Bob" };
  assert.deepEqual(playersOf(two, two, isEngine), [{ ask: "Ann", shown: "Ann" }, { ask: "Bob", shown: "Bob" }]);
  assert.deepEqual(playersOf({ black: "Ann", white: "Ann" }, { black: "Ann", white: "Ann" }, isEngine), [{ ask: "Ann", shown: "Ann" }]);
  assert.deepEqual(playersOf({ black: "", white: "Tengen 3" }, { black: "You", white: "Level 3" }, isEngine), [{ ask: "you", shown: "You" }]);
  assert.deepEqual(playersOf({ black: "", white: "" }, { black: "", white: "" }, isEngine), []);
});
