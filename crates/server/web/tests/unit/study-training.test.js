// Mistakes, second tries, guesses and puzzles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { counts, filtered, judgeTrial, mistakesOf, moveAccuracy, noiseOf } from "../../js/study/mistakes-model.js";
import { answer, begin, pointsFor, summary } from "../../js/study/guess-model.js";
import { complete, judge, nextInLine, nextPuzzle, readProgress, tally, turnedLine, withMark } from "../../js/study/puzzle-model.js";

const board = { coords: { columns: ["a", "b", "c"], rows: ["3", "2", "1"] } };

test("mistakes of the server are completed", () => {
  const find = (id) => ({ 4: { color: "white", move: "b2" } })[id];
  const [m, n] = mistakesOf(board, [{ node: 4, ply: 4, number: 2, loss: 0.25, line: ["c3", "pass"] }, { node: 9, ply: 5, played: "a1", best: "b1", loss: 0.06, kind: "missed-win", line: [] }], find);
  // A review kept by an earlier page has no number.
  assert.deepEqual([m.number, n.number], [2, 5]);
  assert.deepEqual([m.color, m.played, m.best, m.kind, m.bestPoint, m.points], ["white", "b2", "c3", "blunder", [0, 2], [[0, 2], null]]);
  assert.deepEqual([n.color, n.kind, n.bestPoint], ["black", "missed-win", [2, 1]]);
  assert.deepEqual(filtered([m, n], { side: "both", least: "blunder" }), [m]);
  assert.deepEqual(filtered([m, n], { side: "black", least: "inaccuracy" }), [n]);
  assert.equal(counts([m, n]).white.blunder, 1);
});

test("a second try in a proven ending keeps the discs, too", () => {
  const margin = (n) => ({ kind: "margin", margin: n, win: n > 0 ? 1 : n < 0 ? 0 : 0.5 });
  const trial = (had, has) => judgeTrial(margin(had), margin(-has), false).trial;
  assert.deepEqual([trial(-10, -10), trial(-10, -12), trial(-10, -14), trial(-10, -22), trial(4, -4)],
    ["holds", "holds", "slack", "fails", "fails"]);
});

test("a mistake that costs discs and no chance is counted in discs", () => {
  const discs = (fault) => mistakesOf(board, [{ node: 4, ply: 4, line: [], ...fault }], () => undefined)[0].discs;
  assert.equal(discs({ loss: 0, units: 12, kind: "mistake" }), 12);
  assert.equal(discs({ loss: 0.25, units: 12, kind: "blunder" }), null);
  assert.equal(discs({ loss: 0, units: null, kind: "inaccuracy" }), null);
});

test("accuracy matches the published points", () => {
  for (const [loss, accuracy] of [[0, 100], [0.1, 63.6], [0.2, 40], [0.8, 0]]) assert.ok(Math.abs(moveAccuracy(loss) - accuracy) < 0.5);
});

test("a second try is right if it loses little or keeps the proof", () => {
  const before = { kind: "estimate", win: 0.7 };
  assert.equal(judgeTrial(before, { kind: "estimate", win: 0.32 }, false).trial, "holds");
  assert.equal(judgeTrial(before, { kind: "estimate", win: 0.38 }, false).trial, "slack");
  // Playouts are a sample: 4 · √2 · 0.05 is 0.28.
  const estimate = { kind: "estimate", win: 0.6 };
  const noise = noiseOf({ standard_error: 0.05, score: estimate }, { standard_error: 0.05, score: estimate });
  assert.equal(judgeTrial(before, { kind: "estimate", win: 0.38 }, false, false, noise).trial, "holds");
  assert.equal(judgeTrial(before, { kind: "estimate", win: 0.6 }, false, false, noise).trial, "fails");
  assert.equal(noiseOf({ standard_error: 0.05, score: { kind: "win", win: 1, plies: 3 } }, null, {}), 0, "a proof has no error");
  assert.equal(judgeTrial(before, { kind: "win", win: 1, plies: 4 }, false).trial, "fails");
  assert.equal(judgeTrial(before, { kind: "estimate", win: 0.9 }, true).trial, "best");
  const won = judgeTrial({ kind: "win", win: 1, plies: 5 }, { kind: "loss", win: 0, plies: 8 }, false);
  assert.deepEqual([won.trial, won.score.plies], ["holds", 9]);
});

test("guesses step through one side's moves and are summed", () => {
  const colors = { 11: "black", 12: "white", 13: "black", 14: "white" };
  const colorOf = (id) => colors[id];
  let s = begin([10, 11, 12, 13, 14], colorOf, "white");
  assert.equal(s.nodes[s.at], 11);
  s = answer(s, { guessed: "a1", played: "a1", loss: 0 }, colorOf);
  assert.equal(s.nodes[s.at], 13);
  s = answer(s, { guessed: "b1", played: "c1", loss: 0.2 }, colorOf);
  assert.equal(s.over, true);
  assert.deepEqual(summary(s.guesses), { n: 2, exact: 1, points: 140, mean: 70 });
  assert.equal(begin([10], colorOf, "both").over, true);
});

test("points follow the engine, and the game's own move always earns many", () => {
  assert.equal(pointsFor({ same: false, loss: 0 }), 100);
  assert.equal(pointsFor({ same: true, loss: 0.4 }), 60);
  assert.equal(pointsFor({ same: true, loss: null }), 100);
  assert.equal(pointsFor({ same: false, loss: null }), 0);
});

const puzzle = { suite: "s", n: 1, game: "gomoku", answers: ["h8", "g7"], line: ["h8", "i9", "j10"] };

test("a try is right, wrong, or needs the engine", () => {
  assert.equal(judge(puzzle, [], "H8"), "right");
  assert.equal(judge(puzzle, [], "a1"), "wrong");
  assert.equal(judge(puzzle, ["h8", "i9"], "j10"), "right");
  assert.equal(judge(puzzle, ["h8", "i9"], "a1"), "unknown");
  assert.equal(judge(puzzle, ["g7", "i9"], "j10"), "unknown");
  assert.equal(nextInLine(puzzle, []), "h8");
  assert.equal(nextInLine(puzzle, ["h8"]), "i9");
  assert.equal(nextInLine(puzzle, ["g7"]), null);
  assert.equal(complete(puzzle, ["h8"]), false);
  assert.equal(complete(puzzle, ["h8", "i9", "j10"]), true);
  assert.equal(complete({ ...puzzle, line: undefined }, ["h8"]), true);
});

test("progress keeps the better result, and stored progress is checked", () => {
  assert.deepEqual(readProgress("x"), {});
  assert.deepEqual(readProgress({ s: { 1: "solved", x: "solved", 2: "odd" }, t: 3 }), { s: { 1: "solved" } });
  let p = withMark({}, "s", 1, "failed");
  p = withMark(p, "s", 1, "helped");
  assert.equal(withMark(p, "s", 1, "failed"), p);
  p = withMark(p, "s", 2, "solved");
  assert.deepEqual(tally(p, "s", 5), { solved: 1, helped: 1, failed: 0, count: 5 });
  assert.equal(nextPuzzle(p, "s", 1, 3), 3);
  assert.equal(nextPuzzle(p, "s", 3, 3), 1);
  assert.equal(nextPuzzle({ s: { 1: "solved", 2: "solved" } }, "s", 1, 2), 2);
});

test("an equal first move by symmetry turns the line with it", () => {
  const size = { rows: 8, cols: 8 };
  const start = { black: [[3, 4], [4, 3]], white: [[3, 3], [4, 4]] };
  // f5 d6 c3 begins like c4 e3 f6.
  const line = [[4, 5], [5, 3], [2, 2]];
  assert.deepEqual(turnedLine(line, [3, 2], size, start), [[3, 2], [2, 4], [5, 5]]);
  assert.deepEqual(turnedLine(line, [5, 4], size, start)?.[0], [5, 4]);
  assert.equal(turnedLine(line, [4, 2], size, start), null);
  // After f5 only the board's own diagonal is left, if any.
  assert.equal(turnedLine(line.slice(1), [3, 5], size, { black: [[3, 4], [4, 3], [4, 4], [4, 5]], white: [[3, 3]] }), null);
});
