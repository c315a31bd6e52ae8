// The geometry of boards, and the notation of points.

import assert from "node:assert/strict";
import { test } from "node:test";
import { geometryOf, lookOf, starPoints } from "../../js/board/geometry.js";
import { parsePoint, phaseWords } from "../../js/moves.js";
import { numbers } from "../../js/board/surface.js";

const size = (rows, cols = rows) => ({ rows, cols });

test("boards have the usual star points", () => {
  assert.deepEqual(starPoints(15, 15), [[3, 3], [3, 11], [7, 7], [11, 3], [11, 11]]);
  assert.deepEqual(starPoints(19, 19), [[3, 3], [3, 9], [3, 15], [9, 3], [9, 9], [9, 15], [15, 3], [15, 9], [15, 15]]);
  assert.deepEqual(starPoints(9, 9), [[2, 2], [2, 6], [4, 4], [6, 2], [6, 6]]);
  assert.deepEqual(starPoints(20, 20), [[3, 3], [3, 16], [16, 3], [16, 16]]);
  assert.deepEqual(starPoints(2, 2), []);
});

test("a board has the look that the server gives it", () => {
  assert.equal(lookOf({ look: { style: "felt" } }), "felt");
  assert.equal(lookOf({ style: "holes" }), "holes", "in a list");
  assert.equal(lookOf({}), "lines", "before the first game");
});

test("at is the inverse of xy, and null outside the board", () => {
  for (const board of [{ features: ["liberties"], size: size(19) }, { size: size(15) }, { style: "felt", size: size(8) }, { style: "holes", size: size(6, 7) }, { style: "paper", size: size(3) }]) {
    for (const coordinates of [true, false]) {
      const g = geometryOf(board, coordinates);
      for (let row = 0; row < g.rows; row += 1) {
        for (let col = 0; col < g.cols; col += 1) {
          const { x, y } = g.xy([row, col]);
          assert.deepEqual(g.at(x, y), [row, col]);
          assert.deepEqual(g.at(x + g.cw * 0.49, y - g.ch * 0.49), [row, col]);
          assert.ok(x - g.r > 0 && x + g.r < g.width && y - g.r > 0 && y + g.r < g.height);
        }
      }
      assert.equal(g.at(-1000, 0), null);
      assert.equal(g.at(g.width + 1000, g.height), null);
    }
  }
});

test("Go's board and stones have the proportions of real ones", () => {
  const g = geometryOf({ features: ["liberties"], size: size(19) }, true);
  assert.ok(Math.abs(g.ch / g.cw - 23.7 / 22) < 1e-9);
  assert.ok(Math.abs((2 * g.r) / g.cw - 22.5 / 22) < 0.05);
});

test("moves are read in the game's notation", () => {
  const go = { size: size(19), coords: { columns: [..."ABCDEFGHJKLMNOPQRST"], rows: Array.from({ length: 19 }, (_, i) => String(19 - i)) } };
  assert.deepEqual(parsePoint(go, "Q16"), [3, 15]);
  assert.deepEqual(parsePoint(go, "q16"), [3, 15]);
  assert.equal(parsePoint(go, "I5"), null);
  assert.equal(parsePoint(go, "pass"), null);
  const four = { features: ["gravity"], size: size(6, 7), coords: { columns: [..."abcdefg"], rows: ["6", "5", "4", "3", "2", "1"] } };
  assert.deepEqual(parsePoint(four, "4", { legal: [[5, 0], [4, 3]] }), [4, 3]);
  assert.equal(parsePoint(four, "4", { legal: [] }), null);
});

test("the random numbers of the grain are repeatable and in range", () => {
  const a = numbers(7);
  const b = numbers(7);
  for (let i = 0; i < 1000; i += 1) {
    const x = a();
    assert.equal(x, b());
    assert.ok(x >= 0 && x < 1);
  }
});

test("the phase of an opening is shown without the words of the command line", () => {
  const words = (phase) => phaseWords({ phase });
  assert.equal(words({ en: "take black or white, or offer 10 fifth moves (fifths=10)", zh: "" }), "take black or white, or offer 10 fifth moves");
  assert.equal(words({ en: "say how many fifth moves will be offered, fifths=1 to fifths=8", zh: "" }), "say how many fifth moves will be offered");
  assert.equal(words({ en: "take black or white, or put two more stones (two-more)", zh: "" }), "take black or white, or put two more stones");
  assert.equal(words({ en: "stone 3 goes within the central 5x5", zh: "" }), "stone 3 goes within the central 5x5");
  assert.equal(words(undefined), "");
});
