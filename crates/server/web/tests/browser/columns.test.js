// The move list, the column left of the board, and the sizes that one drags.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, playPoint, ply, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

const MOVES = [[7, 7], [6, 7], [6, 8], [8, 8], [5, 9], [4, 10]];

async function game(page) {
  await newGame(page, { kind: "gomoku", rules: "renju", size: "15x15" });
  for (const p of MOVES) await playPoint(page, p);
}

/** A mistake of white's second move, as a review would report it. */
const fault = (page) => page.evaluate(async () => {
  const url = (f) => new URL(f, document.baseURI).href;
  const { setStudy } = await import(url("js/study/state.js"));
  const { store } = await import(url("js/store.js"));
  const node = store.state.board.nodes[4].id;
  setStudy({ review: { mistakes: [{ node, ply: 4, color: "white", played: "i7", best: "g8", playedPoint: null, bestPoint: null, loss: 0.3, line: [], points: [], kind: "blunder", text: null }], sides: {}, whole: true } });
});

const SCREENS = [
  { tag: "390-zh", size: { width: 390, height: 844 }, locale: "zh-CN", touch: true },
  { tag: "768-en-dark", size: { width: 768, height: 1024 }, dark: true },
  { tag: "1440-en", size: { width: 1440, height: 900 } },
  { tag: "1920-zh-dark", size: { width: 1920, height: 1080 }, locale: "zh-CN", dark: true },
  { tag: "2560-en", size: { width: 2560, height: 1440 } },
];

for (const { tag, ...how } of SCREENS) {
  test(`the moves with times and marks (${tag})`, { timeout: 60_000 }, async () => {
    const page = await fresh(how);
    await game(page);
    await page.click("#tab-tree");
    await fault(page);
    const rows = page.locator(".move-row:visible");
    assert.equal(await rows.count(), 6, "each move once");
    const zh = how.locale === "zh-CN";
    assert.match(await rows.nth(3).getAttribute("aria-label"), zh ? /^4\. 白 i7 恶手 0:0/ : /^4\. White i7 blunder 0:0/);
    assert.match(await rows.nth(3).textContent(), /i7\?\?/);
    assert.match(await page.locator(".opening-title:visible").textContent(), zh ? /D4 花月/ : /D4 Kagetsu/);
    await rows.nth(1).click();
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2"));
    assert.equal(await rows.nth(1).getAttribute("aria-selected"), "true");
    await page.locator(".moves:visible").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("4"));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(wide, false, "nothing is wider than the screen");
    await page.evaluate(() => document.querySelector("#tab-tree").scrollIntoView({ block: "nearest" }));
    await shot(page, `columns-${tag}`);
  });
}

test("comment and candidates are seen together", { timeout: 60_000 }, async () => {
  for (const size of [{ width: 1440, height: 900 }, { width: 2560, height: 1440 }]) {
    const page = await fresh({ size });
    await game(page);
    const wide = size.width > 1700;
    if (!wide) await page.click("#tab-tree");
    const box = page.locator(wide ? "#left-comment" : "#comment");
    await box.fill("White must answer here.");
    await page.waitForFunction(() => [...document.querySelectorAll(".comment-state")].some((e) => /Saved/.test(e.textContent)));
    await page.click("#tab-analysis");
    await page.click("#analyse");
    await page.waitForSelector(".candidate-row");
    if (wide) assert.equal(await box.inputValue(), "White must answer here.");
    else assert.equal(await page.locator(".panel-comment").textContent(), "White must answer here.");
    assert.ok(await (wide ? box : page.locator(".panel-comment")).isVisible());
    await page.click("#analyse");
    assert.equal(await ply(page), 6);
  }
});

test("sizes are dragged, moved with the keys, remembered and given back", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await game(page);
  const width = () => page.locator(".side").evaluate((e) => Math.round(e.getBoundingClientRect().width));
  const board = () => page.locator("#board").evaluate((e) => Math.round(e.getBoundingClientRect().width));
  const [before, large] = [await width(), await board()];
  const grip = await page.locator('[data-grip="side"]').boundingBox();
  await page.mouse.move(grip.x + grip.width / 2, grip.y + 300);
  await page.mouse.down();
  await page.mouse.move(grip.x - 200, grip.y + 300, { steps: 5 });
  await page.mouse.up();
  const after = await width();
  assert.ok(Math.abs(after - before - 206) < 4, `${before} becomes ${after}`);
  assert.ok(await board() < large, "the board follows");
  await page.reload();
  await page.waitForSelector(".move-row", { state: "attached" });
  assert.equal(await width(), after, "remembered");
  await page.focus('[data-grip="side"]');
  await page.keyboard.press("ArrowRight");
  assert.equal(await width(), after - 16);
  await page.keyboard.press("Delete");
  assert.equal(await width(), before);
  // Heights, in a panel.
  await page.click("#tab-tree");
  const height = () => page.locator(".tree-top").evaluate((e) => Math.round(e.getBoundingClientRect().height));
  const low = await height();
  await page.focus('[data-grip="tree"]');
  for (let i = 0; i < 4; i += 1) await page.keyboard.press("ArrowDown");
  assert.equal(await height(), low + 64);
  await page.reload();
  await page.click("#tab-tree");
  assert.equal(await height(), low + 64);
});
