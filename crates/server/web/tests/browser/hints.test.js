// When help begins and ends: analysis, hints and reviews from one game to the next.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, playPoint, until } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

test("a new game against the engine begins without analysis, one that goes on keeps it", async () => {
  const page = await fresh();
  const pressed = () => page.locator("#analyse").getAttribute("aria-pressed");
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
  const first = await page.evaluate(() => location.hash);
  await playPoint(page, [7, 7]);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2 "));
  await page.click("#tab-analysis");
  await page.click("#analyse");
  await page.waitForSelector(".candidate-row");
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
  assert.equal(await pressed(), "false");
  await page.click("#analyse");
  await page.waitForSelector(".candidate-row");
  await page.goto(new URL(first, url()).href);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2 "));
  assert.equal(await pressed(), "true");
});

test("the best candidate of a hint is played by a key, and analysis takes the place of a hint", async () => {
  const page = await fresh();
  await newGame(page, { kind: "othello", who: "people" });
  const state = (/** @type {string} */ what) => page.evaluate(async (what) => {
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    return { hint: !!store.state.hint, ply: store.state.view?.ply, words: document.querySelector(".status").textContent }[what];
  }, what);
  const hinted = () => until(page, async () => !!(await import(new URL("js/store.js", document.baseURI).href)).store.state.hint);
  await page.locator("#board").focus();
  await page.keyboard.press("h");
  await hinted();
  await page.keyboard.press("Shift+Space");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("1 "));
  await page.keyboard.press("h");
  await hinted();
  await page.keyboard.press("e");
  await page.waitForSelector(".candidate-row");
  assert.equal(await state("hint"), false);
  assert.doesNotMatch(await state("words"), /Best/);
});

test("a game that begins as one that was reviewed has no review", async () => {
  const page = await fresh();
  const reviewed = () => page.evaluate(async () => !!(await import(new URL("js/study/state.js", document.baseURI).href)).study().review);
  for (const again of [false, true]) {
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "people" });
    await playPoint(page, [2, 3]);
    await page.click("#tab-review");
    if (again) await page.waitForTimeout(700);
    assert.equal(await reviewed(), false);
    if (again) return;
    await page.click("#sweep");
    await until(page, async () => (await import(new URL("js/study/state.js", document.baseURI).href)).study().review?.whole);
  }
});

test("the label of a hint is no wider than its disc", async () => {
  const page = await fresh();
  await newGame(page, { kind: "othello", who: "people" });
  for (const text of ["−20.2", "+12!", "+64!", "−36.5", "W12", "0"]) {
    const room = await page.evaluate(async (text) => {
      const { store } = await import(new URL("js/store.js", document.baseURI).href);
      store.set({ hint: [{ point: [2, 3], text, strength: "good" }] });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const hint = document.querySelector('[data-layer="hint"] .hint');
      const [disc, label] = [hint.querySelector("circle").r.baseVal.value, hint.querySelector("text").getBBox()];
      // Half the height of the digits is about a third of the font size.
      const high = parseFloat(hint.querySelector("text").getAttribute("font-size")) / 3;
      return 2 * Math.sqrt(disc * disc - high * high) - label.width;
    }, text);
    assert.ok(room >= 3, `${text}: ${room}`);
  }
});
