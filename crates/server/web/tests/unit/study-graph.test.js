// The curve of a game: 1 to 500 positions, gaps, proofs, mistakes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lossesOf } from "../../js/study/losses.js";
import { certainties, nextFault, pathsOf, placesOf, scalesOf, stretches, ticks } from "../../js/study/graph-model.js";

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

test("mistakes are visited in order", () => {
  const places = placesOf(nodes(6), new Map(), new Map([[102, { kind: "blunder" }], [104, { kind: "mistake" }]]));
  assert.equal(nextFault(places, 0, 1)?.index, 2);
  assert.equal(nextFault(places, 2, 1)?.index, 4);
  assert.equal(nextFault(places, 4, 1), null);
  assert.equal(nextFault(places, 4, -1)?.index, 2);
});

test("a move loses what the value of best play changes by", () => {
  const line = [{ id: 0 }, { id: 1, color: "black", move: "f5" }, { id: 2, color: "white", move: "d6" }, { id: 3, color: "black", move: "c3" }, { id: 4, color: "white", move: "pass" }];
  const estimate = (value) => ({ win: 0.5, proof: false, score: { kind: "estimate", win: 0.5, value } });
  const scores = new Map([[0, estimate(2)], [1, estimate(0.5)], [2, estimate(3)], [3, { win: 1, proof: true, score: { kind: "margin", win: 1, margin: 4 } }]]);
  assert.deepEqual(lossesOf(line, scores).map(({ index, color, loss }) => [index, color, loss]), [[1, "black", 1.5], [2, "white", 2.5], [3, "black", 0]]);
  // The engine's own choice loses nothing, however much further the next analysis sees.
  const own = lossesOf(line, scores, new Map([[line[1].id, { best: line[2].move }]]));
  assert.deepEqual(own.map(({ loss }) => loss), [1.5, 0, 0]);
  // Where playouts may err by more than the chance fell, nothing is lost.
  const sample = (error) => new Map(line.slice(0, 2).map(({ id }) => [id, { best: null, standard_error: error, score: scores.get(id)?.score }]));
  assert.deepEqual(lossesOf(line.slice(0, 2), new Map(scores).set(1, { ...estimate(0.5), win: 0.3 }), sample(0.05)).map(({ loss }) => loss), [0]);
  assert.deepEqual(lossesOf(line.slice(0, 2), new Map(scores).set(1, { ...estimate(0.5), win: 0.3 }), sample(0.02)).map(({ loss }) => loss), [1.5]);
});
