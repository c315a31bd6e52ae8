// Import and export, set-up, links, reloading, several tabs, and a lost connection.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { click, newGame, noDialog, playPoint, ply, ROOT, shot, startServer, stones, until } from "./harness.js";
import { SCREENS, table } from "./table.js";

const { fresh } = table();

/** One screen of each size and language. */
const TWO = SCREENS.slice(0, 2);

const SGF = "(;GM[4]FF[4]SZ[15]PB[Anna]PW[Bao];B[hh];W[ig];B[hg];W[ih])";

for (const { tag, ...how } of TWO) {
  test(`a pasted record opens; its export opens again as the same game: ${tag}`, async () => {
    const page = await fresh(how);
    await noDialog(page);
    await page.click("#open-record");
    await page.fill("#import-text", SGF.replace("Bao", tag));
    await shot(page, `open-record-${tag}`);
    await page.click("#import-go");
    await page.waitForFunction(() => document.querySelector(".ply")?.textContent.endsWith("/ 4"));
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelectorAll(".stones > g").length === 4);
    assert.equal(await stones(page), 4);
    assert.match(await page.locator(".players").textContent(), new RegExp(`Anna.*${tag}`, "s"));
    await page.click("#export");
    await shot(page, `export-menu-${tag}`);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: /SGF/ }).click()]);
    const text = await readFile(await download.path(), "utf8");
    assert.match(text, /PB\[Anna\]/);
    assert.match(text, /B\[hh\]/);
    assert.match(download.suggestedFilename(), /\.sgf$/);
    // Dropped on the page, it is known already.
    await page.evaluate((sgf) => {
      const data = new DataTransfer();
      data.items.add(new File([sgf], "game.sgf"));
      for (const type of ["dragenter", "dragover", "drop"]) document.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, text);
    await page.waitForFunction(() => /already in the library|已在库中/.test(document.querySelector(".status-detail").textContent));
  });
}

for (const { tag, ...how } of TWO) test(`a published record opens as it was played: ${tag}`, { timeout: 60_000 }, async (t) => {
  const truth = process.env.TENGEN_TRUTH ?? join(ROOT, "../shared/truth");
  if (!existsSync(join(truth, "go/games"))) {
    console.log("skipped: a published record opens as it was played (no TENGEN_TRUTH)");
    t.skip("no TENGEN_TRUTH");
    return;
  }
  const folder = join(truth, "go/games");
  const file = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sgf")).sort()[0];
  const bytes = await readFile(join(folder, file));
  const text = bytes.toString("utf8");
  const moves = text.match(/;[BW]\[[a-s]{2}\]/g) ?? [];
  assert.ok(moves.length > 50, file);
  const page = await fresh(how);
  await noDialog(page);
  await page.click("#open-record");
  await page.setInputFiles("input[type=file]", { name: "game.sgf", mimeType: "application/x-go-sgf", buffer: bytes });
  await page.waitForFunction((n) => Number(document.querySelector(".ply")?.textContent.split("/")[1]) >= n, moves.length, { timeout: 20_000 });
  await page.keyboard.press("End");
  await page.waitForFunction((n) => Number(document.querySelector(".ply")?.textContent.split("/")[0]) >= n, moves.length);
  // The last stone lies where the file says, whatever was captured before.
  const [col, row] = [...moves.at(-1).slice(3, 5)].map((c) => c.charCodeAt(0) - 97);
  // The count is ahead of the board while a position is on its way.
  await page.waitForFunction(([row, col, color]) => {
    const label = document.querySelector(`.cell[id$="-${row}-${col}"]`)?.getAttribute("aria-label") ?? "";
    return (color === "B" ? /黑|black/i : /白|white/i).test(label);
  }, [row, col, moves.at(-1)[1]]);
  for (const side of ["PB", "PW"]) {
    const name = new RegExp(`${side}\\[([^\\]]+)\\]`).exec(text)?.[1];
    if (name && /^[\x20-\x7e]+$/.test(name)) assert.ok((await page.locator(".players").textContent()).includes(name), name);
  }
  await shot(page, `published-record-${tag}`);
});

for (const { tag, ...how } of TWO) test(`a diagram that the page wrote opens again by paste and as a file: ${tag}`, { timeout: 60_000 }, async () => {
  const page = await fresh(how);
  await newGame(page, { kind: "go", rules: "japanese", size: "9x9" });
  for (const p of [[4, 4], [4, 5], [2, 2]]) await playPoint(page, p);
  await page.click("#export");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: /diagram|文本棋盘/i }).click()]);
  assert.match(download.suggestedFilename(), /\.txt$/);
  const text = await readFile(await download.path(), "utf8");
  assert.match(text, /go \(japanese\) 9x9, move 3, last C7, white to move/);
  const shown = () => page.evaluate(async () => {
    const { board, view } = (await import(new URL("js/store.js", document.baseURI).href)).store.state;
    return [board?.rules, view?.ply, view?.stones, view?.to_move];
  });
  const wanted = ["japanese", 0, { black: [[2, 2], [4, 4]], white: [[4, 5]] }, "white"];
  const opened = () => page.waitForFunction(() => document.querySelector(".ply")?.textContent.trim() === "0 / 0" && document.querySelectorAll(".stones > g").length === 3);
  await page.click("#open-record");
  await page.fill("#import-text", text);
  await page.click("#import-go");
  await opened();
  assert.deepEqual(await shown(), wanted);
  await newGame(page, { kind: "othello" });
  await page.click("#open-record");
  await page.setInputFiles("#import-file", { name: "position.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await opened();
  assert.deepEqual(await shown(), wanted);
});

test("a broken record is refused with its line and column", async () => {
  const page = await fresh();
  await noDialog(page);
  await page.click("#open-record");
  await page.fill("#import-text", "(;GM[4]SZ[15];B[hh");
  await page.click("#import-go");
  await page.waitForSelector(".status-detail.problem");
  assert.notEqual((await page.locator(".status-detail").textContent()).trim(), "");
});

for (const [format, magic] of [["png", [0x89, 0x50, 0x4e, 0x47]], ["svg", [0x3c]], ["gif", [0x47, 0x49, 0x46]]]) {
  test(`the board is exported as ${format}`, async () => {
    const page = await fresh();
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
    await playPoint(page, [7, 7]);
    await page.click("#export");
    const name = { png: /PNG/, svg: /SVG/, gif: /GIF/ }[format];
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name }).click()]);
    const bytes = await readFile(await download.path());
    assert.deepEqual([...bytes.subarray(0, magic.length)], magic);
  });
}

test("what a format cannot hold is named after an export, and nothing where all fits", async () => {
  const page = await fresh();
  await noDialog(page);
  await page.click("#open-record");
  await page.fill("#import-text", "(;GM[4]SZ[15]C[a fine game];B[hh]C[here];W[ii])");
  await page.click("#import-go");
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent.endsWith("/ 2"));
  for (const [name, text] of [[/Piskvork/, /is saved\. The format cannot hold: .*comment/], [/SGF/, /\.sgf is saved\.$/]]) {
    await page.click("#export");
    await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name }).first().click()]);
    await page.waitForFunction((wanted) => new RegExp(wanted).test(document.querySelector(".status-detail").textContent.trim()), text.source);
    assert.equal(await page.locator(".status-detail.problem").count(), 0);
  }
});

for (const { tag, ...how } of TWO) {
  test(`a set-up position becomes a game, and a link opens it elsewhere: ${tag}`, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
    await page.click("#more");
    await page.getByRole("menuitem", { name: /Set up|摆棋/ }).click();
    await page.waitForSelector("#setup-start");
    await page.click("#setup-black");
    for (const p of [[3, 3], [3, 4], [10, 10]]) await click(page, p);
    await page.click("#setup-white");
    for (const p of [[5, 5], [10, 10]]) await click(page, p);
    await page.click("#setup-none");
    await click(page, [3, 4]);
    await page.click("#setup-move-white");
    await shot(page, `set-up-${tag}`);
    // A reload cuts it off; it goes on as it was.
    await page.reload();
    await page.waitForSelector("#setup-start");
    await page.waitForFunction(() => document.querySelectorAll(".stones > g").length === 3);
    assert.equal(await page.getAttribute("#setup-move-white", "aria-pressed"), "true");
    await page.click("#setup-start");
    await page.waitForFunction(() => /White to move|轮到白方/.test(document.querySelector(".status-line").textContent));
    assert.equal(await stones(page), 3);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".stones > g").length === 3);
    assert.equal(await page.locator("#setup-start").count(), 0, "a set-up that was ended does not come back");
    await playPoint(page, [7, 7]);
    await page.click("#export");
    await page.getByRole("menuitem", { name: /link|链接/i }).click();
    await page.waitForFunction(() => /clipboard|剪贴板/.test(document.querySelector(".status-detail").textContent));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#p=gomoku;freestyle;15x15;setup=/);
    const other = await fresh({ ...how, hash: new URL(link).hash });
    await other.waitForFunction(() => document.querySelector(".ply")?.textContent.includes("1"));
    await other.keyboard.press("End");
    await other.waitForFunction(() => document.querySelectorAll(".stones > g").length === 4);
    assert.equal(await stones(other), 4);
  });
}

for (const { tag, ...how } of TWO) {
  test(`a game continues after a reload, and two tabs stay in sync: ${tag}`, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
    for (const p of [[7, 7], [8, 8], [6, 7]]) await playPoint(page, p);
    await page.reload();
    await page.waitForSelector('.stones [data-point="6,7"]');
    assert.equal(await stones(page), 3);
    const other = await fresh({ context: page.context(), hash: new URL(page.url()).hash });
    await other.waitForFunction(() => document.querySelector(".ply")?.textContent.startsWith("3 "));
    await playPoint(other, [5, 7]);
    await page.waitForSelector('.stones [data-point="5,7"]');
    assert.equal(await stones(page), 4);
    await page.keyboard.press("ArrowLeft");
    await other.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("3 "));
  });
}

test("a late update of the current node takes no newer move back", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  for (const p of [[7, 7], [8, 8]]) await playPoint(page, p);
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => { release = () => resolve(undefined); });
  let late = 0;
  await page.route(/\/api\/games\/\d+$/, async (route) => {
    if (route.request().method() === "PATCH") {
      late += 1;
      await held;
    }
    await route.continue();
  });
  const patched = page.waitForRequest((request) => request.method() === "PATCH");
  await page.keyboard.press("ArrowLeft");
  await patched;
  await playPoint(page, [3, 3]);
  const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
  release();
  await answered;
  await page.waitForTimeout(800);
  assert.ok(late > 0);
  assert.equal(await ply(page), 2);
  assert.equal(await page.locator('.stones [data-point="3,3"]').count(), 1);
  await page.reload();
  await page.waitForSelector('.stones [data-point="3,3"]');
});

test("an unsent move is kept and shown as unsaved, and saved when the server is back", async () => {
  let own = await startServer();
  const port = Number(new URL(own.url).port);
  const page = await fresh({ url: own.url });
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  await playPoint(page, [7, 7]);
  await own.stop({ kill: true, keep: true });
  await click(page, [8, 8]);
  await page.waitForFunction(() => /sent again/.test(document.querySelector(".status-detail").textContent));
  assert.equal(await page.locator('.stones [data-point="8,8"]').count(), 1);
  await shot(page, "offline");
  own = await startServer({ data: own.data, port });
  await page.waitForFunction(() => document.querySelector(".save-state").dataset.state === "saved" && document.querySelector(".ply").textContent.startsWith("2 "), null, { timeout: 20_000 });
  await page.reload();
  await page.waitForSelector('.stones [data-point="8,8"]');
  assert.equal(await stones(page), 2);
  assert.equal(await ply(page), 2);
  await own.stop();
});

test("without the server a new game keeps its dialog, and what was said goes when it is back", { timeout: 60_000 }, async (t) => {
  let own = await startServer();
  t.after(() => own.stop({ kill: true }));
  const port = Number(new URL(own.url).port);
  const page = await fresh({ url: own.url });
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  await own.stop({ kill: true, keep: true });
  await page.click("#new-game");
  await page.check("#game-go", { force: true });
  await page.selectOption("#size", "13x13");
  await page.fill("#name-first", "Ada");
  await page.click("#start");
  await page.waitForFunction(() => /does not answer/.test(document.querySelector("#new-problem")?.textContent));
  const covered = await page.locator("#new-problem").evaluate((el) => {
    const box = el.getBoundingClientRect();
    return document.elementFromPoint(box.left + 20, box.top + box.height / 2) !== el;
  });
  assert.equal(covered, false, "the words are in sight");
  assert.deepEqual([await page.inputValue("#size"), await page.inputValue("#name-first")], ["13x13", "Ada"]);
  await shot(page, "new-offline");
  own = await startServer({ data: own.data, port });
  await page.waitForFunction(() => document.querySelector(".save-state").dataset.state === "saved", null, { timeout: 20_000 });
  await page.click("#start");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.waitForFunction(() => document.querySelector(".player-name")?.textContent === "Ada");
  // What a game says of the server goes by itself.
  await playPoint(page, [4, 4]);
  const says = (text) => page.waitForFunction((s) => document.querySelector(".status-detail").textContent.includes(s), text);
  await own.stop({ kill: true, keep: true });
  await page.click("#resign");
  await page.click("#resign-yes");
  await says("does not answer");
  own = await startServer({ data: own.data, port });
  await page.waitForFunction(() => document.querySelector(".status-detail").textContent === "", null, { timeout: 20_000 });
});

test("a move that was taken back stays taken back, however soon the page is reloaded", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", who: "people" });
  for (const p of [[7, 7], [6, 8], [7, 8]]) await playPoint(page, p);
  await page.click("#takeback");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2"));
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent.includes("/ 3"));
  assert.equal(await ply(page), 2);
  // So does a step: it is sent as the page is left.
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("1"));
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent.includes("/ 3"));
  assert.equal(await ply(page), 1);
});

/** A game of Go, of Othello, of gomoku and of a board, without a word about which game it is. */
for (const [text, game, moves] of [
  ["f5d6c3d3c4f4f6f3", "othello", 8],
  ["F5 D6 C4 D3", "othello", 4],
  ["1. f5 d6 2. c3 d3", "othello", 4],
  ["Q16 D4 Q4 D16", "go", 4],
  ["h8 i9 g7", "gomoku", 3],
  ["-------------------X------XX-----XOX---------------------------- O", "othello", 0],
  [`OX-${"-".repeat(61)}`, "othello", 0],
]) {
  test(`a pasted list is recognised: ${text.slice(0, 24)}`, async () => {
    const page = await fresh();
    await noDialog(page);
    await page.evaluate((pasted) => {
      const data = new DataTransfer();
      data.setData("text/plain", pasted);
      document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
    await page.waitForFunction((n) => location.hash.startsWith("#g=") && document.querySelector(".ply")?.textContent.endsWith(`/ ${n}`), moves);
    const kind = await page.evaluate(async () => (await import(new URL("js/store.js", document.baseURI).href)).store.state.board.game);
    assert.equal(kind, game);
    assert.equal(await ply(page), moves, "a list means the position at its end");
  });
}

test("a list that was read as the wrong game is opened as the one that is chosen", async () => {
  const page = await fresh();
  await noDialog(page);
  await page.click("#open-record");
  await page.fill("#import-text", "a1 b2 c3");
  await page.click("#import-go");
  await page.waitForFunction(() => /does not name its game/.test(document.querySelector(".status-detail").textContent));
  const board = () => page.evaluate(async () => (await import(new URL("js/store.js", document.baseURI).href)).store.state.board);
  const wrong = await board();
  assert.equal(wrong.game, "gomoku");
  await page.click("#message-action-2");
  assert.equal(await page.inputValue("#import-text"), "a1 b2 c3");
  await page.selectOption("#import-game", "go");
  await page.click("#import-go");
  await page.waitForFunction((id) => location.hash.startsWith("#g=") && location.hash !== `#g=${id}`, wrong.id);
  await page.waitForSelector("dialog", { state: "detached" });
  assert.deepEqual([(await board()).game, (await board()).nodes.length], ["go", 4]);
  await until(page, async (id) => (await fetch(new URL(`api/games/${id}`, document.baseURI))).status === 404, wrong.id);
});

for (const [locale, guess, other] of [
  ["en-GB", /read as Go, 19×19/, "Open as Gomoku"], ["zh-CN", /按围棋 19×19/, "按五子棋打开"], ["ja-JP", /囲碁 19×19/, "五目並べとして開く"],
]) {
  test(`a list beyond the usual board of gomoku is Go, and gomoku one click away: ${locale}`, async () => {
    const page = await fresh({ locale });
    await noDialog(page);
    await page.click("#open-record");
    await page.fill("#import-text", "q16 d4 r4");
    await page.click("#import-go");
    await page.waitForSelector("#message-action");
    assert.match(await page.locator(".status-detail").textContent(), guess);
    assert.equal(await page.locator("#message-action").textContent(), other);
    const board = () => page.evaluate(async () => (await import(new URL("js/store.js", document.baseURI).href)).store.state.board);
    const wrong = await board();
    assert.deepEqual([wrong.game, wrong.size.cols, wrong.nodes.length], ["go", 19, 4]);
    await page.click("#message-action");
    await page.waitForFunction((id) => location.hash.startsWith("#g=") && location.hash !== `#g=${id}`, wrong.id);
    const right = await board();
    assert.deepEqual([right.game, right.size.cols, right.nodes.length], ["gomoku", 20, 4]);
    await until(page, async (id) => (await fetch(new URL(`api/games/${id}`, document.baseURI))).status === 404, wrong.id);
  });
}

test("a list that is opened as a game by name gets the board that it needs", async () => {
  const page = await fresh();
  await noDialog(page);
  await page.click("#open-record");
  await page.fill("#import-text", "p16 d4 i9");
  await page.selectOption("#import-game", "gomoku");
  await page.click("#import-go");
  await page.waitForFunction(() => location.hash.startsWith("#g=") && document.querySelector(".ply")?.textContent.endsWith("/ 3"));
});

test("an unsent move survives a reload", async () => {
  const page = await fresh();
  page.on("dialog", (dialog) => void dialog.accept());
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  await page.route("**/moves", (route) => route.abort());
  await click(page, [7, 7]);
  await page.waitForFunction(() => document.querySelector(".save-state").dataset.state === "unsaved");
  await page.reload();
  await page.waitForSelector('.stones [data-point="7,7"]');
  await page.unroute("**/moves");
  await page.waitForFunction(() => document.querySelector(".save-state").dataset.state === "saved" && document.querySelector(".ply").textContent.startsWith("1 "));
  assert.equal(await stones(page), 1);
});
