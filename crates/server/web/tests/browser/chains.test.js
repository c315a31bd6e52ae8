// Questions about chains of Go: life and death, connections, races, with either side to move, and their marks on the
// board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, DESKTOP, made, PHONE, playPoint, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

/** Points in the letters of Go. @param {string} names @param {number} size */
const points = (names, size = 9) => names.split(" ").map((name) => [size - Number(name.slice(1)), "abcdefghjklmnopqrst".indexOf(name[0])]);
/** Three empty points in a bend on the edge, D9, E9 and E8: whoever plays first at E9 decides. */
const BENT_THREE = { game: "go", size: 9, setup: { black: points("c9 c8 d8 d7 e7 f7 f8 f9"), white: points("b9 b8 b7 c7 c6 d6 e6 f6 g6 g7 g8 g9"), to_move: "black" } };
/** Four in a row, D9 to G9: alive whoever plays first. */
const STRAIGHT_FOUR = { game: "go", size: 9, setup: { black: points("c9 c8 d8 e8 f8 g8 h8 h9"), white: points("b9 b8 b7 c7 d7 e7 f7 g7 h7 j7 j8 j9"), to_move: "white" } };
/** One gap, C3, between two stones of black. */
const GAP = { game: "go", size: 5, setup: { black: points("b3 d3", 5), white: points("a4 b4 c4 d4 e4 a2 b2 c2 d2 e2", 5), to_move: "black" } };
/** Black's B9 and white's C9 have two liberties each, and nothing else to play. */
const RACE = { game: "go", size: 9, setup: { black: points("b9 b8 c7 d7 e7 e8 e9"), white: points("c9 c8 a7 b7 a6 b6"), to_move: "black" } };
const at = (/** @type {string} */ name, size = 9) => points(name, size)[0];

/** @typedef {import("playwright-core").Page} Page */
const kind = (/** @type {Page} */ page, /** @type {string} */ name) => page.locator(".proof-kind select").first().selectOption(name);
const mover = (/** @type {Page} */ page, /** @type {string} */ color) => page.locator(".proof-kind select").nth(1).selectOption(color);
/** Waits for what the panel says. @param {Page} page @param {RegExp} words */
const says = (page, words) => page.waitForFunction(([source]) => new RegExp(source, "i").test(document.querySelector(".proof-words")?.textContent ?? ""), [words.source], { timeout: 30_000 });
/** How many stones are marked in this state. @param {Page} page @param {string} state */
const marked = (page, state) => page.locator(`.target.asked.${state}`).count();

/** A game with its panel of proofs. @param {Page} page @param {any} game */
async function asking(page, game) {
  await made(page, game);
  await page.click("#tab-proof");
  await page.waitForSelector(".proof-kind select");
}

test("a bent three dies or lives by who plays first, with its first move", { timeout: 90_000 }, async () => {
  const page = await fresh();
  await asking(page, BENT_THREE);
  assert.equal(await page.locator(".proof-kind select").first().inputValue(), "life");
  // The side to move in the game is first; black lives at the vital point.
  await click(page, at("c9"));
  await says(page, /black to move, the black chain at C9 lives\. First move: E9/);
  await page.waitForSelector(".proof-row");
  // With the stone of the proof the chain has nine.
  await page.waitForFunction(() => document.querySelectorAll(".target.asked.answered").length === 9);
  assert.match(await page.locator(".proof-row").first().textContent(), /E9.*alive/);
  // With white first it dies. The choice closes the proof; the chain stays chosen.
  await mover(page, "white");
  await page.waitForSelector(".proof-row", { state: "detached" });
  assert.equal(await marked(page, "chosen"), 8);
  await page.click("#solve");
  await says(page, /white to move, the black chain at C9 dies\. First move: E9/);
  assert.equal(await page.locator(".proof-row .proof-move").first().textContent(), "E9");
  // The walk shows white's stone, though black is to move in the game.
  await page.waitForFunction(() => /E9, white stone/.test(document.querySelector('.cell[id$="-0-4"]')?.getAttribute("aria-label") ?? ""));
  await shot(page, "chains-life");
  for (let i = 0; i < 12 && !/captured/.test(await page.locator(".proof-hint").textContent() ?? ""); i += 1) await page.click("#proof-next");
  assert.match(await page.locator(".proof-hint").textContent(), /The chain is captured/);
});

test("a straight four lives though the other side moves first, and the answer names no move", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await asking(page, STRAIGHT_FOUR);
  await click(page, at("e8"));
  await says(page, /white to move, the black chain at E8 lives\./);
  assert.doesNotMatch(await page.locator(".proof-words").textContent(), /First move/);
  assert.equal(await page.locator(".proof-row .proof-move").first().textContent(), "this position");
  // Each attack has its answer.
  await page.waitForSelector('.proof-row[aria-level="2"]');
  await page.locator('.proof-row.defence[aria-level="2"]').first().click();
  await page.waitForFunction(() => /The answer is/.test(document.querySelector(".proof-hint")?.textContent ?? ""));
});

test("two chains are connected or cut, and a hold is walked round", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await asking(page, GAP);
  await kind(page, "connect");
  assert.match(await page.locator(".proof-words").textContent(), /two chains of one colour/);
  await click(page, at("b3", 5));
  await says(page, /Now choose the second chain/);
  assert.ok(await page.locator("#solve").isDisabled());
  assert.equal(await marked(page, "chosen"), 1);
  await click(page, at("d3", 5));
  await says(page, /black to move, the black chains at B3 and D3 are connected\. First move: C3/);
  // The stone of the proof joins the two.
  await page.waitForFunction(() => document.querySelectorAll(".target.asked.answered").length === 3);
  await mover(page, "white");
  await page.click("#solve");
  await says(page, /white to move, the black chains at B3 and D3 are cut\. First move: C3/);
  await page.waitForSelector(".proof-row");
  assert.equal(await marked(page, "answered"), 2);
  // What is kept up for ever has no count of moves.
  assert.doesNotMatch(await page.locator(".proof-tree").textContent(), /at most/);
  await shot(page, "chains-cut");
  // A third click starts a new question, also while the proof is open.
  await click(page, at("d3", 5));
  await says(page, /Now choose the second chain/);
  assert.deepEqual([await page.locator(".proof-row").count(), await marked(page, "chosen")], [0, 1]);
});

test("a race is won by the side that moves first", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await asking(page, RACE);
  await kind(page, "semeai");
  await click(page, at("b9"));
  // Of the same colour: this click starts a new question.
  await click(page, at("c7"));
  await says(page, /Now choose the chain of the other side/);
  await click(page, at("b9"));
  await click(page, at("c9"));
  await says(page, /black to move, black wins the race: the white chain at C9 is captured first/);
  assert.equal(await page.locator(".target.asked").count(), 4);
  await mover(page, "white");
  await page.click("#solve");
  await says(page, /white to move, white wins the race: the black chain at B9 is captured first/);
  await shot(page, "chains-race");
});

test("a seki has a proof of each side", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await asking(page, { game: "go", size: 3, moves: ["a1", "c1", "a2", "c2", "a3", "c3", "b2"] });
  await page.keyboard.press("End");
  await kind(page, "semeai");
  await click(page, [2, 0]);
  await click(page, [2, 2]);
  await says(page, /white to move, a seki: neither chain is captured first/);
  const proofs = page.locator(".proof-which button");
  assert.deepEqual(await proofs.allTextContents(), ["White is not captured first", "Black is not captured first"]);
  await proofs.last().click();
  await page.waitForFunction(() => document.querySelector('.proof-which [aria-pressed="true"]')?.textContent === "Black is not captured first");
  assert.equal(await page.locator(".proof-row .proof-move").first().textContent(), "this position");
  await shot(page, "chains-seki");
});

test("a click on another chain asks about it, with a proof open and while a search runs", { timeout: 90_000 }, async () => {
  const page = await fresh();
  await asking(page, BENT_THREE);
  await click(page, at("c9"));
  await page.waitForSelector(".proof-row");
  // White's wall, with the whole board to run to: no answer in a second.
  await page.locator(".proof-kind select").last().selectOption("300");
  await click(page, at("b9"));
  await page.waitForSelector(".target.asked.searching");
  assert.deepEqual([await marked(page, "searching"), await page.locator(".proof-row").count()], [12, 0]);
  await shot(page, "chains-searching");
  await click(page, at("c9"));
  await says(page, /the black chain at C9 lives/);
  await page.waitForFunction(() => document.querySelectorAll(".target.asked.answered").length === 9);
  // The chain of the open proof is asked about already: nothing changes.
  await click(page, at("c8"));
  assert.equal(await page.locator(".proof-row").count() > 0, true);
  // Playing on, the chain stays chosen.
  await page.locator(".proof-steps .tool").last().click();
  await playPoint(page, at("e9"));
  await page.waitForFunction(() => document.querySelectorAll(".target.asked.chosen").length === 9);
  assert.equal(await page.locator(".proof-kind select").nth(1).inputValue(), "white");
});

test("what is not answered in time names the chain and the limit, and offers a longer search", { timeout: 90_000 }, async () => {
  const page = await fresh();
  await made(page, { game: "go", size: 19, moves: ["d4", "q16", "q4", "d16"] });
  await page.keyboard.press("End");
  await page.click("#tab-proof");
  await page.locator(".proof-kind select").last().selectOption("1");
  await click(page, at("d4", 19));
  await says(page, /Not settled within 1 second, black to move: whether the black chain at D4 lives/);
  assert.equal(await marked(page, "open"), 1);
  assert.match(await page.locator("#proof-longer").textContent(), /Search longer \(5 seconds\)/);
  await shot(page, "chains-late");
  await page.click("#proof-longer");
  await page.waitForSelector(".target.asked.searching");
  assert.equal(await page.locator(".proof-kind select").last().inputValue(), "5");
  assert.ok(await page.locator("#proof-longer").isHidden());
  await says(page, /Not settled within 5 seconds/);
});

for (const [tag, size, locale] of /** @type {const} */ ([["phone-zh", PHONE, "zh-CN"], ["phone-en", PHONE, "en-GB"], ["desktop-ja", DESKTOP, "ja-JP"], ["desktop-zh", DESKTOP, "zh-CN"]])) {
  test(`the question and its answer fit the panel: ${tag}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size, locale });
    await asking(page, BENT_THREE);
    await click(page, at("c9"));
    await page.waitForSelector(".proof-row");
    const words = await page.locator(".proof-words").textContent();
    assert.match(words, { "zh-CN": /黑先，C9 的黑棋活。第一手：E9。/, "ja-JP": /黒先で、C9の黒石は生きです。初手はE9です。/, "en-GB": /lives/ }[locale]);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const kinds = await page.locator(".proof-kind").evaluate((el) => [el.scrollWidth, el.clientWidth]);
    assert.ok(kinds[0] <= kinds[1], String(kinds));
    await shot(page, `chains-${tag}`);
  });
}
