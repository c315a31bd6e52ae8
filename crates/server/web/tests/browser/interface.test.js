// Keyboard, touch, languages, appearance and texts for screen readers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, noDialog, PHONE, place, playPoint, shot, stones, wordsAt } from "./harness.js";
import { SCREENS, table } from "./table.js";

const { fresh } = table();

test("a whole game by keyboard, with every move announced", async () => {
  const page = await fresh();
  await page.waitForSelector(".new-game");
  await page.check("#game-mnk", { force: true });
  await page.check("#who-people", { force: true });
  await page.selectOption("#rules", "tic-tac-toe");
  await page.focus("#start");
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.waitForFunction(() => /3/.test(document.querySelector("#board").getAttribute("aria-label")));
  await page.keyboard.press("b");
  assert.equal(await page.evaluate(() => document.activeElement.id), "board");
  await page.waitForSelector(".cursor-frame");
  const seen = () => page.locator("#live").textContent();
  const put = async (keys, words) => {
    for (const k of keys) await page.keyboard.press(k);
    await page.keyboard.press("Enter");
    await page.waitForFunction((w) => document.querySelector("#live").textContent.includes(w), words);
  };
  await put([], "b2");
  await put(["ArrowUp"], "b3");
  await put(["ArrowLeft"], "a3");
  await put(["ArrowDown"], "a2");
  await put(["ArrowDown", "ArrowRight", "ArrowRight"], "c1");
  assert.match(await seen(), /wins|won|line/i);
  const active = await page.locator("#board").getAttribute("aria-activedescendant");
  assert.match(await page.locator(`#${active}`).getAttribute("aria-label"), /c1, X, last/);
  await page.keyboard.press("Escape");
  assert.notEqual(await page.evaluate(() => document.activeElement.id), "board");
});

test("the shortcuts are listed in the current language", async () => {
  for (const [locale, word] of [["en-GB", "Undo"], ["zh-CN", "悔棋"]]) {
    const page = await fresh({ locale });
    await noDialog(page);
    await page.keyboard.press("?");
    await page.waitForSelector(".keys-list");
    assert.ok((await page.locator(".key-row").count()) >= 20);
    assert.match(await page.locator(".keys-list").textContent(), new RegExp(word));
    const arrows = page.locator(".key-row").first().locator("kbd");
    const tops = await arrows.evaluateAll((keys) => keys.map((key) => Math.round(key.getBoundingClientRect().top)));
    assert.deepEqual([tops.length, new Set(tops).size], [4, 1], "the arrow keys are in one row");
    await shot(page, `keys-${locale.slice(0, 2)}`);
  }
});

test("no two shortcuts share a key", async () => {
  const page = await fresh();
  await page.waitForSelector(".new-game");
  const shared = await page.evaluate(async () => {
    const { allKeys } = await import(new URL("js/keys.js", document.baseURI).href);
    const seen = new Map();
    const twice = [];
    for (const k of allKeys()) {
      if (k.hidden) continue;
      for (const way of k.keys.split(" ")) {
        if (seen.has(way)) twice.push(`${way}: ${seen.get(way)} and ${k.labelKey}`);
        seen.set(way, k.labelKey);
      }
    }
    return twice;
  });
  assert.deepEqual(shared, []);
});

for (const [locale, folders] of [["en-GB", ["en"]], ["zh-CN", ["zh-hans"]], ["zh-TW", ["zh-hans", "zh-hant"]], ["ja-JP", ["ja"]]]) {
  test(`a visitor loads the texts of one language: ${locale}`, async () => {
    const page = await fresh({ locale });
    assert.deepEqual(await loadedTexts(page), folders);
  });
}

/** The folders of texts that a page has loaded. */
const loadedTexts = (page) => page.evaluate(() => {
  const folders = performance.getEntriesByType("resource").map((entry) => /js\/i18n\/([\w-]+)\//.exec(entry.name)?.[1]);
  return [...new Set(folders)].filter(Boolean).sort();
});

test("a language that cannot be loaded leaves the present one, and says so", async () => {
  const page = await fresh();
  await noDialog(page);
  await page.route("**/js/i18n/ja/*.js", (route) => route.abort());
  await page.click("#settings");
  await page.selectOption("#set-language", "ja");
  await page.waitForSelector("dialog .form-problem:not([hidden])");
  assert.match(await page.locator("dialog .form-problem").textContent(), /language stays/);
  assert.equal(await page.inputValue("#set-language"), "auto");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("tengen.settings")).language), "auto");
  assert.match(await page.locator("#new-game").textContent(), /New/);
  await page.unroute("**/js/i18n/ja/*.js");
  await page.selectOption("#set-language", "ja");
  await page.waitForFunction(() => document.documentElement.lang === "ja" && /対局/.test(document.querySelector("#new-game").textContent));
  assert.deepEqual(await loadedTexts(page), ["en", "ja"]);
});

test("language, colours and board change at once and are stored", async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", rules: "chinese", size: "19x19" });
  for (const p of [[3, 15], [15, 3], [15, 16], [3, 3], [2, 5], [16, 9]]) await playPoint(page, p);
  await page.click("#settings");
  await page.selectOption("#set-boardTheme", "slate");
  await page.selectOption("#set-theme", "dark");
  await shot(page, "settings-slate-dark");
  await page.selectOption("#set-language", "zh-Hans");
  await page.waitForFunction(() => document.documentElement.lang === "zh-Hans");
  await page.waitForSelector("dialog[open]");
  await page.selectOption("#set-numbers", "all");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.match(await page.locator("#new-game").textContent(), /新对局/);
  assert.equal(await page.locator(".number").count(), 6);
  assert.equal(await stones(page), 6);
  await shot(page, "slate-dark-zh");
  await page.reload();
  await page.waitForFunction(() => document.querySelector("#board")?.getAttribute("aria-label")?.match(/\d/));
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-Hans");
  assert.equal(await page.locator("#board").getAttribute("data-theme"), "slate");
  await page.evaluate(() => { localStorage.setItem("tengen.settings", JSON.stringify({ boardTheme: "paper", language: "en", theme: "light" })); });
  await page.reload();
  await page.waitForFunction(() => document.querySelector("#board")?.getAttribute("aria-label")?.match(/\d/));
  await shot(page, "paper-light");
});

test("on a phone a first tap aims, a second plays", async () => {
  const page = await fresh({ size: PHONE, touch: true });
  await newGame(page, { kind: "go", rules: "chinese", size: "19x19" });
  const { x, y } = await place(page, [9, 9]);
  await page.touchscreen.tap(x, y);
  await page.waitForSelector(".ghost.aimed");
  assert.equal(await stones(page), 0);
  await shot(page, "phone-aim");
  await page.touchscreen.tap(x, y);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("1 "));
  assert.equal(await stones(page), 1);
  // On a small board one tap is enough.
  await newGame(page, { kind: "mnk", rules: "tic-tac-toe" });
  const c = await place(page, [1, 1]);
  await page.touchscreen.tap(c.x, c.y);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("1 "));
});

test("liberties and atari are shown on demand", async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", rules: "chinese", size: "9x9" });
  for (const p of [[4, 4], [3, 4], [0, 0], [5, 4], [0, 8], [4, 3]]) await playPoint(page, p);
  await page.keyboard.press("l");
  await page.waitForSelector(".atari");
  assert.equal(await page.locator(".atari").count(), 1);
  assert.match(await wordsAt(page, [3, 4]), /white stone/);
  await shot(page, "go-liberties");
});

test("from the smallest phone to a large screen nothing is cut off", async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", rules: "chinese", size: "19x19" });
  for (const p of [[3, 15], [15, 3]]) await playPoint(page, p);
  for (const [width, height] of [[360, 640], [414, 896], [768, 1024], [1024, 768], [1920, 1080], [3840, 2160], [740, 360]]) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(150);
    const box = await page.locator("#board").boundingBox();
    const wide = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(wide[0] <= wide[1], `${width}×${height}: ${wide[0]} wide`);
    assert.ok(box.x >= 0 && box.x + box.width <= width + 0.5, `${width}×${height}: the board fits across`);
    assert.ok(box.width >= Math.min(width, height) * 0.55 || box.height >= Math.min(width, height) * 0.55, `${width}×${height}: the board is ${box.width} wide`);
    if (width > 860) assert.ok(box.y + box.height <= height + 0.5, `${width}×${height}: the board fits down`);
    await shot(page, `size-${width}x${height}`);
  }
});

test("names are shown as plain text", async () => {
  const page = await fresh();
  await page.waitForSelector(".new-game");
  const evil = '<img src=x onerror="window.hurt=1">';
  await page.check("#who-people", { force: true });
  await page.fill("#name-first", evil);
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  assert.equal(await page.locator(".player.black .player-name").textContent(), evil);
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.evaluate(() => window.hurt), undefined);
  // A link is data too.
  await page.evaluate(() => { location.hash = "p=<script>;x;1;"; });
  await page.waitForSelector(".status-detail.problem");
  assert.equal(await page.locator("#app script").count(), 0);
});

for (const { tag, ...how } of SCREENS.slice(0, 2)) {
  test(`a flag falls by the server's clock, in every tab: ${tag}`, async () => {
    const page = await fresh(how);
    const id = await page.evaluate(async () => {
      const made = await fetch("api/games", {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ game: "gomoku", rules: "freestyle", size: "15x15", players: { first: { kind: "human" }, second: { kind: "human" } }, clock: { main_ms: 6000 } }),
      });
      return (await made.json()).id;
    });
    const other = await fresh({ context: page.context(), hash: `#g=${id}` });
    await page.evaluate((n) => { location.hash = `g=${n}`; location.reload(); }, id);
    for (const p of [page, other]) await p.waitForFunction(() => /0:0[0-5]/.test(document.querySelector(".player.black .clock")?.textContent ?? ""));
    assert.match(await page.locator(".player.white .clock").textContent(), /0:06/);
    // What the page believes does not count: it may not end the game, nor play on.
    for (const p of [page, other]) {
      await p.waitForFunction(() => /White wins on time|白.*超时/.test(document.querySelector(".status-line").textContent), null, { timeout: 20_000 });
    }
    await shot(page, `flag-${tag}`);
  });

  test(`a clock per move gives each move its time, and stops in a pause: ${tag}`, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", clock: "move-30" });
    const left = async (color) => Number((await page.locator(`.player.${color} .clock`).textContent()).split(":")[1]);
    await page.waitForFunction(() => Number(document.querySelector(".player.black .clock").textContent.split(":")[1]) < 30);
    assert.ok(await left("black") > 5 && await left("white") === 30, "each has the move's time");
    await playPoint(page, [7, 7]);
    await page.waitForFunction(() => Number(document.querySelector(".player.white .clock").textContent.split(":")[1]) < 30);
    assert.equal(await left("black"), 30, "black's next move has all of its time again");
    await page.click("#pause");
    await page.waitForSelector('#pause[aria-pressed="true"]');
    // The clocks are written every 100 ms.
    await page.waitForTimeout(300);
    const still = await left("white");
    await page.waitForTimeout(1500);
    assert.equal(await left("white"), still, "nothing runs in a pause");
    await page.click("#pause");
    await page.waitForFunction((n) => Number(document.querySelector(".player.white .clock").textContent.split(":")[1]) < n, still);
    await page.reload();
    await page.waitForFunction(() => document.querySelector(".player.white .clock")?.textContent.includes(":"));
    await page.waitForTimeout(500);
    assert.ok(await left("white") <= still, "a reload gives no time back");
  });
}

test("autoplay steps through a game, and a step of the user stops it", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  for (const p of [[7, 7], [8, 8], [6, 7]]) await playPoint(page, p);
  await page.keyboard.press("Shift+A");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("1 "));
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("3 "), null, { timeout: 10_000 });
  assert.equal(await stones(page), 3);
});
