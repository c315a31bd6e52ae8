// The facts of a position as marks, and the reading of stored choices.
import assert from "node:assert/strict";
import { test } from "node:test";
import { factsOf, togglesFor } from "../../js/study/facts.js";
import { DEFAULT_CHOICES, readChoices } from "../../js/study/state.js";

const GOMOKU = { features: ["rows", "threats", "forbidden"] };
const GO = { features: ["pass", "captures", "liberties", "ko", "territory"] };
const OTHELLO = { features: ["flips", "mobility", "stable", "discs"] };
const all = (game) => Object.fromEntries(togglesFor(game).map((k) => [k, true]));

test("the toggles follow from the features", () => {
  assert.deepEqual(togglesFor(GOMOKU), ["fives", "fours", "threes", "forbidden"]);
  assert.deepEqual(togglesFor(GO), ["liberties", "atari", "ladders", "eyes"]);
  assert.deepEqual(togglesFor(OTHELLO), ["mobility", "stable"]);
  assert.deepEqual(togglesFor({ features: ["rows", "turns"] }), ["wins"]);
  assert.deepEqual(togglesFor({ features: ["rows", "threats", "captures"] }), ["fives", "fours", "threes", "captures"]);
  assert.deepEqual(togglesFor({ features: [] }), []);
  assert.deepEqual(togglesFor(null), []);
});

/** A fact as the server sends it. */
const fact = (kind, side, points, more = {}) => ({ kind, side, points, others: [], ...more });

test("a point with several threats of one side shows the strongest, for each side", () => {
  const overlay = { facts: [
    fact("five", "black", [[1, 1]]), fact("open-four", "black", [[1, 2]]), fact("four", "black", [[1, 1], [1, 2], [1, 3]]),
    fact("open-three", "black", [[1, 3], [1, 4]]), fact("four", "white", [[1, 1]]), fact("overline", "black", [[5, 5]]),
  ] };
  const facts = factsOf(overlay, all(GOMOKU));
  const at = (p, color) => facts.filter((f) => String(f.point) === String(p) && f.color === color).map((f) => f.kind);
  assert.deepEqual(at([1, 1], "black"), ["five"]);
  assert.deepEqual(at([1, 1], "white"), ["four"]);
  assert.deepEqual(at([1, 2], "black"), ["open-four"]);
  assert.deepEqual(at([1, 3], "black"), ["four"]);
  assert.deepEqual(at([1, 4], "black"), ["three"]);
  assert.deepEqual(facts.filter((f) => f.kind === "forbidden").map((f) => f.point), [[5, 5]]);
  // With fours off, what is left of a point shows.
  assert.deepEqual(factsOf(overlay, { threes: true }).map((f) => f.point), [[1, 3], [1, 4]]);
  assert.deepEqual(factsOf(overlay, { wins: true }).map((f) => [f.kind, f.point]), [["win", [1, 1]]]);
});

test("a capture shows how many stones it takes", () => {
  const overlay = { facts: [fact("can-capture", "white", [[4, 4]], { others: [[4, 5], [4, 6]] })] };
  assert.deepEqual(factsOf(overlay, { captures: true }).map((f) => [f.kind, f.color, f.text]), [["capture", "white", "2"]]);
});

test("every stone of a chain shows its liberties; atari and ladders are marked", () => {
  const overlay = { facts: [
    fact("chain", "black", [[0, 0], [0, 1]], { others: [[0, 2]] }), fact("chain", "white", [[3, 3]], { others: [[2, 3], [4, 3]] }),
    fact("ladder", "white", [[3, 3]], { works: false }),
  ] };
  const facts = factsOf(overlay, all(GO));
  assert.deepEqual(facts.filter((f) => f.kind === "liberties").map((f) => f.text), ["1", "1", "2"]);
  assert.equal(facts.filter((f) => f.kind === "atari").length, 2);
  assert.deepEqual(facts.filter((f) => f.kind === "ladder-fails").map((f) => f.point), [[3, 3]]);
});

test("caught chains and the eyes of living groups are marked", () => {
  const overlay = { facts: [
    fact("caught", "white", [[3, 3]], { others: [[2, 3]] }), fact("alive", "black", [[0, 1], [1, 0]], { eyes: [[[0, 0]], [[0, 2], [0, 3]]] }),
  ] };
  const facts = factsOf(overlay, all(GO));
  assert.deepEqual(facts.map((f) => [f.kind, f.color, f.point]), [
    ["caught", "white", [3, 3]], ["eye", "black", [0, 0]], ["eye", "black", [0, 2]], ["eye", "black", [0, 3]],
  ]);
});

test("mobility and stable discs, games without facts, and no facts", () => {
  const overlay = { facts: [fact("mobility", "black", [[2, 3]]), fact("stable", "white", [[0, 0]])] };
  assert.deepEqual(factsOf(overlay, all(OTHELLO)).map((f) => [f.kind, f.color]), [["mobility", "black"], ["stable", "white"]]);
  assert.deepEqual(factsOf({ facts: [] }, all({ features: ["gravity"] })), []);
  assert.deepEqual(factsOf(null, all(GO)), []);
});

test("stored choices are checked", () => {
  assert.deepEqual(readChoices(null), DEFAULT_CHOICES);
  assert.deepEqual(readChoices({ seconds: "x", lines: 99, threads: -1, facts: 3, unit: "miles" }), DEFAULT_CHOICES);
  const kept = readChoices({ seconds: 30, lines: 3, level: 2, unit: "percent", facts: { fours: true, odd: true } });
  assert.deepEqual([kept.seconds, kept.lines, kept.level, kept.unit, kept.facts.fours, "odd" in kept.facts], [30, 3, 2, "percent", true, false]);
});
