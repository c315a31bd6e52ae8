// What the page calls points, marks, nodes and players, for eyes and for screen readers, and the drawings of a record.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, PHONE, place, playPoint, shot, square, until, wordsAt } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const SGF = `(;GM[1]FF[4]KM[6.5]SZ[9]RU[Japanese]PB[A]PW[B];B[ee];W[ec]LB[ec:A][gc:1][cc:長い名前]TR[ee]SQ[dd]
(;B[cc]AR[cc:ee][ee:gg]LN[aa:ii];W[gc])(;B[gc];AB[aa][bb]AW[hh]AE[ee]PL[W];W[ac]))`;

/** The number of the record in the library: it is imported once. */
let id;

async function imported() {
  id ??= (await (await fetch(new URL("api/import?name=x.sgf", url()), { method: "POST", body: SGF })).json()).imported[0].id;
  return (await fetch(new URL(`api/games/${id}`, url()))).json();
}

/** Opens a game at a node. */
async function opened(board, node, how = {}) {
  await fetch(new URL(`api/games/${board.id}`, url()), { method: "PATCH", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ current: node }) });
  const page = await fresh({ size: { width: 1440, height: 900 }, ...how, hash: `#g=${board.id}` });
  await until(page, async (node) => (await import(new URL("js/store.js", document.baseURI).href)).store.state.view?.node === node, node);
  return page;
}

test("a point of Othello says once who may move there, and no more when that is off", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "othello", size: "8x8" });
  const says = (name, words) => page.waitForFunction(([id, words]) => document.querySelector(id).getAttribute("aria-label") === words, [`.cell[id$="-${square(name).join("-")}"]`, words]);
  await says("d4", "d4, white disc");
  await says("d3", "d3, empty, legal");
  await says("c5", "c5, empty");
  await page.keyboard.press("Alt+1");
  await says("c5", "c5, empty, White could move here");
  await says("d3", "d3, empty, legal");
  await page.keyboard.press("Alt+1");
  await says("c5", "c5, empty");
});

test("marks and labels are said, and a long label is on its own ground", { timeout: 60_000 }, async () => {
  const board = await imported();
  const page = await opened(board, board.nodes[2].id);
  assert.match(await wordsAt(page, [4, 4]), /^E5, black stone, Triangle$/);
  assert.match(await wordsAt(page, [2, 6]), /^G7, empty, “1”$/);
  assert.match(await wordsAt(page, [2, 2]), /^C7, empty, “長い名前”$/);
  const [ground, text, pitch] = await page.evaluate(() => {
    const text = [...document.querySelectorAll(".mark-label")].find((e) => e.textContent === "長い名前");
    return [text.parentNode.querySelector(".mark-clear").getBoundingClientRect().width, text.getBoundingClientRect().width, document.querySelector(".cell").getBoundingClientRect().width];
  });
  assert.ok(text <= ground + 1 && text <= pitch, `${text} px of text on ${ground}, points of ${pitch}`);
});

test("every cell of connect four has a name of its own", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "mnk", rules: "connect-four" });
  const names = await page.locator(".cell").evaluateAll((cells) => cells.map((c) => c.getAttribute("aria-label")));
  assert.equal(new Set(names).size, 42);
  await playPoint(page, [5, 3]);
  await page.waitForFunction(() => document.querySelector('.cell[id$="-5-3"]').getAttribute("aria-label") === "column 4 row 1, Red, last move");
});

for (const [locale, colors] of [["en-GB", ["Black", "White"]], ["zh-CN", ["黑", "白"]]]) {
  test(`the players of Go have their colours: ${locale}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ locale });
    await newGame(page, { kind: "go", size: "9x9" });
    assert.deepEqual(await page.locator(".player [role=img]").evaluateAll((all) => all.map((e) => e.getAttribute("aria-label"))), colors);
  });
}

for (const [locale, word] of [["en-GB", "Set-up"], ["zh-CN", "摆子"], ["zh-TW", "擺子"], ["ja-JP", "配置"]]) {
  test(`a set-up in the middle of a game is no start: ${locale}`, { timeout: 60_000 }, async () => {
    const board = await imported();
    const at = board.nodes.findLast((n) => n.setup);
    const page = await opened(board, at.id, { locale });
    await page.click("#tab-tree");
    assert.equal(await page.locator(".tree-title").textContent(), word);
    const row = page.locator(".move-row.here").filter({ visible: true }).first();
    assert.deepEqual([await row.locator(".move-ply").textContent(), await row.locator(".move-name").textContent()], ["", word]);
  });
}

test("arrows of a record are drawn, and drawn ones are saved in it", { timeout: 60_000 }, async () => {
  const board = await imported();
  const node = board.nodes.find((n) => n.move === "C7" && n.parent === board.nodes[2].id);
  const page = await opened(board, node.id);
  await page.waitForSelector(".drawn");
  assert.equal(await page.locator(".drawn").count(), 3);
  assert.equal(await page.locator(".drawn path").count(), 2, "a line has no head");
  const [a, b] = [await place(page, [0, 4]), await place(page, [0, 6])];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up({ button: "right" });
  await page.waitForFunction(() => document.querySelectorAll(".drawn:not(.sketch)").length === 4);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll(".drawn").length === 0);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelectorAll(".drawn").length === 4);
  const sgf = await (await fetch(new URL(`api/games/${board.id}/export?format=sgf`, url()))).text();
  assert.match(sgf, /AR\[cc:ee\]\[ee:gg\]\[ea:ga\]/);
  assert.match(sgf, /LN\[aa:ii\]/);
});

for (const how of [{}, { size: PHONE, touch: true, locale: "zh-CN" }]) {
  test(`a record's ranks are shown and changed, and it has no clocks: ${how.locale ?? "en"}`, { timeout: 60_000 }, async () => {
    const sgf = "(;GM[1]FF[4]SZ[9]PB[Lee Sedol]BR[9p]PW[Gu Li]WR[9 dan]RE[B+R]KM[6.5];B[ee];W[cc];B[gc])";
    const { imported, duplicates } = await (await fetch(new URL("api/import?name=r.sgf", url()), { method: "POST", body: sgf })).json();
    const page = await fresh({ ...how, hash: `#g=${imported[0]?.id ?? duplicates[0].game}` });
    const names = () => page.locator(".player-name").allTextContents();
    await page.waitForFunction(() => /Lee/.test(document.querySelector(".player-name")?.textContent ?? ""));
    assert.deepEqual(await names(), ["Lee Sedol 9p", "Gu Li 9 dan"]);
    await page.waitForTimeout(300);
    assert.deepEqual(await page.locator(".clock").allTextContents(), ["", ""], "its moves have no times");
    await page.click("#tab-game");
    await shot(page, `ranks-${how.locale ?? "en"}`);
    assert.equal(await page.inputValue("#game-black-rank"), "9p");
    await page.fill("#game-white-rank", "8p");
    await page.locator("#game-white-rank").blur();
    await page.waitForFunction(() => /8p/.test(document.querySelector(".player.white .player-name").textContent));
    await page.fill("#game-white-rank", "9 dan");
    await page.locator("#game-white-rank").blur();
    await page.waitForFunction(() => /9 dan/.test(document.querySelector(".player.white .player-name").textContent));
  });
}
