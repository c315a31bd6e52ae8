// Scores and candidates: side, text, strength.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settled } from "../../js/study/state.js";
import { afterMove, compact, duration, flipped, forBlack, isProof, listScore, percent, pointOf, readScore, reviewScore, shortScore, signed, strengthOf, toMoveAt } from "../../js/study/score.js";
import { candidatesOf, compareScores, playedOut } from "../../js/study/candidates.js";

const t = (key, values) => `${key.split(".").pop()}${values ? `:${values.n}` : ""}`;
const gomoku = { coords: { columns: [..."abcdefghijklmno"], rows: Array.from({ length: 15 }, (_, i) => String(15 - i)) } };
const go = { coords: { columns: [..."ABCDEFGHJ"], rows: ["9", "8", "7", "6", "5", "4", "3", "2", "1"] } };

test("flipping a score twice changes nothing, and the chances of both sides sum to one", () => {
  for (const score of [{ kind: "estimate", win: 0.7, value: 3 }, { kind: "win", win: 1, plies: 5 }, { kind: "loss", win: 0, plies: 4 }, { kind: "draw", win: 0.5 }, { kind: "margin", win: 1, margin: 12 }]) {
    const back = flipped(flipped(score));
    assert.equal(back.kind, score.kind);
    assert.ok(Math.abs(back.win - score.win) < 1e-12);
    assert.equal(back.margin, score.margin);
    assert.ok(Math.abs(flipped(score).win + score.win - 1) < 1e-12);
  }
  assert.equal(flipped({ kind: "win", win: 1, plies: 5 }).kind, "loss");
  assert.equal(forBlack({ kind: "win", win: 1, plies: 5 }, "white").kind, "loss");
});

test("a loss in 4 after a move is a win in 5 by it", () => {
  assert.deepEqual(afterMove({ kind: "loss", win: 0, plies: 4 }), { kind: "win", win: 1, plies: 5 });
});

test("the count of a finished game is what was agreed, and no proof", () => {
  const board = (result, features = ["territory"]) => ({ ...go, features, result, nodes: [{ id: 0, parent: null, children: [1, 2] }, { id: 1, parent: 0, children: [] }, { id: 2, parent: 0, children: [] }] });
  const margin = { kind: "margin", win: 0, margin: -27.5 };
  const count = (value, win) => ({ kind: "estimate", value, win, margin: -27.5, counted: true });
  assert.deepEqual(settled(board(null), 1, margin), count(-27.5, 0));
  assert.deepEqual(settled(board("W+25.5"), 1, margin), count(-25.5, 0));
  assert.deepEqual(settled(board("B+3"), 1, count(-25.5, 0)), count(3, 1));
  assert.deepEqual(settled(board("0"), 1, margin), count(0, 0.5));
  assert.deepEqual(settled(board("W+R"), 1, margin), count(-27.5, 0), "nobody has counted");
  assert.deepEqual(settled(board("W+25.5"), 2, margin), count(-27.5, 0), "another line");
  assert.equal(settled(board("W+25.5", []), 1, margin), margin, "discs are counted by the rules");
  const estimate = { kind: "estimate", win: 0.4, value: -2 };
  assert.equal(settled(board("W+25.5"), 1, estimate), estimate);
});

test("a review says whether a score is exact, a bound or an estimate", () => {
  const said = (score, game) => reviewScore(readScore(score), game, (key, values) => `${key.replace("study.", "")}${values ? ` ${values.n}` : ""}`);
  const othello = { unit: "discs" };
  const bound = { kind: "at-least", win: 1, value: 12.5, margin: 10 };
  assert.equal(said({ kind: "margin", win: 1, margin: 4 }, othello), "review.exact.discs +4");
  assert.equal(said({ kind: "estimate", win: 0.6, value: -2.5 }, othello), "review.about.discs −2.5");
  assert.equal(said(bound, othello), "review.least.discs +10");
  assert.equal(said({ ...bound, kind: "at-most", win: 0, margin: -10 }, othello), "review.most.discs −10");
  assert.equal(said({ kind: "at-least", win: 0.5, value: 0 }, othello), "review.least.draw");
  // Without a unit a chance is an estimate as it stands.
  assert.equal(said({ kind: "estimate", win: 0.62 }, { unit: "none" }), "score.chance 62%");
  assert.equal(said({ kind: "win", win: 1, plies: 7 }, othello), "score.win 7");
  // A bound is no proof, and that from below is one from above for the other side.
  const read = readScore(bound);
  assert.deepEqual([read.kind, isProof(read), flipped(read).bound], ["estimate", false, { side: "most", margin: -10 }]);
  assert.deepEqual(flipped(flipped(read)), read);
  assert.deepEqual(readScore(null), null);
});

test("only a proof shows 0 or 100 per cent", () => {
  assert.equal(percent(1), "99.9");
  assert.equal(percent(0), "0.1");
  assert.equal(percent(0.624), "62");
  assert.equal(percent(0.004), "0.4");
});

test("short scores show proofs with their distance and estimates in the chosen unit", () => {
  assert.equal(shortScore({ kind: "win", win: 1, plies: 7 }, "percent", t), "win-short:7");
  assert.equal(shortScore({ kind: "estimate", win: 0.62, value: 3.5 }, "percent", t), "62");
  assert.equal(shortScore({ kind: "estimate", win: 0.62, value: 3.5 }, "value", t), "+3.5");
  assert.equal(shortScore({ kind: "estimate", win: 0.62 }, "value", t), "62");
  assert.equal(shortScore({ kind: "margin", win: 0, margin: -6 }, "value", t), "−6!");
  assert.equal(signed(-0.04), "0");
});

test("work and time stay short", () => {
  assert.deepEqual([0, 999, 1000, 12345, 999499, 999500, 3.44e6, 2e9].map(compact), ["0", "999", "1k", "12k", "999k", "1M", "3.4M", "2G"]);
  assert.deepEqual([400, 9949, 12000, 59499, 185000].map(duration), ["0.4 s", "9.9 s", "12 s", "59 s", "3:05"]);
});

test("moves are read in the notation of each game", () => {
  assert.deepEqual(pointOf(gomoku, "h8"), [7, 7]);
  assert.deepEqual(pointOf(gomoku, "A15"), [0, 0]);
  assert.deepEqual(pointOf(go, "J1"), [8, 8]);
  assert.equal(pointOf(go, "I1"), null);
  assert.equal(pointOf(go, "pass"), null);
  assert.equal(pointOf(go, null), null);
});

test("the side to move follows from the next move, then from the last one", () => {
  const nodes = new Map([[0, { id: 0, parent: null, children: [1] }], [1, { id: 1, parent: 0, children: [], color: "white" }]]);
  const find = (id) => nodes.get(id);
  assert.equal(toMoveAt({ header: {} }, nodes.get(0), find), "white");
  assert.equal(toMoveAt({ header: {} }, nodes.get(1), find), "black");
  assert.equal(toMoveAt({ header: {} }, { id: 8, parent: 0, children: [], color: "white", to_move: "white" }, find), "white", "the first stone of a turn of two");
  assert.equal(toMoveAt({ header: {} }, { id: 9, parent: null, children: [] }, find), "black");
});

test("after passes, which have no colour, the sides alternate all the same", () => {
  const nodes = [
    { id: 0, parent: null, children: [1] }, { id: 1, parent: 0, children: [2], color: "white", move: "d4" },
    { id: 2, parent: 1, children: [3], move: "pass" }, { id: 3, parent: 2, children: [4], move: "pass" }, { id: 4, parent: 3, children: [], move: "pass" },
  ];
  const find = (id) => nodes[id];
  assert.deepEqual(nodes.map((n) => toMoveAt({ header: {} }, n, find)), ["white", "black", "white", "black", "white"]);
});

const line = (move, win, pv = [move]) => ({ rank: 1, move, pv, score: { kind: "estimate", win }, work: 10 });

test("candidates keep the engine's order and have their loss; each move is listed once", () => {
  const list = candidatesOf(gomoku, { best: "h8", score: null, depth: 3, nodes: 1, time_ms: 1, lines: [line("h8", 0.6, ["h8", "pass", "i9"]), line("g7", 0.55), line("h8", 0.5), { ...line("x", 0.2), move: null, pv: [] }, line("pass", 0.1)] });
  assert.deepEqual(list.map((c) => [c.rank, c.move, c.strength]), [[1, "h8", "best"], [2, "g7", "slack"], [3, "pass", "bad"]]);
  assert.deepEqual(list[0].points, [[7, 7], null, [6, 8]]);
  assert.ok(Math.abs(list[1].loss - 0.05) < 1e-12);
  assert.equal(list[2].point, null);
  assert.deepEqual(candidatesOf(gomoku, null), []);
  assert.equal(strengthOf(0), "good");
});

test("lines of two depths are sorted by score behind the engine's best move", () => {
  const lines = [line("a1", 0.3), line("h8", 0.6), line("b1", 0.7), line("c1", 0.4)].map((l) => ({ ...l, work: 0 }));
  assert.deepEqual(candidatesOf(gomoku, { best: "h8", lines }).map((c) => c.move), ["h8", "b1", "c1", "a1"]);
  assert.deepEqual(candidatesOf(gomoku, { best: "h8", lines }).map((c) => c.rank), [1, 2, 3, 4]);
  const uneven = lines.map((l, i) => ({ ...l, work: [5, 900, 7, 8][i] }));
  assert.deepEqual(candidatesOf(gomoku, { best: "h8", lines: uneven }).map((c) => c.move), ["h8", "b1", "c1", "a1"]);
  // A tree search ranks by visits.
  const visits = lines.map((l, i) => ({ ...l, work: [900, 40, 40, 3][i] }));
  assert.deepEqual(candidatesOf({ ...go, unit: "points" }, { best: "A1", lines: visits }).map((c) => c.move), ["a1", "h8", "b1", "c1"]);
  const mixed = lines.map((l, i) => ({ ...l, work: [1100, 615, 685, 30][i] }));
  assert.deepEqual(candidatesOf({ ...go, unit: "points" }, { best: "a1", lines: mixed }).map((c) => c.work), [1100, 685, 615, 30]);
  const win = (plies) => ({ kind: "win", win: 1, plies });
  const loss = (plies) => ({ kind: "loss", win: 0, plies });
  assert.ok(compareScores(win(3), win(7)) > 0 && compareScores(loss(8), loss(2)) > 0 && compareScores(win(9), loss(9)) > 0);
  assert.ok(compareScores({ kind: "margin", win: 1, margin: 12 }, { kind: "margin", win: 1, margin: 2 }) > 0);
});

test("the stones of a line alternate, without numbers for passes, and what is captured or turned over at its end", () => {
  const line = { points: [[1, 1], null, [2, 2], [1, 1], [3, 3]], toMove: "white", max: 40 };
  assert.deepEqual(playedOut(line, null), { stones: null, ghosts: [
    { point: [1, 1], color: "black", number: 3 }, { point: [2, 2], color: "white", number: 2 }, { point: [3, 3], color: "white", number: 4 },
  ] });
  assert.deepEqual(playedOut({ points: [[1, 1], [2, 2], [3, 3]], toMove: "white", max: 9, colors: ["white", "black", "black"] }, null).ghosts.map((g) => g.color), ["white", "black", "black"], "turns of two stones");
  assert.equal(playedOut({ points: Array.from({ length: 99 }, (_, i) => [0, i]), toMove: "black", max: 7 }, null).ghosts.length, 7);
  // The stone at 2,2 is captured, that at 3,3 turned over; 5,5 stood before.
  const after = { stones: { black: [[1, 1], [3, 3], [5, 5]], white: [[6, 6]] } };
  assert.deepEqual(playedOut(line, after), { stones: { black: [[5, 5]], white: [[6, 6]] }, ghosts: [
    { point: [1, 1], color: "black", number: 3 }, { point: [3, 3], color: "black", number: 4 },
  ] });
});

test("every estimate of a list has one decimal", () => {
  const t = (key) => key;
  assert.equal(listScore({ kind: "estimate", win: 0.3, value: -5 }, "value", t), "−5.0");
  assert.equal(listScore({ kind: "estimate", win: 0.3, value: -7.3 }, "value", t), "−7.3");
  assert.equal(listScore({ kind: "margin", win: 0, margin: -6 }, "value", t), "−6!");
});
