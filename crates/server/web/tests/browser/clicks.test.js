// Clicks that come faster than the server answers, or whose target changes while the button is down.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, newGame, place, playPoint, stones, until } from "./harness.js";
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

/** Games with a point that the board shows to be illegal, and what is said of it. @type {[Record<string, any>, [number, number][], [number, number], RegExp, RegExp, RegExp][]} */
const REFUSED = [
  [{ kind: "gomoku", rules: "freestyle", size: "15x15" }, [[7, 7]], [7, 7], /^h8 is not legal: it is occupied by Black\. Choose/, /^不能下 h8：该点已有黑方的棋子，请/, /^h8には打てません：すでに黒の石があります。/],
  [{ kind: "othello", size: "8x8" }, [], [0, 0], /^a1 is not legal: it turns over no disc\. Choose/, /^不能下 a1：不能翻转任何棋子，请/, /^a1には打てません：返せる石がありません。/],
];

for (const [i, locale] of ["en-GB", "zh-CN", "ja-JP"].entries()) {
  test(`a point that the board shows to be illegal is refused without a request: ${locale}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ locale });
    for (const [game, moves, point, ...said] of REFUSED) {
      await newGame(page, game);
      for (const p of moves) await playPoint(page, p);
      const sent = [];
      page.on("request", (request) => { if (request.method() === "POST") sent.push(request.url()); });
      await click(page, point);
      await page.waitForSelector(".status-detail.problem:not(:empty)");
      assert.match(await page.locator(".status-detail").textContent(), said[i]);
      assert.deepEqual(sent, []);
    }
    await newGame(page, { kind: "mnk", rules: "connect-four" });
    for (let n = 0; n < 6; n += 1) await playPoint(page, [5, 3]);
    await click(page, [0, 3]);
    await page.waitForSelector(".status-detail.problem:not(:empty)");
    assert.match(await page.locator(".status-detail").textContent(), [/the column is full\. Choose/, /该列已满，请/, /その列はいっぱいです。/][i]);
  });
}

/** Opens the dialog with a game of two people. */
async function dialogOf(page, kind) {
  await page.waitForSelector(".new-game");
  await page.check(`#game-${kind}`, { force: true });
  await page.check("#who-people", { force: true });
}

/** The rules of the game that the dialog has begun. */
const begun = async (page) => {
  await page.waitForSelector("dialog", { state: "detached" });
  return page.evaluate(async () => {
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    return { rules: store.state.board.rules, clock: store.state.board.clock };
  });
};

test("one click on Start, or Enter, begins the game after a number was typed", { timeout: 90_000 }, async () => {
  for (const how of ["click", "Enter"]) {
    const page = await fresh();
    await dialogOf(page, "go");
    await page.locator("#komi").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("5.5");
    await (how === "click" ? page.click("#start") : page.keyboard.press("Enter"));
    assert.match((await begun(page)).rules, /komi=5\.5/, how);
  }
  const page = await fresh();
  await dialogOf(page, "gomoku");
  await page.selectOption("#clock", "own");
  await page.locator("#clock-main").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("7");
  await page.click("#start");
  assert.equal((await begun(page)).clock.main_ms, 420_000);
});

test("a number out of range is refused with words", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await dialogOf(page, "go");
  for (const wrong of ["400", "999999", "0.3", ""]) {
    await page.fill("#komi", wrong);
    await page.click("#start");
    assert.match(await page.locator("#new-problem").textContent(), /Komi: a number from −150 to 150/);
    assert.equal(await page.inputValue("#komi"), wrong);
  }
  await page.fill("#komi", "150");
  assert.ok(await page.locator("#new-problem").isHidden());
  await page.click("#start");
  assert.match((await begun(page)).rules, /komi=150/);
});

test("another rule set keeps the size chosen", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await dialogOf(page, "go");
  await page.selectOption("#rules", "japanese");
  await page.selectOption("#size", "13x13");
  await page.selectOption("#rules", "chinese");
  await page.selectOption("#size", "9x9");
  await page.selectOption("#rules", "japanese");
  assert.equal(await page.inputValue("#size"), "9x9");
});
