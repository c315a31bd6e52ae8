// The curve of a game: 1 to 500 positions, gaps, proofs, mistakes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lossesIn, lossesOf } from "../../js/study/losses.js";
import { certainties, nextFault, numbered, pathsOf, placesOf, scalesOf, stretches, ticks } from "../../js/study/graph-model.js";

const nodes = (n) => Array.from({ length: n }, (_, i) => ({ id: 100 + i, color: i === 0 ? undefined : i % 2 ? "black" : "white", move: i ? `m${i}` : undefined }));
const known = (win, proof = false) => ({ win, proof, score: { kind: proof ? "win" : "estimate", win } });

test("every position of a game of 1 to 500 plies is inside the box and found at its x", () => {
  for (const count of [1, 2, 3, 60, 501]) {
    for (const width of [120, 320, 2000]) {
      const scales = scalesOf(count, { width, height: 90, pad: 6 });
      for (let i = 0; i < count; i += 1) {
        const x = scales.x(i);
        assert.ok(x >= 6 && x <= width - 6, `${count} ${width} ${i}: ${x}`);
        assert.equal(scales.at(x), i);
      }
      assert.equal(scales.at(-50), 0);
      assert.equal(scales.at(width + 50), count - 1);
      assert.equal(scales.y(1), 6);
      assert.equal(scales.y(0), 84);
    }
  }
});

test("gaps stay gaps", () => {
  const scores = new Map([[100, known(0.5)], [101, known(0.6)], [103, known(0.4)]]);
  const places = placesOf(nodes(5), scores, new Map());
  assert.deepEqual(stretches(places).map((s) => s.map((p) => p.index)), [[0, 1], [3]]);
  const { curve, area } = pathsOf(places, scalesOf(5, { width: 100, height: 50, pad: 0 }));
  assert.equal(curve.match(/M/g)?.length, 2);
  assert.equal(area.match(/Z/g)?.length, 2);
  assert.deepEqual(pathsOf(placesOf(nodes(3), new Map(), new Map()), scalesOf(3, { width: 9, height: 9, pad: 0 })), { curve: "", area: "" });
});

test("a choice, an offer and a position with open colours do not break the curve", () => {
  const line = nodes(8);
  Object.assign(line[2], { open: "second" });
  Object.assign(line[3], { move: "two-more", color: undefined });
  Object.assign(line[5], { fifth: "offer" });
  const scores = new Map([[100, known(0.5)], [101, known(0.6)], [102, { ...known(0.7), player: "second" }], [104, known(0.4)], [106, known(0, true)], [107, known(0, true)]]);
  const places = placesOf(line, scores, new Map());
  assert.deepEqual(stretches(places).map((s) => s.map((p) => p.index)), [[0, 1, 4, 6, 7]]);
  line[6].move = "white";
  assert.deepEqual(certainties(placesOf(line, new Map([[105, known(0, true)], [107, known(0, true)]]), new Map())), [{ from: 5, to: 7, result: "white" }]);
});

test("consecutive proofs of one result are joined", () => {
  const scores = new Map([[100, known(0.5)], [101, known(1, true)], [102, known(1, true)], [103, known(0, true)], [104, known(0.5, true)]]);
  assert.deepEqual(certainties(placesOf(nodes(5), scores, new Map())), [
    { from: 1, to: 2, result: "black" }, { from: 3, to: 3, result: "white" }, { from: 4, to: 4, result: "draw" },
  ]);
});

test("labels fit the space", () => {
  assert.deepEqual(ticks(1, 6), [], "a game without a move has no first move");
  assert.deepEqual(ticks(61, 6), [10, 20, 30, 40, 50, 60]);
  for (const count of [2, 17, 226, 501]) assert.ok(ticks(count, 6).length <= 6);
});

test("each number of a move is on the axis once", () => {
  const numbers = [0, 1, 2, 3, 3, 4, 4, 4, 5, 6];
  assert.deepEqual(numbered(numbers, 20), [1, 2, 3, 5, 8, 9]);
  assert.deepEqual(numbered(numbers, 3), [2, 5, 9]);
  assert.deepEqual(numbered([0], 6), []);
});

test("mistakes are visited in order", () => {
  const places = placesOf(nodes(6), new Map(), new Map([[102, { kind: "blunder" }], [104, { kind: "mistake" }]]));
  assert.equal(nextFault(places, 0, 1)?.index, 2);
  assert.equal(nextFault(places, 2, 1)?.index, 4);
  assert.equal(nextFault(places, 4, 1), null);
  assert.equal(nextFault(places, 4, -1)?.index, 2);
});

/** A review of a game in which Black passes a won game away, and White passes then. */
const LOST = {
  mistakes: [{ node: 3, units: 43 }],
  graph: [{ node: 0, to_move: "black" }, { node: 1, to_move: "white" }, { node: 2, to_move: "black" }, { node: 3, to_move: "white" }, { node: 4, to_move: "black" }]
    .map((place, i) => ({ ...place, score: { kind: "estimate", win: 0.5, value: i } })),
};
const PASSED = [{ id: 0 }, { id: 1, color: "black", move: "E5" }, { id: 2, color: "white", move: "C4" }, { id: 3, move: "pass" }, { id: 4, move: "pass" }];

test("the moves lose what the review says, passes too", () => {
  const units = [null, 0, 2.5, 43, null];
  const lost = lossesIn({ ...LOST, graph: LOST.graph.map((place, i) => ({ ...place, units: units[i] })) });
  assert.deepEqual(lossesOf(PASSED, lost), [
    { index: 1, number: 1, node: 1, move: "E5", color: "black", loss: 0 }, { index: 2, number: 2, node: 2, move: "C4", color: "white", loss: 2.5 }, { index: 3, number: 3, node: 3, move: "pass", color: "black", loss: 43 },
  ]);
});

test("a forced pass has no number and no loss", () => {
  const line = [{ id: 0 }, { id: 1, move: "f5" }, { id: 2, move: "pass", forced: true }, { id: 3, move: "g8" }];
  const lost = new Map([[1, { color: "black", loss: 2 }], [2, { color: "white", loss: 0 }], [3, { color: "black", loss: 4 }]]);
  assert.deepEqual(lossesOf(line, lost).map(({ index, number, move }) => [index, number, move]), [[1, 1, "f5"], [3, 2, "g8"]]);
});

test("of a review kept without the losses the mistakes count", () => {
  const lost = lossesIn({ ...LOST, graph: LOST.graph.map((place, i) => (i === 4 ? { ...place, score: null } : place)) });
  assert.deepEqual(lossesOf(PASSED, lost).map(({ color, loss }) => [color, loss]), [["black", 0], ["white", 0], ["black", 43]]);
  assert.deepEqual(lossesOf(PASSED), []);
});
