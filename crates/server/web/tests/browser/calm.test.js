// Nothing jumps: the layout stays in place during play, analysis, takebacks and the end of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, newGame, PHONE, place, playPoint } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

/** Notes every shift of the layout from now on, also those right after a click, which browsers' own sum leaves out. @param {import("playwright-core").Page} page */
async function listen(page) {
  await page.evaluate(() => {
    const seen = /** @type {any} */ (window).shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) {
        seen.push({ value: entry.value, at: entry.sources.map((s) => s.node?.className?.baseVal ?? s.node?.className ?? s.node?.nodeName).join(", ") });
      }
    }).observe({ type: "layout-shift" });
  });
  // Something that does jump is heard, so that silence means something.
  const heard = () => page.waitForFunction(() => /** @type {any} */ (window).shifts.splice(0).length > 0);
  await page.evaluate(() => document.querySelector("main").style.setProperty("margin-top", "40px"));
  await heard();
  await page.evaluate(() => document.querySelector("main").style.removeProperty("margin-top"));
  await heard();
}

/** @param {import("playwright-core").Page} page @param {string} what */
async function calm(page, what) {
  await page.waitForTimeout(300);
  const shifts = await page.evaluate(() => /** @type {any} */ (window).shifts.splice(0));
  const sum = shifts.reduce((a, s) => a + s.value, 0);
  assert.ok(sum < 0.005, `${what} moves the page by ${sum.toFixed(4)}: ${shifts.map((s) => `${s.value.toFixed(4)} ${s.at}`).join("; ")}`);
}

for (const [name, how] of /** @type {[string, any][]} */ ([
  ["desktop", { size: DESKTOP }], ["desktop, Chinese", { size: DESKTOP, locale: "zh-CN" }], ["phone", { size: PHONE, touch: true }], ["phone, Chinese", { size: PHONE, touch: true, locale: "zh-CN" }],
])) {
  test(`nothing jumps in a game of renju (${name})`, { timeout: 60_000 }, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "gomoku", rules: "renju", size: "15x15" });
    await page.waitForTimeout(400);
    await listen(page);
    // Two open threes cross on h8: the point is marked, and says why it is forbidden.
    for (const p of [[5, 7], [14, 0], [6, 7], [12, 0], [7, 5], [10, 0], [7, 6], [14, 14]]) await playPoint(page, p);
    await calm(page, "playing");
    const { x, y } = await place(page, [7, 7]);
    await page.mouse.move(x, y);
    await calm(page, "a forbidden point under the pointer");
    await page.mouse.click(x, y);
    await page.waitForSelector(".status-detail.problem");
    await calm(page, "a refusal");
    for (const key of ["ArrowLeft", "ArrowLeft", "Home", "End"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(120);
    }
    await calm(page, "stepping");
    await page.keyboard.press("h");
    await page.waitForSelector(".hint", { timeout: 20_000 });
    await calm(page, "a hint");
    await page.click("#takeback");
    await calm(page, "taking back");
  });

  test(`nothing jumps while the engine thinks (${name})`, { timeout: 60_000 }, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "othello", size: "8x8" });
    await page.click("#tab-analysis");
    await page.waitForTimeout(400);
    await listen(page);
    await page.click("#analyse");
    await page.waitForSelector(".candidate-row");
    await page.waitForTimeout(1000);
    await calm(page, "an analysis");
    const { legal } = await page.evaluate(async () => (await fetch(`api/games/${location.hash.match(/g=(\d+)/)[1]}/nodes/0`)).json());
    await playPoint(page, legal[0]);
    await page.waitForSelector(".candidate-row");
    await page.waitForTimeout(1000);
    await calm(page, "a move under analysis");
    await page.click("#analyse");
    await calm(page, "stopping it");
  });
}
