// What the page says and shows beside the board: lists that follow, records it cannot read, names, results, and what
// comes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, noDialog, playPoint } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const post = async (path, body) => (await fetch(new URL(path, url()), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
const at = (page, text) => page.waitForFunction((s) => document.querySelector(".ply").textContent.trim() === s, text);
const human = { kind: "human" };

async function openText(page, text) {
  await page.click("#open-record");
  await page.fill("#import-text", text);
  await page.click("#import-go");
}

test("the moves beside the tree follow the position, and the page stays", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await noDialog(page);
  const moves = "abcdefghi".split("").flatMap((c, i) => [`;B[${c}b]`, `;W[${c}${i % 2 ? "h" : "f"}]`, `;B[${c}d]`]).map((m, i) => m.replace(/[BW]/, i % 2 ? "W" : "B")).join("");
  await openText(page, `(;FF[4]GM[1]SZ[9]${moves})`);
  await at(page, "0 / 27");
  await page.keyboard.press("End");
  await at(page, "27 / 27");
  const seen = () => page.waitForFunction(() => {
    const row = document.querySelector(".tree-top .move-row.here")?.getBoundingClientRect();
    const list = document.querySelector(".tree-top .moves").getBoundingClientRect();
    return row && list.height > 0 && row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
  }, null, { timeout: 5000 });
  await page.click("#tab-tree");
  await seen();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await at(page, "1 / 27");
  await seen();
  // The tab follows what happens while another is shown.
  await page.click("#tab-game");
  await page.keyboard.press("End");
  await at(page, "27 / 27");
  await page.click("#tab-tree");
  await seen();
  assert.equal(await page.evaluate(() => document.documentElement.scrollTop), 0);
});

test("a text that cannot be read stays in the dialog, with what is wrong", async () => {
  const page = await fresh();
  await noDialog(page);
  await openText(page, "nothing of the kind");
  await page.waitForFunction(() => /lists of moves/.test(document.querySelector("#import-problem")?.textContent ?? ""));
  assert.equal(await page.inputValue("#import-text"), "nothing of the kind");
  await page.fill("#import-text", "h8 i9 g7");
  await page.click("#import-go");
  await page.waitForSelector("dialog", { state: "detached" });
  await at(page, "3 / 3");
});

test("shares have no space before their sign, in any language", async () => {
  const page = await fresh();
  const found = await page.evaluate(async () => {
    const { LANGUAGES } = await import(new URL("js/i18n/languages.js", document.baseURI).href);
    const texts = await Promise.all(Object.values(LANGUAGES).map((l) => l.load()));
    return texts.flatMap((one) => Object.values(one.default)).filter((text) => /[\d}] %/.test(text));
  });
  assert.deepEqual(found, []);
});

test("what is wrong with a text is said in its dialog alone", async () => {
  const page = await fresh();
  await noDialog(page);
  await openText(page, "nothing of the kind");
  await page.waitForFunction(() => /lists of moves/.test(document.querySelector("#import-problem")?.textContent ?? ""));
  assert.equal(await page.locator(".status-detail").textContent(), "");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.equal(await page.locator(".status-detail").textContent(), "");
});

for (const [locale, words] of [["en-GB", /does not play the game of this record, GM\[3\]/], ["zh-CN", /棋种（GM\[3\]）不受支持/]]) {
  test(`a record of another game is said to be one: ${locale}`, async () => {
    const page = await fresh({ locale });
    await noDialog(page);
    await openText(page, "(;GM[3]SZ[8];B[ee])");
    await page.waitForFunction(() => document.querySelector("#import-problem")?.textContent);
    assert.match(await page.locator("#import-problem").textContent(), words);
  });
}

test("the agreed count stays on the board at the end of the game", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", rules: "chinese", size: "5x5" });
  for (const p of [[0, 1], [0, 3], [1, 1], [1, 3], [2, 1], [2, 3], [3, 1], [3, 3], [4, 1], [4, 3], [0, 2], [2, 0]]) await playPoint(page, p);
  for (const text of ["13 / 13", "14 / 14"]) {
    await page.click("#pass");
    await at(page, text);
  }
  await page.waitForFunction(() => document.querySelector("#score-proposed") && !/looking/.test(document.querySelector("#score-proposed").textContent));
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="score"] .owner').length > 0);
  // A later announcement may take the place of the result's.
  await page.evaluate(() => {
    const live = document.querySelector("#live");
    globalThis.announced = [];
    new MutationObserver(() => globalThis.announced.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true });
  });
  await page.click("#score-accept");
  await page.click("#score-accept-2");
  await page.waitForSelector(".status.over");
  // The result of the rules stands there until the agreed one is stored.
  await page.waitForFunction(() => globalThis.announced.some((said) => said.includes(document.querySelector(".end-how").textContent)));
  const how = await page.locator(".end-how").textContent();
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="score"] :is(.owner, .dead)').length > 4);
  await page.click("#nav-prev");
  await at(page, "13 / 14");
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="score"] .owner').length === 0);
  await page.click("#nav-next");
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="score"] .owner').length > 0);
  await page.waitForFunction((text) => globalThis.announced.at(-1).includes(text), how);
});

test("the library names a game of a puzzle after its suite, in the language of the page", { timeout: 60_000 }, async () => {
  const { suites } = await (await fetch(new URL("api/puzzles", url()))).json();
  const { id } = await post("api/games", { game: "othello", header: { name: `${suites[0].id} 2` } });
  for (const [locale, language] of [["en-GB", "en"], ["zh-CN", "zh"], ["ja-JP", "ja"]]) {
    const page = await fresh({ locale, hash: `#g=${id}` });
    await page.waitForSelector(".player-chip");
    await page.click("#tab-library");
    await page.locator(`.library-game[data-id="${id}"]`, { hasText: `${suites[0].name[language]} · 2` }).waitFor({ timeout: 10_000 });
  }
});

test("the library names games, persons and engines, and says results in Chinese", { timeout: 60_000 }, async () => {
  const { games } = await (await fetch(new URL("api/about", url()))).json();
  const { kind } = games.find((g) => g.features.includes("territory"));
  await post("api/games", { game: kind, players: { first: human, second: { kind: "engine", level: 2 } } });
  // An engine for some rules alone has no level.
  const only = games.map((g) => ({ g, engine: g.engines.find((e) => e.only) })).find(({ engine }) => engine);
  const { id } = await post("api/games", { game: only.g.kind, ...only.engine.only[0], players: { first: { kind: "engine", engine: only.engine.name, level: 1 }, second: human } });
  const page = await fresh();
  await noDialog(page);
  await openText(page, "(;FF[4]GM[1]SZ[9]PB[Carol]PW[Dan]RE[W+7.5];B[ee];W[cc])");
  await at(page, "0 / 2");
  await page.click("#tab-library");
  const row = (name) => page.locator(".library-game", { hasText: name });
  await row("Carol").waitFor();
  assert.match(await row("Carol").textContent(), /W\+7\.5.*Go · /);
  assert.match(await row("level 2").first().textContent(), /YouTengen · level 2/);
  assert.match(await row("perfect").first().textContent(), /Tengen · perfectYou/);
  const zh = await fresh({ locale: "zh-CN", hash: `#g=${id}` });
  await zh.waitForSelector(".player-chip");
  const names = () => zh.locator(".player-name").allTextContents();
  assert.deepEqual(await names(), ["天元 · 完美", "你"]);
  await zh.click("#tab-library");
  assert.match(await zh.locator(".library-game", { hasText: "完美" }).textContent(), /天元 · 完美你/);
  assert.match(await zh.locator(".library-game", { hasText: "Carol" }).textContent(), /白方胜 7\.5 目.*围棋 · /);
  // A game of a match has the names of its engines alone.
  const match = await post("api/games", { game: kind, players: { first: { ...human, name: "Tengen 4" }, second: { ...human, name: "Tengen 5 (2)" } } });
  await zh.evaluate((n) => { location.hash = `g=${n}`; }, match.id);
  await zh.waitForFunction(() => document.querySelector(".player-name")?.textContent.includes("4"));
  assert.deepEqual(await names(), ["天元 · 等级 4", "天元 · 等级 5 (2)"]);
});

for (const [locale, size] of [["en-GB", { width: 1440, height: 900 }], ["en-GB", { width: 390, height: 844 }], ["ja-JP", { width: 1440, height: 900 }]]) {
  test(`an empty library says so in a line that reads well: ${locale} ${size.width}`, async () => {
    const page = await fresh({ locale, size });
    await noDialog(page);
    await page.route("**/api/games?*", async (route) => route.fulfill({ json: { total: 0, page: 1, per_page: 30, games: [] } }));
    await page.click("#tab-library");
    await page.waitForSelector("#samples:not([hidden])");
    const { lines, cut } = await page.evaluate(() => {
      const status = document.querySelector(".library-status");
      const search = document.querySelector(".library-head input");
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.font = getComputedStyle(search).font;
      const room = search.clientWidth - parseFloat(getComputedStyle(search).paddingLeft) * 2;
      return { lines: status.getBoundingClientRect().height / parseFloat(getComputedStyle(status).lineHeight), cut: canvas.measureText(search.placeholder).width > room };
    });
    assert.ok(lines < 2.5, `${lines} lines`);
    assert.equal(cut, false, "the words in the search field");
  });
}

test("a game whose rules have its name is named once", async () => {
  const page = await fresh({ locale: "zh-CN" });
  const titles = await page.evaluate(async () => {
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    const { rulesWords } = await import(new URL("js/moves.js", document.baseURI).href);
    const { about } = store.state;
    return about.games.map((g) => rulesWords(about, { game: g.kind, rules: g.rules[0].id, rules_name: g.rules[0].name }).both);
  });
  for (const title of titles) {
    const words = title.split(" · ");
    assert.ok(words.length === 1 || !words[0].includes(words[1]) && !words[1].includes(words[0]), title);
  }
});

test("training says where things come from and when", async () => {
  const page = await fresh();
  await noDialog(page);
  await page.evaluate(() => {
    const mistake = { board: 1, mistake: { node: 3 } };
    const due = Date.now() + 3 * 86_400_000;
    localStorage.setItem("tengen.training", JSON.stringify({ rating: 1200, count: 0, streak: 0, best: 0, day: "", days: 0, cards: ["a", "b", "c"].map((key) => ({ key, box: 1, due, mistake })) }));
  });
  await page.reload();
  await noDialog(page);
  await page.click("#tab-train");
  const text = await page.locator(".training .study-head .train-about").textContent();
  assert.match(text, /3 mistakes of your reviewed games\. The next: .*\d{4}/);
  assert.doesNotMatch(text, /puzzle/);
});

test("buttons say what they do", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-second", level: 1 });
  await at(page, "1 / 1");
  await page.waitForFunction(() => !document.querySelector("#hint").disabled);
  assert.equal(await page.isDisabled("#takeback"), true, "no person has moved");
  await openText(page, "h8 i9 g7");
  await at(page, "3 / 3");
  assert.deepEqual(await page.locator("#pause").evaluate((b) => [b.disabled, b.getAttribute("aria-pressed"), b.textContent]), [true, "false", "Pause"]);
  const glyph = (id) => page.locator(`#${id} path`).getAttribute("d");
  assert.notEqual(await glyph("pass"), await glyph("nav-last"));
});

test("nothing hidden in a panel lengthens the page", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await noDialog(page);
  // The review ends with words for screen readers, below what fits.
  const height = await page.evaluate(() => {
    const [tall, hidden] = [document.createElement("div"), document.createElement("span")];
    tall.className = "review-sides";
    for (let i = 0; i < 200; i += 1) tall.append(document.createElement("p"), "x", document.createElement("br"));
    hidden.className = "sr-only";
    hidden.textContent = "hidden";
    document.querySelector(".panel-body .panel:not([hidden])").append(tall, hidden);
    return document.documentElement.scrollHeight;
  });
  assert.equal(height, 900);
});

test("clocks, names and points read well", { timeout: 60_000 }, async () => {
  const page = await fresh();
  assert.equal(await page.locator('#clock option[value="5+0"]').textContent(), "5 min");
  const zh = await fresh({ locale: "zh-CN" });
  assert.equal(await zh.locator('#clock option[value="5+0"]').textContent(), "5 分钟");
  const words = await zh.evaluate(async () => {
    const { pick } = await import(new URL("js/i18n/index.js", document.baseURI).href);
    return pick({ en: "", zh: "四四禁手：h8-h9（冲四）与i10-i9-i8" });
  });
  assert.equal(words, "四四禁手：h8-h9（冲四）与 i10-i9-i8");
  assert.equal(await zh.locator(".game-card > span").first().evaluate((e) => getComputedStyle(e).wordBreak), "keep-all");
});
