// What is drawn over the stones: last moves, marks, the stone under the pointer, and lines of a panel that is left.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, place, playPoint } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const hover = async (page, point) => {
  const { x, y } = await place(page, point);
  await page.mouse.move(x, y);
  await page.evaluate(() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))));
};

test("both stones of the last turn are marked, in a game with turns of several stones", async () => {
  const { games } = await (await fetch(new URL("api/about", url()))).json();
  const game = games.find((g) => g.features.includes("turns"));
  const page = await fresh();
  await newGame(page, { kind: game.kind });
  const marked = () => page.locator('[data-layer="last"] .last').count();
  const counts = [];
  for (const p of [[9, 9], [8, 8], [8, 10], [10, 10], [10, 8]]) {
    await playPoint(page, p);
    counts.push(await marked());
  }
  assert.deepEqual(counts, [1, 1, 2, 1, 2]);
});

test("no stone is shown under the mark pen, and a label hides the mark of the last move", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  await playPoint(page, [7, 7]);
  await hover(page, [5, 5]);
  await page.waitForSelector(".ghost");
  await page.click("#tab-tree");
  await page.locator('[data-pen="label"]').click();
  await hover(page, [5, 5]);
  assert.equal(await page.locator(".ghost").count(), 0);
  assert.equal(await page.locator('[data-layer="last"] .last').count(), 1);
  const { x, y } = await place(page, [7, 7]);
  await page.mouse.click(x, y);
  await page.waitForSelector('[data-layer="comment-marks"] .mark-label');
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="last"] .last').length === 0);
});

test("no stone is shown on a point that may not be played", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "renju", size: "15x15" });
  // Two open threes cross on h8.
  for (const [c, r] of ["h10", "a1", "h9", "a3", "f8", "a5", "g8", "o1"].map((m) => [m.charCodeAt(0) - 97, 15 - Number(m.slice(1))])) await playPoint(page, [r, c]);
  await hover(page, [7, 7]);
  assert.equal(await page.locator(".ghost").count(), 0);
  await hover(page, [4, 4]);
  await page.waitForSelector(".ghost");
});

test("the line of a panel leaves the board with its panel", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  await playPoint(page, [7, 7]);
  await page.click("#tab-review");
  await page.evaluate(async () => {
    const { showLine } = await import(new URL("js/study/state.js", document.baseURI).href);
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    showLine({ points: [[6, 6], [5, 5]], toMove: "white", node: store.state.node, max: 2 });
  });
  await page.waitForSelector('[data-layer="study-line"] .line-stone');
  await page.click("#tab-library");
  await page.waitForSelector('[data-layer="study-line"] .line-stone', { state: "detached" });
});
