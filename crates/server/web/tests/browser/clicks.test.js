// Clicks that come faster than the server answers, or whose target changes while the button is down.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, place, stones, until } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

/** Clicks points without a wait between them. */
async function clickAll(page, points) {
  const places = [];
  for (const p of points) places.push(await place(page, p));
  await page.evaluate((all) => {
    const board = document.querySelector("#board");
    for (const { x, y } of all) board.dispatchEvent(new MouseEvent("click", { clientX: x, clientY: y, bubbles: true, detail: 1 }));
  }, places);
}

/** The moves of the line shown, with their colours. */
const played = (page) => page.evaluate(async () => {
  const { store } = await import(new URL("js/store.js", document.baseURI).href);
  return store.state.board.nodes.filter((n) => n.move).map((n) => `${n.color} ${n.move}`);
});

const isPlayed = (page, n) => until(page, async (n) => {
  const { store } = await import(new URL("js/store.js", document.baseURI).href);
  return store.state.board.nodes.length === n + 1 && !store.state.pending;
}, n);

test("fast clicks of two people are all played, in their order", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "connect6" });
  await clickAll(page, [[9, 9], [0, 0], [0, 1], [9, 10], [9, 11], [18, 0], [18, 1]]);
  await isPlayed(page, 7);
  assert.deepEqual((await played(page)).map((m) => m.split(" ")[0]), ["black", "white", "white", "black", "black", "white", "white"]);
  assert.equal(await stones(page), 7);
});

test("a double click is one move, and after a refused click the others are not played", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  await clickAll(page, [[7, 7], [7, 7], [7, 8], [7, 7], [0, 0]]);
  await isPlayed(page, 2);
  await page.waitForSelector(".status-detail.problem:not(:empty)");
  assert.deepEqual(await played(page), ["black h8", "white i8"]);
});
