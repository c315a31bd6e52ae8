// Byo-yomi: chosen in the dialog, shown on the cards, and ended by the flag of the last period.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, noDialog, playPoint, shot } from "./harness.js";
import { SCREENS, table } from "./table.js";

const { fresh } = table();

/** The game of the page, as the server has it. @param {import("playwright-core").Page} page */
const board = (page) => page.evaluate(async () => (await fetch(`api/games/${location.hash.match(/g=(\d+)/)[1]}`)).json());

/** Fills in a clock of one's own. @param {import("playwright-core").Page} page @param {string} kind @param {Record<string, number>} fields */
async function ownClock(page, kind, fields) {
  await page.selectOption("#clock", "own");
  await page.selectOption("#clock-kind", kind);
  for (const [name, value] of Object.entries(fields)) {
    await page.fill(`#clock-${name}`, String(value));
    await page.locator(`#clock-${name}`).blur();
  }
}

for (const screen of SCREENS) {
  test(`a clock of one's own: ${screen.tag}`, { timeout: 60_000 }, async () => {
    const page = await fresh(screen);
    const zh = screen.locale === "zh-CN";
    await page.check("#game-go", { force: true });
    await page.check("#who-people", { force: true });
    await ownClock(page, "byo-yomi", { main: 0.5, periods: 4, period: 20 });
    await shot(page, `byoyomi-dialog-${screen.tag}`);
    await newGame(page, { kind: "go", size: "9x9", who: "people" });
    assert.deepEqual((await board(page)).clock, { main_ms: 30_000, period_ms: 20_000, periods: 4 });
    const title = await page.locator(".player.black .clock-box").getAttribute("title");
    assert.equal(title, zh ? "0.5 分钟，之后 4 次 20 秒读秒" : "0.5 min, then 4 × 20 s byo-yomi");
    assert.match(await page.locator(".player.white .clock").textContent(), /^0:30$/);
    // The periods wait behind the main time.
    assert.equal(await page.locator(".player.white .clock-periods").textContent(), zh ? "+ 4×20 秒" : "+ 4 × 20 s");
    const [high, whole] = await page.locator(".player.white .player-count").evaluate((el) => [el.getBoundingClientRect().height, parseFloat(getComputedStyle(el).lineHeight)]);
    assert.ok(high < whole * 2.5, `the captures take ${high} px, a line ${whole}`);
    await shot(page, `byoyomi-waits-${screen.tag}`);

    // The choice is remembered; Canadian is offered where there is territory.
    await page.click("#new-game");
    await page.waitForSelector(".new-game");
    assert.equal(await page.inputValue("#clock-periods"), "4");
    await ownClock(page, "canadian", { main: 1, moves: 25, minutes: 5 });
    await newGame(page, { kind: "go", size: "9x9", who: "people" });
    assert.deepEqual((await board(page)).clock, { main_ms: 60_000, period_ms: 300_000, period_moves: 25 });
    await page.click("#new-game");
    await page.check("#game-gomoku", { force: true });
    assert.equal(await page.locator("#clock-kind option[value=canadian]").count(), 0);
  });
}

for (const [locale, two, one, over] of [["en-GB", "2 periods", "1 period", /White wins on time/], ["zh-CN", "读秒 2 次", "读秒 1 次", /白方胜，对方超时/]]) {
  test(`periods count down, and the flag falls after the last one: ${locale}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ locale });
    await noDialog(page);
    const open = (period_ms) => page.evaluate(async (ms) => {
      const body = JSON.stringify({ game: "gomoku", clock: { main_ms: 500, period_ms: ms, periods: 2 } });
      const { id } = await (await fetch("api/games", { method: "POST", headers: { "Content-Type": "application/json" }, body })).json();
      location.hash = `#g=${id}`;
    }, period_ms);
    // A move within the period keeps both: so long a period that no machine is too slow.
    await open(30_000);
    await page.waitForSelector(".player.black .clock.overtime");
    assert.equal(await page.locator(".player.black .clock-periods").textContent(), two);
    await shot(page, `byoyomi-card-${locale}`);
    await playPoint(page, [7, 7]);
    await page.waitForFunction(() => document.querySelector(".player.white").classList.contains("active"));
    await playPoint(page, [8, 8]);
    assert.equal(await page.locator(".player.black .clock-periods").textContent(), two);
    // Without a move one period goes, then the game. The page records what its card says.
    await page.evaluate(() => {
      const seen = /** @type {any} */ (window).seen = [];
      new MutationObserver(() => {
        const words = document.querySelector(".player.black .clock-periods")?.textContent ?? "";
        const low = !!document.querySelector(".player.black .clock.low");
        const last = seen.at(-1);
        if (words && (last?.words !== words || last?.low !== low)) seen.push({ words, low });
      }).observe(document.querySelector(".players"), { subtree: true, childList: true, characterData: true, attributes: true });
    });
    await open(1500);
    await page.waitForSelector(".status.over", { timeout: 30_000 });
    const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
    const first = seen.findIndex((s) => s.words === two && !s.low);
    const last = seen.findIndex((s) => s.words === one && s.low);
    assert.ok(first >= 0 && last > first, `both periods are shown, the last one marked: ${JSON.stringify(seen)}`);
    assert.match(await page.locator(".status-line").textContent(), over);
    assert.equal((await board(page)).result, "W+T");
  });
}

test("an undo after a loss on time gives the time of the position back", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await noDialog(page);
  await page.evaluate(async () => {
    const post = async (path, body) => (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
    const { id } = await post("api/games", { game: "gomoku", clock: { main_ms: 500, period_ms: 1500, periods: 1 } });
    for (const [parent, move] of ["h8", "i9", "j9"].entries()) await post(`api/games/${id}/moves`, { parent, move, elapsed_ms: 20 });
    location.hash = `#g=${id}`;
  });
  await page.waitForSelector(".status.over", { timeout: 30_000 });
  assert.equal((await board(page)).result, "B+T");
  // The clock of who lost reads zero, after a reload too.
  await page.reload();
  await page.waitForSelector(".status.over");
  await page.waitForFunction(() => document.querySelector(".player.white .clock")?.textContent === "0:00.0");
  await page.click("#takeback");
  await page.click("#takeback-yes");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2"));
  await page.waitForTimeout(1000);
  assert.ok(!(await board(page)).result, "the game goes on");
  // The same move again: White has the time of that position, not the one that ran out.
  await playPoint(page, [6, 9]);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("3"));
  await page.waitForFunction(() => /^0:01/.test(document.querySelector(".player.white .clock").textContent));
  assert.ok(!(await board(page)).result, "the game goes on");
  await page.waitForSelector(".status.over", { timeout: 30_000 });
});

test("an undo in one tab is one in the other, whose clock runs on", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1, clock: "10+5" });
  const at = (tab, n) => tab.waitForFunction((ply) => document.querySelector(".ply")?.textContent.startsWith(`${ply} `), n, { timeout: 20_000 });
  await playPoint(page, [7, 7]);
  await at(page, 2);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await at(other, 2);
  await other.click("#takeback");
  await at(page, 0);
  const clock = () => page.locator(".player.black .clock").textContent();
  // What it shows for the position comes first.
  await page.waitForTimeout(600);
  const before = await clock();
  await page.waitForFunction((old) => document.querySelector(".player.black .clock").textContent !== old, before, { timeout: 5000 });
  await playPoint(page, [8, 8]);
  await at(page, 2);
  const { nodes } = await board(page);
  const main = nodes.find(({ id }) => id === nodes[0].children[0]);
  assert.equal(main.move, "i7", "the new move is the game");
});
