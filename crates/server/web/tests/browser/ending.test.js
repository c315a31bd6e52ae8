// The end of a game: the card says who won and how, and offers a review, a rematch and a new game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, playPoint, shot, until } from "./harness.js";
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
    assert.equal(await page.locator("#live").textContent(), zh ? "黑 h8。黑方连成五子，获胜" : "Black h8. Black wins with five in a row");
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
  assert.equal(await page.locator(".end-how").textContent(), "White wins, Black resigned");
  // An undo takes the end back, and the card with it: not without asking.
  await page.click("#takeback");
  assert.match(await page.locator("dialog").textContent(), /White wins, Black resigned/);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.waitForTimeout(200);
  assert.equal((await (await fetch(new URL(`api/games/${first}`, url()))).json()).result, "W+R");
  await page.keyboard.press("Backspace");
  await page.click("#takeback-yes");
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

test("a reviewed game says who won at its end, not in how many plies", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 390, height: 844 }, touch: true });
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  // Positions of its own: what is analysed for another test takes no time, and its progress is not seen there.
  for (const [row, col] of FIVE) await playPoint(page, [row - 3, col]);
  await page.click("#end-review");
  await until(page, async () => {
    const { study } = await import(new URL("js/study/state.js", document.baseURI).href);
    return study().review?.whole && study().scores.size === 10;
  });
  const bars = () => page.locator(".eval-bar").evaluateAll((all) => all.map((bar) => [bar.title, bar.getAttribute("aria-label"), bar.textContent]));
  const how = await page.locator(".end-how").textContent();
  for (const bar of await bars()) assert.deepEqual(bar, [how, how, ""]);
  assert.equal(await page.locator('[data-panel="review"] .graph-tip').textContent(), "9. Black h11 · Black wins");
  const height = () => page.locator('[data-panel="review"] .eval-bar').evaluate((bar) => bar.getBoundingClientRect().height);
  const before = await height();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".eval-bar").title === "Black: wins in 1 ply, proven");
  assert.equal(await height(), before, "what is below the bar stays in its place");
  assert.equal((await bars())[0][1], "Black: wins in 1 ply, proven");
});

test("a game that went on after its review is reviewed to its end from the card", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  const points = FIVE.map(([row, col]) => [row - 5, col + 1]);
  const reviewed = (/** @type {number} */ positions) => until(page, async (n) => {
    const { study } = await import(new URL("js/study/state.js", document.baseURI).href);
    return study().review?.whole && !study().sweep && study().scores.size === n;
  }, positions);
  for (const p of points.slice(0, 5)) await playPoint(page, p);
  await page.click("#tab-review");
  await page.click("#sweep");
  await reviewed(6);
  for (const p of points.slice(5)) await playPoint(page, p);
  await page.click("#end-review");
  await reviewed(10);
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
  assert.match(await page.locator(".end-how").textContent(), / resigned$/);
});

/** A finished game against an engine, with a clock, at its first position. @param {import("playwright-core").Page} page @param {string} white the person's name */
async function finished(page, white) {
  return page.evaluate(async ({ points, white }) => {
    const ask = async (method, path, body) => (await fetch(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
    const board = await ask("POST", "api/games", { game: "gomoku", rules: "freestyle", size: "15x15", clock: { main_ms: 300_000 }, players: { first: { kind: "engine", engine: "gomoku", level: 1 }, second: { kind: "human", name: white } } });
    let parent = 0;
    for (const point of points) parent = (await ask("POST", `api/games/${board.id}/moves`, { parent, point })).node;
    await ask("PATCH", `api/games/${board.id}`, { result: "W+R", current: 0 });
    return board.id;
  }, { points: FIVE.slice(0, 4), white });
}

for (const { tag, zh, ...how } of [{ tag: "1440-en", size: { width: 1440, height: 900 } }, { tag: "390-zh-dark", size: { width: 390, height: 844 }, locale: "zh-CN", dark: true, touch: true, zh: true }]) {
  test(`a finished game that is opened says that it is over, and nothing waits (${tag})`, { timeout: 60_000 }, async () => {
    const page = await fresh(how);
    const id = await finished(page, `Kim ${tag}`);
    const sgf = "(;FF[4]GM[4]SZ[15]PB[Ann]PW[Bob]RE[W+R];B[hh];W[ii];B[hg];W[ih])";
    const ways = {
      link: () => page.evaluate((n) => { location.hash = `#g=${n}`; location.reload(); }, id),
      library: async () => {
        await page.click("#tab-library");
        await page.locator(".game-open").filter({ hasText: `Kim ${tag}` }).click();
      },
      file: async () => {
        await page.click("#open-record");
        await page.fill("#import-text", sgf);
        await page.click("#import-go");
        await page.waitForFunction(() => document.querySelector(".player.white .player-name")?.textContent === "Bob");
      },
    };
    for (const [name, open] of Object.entries(ways)) {
      await open();
      await page.waitForSelector("#play-through", { timeout: 10_000 });
      assert.match(await page.locator(".status-line").textContent(), zh ? /白方认输|黑方认输|白.*胜/ : /White wins, Black resigned/, name);
      assert.match(await page.locator(".ply").textContent(), /^0 \//, name);
      const waits = async () => [await page.locator("#held, .player.active").count(), await page.locator("#pause").getAttribute("aria-pressed"), await page.locator("#pause").isEnabled(), /paused|Paused|暂停/.test(await page.locator(".status").textContent())];
      assert.deepEqual(await waits(), [0, "false", false, false], name);
      await shot(page, `ending-opened-${name}-${tag}`);
      // In the middle it is still over; the last position has the card.
      await page.click("#nav-next");
      await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("1 "));
      await page.waitForFunction(() => !document.querySelector("#play-through"));
      assert.match(await page.locator(".status-line").textContent(), zh ? /已结束/ : /White to move · finished: White wins, Black resigned/, name);
      assert.deepEqual(await waits(), [0, "false", false, false], name);
      await page.click("#nav-first");
      await page.click("#to-the-end");
      await page.waitForSelector("#end-review");
      assert.match(await page.locator(".ply").textContent(), /^4 \//, name);
      await page.click("#nav-first");
      await page.waitForSelector("#play-through");
      if (name === "file") {
        await page.click("#play-through");
        await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("4 "), null, { timeout: 10_000 });
      } else {
        // The next way begins where this button is not, so that it is waited for.
        await page.click("#to-the-end");
        await page.waitForSelector("#play-through", { state: "detached" });
      }
    }
  });
}

test("a resignation says in Chinese who resigned, and takes the hint off the board", { timeout: 60_000 }, async () => {
  const page = await fresh({ locale: "zh-CN" });
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
  await playPoint(page, [7, 7]);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2 "));
  await page.keyboard.press("h");
  const hinted = () => page.evaluate(async () => (await import(new URL("js/store.js", document.baseURI).href)).store.state.hint?.length ?? 0);
  await until(page, async () => !!(await import(new URL("js/store.js", document.baseURI).href)).store.state.hint);
  await page.click("#resign");
  await page.click("#resign-yes");
  await page.waitForSelector(".status.over");
  assert.equal(await page.locator(".end-how").textContent(), "白方胜，黑方认输");
  assert.equal(await hinted(), 0);
  assert.doesNotMatch(await page.locator(".status").textContent(), /最佳/);
});
