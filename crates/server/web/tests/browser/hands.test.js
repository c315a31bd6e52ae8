// The hands on the board: wheel, swipe, right button, long press, arrows, turned and mirrored boards, full screen, the
// graph.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, place, playPoint, ply, shot, wordsAt } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

const MOVES = [[7, 7], [6, 8], [8, 8], [5, 4], [9, 9], [3, 3]];
const at = (page, n) => page.waitForFunction((k) => Number(document.querySelector(".ply").textContent.split("/")[0]) === k, n);

async function gomoku(page) {
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  for (const p of MOVES) await playPoint(page, p);
}

test("the wheel steps through the moves, and the right button marks and draws", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await gomoku(page);
  const p = await place(page, [2, 10]);
  await page.mouse.move(p.x, p.y);
  await page.mouse.wheel(0, -100);
  await at(page, 5);
  await page.waitForTimeout(300);
  await page.mouse.wheel(0, -100);
  await at(page, 4);
  await page.waitForTimeout(300);
  await page.mouse.wheel(0, 100);
  await at(page, 5);
  // A circle, and no stone.
  await page.mouse.click(p.x, p.y, { button: "right" });
  await page.waitForSelector('[data-layer="comment-marks"] .mark circle');
  assert.equal(await ply(page), 5);
  await page.keyboard.down("Shift");
  const other = await place(page, [2, 12]);
  await page.mouse.click(other.x, other.y, { button: "right" });
  await page.keyboard.up("Shift");
  await page.waitForFunction(() => [...document.querySelectorAll('[data-layer="comment-marks"] text')].some((t) => t.textContent === "A"));
  // An arrow; it is kept, belongs to its position, and the same again removes it.
  const drag = async () => {
    const [a, b] = [await place(page, [7, 7]), await place(page, [4, 10])];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down({ button: "right" });
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
    await page.waitForSelector(".drawn.sketch");
    await page.mouse.move(b.x, b.y, { steps: 4 });
    await page.mouse.up({ button: "right" });
  };
  await drag();
  await page.waitForSelector('.drawn[data-from="7,7"][data-to="4,10"] path');
  await shot(page, "hands-marks");
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(".drawn", { state: "detached" });
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".drawn");
  await page.reload();
  await page.waitForSelector('.drawn[data-from="7,7"]');
  await drag();
  await page.waitForSelector(".drawn", { state: "detached" });
  // The keyboard marks too.
  await page.keyboard.press("b");
  await page.keyboard.press("k");
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="comment-marks"] .mark').length === 3);
});

test("a finger swipes through the moves and marks with a long press", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 390, height: 844 }, touch: true });
  await gomoku(page);
  const box = await page.locator("#board").boundingBox();
  const client = await page.context().newCDPSession(page);
  const touch = (type, x, y) => client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  const swipe = async (from, to) => {
    const y = box.y + box.height / 3;
    await touch("touchStart", box.x + box.width * from, y);
    for (let i = 1; i <= 5; i += 1) await touch("touchMove", box.x + box.width * (from + (to - from) * i / 5), y + i);
    await touch("touchEnd");
  };
  await swipe(0.3, 0.7);
  await at(page, 5);
  await swipe(0.3, 0.7);
  await at(page, 4);
  await swipe(0.7, 0.3);
  await at(page, 5);
  assert.equal(await page.locator(".ghost.aimed").count(), 0, "a swipe is no tap");
  const p = await place(page, [2, 4]);
  await touch("touchStart", p.x, p.y);
  await page.waitForSelector('[data-layer="comment-marks"] .mark circle');
  await touch("touchEnd");
  await page.waitForTimeout(200);
  assert.equal(await ply(page), 5);
  assert.equal(await page.locator(".ghost.aimed").count(), 0, "a long press is no tap");
});

test("a turned and mirrored board has its stones, labels and keys at the right places", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await newGame(page, { kind: "mnk", rules: "6,5,4" });
  await playPoint(page, [0, 5]);
  const before = await place(page, [0, 5]);
  await page.click("#more");
  await page.click('.menu-item:has-text("Rotate")');
  await page.waitForFunction(() => document.querySelector("#board").style.getPropertyValue("--ratio") < 1);
  const turned = await place(page, [0, 5]);
  assert.ok(turned.y > before.y + 100, "the top right corner is at the bottom right");
  assert.match(await wordsAt(page, [0, 5]), /f5/);
  const labels = await page.locator(".coords text").allTextContents();
  assert.equal(labels.filter((l) => l === "f").length, 2, "the letters are at the sides");
  // A click there is the same point, and the arrow keys go where one sees.
  await playPoint(page, [0, 4]);
  await page.keyboard.press("b");
  const cursor = () => page.evaluate(() => document.querySelector("#board").getAttribute("aria-activedescendant").split("-").slice(1).map(Number));
  const [row, col] = await cursor();
  await page.keyboard.press("ArrowDown");
  assert.deepEqual(await cursor(), [row, col + 1], "down on the screen is right on the board");
  await page.keyboard.press("Escape");
  await page.keyboard.press("f");
  await page.waitForFunction((y) => document.querySelector('.cell[id$="-0-5"]').getBoundingClientRect().bottom < y, turned.y);
  const flipped = await place(page, [0, 5]);
  assert.ok(flipped.y < turned.y, "mirrored before it is turned");
  await shot(page, "hands-turned");
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent.startsWith("2"));
  assert.deepEqual(await place(page, [0, 5]), flipped, "it is remembered");
  // Where stones fall, down stays down.
  await newGame(page, { kind: "mnk", rules: "connect-four" });
  const low = await place(page, [5, 0]);
  const high = await place(page, [0, 0]);
  assert.ok(low.y > high.y && low.x === high.x);
});

test("the graph can be dragged to a move, and the board fills the screen", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await gomoku(page);
  await page.click("#tab-analysis");
  const plot = await page.locator(".graph-plot:visible").boundingBox();
  await page.mouse.move(plot.x + plot.width - 8, plot.y + 30);
  await page.mouse.down();
  for (const share of [0.8, 0.6, 0.34]) await page.mouse.move(plot.x + plot.width * share, plot.y + 60, { steps: 3 });
  await page.mouse.up();
  await at(page, 2);
  await page.keyboard.press("Shift+F");
  await page.waitForFunction(() => document.fullscreenElement !== null);
  assert.equal(await page.locator(".top").isVisible(), false);
  await page.keyboard.press("Shift+F");
  await page.waitForFunction(() => document.fullscreenElement === null);
});
