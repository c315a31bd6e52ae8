// Matches of two engines: the form, the boards under way, the table, the games, the report; stopped and gone on with.

import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { newGame, noDialog, openPage, shot, startBrowser, startServer } from "./harness.js";

/** Takes the game, and ends at its first move. */
const BROKEN = `
  const lines = require("node:readline").createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    if (/genmove/.test(line)) { console.error("no weights"); process.exit(3); }
    console.log("= " + ({ name: "Broken", version: "1", protocol_version: "2" }[line.trim()] ?? "") + "\\n");
  });
`;

let server;
let browser;
before(async () => {
  const data = mkdtempSync(join(tmpdir(), "tengen-web-"));
  writeFileSync(join(data, "engines.json"), JSON.stringify([{ name: "Broken", command: [process.execPath, "-e", BROKEN], protocol: "gtp", games: ["gomoku"] }]));
  server = await startServer({ data });
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A page without the dialog that it begins with. */
async function fresh(how = {}) {
  const page = await openPage(browser, how.url ?? server.url, how);
  page.setDefaultTimeout(60_000);
  await noDialog(page);
  return page;
}

async function done(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

/** Opens the form, from the list or from the match that the dialog shows. */
async function form(page) {
  await page.click("#matches");
  await page.waitForSelector(".matches");
  if (await page.locator("#match-back").count()) await page.click("#match-back");
  await page.click("#match-new");
  await page.waitForSelector("#match-start");
}

/** Starts a match of tic-tac-toe, whose games are short. */
async function begin(page, { games = 4, levels = ["1", "1"], engine, sprt } = {}) {
  await form(page);
  if (engine) await page.selectOption("#match-engine0", engine);
  else {
    const card = await page.locator("#match-card option").evaluateAll((all) => all.map((o) => o.value).find((v) => v === "mnk"));
    await page.selectOption("#match-card", card);
    for (const i of [0, 1]) await page.selectOption(`#match-level${i}`, levels[i]);
  }
  await page.selectOption("#match-openings", "start");
  await page.fill("#match-games", String(games));
  if (sprt) await page.check("#match-sprt");
  for (const [field, value] of Object.entries(sprt ?? {})) await page.fill(`#match-${field}`, String(value));
  await page.click("#match-start");
  await page.waitForSelector(".match-view .match-status:not(:empty)");
}

const finished = (page, n) => page.waitForFunction((all) => document.querySelectorAll(".match-game").length === all && !document.querySelector("#match-stop"), n);
/** Whether nothing sticks out of the page or the dialog. */
const fits = (page) => page.evaluate(() => {
  const body = document.querySelector(".dialog-body");
  return document.documentElement.scrollWidth <= innerWidth && (!body || body.scrollWidth <= body.clientWidth + 1);
});

test("the form shows the whole text of a level", async () => {
  for (const how of [{ size: { width: 1440, height: 900 } }, { size: { width: 360, height: 740 }, locale: "zh-CN", touch: true }]) {
    const page = await fresh(how);
    await form(page);
    const { games } = await (await fetch(new URL("api/about", server.url))).json();
    await page.selectOption("#match-card", "gomoku");
    const name = await page.inputValue("#match-engine0");
    const { levels } = games.find((g) => g.kind === "gomoku").engines.find((e) => e.name === name);
    for (const { level, text } of levels) {
      const i = level % 2;
      await page.selectOption(`#match-level${i}`, String(level));
      const said = await page.locator(`#match-level-text${i}`).textContent();
      assert.equal(said.toLowerCase(), (how.locale ? text.zh : text.en).toLowerCase());
      const cut = await page.evaluate(() => [...document.querySelectorAll(".match-player select, .match-player .level-text")].filter((el) => el.scrollWidth > el.clientWidth + 1).map((el) => el.id));
      assert.deepEqual(cut, []);
    }
    await shot(page, `match-levels-${how.size.width}`);
    await done(page);
  }
});

for (const { tag, zh, ...how } of [
  { tag: "1440-en", size: { width: 1440, height: 900 } },
  { tag: "390-en-dark", size: { width: 390, height: 844 }, dark: true, touch: true },
  { tag: "1440-zh-dark", size: { width: 1440, height: 900 }, locale: "zh-CN", dark: true, zh: true },
  { tag: "390-zh", size: { width: 390, height: 844 }, locale: "zh-CN", touch: true, zh: true },
]) {
  test(`a match is started, and its table, games and report are there (${tag})`, { timeout: 120_000 }, async () => {
    const page = await fresh(how);
    assert.ok(await fits(page), "the header has room for its button");
    await form(page);
    assert.ok(await fits(page));
    await shot(page, `match-form-${tag}`);
    await page.click("#match-cancel");
    await page.keyboard.press("Escape");
    await begin(page);
    await finished(page, 4);
    await shot(page, `match-${tag}`);
    assert.ok(await fits(page));
    assert.match(await page.locator(".match-status").textContent(), zh ? /^4 \/ 4 局，已结束$/ : /^4 of 4 games, finished$/);
    const cells = await page.locator(".match-table tbody td:nth-child(2)").allTextContents();
    const points = cells.map((text) => Number(text.replace("½", ".5")));
    assert.equal(points[0] + points[1], 4);
    assert.match(await page.locator(".match-elo").textContent(), /Elo.*[+−][\d∞]+ \[[+−][\d∞]+, [+−][\d∞]+\]/);
    assert.equal(await page.locator(".match-curve polyline").count(), 1);
    // The report, in the page's language and in the other one.
    for (const [lang, word] of zh ? [["zh-Hans", "交叉表"], ["en", "Cross-table"]] : [["en", "Cross-table"], ["zh-Hans", "交叉表"]]) {
      if (await page.inputValue("#report-language") !== lang) await page.selectOption("#report-language", lang);
      const [report] = await Promise.all([page.context().waitForEvent("page"), page.click("#match-report")]);
      await report.waitForLoadState();
      assert.match(await report.locator("body").innerText(), new RegExp(word));
      assert.equal(await report.evaluate(() => getComputedStyle(document.querySelector("td")).borderTopStyle), "solid", "with its style");
      await report.close();
    }
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("#match-save")]);
    assert.match(file.suggestedFilename(), /^match-\d+-[\w-]+\.html$/);
    // A game opens on the board, ready for its review.
    await page.locator(".match-game").first().click();
    await page.waitForSelector("dialog", { state: "detached" });
    await page.waitForSelector('#tab-review[aria-selected="true"]');
    await page.waitForFunction(() => /^0 \/ [5-9]$/.test(document.querySelector(".ply")?.textContent?.trim() ?? ""));
    // The library has the games of this match under its tag.
    await page.click("#matches");
    await page.click("#match-library");
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 4);
    assert.match(await page.inputValue("#library-search"), /^tag:"Tengen 1 \(1\) – Tengen 1 \(2\) #\d+"$/);
    await done(page);
  });
}

for (const { tag, earlier, ...how } of [
  { tag: "desk, with a game before", size: { width: 1440, height: 900 }, earlier: true },
  { tag: "phone, with an empty board before", size: { width: 390, height: 844 }, touch: true, earlier: false },
]) {
  test(`a game of a match leads back to it, by its button and by Back (${tag})`, { timeout: 120_000 }, async () => {
    const page = await fresh(how);
    const address = () => page.evaluate(() => location.hash);
    if (earlier) await newGame(page, { kind: "gomoku" });
    const before = await address();
    await begin(page, { games: 2 });
    await finished(page, 2);
    const title = await page.locator(".match-title").textContent();
    const openFirst = async () => {
      await page.locator(".match-game").first().click();
      await page.waitForSelector("dialog", { state: "detached" });
      await page.waitForSelector("#to-match");
    };
    const dialogIsOpen = () => page.waitForFunction((text) => document.querySelector("dialog .match-title")?.textContent === text, title);
    const closed = () => page.waitForSelector("dialog", { state: "detached" });
    await openFirst();
    const game = await address();
    assert.match(game, /^#g=/);
    // At the start, in the middle and at the end.
    for (const go of ["#nav-next", "#nav-last", "#nav-first"]) {
      await page.click(go);
      await page.waitForTimeout(150);
      await page.click("#to-match");
      await dialogIsOpen();
      await page.keyboard.press("Escape");
      await closed();
      assert.equal(await address(), game);
    }
    await shot(page, `match-game-${how.size.width}`);
    // Back leads to the match, over what was there before, and then to that.
    await page.goBack();
    await dialogIsOpen();
    assert.equal(await address(), before);
    await page.waitForTimeout(500);
    await dialogIsOpen();
    await page.goBack();
    await closed();
    assert.equal(await address(), before);
    // Forward leads the same way, and a game can be opened again.
    await page.goForward();
    await dialogIsOpen();
    await openFirst();
    assert.equal(await address(), game);
    await page.goBack();
    await dialogIsOpen();
    await page.click(".dialog-head button");
    await closed();
    await page.waitForTimeout(300);
    assert.equal(await address(), before);
    // From the library, too.
    await page.click("#tab-library");
    await page.locator(".game-open").filter({ hasText: "#" }).first().click();
    await page.click("#to-match");
    await dialogIsOpen();
    await done(page);
  });
}

test("boards are seen while they are played; the match is stopped, survives the page and the server, and goes on", { timeout: 180_000 }, async () => {
  const own = await startServer();
  let again;
  try {
    let page = await fresh({ url: own.url, size: { width: 1440, height: 900 } });
    await form(page);
    await page.selectOption("#match-level0", "8");
    await page.selectOption("#match-level1", "7");
    await page.fill("#match-move", "0.1");
    await page.fill("#match-games", "40");
    await page.click("#match-start");
    // Stones come without a reload, and the names say whose they are.
    await page.waitForSelector(".live-game");
    const label = () => page.locator(".live-game .board").first().getAttribute("aria-label");
    assert.match(await label(), /^Game \d+: Tengen · level [78] \(Black\) – Tengen · level [78] \(White\), move \d+$/);
    const stones = await page.locator(".live-game").first().locator(".stone").count();
    await page.waitForFunction((n) => document.querySelector(".live-game")?.querySelectorAll(".stone").length !== n, stones);
    await page.waitForSelector(".match-game");
    // A finished game is announced inside the dialog, where a screen reader hears it.
    await page.waitForFunction(() => /^Game \d+: (Black|White|Draw)/.test(document.querySelector("dialog .sr-only[role=status]")?.textContent ?? ""));
    await page.context().close();
    // A page that is opened later shows it in the header, and at once.
    page = await fresh({ url: own.url, size: { width: 1440, height: 900 } });
    await page.waitForFunction(() => /^\d+\/40$/.test(document.querySelector(".match-badge")?.textContent ?? ""));
    await page.keyboard.press("t");
    await page.waitForSelector(".live-game");
    await page.click("#match-stop");
    await page.waitForSelector("#match-resume");
    assert.equal(await page.locator(".live-game").count(), 0);
    const played = await page.locator(".match-game").count();
    assert.ok(played > 0 && played < 40);
    await page.context().close();
    await own.stop({ keep: true });
    again = await startServer({ data: own.data });
    page = await fresh({ url: again.url, size: { width: 1440, height: 900 } });
    await page.click("#matches");
    await page.click(".match-row");
    await page.waitForFunction((n) => document.querySelectorAll(".match-game").length === n, played);
    await page.click("#match-resume");
    await page.waitForFunction((n) => document.querySelectorAll(".match-game").length > n, played);
    await page.click("#match-stop");
    // Deleting asks first.
    await page.waitForSelector("#match-delete");
    await page.click("#match-delete");
    assert.equal(await page.locator(".match-view").count(), 1);
    await page.click("#match-delete");
    await page.waitForFunction(() => document.querySelector(".match-none"));
    await done(page);
  } finally {
    await (again ?? own).stop();
  }
});

for (const [locale, line, end] of [["en-GB", /^SPRT: LLR −?\d\.\d\d, ends at −0\.85 or 0\.85$/, "The test is decided: the difference is nearer to 200 Elo."], ["zh-CN", /^SPRT：LLR −?\d\.\d\d，到 −0\.85 或 0\.85 为止$/, "检验已有结论：差距更接近 200 Elo。"]]) {
  test(`a test is seen as it grows, and ends the match (${locale})`, { timeout: 120_000 }, async () => {
    const page = await fresh({ locale });
    await begin(page, { games: 200, levels: ["5", "1"], sprt: { elo0: 0, elo1: 200, error: 0.3 } });
    await page.waitForFunction((text) => document.querySelector(".match-sprt + p")?.textContent === text, end);
    assert.match(await page.locator(".match-sprt").textContent(), line);
    await page.waitForSelector("#match-stop", { state: "detached" });
    assert.ok(await page.locator(".match-game").count() < 200);
    await done(page);
  });
}

for (const [locale, words] of [["en-GB", /Broken: crash/], ["zh-CN", /Broken：已退出/]]) {
  test(`the fault of a program is named in its games (${locale})`, { timeout: 120_000 }, async () => {
    const page = await fresh({ locale });
    await begin(page, { games: 2, engine: "Broken" });
    await finished(page, 2);
    for (const text of await page.locator(".match-end").allTextContents()) assert.match(text, words);
    assert.equal(await page.locator(".match-table tbody tr:first-child .match-faults").textContent(), locale === "zh-CN" ? "已退出 2" : "crash 2");
    await done(page);
  });
}

test("what the server refuses is said in the form, which keeps its fields", { timeout: 60_000 }, async () => {
  const page = await fresh({ locale: "zh-CN" });
  await form(page);
  await page.selectOption("#match-openings", "list");
  await page.fill("#match-list", "h8 h9\nh8 h8");
  await page.click("#match-start");
  await page.waitForFunction(() => /第 2 个开局/.test(document.querySelector(".match-form .match-problem")?.textContent ?? ""));
  assert.equal(await page.inputValue("#match-list"), "h8 h9\nh8 h8");
  // An opening rule is the opening: no other is offered.
  await page.selectOption("#match-opening", "swap2");
  assert.deepEqual(await page.locator("#match-openings option").allTextContents(), ["按开局规则"]);
  // Everything is reached by the keyboard, and Escape leaves.
  await page.focus("#match-card");
  for (let i = 0; i < 30 && !await page.evaluate(() => document.activeElement?.id === "match-start"); i += 1) await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "match-start");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await done(page);
});
