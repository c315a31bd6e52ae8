// The end of a game: the card says who won and how, and offers a review, a rematch and a new game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, playPoint, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const idOf = (page) => page.evaluate(() => Number(location.hash.slice(3)));
const stored = async (id) => (await fetch(new URL(`api/games/${id}`, url()))).json();
const FIVE = [[7, 3], [8, 3], [7, 4], [8, 4], [7, 5], [8, 5], [7, 6], [8, 6], [7, 7]];

const SCREENS = [
  { tag: "390-en", size: { width: 390, height: 844 }, touch: true },
  { tag: "390-zh-dark", size: { width: 390, height: 844 }, locale: "zh-CN", dark: true },
  { tag: "768-zh", size: { width: 768, height: 1024 }, locale: "zh-CN" },
  { tag: "1440-en-dark", size: { width: 1440, height: 900 }, dark: true },
  { tag: "2560-zh", size: { width: 2560, height: 1440 }, locale: "zh-CN" },
];

for (const { tag, ...how } of SCREENS) {
  test(`the card of a finished game (${tag})`, { timeout: 60_000 }, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
    await page.waitForTimeout(300);
    const top = () => page.evaluate(() => Math.round(document.querySelector(".panels").getBoundingClientRect().top + scrollY));
    const before = await top();
    for (const p of FIVE) await playPoint(page, p);
    await page.waitForSelector(".status.over");
    const zh = how.locale === "zh-CN";
    assert.equal(await page.locator(".end-title").textContent(), zh ? "玩家一获胜" : "Player 1 won");
    assert.equal(await page.locator(".end-how").textContent(), zh ? "黑方连成五子，获胜" : "Black wins with five in a row");
    assert.deepEqual(await page.locator(".status .choices button").evaluateAll((all) => all.map((b) => b.id)), ["end-review", "end-rematch", "end-new"]);
    assert.ok(Math.abs(await top() - before) <= 1, `the panels move from ${before} to ${await top()}`);
    const cut = await page.locator(".status.over *").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline").map((e) => e.className));
    assert.deepEqual(cut, [], "nothing is cut");
    assert.match(await page.locator("#live").textContent(), zh ? /五子/ : /five in a row/);
    await shot(page, `ending-${tag}`);
  });
}

test("a game against the engine ends in the person's words, and the rematch swaps the colours", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
  assert.deepEqual(await page.locator(".player-name").allTextContents(), ["You", "Tengen · level 1"]);
  await playPoint(page, [7, 7]);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2 "));
  await page.waitForFunction(() => !document.querySelector("#resign").disabled);
  const first = await idOf(page);
  await page.click("#resign");
  await page.click("#resign-yes");
  await page.waitForSelector(".status.over");
  assert.equal(await page.locator(".end-title").textContent(), "You lost");
  assert.equal(await page.locator(".end-how").textContent(), "White wins by resignation");
  // An undo takes the end back, and the card with it.
  await page.click("#takeback");
  await page.waitForSelector(".status:not(.over)");
  await page.waitForFunction(() => !document.querySelector("#resign").disabled);
  await playPoint(page, [7, 8]);
  await page.waitForFunction(() => !document.querySelector("#resign").disabled && document.querySelector(".ply").textContent.startsWith("2 "));
  await page.click("#resign");
  await page.click("#resign-yes");
  await page.waitForSelector("#end-rematch");
  await page.click("#end-rematch");
  await page.waitForFunction((id) => location.hash !== `#g=${id}`, first);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("1 "));
  assert.deepEqual(await page.locator(".player-name").allTextContents(), ["Tengen · level 1", "You"]);
  const [old, now] = [await stored(first), await stored(await idOf(page))];
  assert.deepEqual([now.rules, now.size, now.players.first.level], [old.rules, old.size, old.players.second.level]);
});

test("the card leads to the review and to a new game with the keyboard", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  for (const p of FIVE) await playPoint(page, p);
  await page.focus("#end-new");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".new-game");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.focus("#end-review");
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-panel="review"] .sweep-progress:not([hidden])');
});

test("a resignation after an undo shows the end too", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  for (const p of FIVE.slice(0, 4)) await playPoint(page, p);
  await page.click("#takeback");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("3"));
  await page.click("#resign");
  await page.click("#resign-yes");
  await page.waitForSelector("#end-rematch", { timeout: 10_000 });
  assert.match(await page.locator(".end-how").textContent(), /by resignation/);
});
