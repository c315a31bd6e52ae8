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
  assert.deepEqual(togglesFor(GO), ["liberties", "atari", "ladders"]);
  assert.deepEqual(togglesFor(OTHELLO), ["mobility", "stable"]);
  assert.deepEqual(togglesFor({ features: [] }), []);
  assert.deepEqual(togglesFor(null), []);
});

test("a point with several threats of one side shows the strongest, for each side", () => {
  const facts_json = { kind: "gomoku", black: { fives: [[1, 1]], open_fours: [[1, 2]], fours: [[1, 1], [1, 2], [1, 3]], threes: [[1, 3], [1, 4]] }, white: { fives: [], fours: [[1, 1]], threes: [] }, forbidden: [{ point: [5, 5], foul: "overline" }] };
  const facts = factsOf(facts_json, all(GOMOKU));
  const at = (p, color) => facts.filter((f) => String(f.point) === String(p) && f.color === color).map((f) => f.kind);
  assert.deepEqual(at([1, 1], "black"), ["five"]);
  assert.deepEqual(at([1, 1], "white"), ["four"]);
  assert.deepEqual(at([1, 2], "black"), ["open-four"]);
  assert.deepEqual(at([1, 3], "black"), ["four"]);
  assert.deepEqual(at([1, 4], "black"), ["three"]);
  assert.deepEqual(facts.filter((f) => f.kind === "forbidden").map((f) => f.point), [[5, 5]]);
  // With fours off, what is left of a point shows.
  assert.deepEqual(factsOf(facts_json, { threes: true }).map((f) => f.point), [[1, 3], [1, 4]]);
});

test("every stone of a chain shows its liberties; atari and ladders are marked", () => {
  const facts_json = { kind: "go", chains: [{ color: "black", points: [[0, 0], [0, 1]], liberties: [[0, 2]], atari: true }, { color: "white", points: [[3, 3]], liberties: [[2, 3], [4, 3]], atari: false }], ladders: [{ color: "white", points: [[3, 3]], works: false }] };
  const facts = factsOf(facts_json, all(GO));
  assert.deepEqual(facts.filter((f) => f.kind === "liberties").map((f) => f.text), ["1", "1", "2"]);
  assert.equal(facts.filter((f) => f.kind === "atari").length, 2);
  assert.deepEqual(facts.filter((f) => f.kind === "ladder-fails").map((f) => f.point), [[3, 3]]);
});

test("mobility and stable discs, games without facts, and no facts", () => {
  const facts_json = { kind: "othello", mobility: { black: [[2, 3]], white: [] }, stable: { black: [], white: [[0, 0]] } };
  assert.deepEqual(factsOf(facts_json, all(OTHELLO)).map((f) => [f.kind, f.color]), [["mobility", "black"], ["stable", "white"]]);
  assert.deepEqual(factsOf({ kind: "mnk" }, all({ features: ["gravity"] })), []);
  assert.deepEqual(factsOf(null, all(GO)), []);
});

test("stored choices are checked", () => {
  assert.deepEqual(readChoices(null), DEFAULT_CHOICES);
  assert.deepEqual(readChoices({ seconds: "x", lines: 99, threads: -1, facts: 3, unit: "miles" }), DEFAULT_CHOICES);
  const kept = readChoices({ seconds: 30, lines: 3, level: 2, unit: "percent", facts: { fours: true, odd: true } });
  assert.deepEqual([kept.seconds, kept.lines, kept.level, kept.unit, kept.facts.fours, "odd" in kept.facts], [30, 3, 2, "percent", true, false]);
});
