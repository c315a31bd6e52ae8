// Othello: a value on every legal square, exact results named as such, the transcript, opening names, and what each
// move lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, playPoint, shot, square } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const post = async (path, body) => (await fetch(new URL(path, url()), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();

for (const { tag, ...how } of [
  { tag: "390-zh", size: { width: 390, height: 844 }, locale: "zh-CN", touch: true },
  { tag: "768-zh-dark", size: { width: 768, height: 1024 }, locale: "zh-CN", dark: true },
  { tag: "1440-en-dark", size: { width: 1440, height: 900 }, dark: true },
  { tag: "2560-en", size: { width: 2560, height: 1440 } },
]) {
  test(`a value on every square, the opening and the transcript (${tag})`, { timeout: 90_000 }, async () => {
    const zh = how.locale === "zh-CN";
    const page = await fresh(how);
    await newGame(page, { kind: "othello" });
    for (const move of ["f5", "d6", "c3", "d3", "c4"]) await playPoint(page, square(move));
    if (how.size.width > 860) assert.match(await page.locator(".game-name").textContent(), /Tiger$/);
    await page.click("#tab-tree");
    assert.equal(await page.locator(".transcript-text:visible").textContent(), "f5d6c3d3c4");
    assert.match(await page.locator(".opening-title:visible").textContent(), zh ? /虎/ : /Tiger/);
    await page.click("#tab-analysis");
    await page.click("#analyse");
    const id = await page.evaluate(() => location.hash.slice(3));
    const { current } = await (await fetch(new URL(`api/games/${id}`, url()))).json();
    const { legal } = await (await fetch(new URL(`api/games/${id}/nodes/${current}`, url()))).json();
    assert.ok(legal.length > 5);
    await page.waitForFunction((n) => document.querySelectorAll('[data-layer="study-candidates"] .candidate').length === n, legal.length, { timeout: 30_000 });
    assert.equal(await page.locator(".candidate-row").count(), legal.length);
    assert.match(await page.locator(".legend:visible").textContent(), zh ? /估计值，单位：子/ : /Estimates, in discs/);
    await shot(page, `othello-${tag}`);
    await page.click("#analyse");
  });
}

const viewAt = async (id, node) => (await fetch(new URL(`api/games/${id}/nodes/${node}`, url()))).json();

/** A new game of moves drawn by a seed, up to the first position that `done` accepts. Gives its id and the node there. */
async function drawnGame(seed, done) {
  const human = { kind: "human" };
  const { id } = await post("api/games", { game: "othello", size: "8x8", players: { first: human, second: human } });
  for (let node = 0; ;) {
    const view = await viewAt(id, node);
    if (view.outcome || done(view)) return { id, node };
    seed = (seed * 48271) % 2147483647;
    node = (await post(`api/games/${id}/moves`, { parent: node, ...(view.legal.length > 0 ? { point: view.legal[seed % view.legal.length] } : { move: "pass" }) })).node;
  }
}

test("a forced pass has no number", { timeout: 90_000 }, async () => {
  // The game goes on for a few moves after its first pass.
  let passed = Infinity;
  const { id, node } = await drawnGame(4, ({ last_move, ply }) => ply >= (passed = last_move === "pass" ? Math.min(passed, ply) : passed) + 3);
  const { stones } = await viewAt(id, node);
  const discs = stones.black.length + stones.white.length - 4;
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await page.evaluate((n) => { location.hash = `g=${n}`; location.reload(); }, id);
  await page.waitForFunction((n) => document.querySelector(".ply")?.textContent.startsWith(`${n} `), discs);
  await page.click("#tab-tree");
  const rows = await page.locator(".tree-top .move-row").evaluateAll((all) => all.map((row) => [".move-ply", ".move-name"].map((part) => row.querySelector(part).textContent)));
  assert.ok(rows.some(([, name]) => name === "pass"), "the game has a pass");
  assert.ok(rows.every(([number, name]) => (number === "") === (name === "pass")));
  assert.equal(rows.at(-1)[0], String(discs));
});

test("a whole game has sixty moves everywhere, however many passes", { timeout: 90_000 }, async () => {
  const { id, node } = await drawnGame(4, () => false);
  const { ply, stones } = await viewAt(id, node);
  const discs = stones.black.length + stones.white.length - 4;
  assert.ok(ply > discs, "the game has a pass");
  // The list of the library, and that of the games through a position, which the other game has not left yet.
  const { id: other } = await drawnGame(5, (view) => view.ply >= 1);
  const page = await fresh({ size: { width: 1440, height: 900 } });
  const show = async (game) => {
    await page.evaluate((n) => { location.hash = `g=${n}`; location.reload(); }, game);
    await page.waitForFunction(() => /\d/.test(document.querySelector(".ply")?.textContent ?? ""));
  };
  await show(id);
  await page.keyboard.press("End");
  await page.waitForFunction((n) => document.querySelector(".ply").textContent.startsWith(`${n} `), discs);
  assert.match(await page.locator("#board").getAttribute("aria-label"), new RegExp(`move ${discs}$`));
  await page.click("#tab-library");
  const words = (selector) => page.waitForFunction(([of, n]) => [...document.querySelectorAll(of)].some((el) => new RegExp(`(^|\\D)${n} moves`).test(el.textContent)), [selector, discs]);
  await words(`.library-game[data-id="${id}"] .game-facts`);
  await show(other);
  await page.keyboard.press("Home");
  await page.click("#tab-openings");
  await words('[data-panel="openings"] .game-facts');
});

test("exact results at the end are named as such", { timeout: 90_000 }, async () => {
  const { id } = await drawnGame(3, ({ ply, legal }) => ply >= 52 && legal.length > 1);
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await page.evaluate((n) => { location.hash = `g=${n}`; location.reload(); }, id);
  await page.waitForFunction(() => /5\d /.test(document.querySelector(".ply")?.textContent ?? ""));
  await page.click("#tab-analysis");
  await page.click("#analyse");
  await page.waitForFunction(() => /Exact results, in discs/.test(document.querySelector(".legend").textContent), null, { timeout: 30_000 });
  assert.ok((await page.locator(".candidate-score").allTextContents()).every((text) => /!$|^=$/.test(text)));
  await page.click("#analyse");
});

test("the review shows what each move lost", { timeout: 120_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await newGame(page, { kind: "othello" });
  for (const move of ["f5", "f6", "e6", "f4", "g7", "c5"]) await playPoint(page, square(move));
  await page.click("#tab-review");
  await page.selectOption('[data-panel="review"] .study-head select', "0.2");
  await page.click("#sweep");
  await page.waitForSelector(".losses:visible .loss", { timeout: 60_000 });
  assert.match(await page.locator(".loss-words").textContent(), /6\. White c5 lost \d/);
  // The X-square is the worst of them: a click on its bar goes there.
  const box = await page.locator(".loss-drawing").boundingBox();
  await page.mouse.click(box.x + box.width * 4.5 / 6, box.y + 20);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("5"));
  assert.match(await page.locator(".loss-words").textContent(), /5\. Black g7 lost \d/);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => /Lost by moves that were not the best: Black \d/.test(document.querySelector(".loss-words").textContent));
  await shot(page, "othello-losses");
});

test("a game that was resigned shows no legal moves", async () => {
  const page = await fresh();
  await newGame(page, { kind: "othello", who: "human-first", level: 1 });
  await page.waitForFunction(() => document.querySelectorAll(".legal").length === 4);
  await page.click("#resign");
  await page.click("#resign-yes");
  await page.waitForSelector(".status.over");
  await page.waitForFunction(() => document.querySelectorAll(".legal").length === 0);
});

for (const [help, button, marks] of [["a hint", "#hint", ".hint"], ["an analysis", "#analyse", ".candidate"]]) {
  test(`no marks of ${help} stay on the board of a game that was resigned`, { timeout: 60_000 }, async () => {
    const page = await fresh();
    await newGame(page, { kind: "othello", who: "human-first", level: 1 });
    await page.click("#tab-analysis");
    await page.click(button);
    await page.waitForSelector(`#board ${marks}`, { state: "attached" });
    await page.click("#resign");
    await page.click("#resign-yes");
    await page.waitForSelector(".status.over");
    await page.waitForTimeout(600);
    assert.equal(await page.locator("#board .hint, #board .candidate").count(), 0);
    assert.equal(await page.locator("#analyse").getAttribute("aria-pressed"), "false");
    // The position is analysed when one asks for it.
    await page.click("#analyse");
    await page.waitForSelector("#board .candidate", { state: "attached" });
    await page.click("#analyse");
  });
}
