// Messages for people, links that are opened again, games without a move, and the lists that hold them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, closeDialog, newGame, noDialog, playPoint, ply, until } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const idOf = (page) => page.evaluate(() => Number(location.hash.slice(3)));
const listed = async (query = "") => (await (await fetch(new URL(`api/games?${query}`, url()))).json()).games;
const post = async (path, body) => (await fetch(new URL(path, url()), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
const human = { kind: "human" };

/** Opens a text with the dialog. */
async function openText(page, text) {
  await page.click("#open-record");
  await page.fill("#import-text", text);
  await page.click("#import-go");
}

test("a list of moves that is read is no problem, and opens at its end", async () => {
  const page = await fresh();
  await noDialog(page);
  await openText(page, "h8 i9 g7");
  await page.waitForFunction(() => /1 game read/.test(document.querySelector(".status-detail").textContent));
  assert.equal(await page.locator(".status-detail.problem").count(), 0, "it is not in the colour of problems");
  assert.equal(await ply(page), 3);
});

test("a list with a pass is offered as no game without passes", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await noDialog(page);
  for (const [text, ways] of [["Q16 D4 Q3", ["Open as Gomoku", "Not this game?"]], ["Q16 D4 Q3 pass", ["Not this game?"]]]) {
    await openText(page, text);
    await page.waitForFunction((n) => document.querySelector(".ply").textContent === `${n} / ${n}`, text.split(" ").length);
    await page.waitForSelector("#message-action");
    assert.deepEqual(await page.locator(".status-detail button").allTextContents(), ways, text);
  }
});

test("an empty file is said to be one", async () => {
  const page = await fresh();
  await noDialog(page);
  await page.click("#open-record");
  await page.setInputFiles("#import-file", { name: "void.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from("") });
  await page.waitForFunction(() => /void\.sgf is empty/.test(document.querySelector(".status-detail").textContent));
});

test("what is wrong with a file is said with its name and the line, in words for people", async () => {
  const page = await fresh();
  await noDialog(page);
  for (const [name, text, words] of [
    ["cut.sgf", "(;GM[4]SZ[15]\n;B[hh]\n;W[zz\n])", /cut\.sgf, line 3, column \d+: .*expected a point of the 15x15 board.*found 'zz'/],
    ["notes.txt", "buy \"tea\"\n\nand bread", /^notes\.txt, line 1, column 1: .*moves of one game.*found 'buy "tea"/],
  ]) {
    await page.click("#open-record");
    await page.setInputFiles("#import-file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
    const said = await (await page.waitForFunction((start) => {
      const line = document.querySelector(".status-detail").textContent;
      return line.includes(start) && line;
    }, name)).jsonValue();
    assert.match(said, words);
    assert.doesNotMatch(said, /\\n|\\"/);
  }
});

for (const [locale, words] of [["en-GB", /^a1 is not legal: stone 1 goes on the cent/], ["zh-TW", /^不能下 a1：第 1 子須下在天元/]]) {
  test(`a refused point says what the rule asks for: ${locale}`, async () => {
    const page = await fresh({ locale });
    await newGame(page, { kind: "gomoku", rules: "renju", opening: "rif" });
    await click(page, [14, 0]);
    await page.waitForSelector(".status-detail.problem");
    assert.match(await page.locator(".status-detail").textContent(), words);
    assert.equal(await page.locator(".ghost").count(), 0, "no stone is shown where none may stand");
  });
}

test("a list of moves is opened by the rules of a card that is chosen", async () => {
  const page = await fresh();
  await noDialog(page);
  await page.click("#open-record");
  await page.fill("#import-text", "h8 h9 i9");
  await page.selectOption("#import-game", { label: "Renju" });
  await page.click("#import-go");
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent?.endsWith("3"));
  const [{ game, rules }] = await listed("sort=changed");
  assert.deepEqual([game, rules], ["gomoku", "renju"]);
});

test("every problem of several files is named with its file, and a move that cannot be played with its reason", async () => {
  const page = await fresh();
  await noDialog(page);
  await page.click("#open-record");
  const file = (/** @type {string} */ name, /** @type {string} */ text) => ({ name, mimeType: "application/x-go-sgf", buffer: Buffer.from(text) });
  await page.setInputFiles("#import-file", [file("bad.sgf", "(;GM[1]SZ[9];B[ee];W[ee];B[aa])"), file("odd.sgf", "neither moves nor a record"), file("big.sgf", "(;GM[1]SZ[99];B[aa])")]);
  await page.click("#message-action");
  const listed = await page.locator(".problem-list li").allTextContents();
  for (const name of ["bad.sgf", "odd.sgf", "big.sgf"]) assert.ok(listed.some((line) => /^[:,] /.test(line.slice(name.length)) && line.startsWith(name)), `${name} in ${listed}`);
  await closeDialog(page);
  await page.evaluate(async () => {
    const games = await (await fetch("api/games?per_page=50")).json();
    location.hash = `#g=${games.games.find((g) => g.plies === 3).id}`;
  });
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent?.endsWith("3"));
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".status-detail.problem")?.textContent?.includes("move 2 (E5) is illegal"));
});

test("a link opens one game, and its clock stands still", async () => {
  const page = await fresh();
  await noDialog(page);
  const before = (await listed()).length;
  /** @type {number[]} */
  const ids = [];
  for (let i = 0; i < 3; i += 1) {
    await page.evaluate(() => { location.hash = "p=gomoku;freestyle;15x15;c3,m13,d12"; });
    await page.waitForFunction(() => location.hash.startsWith("#g=") && document.querySelector(".ply").textContent.startsWith("3"));
    ids.push(await idOf(page));
    await page.click("#more");
    await page.getByRole("menuitem", { name: "Clear the board" }).click();
    await page.waitForFunction(() => location.hash === "");
  }
  assert.equal(new Set(ids).size, 1);
  assert.equal((await listed()).length, before + 1);
  assert.equal(await page.evaluate(async () => {
    location.hash = "p=gomoku;freestyle;15x15;c3,m13,d12";
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    for (; !store.state.view;) await new Promise((r) => setTimeout(r, 20));
    return store.state.paused;
  }), true);
});

test("a link to a game that is in the library opens that game", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  for (const p of [[1, 1], [13, 2], [2, 12], [12, 12]]) await playPoint(page, p);
  const id = await idOf(page);
  // A position in the middle, by its copied link, and the end by a link that another browser has made.
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("3"));
  await page.keyboard.press("Shift+L");
  const copied = await (await page.waitForFunction(async () => /#p=.*/.exec(await navigator.clipboard.readText())?.[0])).jsonValue();
  const before = (await listed()).length;
  const whole = "#p=gomoku;freestyle;15x15;b14,c2,m13,m3";
  for (const [other, plies] of [[false, 3], [false, 3], [false, 4], [true, 4], [true, 4]]) {
    const visitor = other ? await fresh({ hash: whole }) : page;
    if (!other) {
      await visitor.click("#more");
      await visitor.getByRole("menuitem", { name: "Clear the board" }).click();
      await visitor.waitForFunction(() => location.hash === "");
      // Some programs write the signs of an address in another way.
      await visitor.evaluate((hash) => { location.hash = hash; }, plies === 3 ? copied.replaceAll(",", "%2C") : whole);
    }
    await visitor.waitForFunction((n) => location.hash.startsWith("#g=") && document.querySelector(".ply").textContent.startsWith(`${n} /`), plies);
    assert.equal(await idOf(visitor), id);
  }
  assert.equal((await listed()).length, before);
  // A position that is only a part of a game is not that game.
  const part = await fresh({ hash: "#p=gomoku;freestyle;15x15;b14,c2" });
  await part.waitForFunction(() => location.hash.startsWith("#g=") && document.querySelector(".ply").textContent.startsWith("2 / 2"));
  assert.notEqual(await idOf(part), id);
});

test("a link to the middle of a game opens it in another browser, unless several games go through there", { timeout: 60_000 }, async () => {
  const moves = "a15,o1,b15,o2,c15,o3,e15,o5,f15,o6".split(",");
  const game = { game: "gomoku", rules: "freestyle", size: 15, players: { first: human, second: human } };
  const { id } = await post("api/games", { ...game, moves });
  const open = async (n) => {
    const page = await fresh({ hash: `#p=gomoku;freestyle;15x15;${moves.slice(0, n).join(",")}` });
    await page.waitForFunction((ply) => location.hash.startsWith("#g=") && document.querySelector(".ply").textContent.startsWith(`${ply} /`), n);
    return { id: await idOf(page), of: (await page.locator(".ply").textContent()).trim() };
  };
  assert.deepEqual(await open(8), { id, of: "8 / 10" });
  // Two moves are the opening of many games.
  const short = await open(2);
  assert.notEqual(short.id, id);
  assert.equal(short.of, "2 / 2");
  // By other rules it is another game; a second one by the same rules leaves it open which is meant.
  await post("api/games", { ...game, rules: "standard", moves });
  assert.deepEqual(await open(9), { id, of: "9 / 10" });
  await post("api/games", { ...game, moves: [...moves.slice(0, 9), "o7"] });
  const copy = await open(9);
  assert.notEqual(copy.id, id);
  assert.equal(copy.of, "9 / 9");
});

test("a game that is left without a move is not kept", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku" });
  const empty = await idOf(page);
  await newGame(page, { kind: "gomoku" });
  await until(page, async (id) => !(await (await fetch("api/games")).json()).games.some((g) => g.id === id), empty);
  await playPoint(page, [7, 7]);
  const played = await idOf(page);
  await newGame(page, { kind: "gomoku" });
  assert.ok((await listed()).some((g) => g.id === played), "a game with a move is kept");
});

test("unnamed games are told apart, and any page of the library is one step away", { timeout: 60_000 }, async () => {
  const { games } = await (await fetch(new URL("api/about", url()))).json();
  const { kind } = games.find((g) => g.features.includes("flips"));
  for (let i = 0; i < 95; i += 1) await post("api/games", { game: kind, players: { first: human, second: human } });
  await post("api/games", { game: kind, players: { first: { kind: "human", name: "Ann" }, second: human } });
  const page = await fresh();
  await noDialog(page);
  await page.click("#tab-library");
  await page.waitForSelector(".library-game");
  const rows = await page.locator(".library-game").allTextContents();
  assert.ok(rows.every((row) => !row.includes("–")), "no dash stands for a name");
  assert.ok(rows.some((row) => /Ann.*White/.test(row)));
  const unnamed = rows.find((row) => !row.includes("Ann"));
  assert.match(unnamed, /\d{4}-\d\d-\d\d \d\d:\d\d/);
  const shown = () => page.locator(".page-number").inputValue();
  await page.locator(".library-pager .button").last().click();
  await page.waitForFunction(() => Number(document.querySelector(".page-number").value) >= 4);
  const last = Number(await shown());
  assert.match(await page.locator(".library-pager").textContent(), new RegExp(`/ ${last}`));
  await page.fill(".page-number", "2");
  await page.locator(".page-number").press("Enter");
  await page.waitForFunction(() => document.querySelector(".page-number").value === "2" && document.querySelectorAll(".library-game").length === 30);
  await page.fill(".page-number", "9999");
  await page.locator(".page-number").press("Enter");
  await page.waitForFunction((n) => document.querySelector(".page-number").value === String(n), last);
});

test("the browser's Back leads to the game before, and Forward to the next", async () => {
  const page = await fresh();
  await noDialog(page);
  // The address changes before the board does.
  const at = (id, cells) => page.waitForFunction((at) => location.hash === `#g=${at.id}` && document.querySelectorAll(".cell[aria-label]").length === at.cells && document.querySelectorAll(".stones [data-point]").length > 0, { id, cells });
  const ids = [];
  for (const [kind, size, point] of [["gomoku", "15x15", [7, 7]], ["go", "9x9", [4, 4]]]) {
    await newGame(page, { kind, size });
    await playPoint(page, point);
    ids.push(await idOf(page));
    // A game that is left without a move is none to go back to.
    await newGame(page, { kind: "othello" });
  }
  await page.click("#tab-train");
  await page.locator(".puzzle-square").first().click();
  await page.waitForSelector("#puzzle-end");
  await page.goBack();
  await at(ids[1], 81);
  await page.goBack();
  await at(ids[0], 225);
  await page.goForward();
  await at(ids[1], 81);
  // From a puzzle Back leads to the game that it was opened from, and then further.
  await page.click("#tab-train");
  await page.locator(".puzzle-square").first().click();
  await page.waitForSelector("#puzzle-end");
  await page.goBack();
  await at(ids[1], 81);
  await page.goBack();
  await at(ids[0], 225);
  // Forward leads to the puzzle again, which begins afresh and goes back to the same game.
  await page.goForward();
  await at(ids[1], 81);
  await page.goForward();
  const asked = () => until(page, async () => /^#puzzle=/.test(location.hash) && (await import(new URL("js/store.js", document.baseURI).href)).store.state.mode === "puzzle");
  await asked();
  await page.waitForSelector("#puzzle-end");
  const puzzle = await page.evaluate(() => location.hash);
  await page.click("#puzzle-end");
  await at(ids[1], 81);
  await page.goBack();
  await asked();
  assert.equal(await page.evaluate(() => location.hash), puzzle);
  // Two steps at once: only the last one counts.
  await page.goBack();
  await at(ids[1], 81);
  await page.evaluate(() => {
    history.forward();
    setTimeout(() => history.back(), 20);
  });
  await page.waitForTimeout(800);
  await at(ids[1], 81);
  assert.equal(await page.locator("#puzzle-end").count(), 0);
  // An address without a puzzle leaves the game on the board.
  await page.evaluate(() => { location.hash = "puzzle=nonesuch/1"; });
  await page.waitForFunction(() => /no such puzzle/.test(document.querySelector(".status-detail").textContent));
  await at(ids[1], 81);
});

test("a date that cannot be read is named, and a cut link too", async () => {
  const page = await fresh();
  await noDialog(page);
  await page.click("#tab-library");
  await page.fill("#library-search", "from:abc");
  await page.waitForFunction(() => /“abc” is no date/.test(document.querySelector(".library-status").textContent));
  await page.evaluate(() => { location.hash = "p=go;chinese;9x9;D1%2CF1%"; });
  await page.waitForFunction(() => /“D1%2CF1%” is damaged/.test(document.querySelector(".status-detail").textContent));
});

test("a link to no game is named, and the game on the board stays", async () => {
  const page = await fresh();
  const said = () => page.locator(".status-detail").textContent();
  await newGame(page, { kind: "gomoku", size: "9x9" });
  await playPoint(page, [4, 4]);
  const own = await page.evaluate(() => location.hash);
  for (const [link, words] of [["#g=abc", /link #g=abc names no game: .* such as #g=12/], ["#x=7", /link #x=7 names/], ["#g=99999", /^There is no game 99999/]]) {
    await page.evaluate((hash) => { location.hash = hash; }, link);
    await page.waitForFunction((own) => location.hash === own && document.querySelector(".status-detail").textContent, own);
    assert.match(await said(), words);
    // A step takes the message away.
    await page.keyboard.press(link === "#x=7" ? "ArrowRight" : "ArrowLeft");
    await page.waitForFunction(() => !document.querySelector(".status-detail").textContent);
  }
  // The next visit too begins with the last game, and says what was wrong.
  await page.goto("about:blank");
  await page.goto(`${url()}#g=abc`);
  await page.waitForFunction((own) => location.hash === own, own);
  assert.match(await said(), /link #g=abc names no game/);
});

test("Back closes the dialog that is open, and nothing else", async () => {
  const page = await fresh();
  await page.waitForSelector(".new-game");
  await page.goBack();
  await page.waitForSelector("dialog", { state: "detached" });
  const ids = [];
  for (const size of ["15x15", "9x9"]) {
    await newGame(page, { kind: "gomoku", size });
    await playPoint(page, [4, 4]);
    ids.push(await idOf(page));
  }
  const hash = () => page.evaluate(() => location.hash);
  const at = (id) => until(page, async (hash) => {
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    return location.hash === hash && `#g=${store.state.board?.id}` === hash;
  }, `#g=${id}`);
  const closed = async () => {
    await page.waitForSelector("dialog", { state: "detached" });
    await page.waitForTimeout(300);
    assert.equal(await hash(), `#g=${ids[1]}`);
    assert.equal(await page.locator("#board .cell[aria-label]").count(), 81);
  };
  for (const opener of ["#settings", "#new-game"]) {
    await page.click(opener);
    await page.waitForSelector("dialog");
    await page.goBack();
    await closed();
    // Forward opens nothing, and Back leads to the game before, as if there had been no dialog.
    await page.goForward();
    await closed();
  }
  // A dialog left in another way is no step of the history.
  for (const leave of [() => page.keyboard.press("Escape"), () => page.click(".dialog-head button")]) {
    await page.click("#settings");
    await page.waitForSelector("dialog");
    await leave();
    await closed();
  }
  // From one dialog to the next, and a language that builds it again.
  await page.click("#settings");
  await page.selectOption("#set-language", "ja");
  await page.waitForFunction(() => document.documentElement.lang === "ja" && document.querySelectorAll("dialog").length === 1);
  await page.selectOption("#set-language", "en");
  await page.waitForFunction(() => document.documentElement.lang === "en" && document.querySelectorAll("dialog").length === 1);
  await page.click("#programs");
  await page.waitForSelector(".programs");
  await page.goBack();
  await closed();
  // A reload behind a dialog.
  await page.click("#settings");
  await page.waitForSelector("dialog");
  await page.reload();
  await at(ids[1]);
  await closed();
  await page.goBack();
  await at(ids[0]);
  await page.goForward();
  await at(ids[1]);
  // A game from the dialog is one step.
  await newGame(page, { kind: "othello" });
  await newGame(page, { kind: "go" });
  await page.goBack();
  await at(ids[1]);
  await page.goBack();
  await at(ids[0]);
});
