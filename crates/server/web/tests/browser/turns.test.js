// The time of the turn under way, in a game whose time only the page counts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, playPoint, until } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

/** The seconds that a player's clock shows. */
async function seconds(page, color) {
  const [m, s] = (await page.locator(`.player.${color} .clock`).textContent()).split(":");
  return Number(m) * 60 + Number(s);
}

const ready = (page) => until(page, async () => {
  const { board, view, node } = (await import(new URL("js/store.js", document.baseURI).href)).store.state;
  return !!board && view?.node === node;
});

test("the turn under way keeps its time over a reload, and while another game is open", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  const first = await page.evaluate(() => location.hash);
  await playPoint(page, [7, 7]);
  await page.waitForTimeout(2100);
  await page.reload();
  await ready(page);
  await page.waitForTimeout(200);
  assert.ok(await seconds(page, "white") >= 2, `${await seconds(page, "white")} s after 2 s`);
  await newGame(page, { kind: "othello", size: "8x8" });
  await page.evaluate((hash) => { location.hash = hash; }, first);
  await page.waitForFunction((hash) => location.hash === hash && /\/ 1/.test(document.querySelector(".ply").textContent), first);
  await ready(page);
  await page.waitForTimeout(200);
  const before = await seconds(page, "white");
  assert.ok(before >= 2 && before <= 8, `${before} s`);
  await playPoint(page, [8, 8]);
  const { nodes } = await page.evaluate(async () => (await fetch(`api/games/${location.hash.slice(3)}`)).json());
  assert.ok(nodes[2].elapsed_ms >= 2000, `${nodes[2].elapsed_ms} ms are stored`);
  // The turns after it begin at nothing.
  assert.ok(await seconds(page, "black") <= 3);
});

for (const clock of [undefined, "3+2"]) {
  test(`a turn goes on when its position is shown again: ${clock ?? "no clock"}`, { timeout: 60_000 }, async () => {
    const page = await fresh();
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", clock });
    const at = (text) => page.waitForFunction((s) => document.querySelector(".ply").textContent.trim() === s, text);
    /** How long the turn shown has taken by the card. */
    const spent = async (color) => (clock ? 180 - await seconds(page, color) : await seconds(page, color));
    /** A look at the position before, for some seconds that do not count. */
    const lookBack = async (here, before, color) => {
      await page.waitForTimeout(3100);
      await page.keyboard.press("ArrowLeft");
      await at(before);
      await page.waitForTimeout(4000);
      await page.keyboard.press("ArrowRight");
      await at(here);
      await ready(page);
      await page.waitForTimeout(200);
      const now = await spent(color);
      assert.ok(now >= 3 && now < 7, `${now} s after 3 s`);
    };
    await playPoint(page, [7, 7]);
    await lookBack("1 / 1", "0 / 1", "white");
    await playPoint(page, [8, 8]);
    await at("2 / 2");
    // The turn of a takeback too, which begins at nothing.
    await page.click("#takeback");
    await at("1 / 2");
    await ready(page);
    assert.ok(await spent("white") <= 2);
    await lookBack("1 / 2", "0 / 2", "white");
  });
}

test("who resigns keeps the time of the last turn, after a reload too", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  await playPoint(page, [7, 7]);
  await page.waitForTimeout(2100);
  await page.click("#resign");
  await page.click("#resign-yes");
  await page.waitForSelector(".status.over");
  await page.waitForTimeout(200);
  const at = await seconds(page, "white");
  assert.ok(at >= 2, `${at} s after 2 s`);
  await page.reload();
  await page.waitForSelector(".status.over");
  await page.waitForTimeout(1200);
  assert.equal(await seconds(page, "white"), at);
});
