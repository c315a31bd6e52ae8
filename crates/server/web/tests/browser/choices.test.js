// The choices of an opening rule: whose figures they have, how they are written, and what has a number.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, morePlies, newGame, playPoint, shot, until } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

/** Points of 15×15 such as `h8 h9`, as rows and columns. @param {string} text @returns {[number, number][]} */
const points = (text) => text.split(" ").map((p) => [15 - Number(p.slice(1)), p.charCodeAt(0) - 97]);

/** Opens a game of two people at its first choice, with the first choice of the engine on the screen. */
async function choosing(page, rules, opening) {
  await newGame(page, { kind: "gomoku", rules, opening });
  for (const p of points("h8 h9 i10")) await playPoint(page, p);
  await page.waitForSelector(".choice");
  await page.click("#analyse");
  await page.waitForSelector(".candidate-row", { timeout: 20_000 });
}

for (const [rules, opening] of [["renju", "rif"], ["freestyle", "swap2"]]) {
  test(`at a choice of colours Black's figure is that of taking black: ${opening}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size: { width: 1440, height: 900 } });
    await choosing(page, rules, opening);
    await page.waitForFunction(() => /%/.test(document.querySelector(".graph-tip").textContent));
    const { rows, tip, bar, share } = await page.evaluate(() => ({
      rows: [...document.querySelectorAll(".candidate-row")].map((row) => [row.querySelector(".candidate-name").textContent, row.querySelector(".candidate-value").textContent]),
      tip: document.querySelector(".graph-tip").textContent,
      bar: document.querySelector(".eval-bar.upright").getAttribute("aria-label"),
      share: Number(document.querySelector(".eval-bar.upright .eval-black").style.getPropertyValue("--share")),
    }));
    const [, black] = rows.find(([name]) => name === "Take black");
    assert.match(rows[0][0], /^Take /, "the position is uneven");
    assert.match(black, /^\d+%$/);
    assert.equal(tip, `3. Black i10 · Black ${black} to win`);
    assert.equal(bar, `Black: ${black} to win`);
    assert.ok(Math.abs(share * 100 - Number.parseInt(black, 10)) < 1, `${share} ${black}`);
  });
}

test("before a choice the figure is that of the player, by name", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await newGame(page, { kind: "gomoku", rules: "freestyle", opening: "swap2" });
  for (const p of points("h8 h9")) await playPoint(page, p);
  await page.click("#analyse");
  await page.waitForFunction(() => /% to win/.test(document.querySelector(".graph-tip").textContent), null, { timeout: 20_000 });
  assert.match(await page.locator(".graph-tip:visible").textContent(), /^2\. White h9 · Player 1 \d+% to win$/);
  assert.match(await page.locator(".eval-bar.upright").getAttribute("aria-label"), /^Player 1: /);
});

test("a choice is written without a colour, and its figures stay in their columns", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await choosing(page, "freestyle", "swap2");
  await page.waitForFunction(() => document.querySelectorAll(".candidate-row").length === 3);
  const rows = await page.locator(".candidate-row").evaluateAll((all) => all.map((row) => ({
    end: Math.round(row.querySelector(".candidate-value").getBoundingClientRect().right), effort: row.querySelector(".candidate-effort").textContent,
  })));
  assert.equal(new Set(rows.map((r) => r.end)).size, 1, JSON.stringify(rows));
  assert.deepEqual(rows.map((r) => r.effort), ["", "", ""]);
  await page.click('.choice[data-move="white"]');
  await page.waitForSelector(".choice", { state: "detached" });
  await page.waitForFunction(() => document.querySelector(".graph-tip").textContent.startsWith("Take white"));
  await page.click("#tab-tree");
  assert.equal(await page.locator(".tree-title").textContent(), "Take white");
  assert.equal(await page.locator(".tree-node.here .tree-number").count(), 0);
});

test("offered fifth moves have no numbers; the one that is chosen is the fifth", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await newGame(page, { kind: "gomoku", rules: "renju", opening: "rif" });
  for (const p of points("h8 h9 i10")) await playPoint(page, p);
  await page.click('.choice[data-move="white"]');
  await page.waitForSelector(".choice", { state: "detached" });
  for (const p of points("i7 j6 g6")) await playPoint(page, p);
  await click(page, points("j6")[0]);
  await morePlies(page, 7);
  const seen = async () => {
    await page.click("#tab-tree");
    await page.waitForFunction(() => document.querySelector(".ply").textContent === "5 / 5");
    assert.equal(await page.locator(".tree-title").textContent(), "5. White chooses j6");
    const rows = await page.locator(".tree-top .move-row").evaluateAll((all) => all.slice(3).map((row) => [row.querySelector(".move-ply"), row.querySelector(".move-name")].map((x) => x.textContent).join(" ").trim()));
    assert.deepEqual(rows, ["Take white", "4 i7", "offers j6", "offers g6", "5 chooses j6"]);
    assert.deepEqual((await page.locator(".tree-number").allTextContents()).slice(-4), ["4", "", "", "5"]);
    // What White thought about the choice is no mark of Black's stone.
    assert.equal(await page.locator(".tree-top .move-row.here").getAttribute("aria-label"), "5. White chooses j6");
    assert.match(await page.locator(".tree-top .move-row .move-time").nth(-2).textContent(), /^\d+:\d\d$/);
  };
  await seen();
  // The server knows it as well.
  await page.waitForSelector(".save-state[data-state=saved]");
  await page.reload();
  await page.waitForSelector(".ply");
  await seen();
  await page.keyboard.press("Shift+N");
  await page.waitForSelector("[data-layer=numbers] .number.latest");
  assert.equal(await page.locator("[data-layer=numbers] .number.latest").textContent(), "5");
});

test("an offered fifth move is read whole in the Japanese list", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 }, locale: "ja-JP" });
  await newGame(page, { kind: "gomoku", rules: "renju", opening: "rif", clock: "3+2" });
  for (const p of points("h8 h9 i10")) await playPoint(page, p);
  await page.click('.choice[data-move="white"]');
  await page.waitForSelector(".choice", { state: "detached" });
  for (const p of points("i7 h13 m13")) await playPoint(page, p);
  await click(page, points("h13")[0]);
  await morePlies(page, 7);
  await page.click("#tab-tree");
  await page.waitForFunction(() => document.querySelector(".ply").textContent === "5 / 5");
  const names = await page.locator(".tree-top .move-name").evaluateAll((all) => all.slice(-3).map((el) => [el.textContent, el.scrollWidth <= el.clientWidth]));
  assert.deepEqual(names, [["h13 提示", true], ["m13 提示", true], ["h13 選択", true]]);
});

test("the choices that a game waits for are on the screen", { timeout: 60_000 }, async () => {
  for (const [width, height] of [[768, 1024], [390, 844], [1440, 900]]) {
    const page = await fresh({ size: { width, height }, locale: "ja-JP" });
    await newGame(page, { kind: "gomoku", rules: "freestyle", opening: "swap2", who: "human-second", level: 1 });
    await page.waitForSelector(".choice", { timeout: 20_000 });
    const hidden = await page.locator(".choice").evaluateAll((all) => all.filter((b) => b.getBoundingClientRect().bottom > innerHeight).length);
    assert.equal(hidden, 0, `${width}x${height}`);
  }
});

test("the graph of a game with a swap is one curve, and its axis has each number once", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", opening: "swap2" });
  for (const p of [[7, 7], [7, 8], [8, 8]]) await playPoint(page, p);
  await page.click('.choice[data-move="two-more"]');
  await page.waitForSelector(".choice", { state: "detached" });
  for (const p of [[6, 6], [9, 9]]) await playPoint(page, p);
  await page.click('.choice[data-move="white"]');
  await page.waitForSelector(".choice", { state: "detached" });
  for (const p of [[5, 5], [10, 10], [5, 7], [10, 8]]) await playPoint(page, p);
  await page.click("#tab-review");
  await page.locator(".study-head select").first().selectOption("0.2");
  await page.click("#sweep");
  await page.waitForFunction(() => !document.querySelector(".sweep-progress:not([hidden])"));
  await until(page, async () => {
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    return store.state.study.review?.whole === true;
  });
  const numbers = await page.locator("[data-panel=review] .graph-number").allTextContents();
  assert.deepEqual(numbers, [...new Set(numbers)]);
  assert.ok(numbers.length >= 4, String(numbers));
  const curve = await page.locator("[data-panel=review] .graph-curve").getAttribute("d");
  assert.equal(curve.match(/M/g).length, 1, curve);
  await shot(page, "graph-swap2");
});
