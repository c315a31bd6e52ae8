// The result of a game: whose line it belongs to, what takes it back, and what leaves it alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, newGame, noDialog, playPoint, until } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const stored = async (page) => (await fetch(new URL(`api/games/${await page.evaluate(() => location.hash.slice(3))}`, url()))).json();
const at = (page, text) => page.waitForFunction((s) => document.querySelector(".ply").textContent.trim() === s, text);
const mine = (page) => page.waitForFunction(() => !document.querySelector("#hint").disabled && document.querySelector(".save-state").dataset.state === "saved");

/** The moves of the stored main line. */
async function mainLine(page) {
  const { nodes } = await stored(page);
  const out = [];
  for (let node = nodes.find((n) => n.parent === null); node.children.length > 0;) {
    node = nodes.find((n) => n.id === node.children[0]);
    out.push(node.move);
  }
  return out;
}

/** A game against the engine in which the person has made some moves. */
async function against(page, points) {
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
  for (const [i, p] of points.entries()) {
    await click(page, p);
    await at(page, `${2 * i + 2} / ${2 * i + 2}`);
    await mine(page);
  }
}

/** The first of some points that is empty. */
const empty = (page, points) => page.evaluate((all) => all.find(([r, c]) => /empty/.test(document.querySelector(`.cell[id$="-${r}-${c}"]`).getAttribute("aria-label"))), points);

async function resign(page) {
  await page.click("#resign");
  await page.click("#resign-yes");
  await page.waitForSelector(".status.over");
}

test("play goes on after two passes, and the result is gone", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", size: "9x9" });
  for (const p of [[4, 4], [2, 2], [6, 6], [2, 6]]) await playPoint(page, p);
  for (const text of ["5 / 5", "6 / 6"]) {
    await page.click("#pass");
    await at(page, text);
  }
  // Two passes are no result yet: which stones are dead is still to be agreed on.
  await page.click("#score-cancel");
  await page.waitForFunction(() => /once the board is counted/.test(document.querySelector(".end-how")?.textContent ?? ""));
  assert.equal((await stored(page)).result, null);
  await page.click("#begin-score");
  await page.click("#score-resume");
  await at(page, "4 / 6");
  await playPoint(page, [1, 7]);
  await until(page, async () => (await (await fetch(`api/games/${location.hash.slice(3)}`)).json()).nodes[4].children[0] > 6);
  await playPoint(page, [7, 1]);
  await page.waitForTimeout(300);
  assert.equal((await stored(page)).result, null);
  assert.equal(await page.locator(".status.over").count(), 0);
  assert.equal((await mainLine(page)).length, 6);
});

test("a move that is taken back with the end of the game takes the result with it", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  for (const p of [[7, 3], [8, 3], [7, 4], [8, 4], [7, 5], [8, 5], [7, 6], [8, 6], [7, 7]]) await playPoint(page, p);
  await page.waitForSelector(".status.over");
  // An earlier position of the finished game has the result too, and no one resigns there.
  await page.click("#nav-prev");
  await page.waitForFunction(() => /Black wins/.test(document.querySelector(".status-line").textContent));
  assert.equal(await page.isDisabled("#resign"), true);
  await page.click("#nav-next");
  await page.click("#takeback");
  await at(page, "8 / 9");
  await until(page, async () => (await (await fetch(`api/games/${location.hash.slice(3)}`)).json()).result === null);
  // Another way to win is the game now.
  await playPoint(page, [7, 2]);
  await until(page, async () => (await (await fetch(`api/games/${location.hash.slice(3)}`)).json()).result === "B+");
  assert.equal((await mainLine(page)).at(-1), "c8");
});

test("a record shows its result, and nobody resigns in it", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await noDialog(page);
  await page.click("#open-record");
  await page.fill("#import-text", "(;FF[4]GM[1]SZ[9]KM[5.5]PB[Alice]PW[Bob]RE[B+R];B[ee];W[cc];B[gg];W[cg])");
  await page.click("#import-go");
  await at(page, "0 / 4");
  assert.match(await page.locator(".status-line").textContent(), /Alice won.*Black wins, White resigned/);
  assert.equal(await page.isDisabled("#resign"), true);
  await page.keyboard.press("Shift+R");
  assert.equal(await page.locator("dialog").count(), 0);
  // Undo only steps back, from the end too.
  await page.keyboard.press("End");
  await page.waitForSelector(".status.over");
  await page.click("#takeback");
  await at(page, "3 / 4");
  assert.equal((await stored(page)).result, "B+R");
});

for (const game of [{ kind: "gomoku", size: "15x15" }, { kind: "go", size: "9x9" }]) {
  test(`who resigns after an undo ends the game at the position shown: ${game.kind}`, { timeout: 60_000 }, async () => {
    const page = await fresh();
    await newGame(page, game);
    for (const p of [[4, 4], [2, 2], [6, 6], [2, 6]]) await playPoint(page, p);
    await page.click("#takeback");
    await at(page, "3 / 4");
    await page.click("#takeback");
    await at(page, "2 / 4");
    await resign(page);
    await at(page, "2 / 2");
    assert.equal((await mainLine(page)).length, 2);
    assert.equal((await stored(page)).result, "W+R");
    const sgf = await (await fetch(new URL(`api/games/${await page.evaluate(() => location.hash.slice(3))}/export?format=sgf`, url()))).text();
    assert.equal((sgf.match(/;[BW]\[/g) ?? []).length, 2, sgf);
    // What was taken back is not lost.
    await page.click("#tab-tree");
    await page.click("#undo-prune");
    await page.waitForFunction(() => document.querySelectorAll(".tree-node").length > 3);
  });
}

test("a reload knows what was taken back: the time of the turn, a move from there, and resigning", { timeout: 90_000 }, async () => {
  const page = await fresh();
  const reload = async () => {
    await page.reload();
    await page.waitForFunction(() => document.querySelector(".ply")?.textContent.trim());
    await mine(page);
  };
  const clock = async () => {
    const [m, s] = (await page.locator(".player.black .clock").textContent()).split(":");
    return Number(m) * 60 + Number(s);
  };
  const takeback = async (from, to) => {
    await page.click("#takeback");
    await at(page, `${to} / ${from}`);
    await mine(page);
  };
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1, clock: "3+2" });
  await click(page, [7, 7]);
  await at(page, "2 / 2");
  await mine(page);
  await takeback(2, 0);
  const start = await clock();
  await page.waitForTimeout(2300);
  await reload();
  await at(page, "0 / 2");
  const before = await clock();
  assert.ok(start - before >= 2, `the clock shows ${before} s after ${start} s`);
  await page.waitForTimeout(2300);
  const after = await clock();
  assert.ok(before - after >= 2 && before - after <= 4, `the clock ran from ${before} s to ${after} s in 2.3 s`);
  await click(page, [3, 3]);
  await at(page, "2 / 2");
  await until(page, async () => {
    const { nodes } = await (await fetch(`api/games/${location.hash.slice(3)}`)).json();
    return nodes.find((n) => n.id === nodes[0].children[0]).move === "d12";
  });
  // A move from there is played: another one is a variation.
  assert.equal(await page.evaluate(() => localStorage.getItem("tengen.taken-back")), "null");
  await takeback(2, 0);
  await reload();
  await resign(page);
  assert.deepEqual(await mainLine(page), []);
});

test("the line in which one resigns is the game", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await against(page, [[7, 7], [7, 9], [9, 7]]);
  await page.click("#nav-prev");
  await page.click("#nav-prev");
  await at(page, "4 / 6");
  const point = await empty(page, [[0, 0], [0, 14]]);
  await click(page, point);
  await at(page, "6 / 6");
  await mine(page);
  await resign(page);
  const moves = await mainLine(page);
  assert.deepEqual([moves.length, moves[4]], [6, point[1] === 0 ? "a15" : "o15"]);
  assert.match(await page.locator(`.cell[id$="-${point.join("-")}"]`).getAttribute("aria-label"), /black/);
  assert.equal((await stored(page)).result, "W+R");
});

test("a move at an earlier position leaves the game as it was, and one click leads back", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await against(page, [[7, 7], [7, 9], [9, 7]]);
  const before = await mainLine(page);
  await page.click("#nav-prev");
  await page.click("#nav-prev");
  await at(page, "4 / 6");
  await click(page, await empty(page, [[0, 0], [0, 14]]));
  await page.waitForSelector("#message-action");
  assert.match(await page.locator(".status-detail").textContent(), /variation.*kept.*Back to the game/);
  await page.waitForTimeout(300);
  assert.deepEqual(await mainLine(page), before);
  await page.click("#message-action");
  await at(page, "6 / 6");
  assert.match(await page.locator('.cell[id$="-9-7"]').getAttribute("aria-label"), /black/);
  // The game goes on from there, without a word.
  await mine(page);
  await click(page, await empty(page, [[14, 0], [14, 14]]));
  await at(page, "8 / 8");
  assert.equal(await page.locator("#message-action").count(), 0);
});

/** Opens a record by its text. */
const opensRecord = async (page, sgf) => {
  await noDialog(page);
  await page.click("#open-record");
  await page.fill("#import-text", sgf);
  await page.click("#import-go");
  await page.waitForSelector("dialog", { state: "detached" });
};

for (const [how, result] of [["resignation", "B+R"], ["time", "W+T"], ["agreement", "Draw"]]) {
  test(`the last position of a game that ended by ${how} is studied like any other`, { timeout: 60_000 }, async () => {
    const page = await fresh();
    await opensRecord(page, `(;GM[1]SZ[9]RE[${result}];B[ee];W[gc];B[cc];W[cg])`);
    await at(page, "0 / 4");
    const kept = (await stored(page)).result;
    await page.keyboard.press("End");
    await page.waitForSelector(".status.over");
    assert.equal(await page.isDisabled("#hint"), false, "a hint is offered");
    await page.click("#hint");
    await page.waitForFunction(() => /best|good|Best/i.test(document.querySelector(".status-detail").textContent));
    await page.click("#tab-analysis");
    await page.click("#analyse");
    await page.waitForSelector(".candidate-row");
    await page.click("#analyse");
    // The move is tried, and the game ended where it did.
    await playPoint(page, [6, 6]);
    await at(page, "5 / 5");
    assert.equal(await page.locator(".status.over").count(), 0, "the position is open");
    assert.equal((await stored(page)).result, kept);
    await page.click("#takeback");
    await page.waitForSelector(".status.over");
    assert.equal(await page.locator("dialog").count(), 0);
    await page.reload();
    await at(page, "4 / 5");
    await page.waitForSelector(".status.over");
    assert.equal((await stored(page)).result, kept);
    // Another browser shows the end at the same move.
    const other = await fresh({ hash: await page.evaluate(() => location.hash) });
    await at(other, "4 / 5");
    await other.waitForSelector(".status.over");
    await other.keyboard.press("End");
    await at(other, "5 / 5");
    assert.equal(await other.locator(".status.over").count(), 0, "the tried move is no end");
  });
}

test("after a resignation against an engine one tries moves for both sides, and the result stays", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
  await playPoint(page, [7, 7]);
  await at(page, "2 / 2");
  await resign(page);
  await page.waitForSelector(".status.over");
  for (const [n, point] of [[3, [0, 0]], [4, [0, 2]], [5, [14, 14]]]) {
    await playPoint(page, point);
    await at(page, `${n} / ${n}`);
    await page.waitForTimeout(300);
  }
  await at(page, "5 / 5");
  assert.equal((await stored(page)).result, "W+R");
  await page.click("#takeback");
  await page.waitForTimeout(200);
  assert.equal(await page.locator("dialog").count(), 0, "what is taken back is a move that was tried");
  assert.equal((await stored(page)).result, "W+R");
});

test("moves that are tried after a resignation leave its result, up to an end by the rules", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await opensRecord(page, "(;GM[4]SZ[15]RE[W+R];B[hh];W[aa];B[hi];W[ca];B[hj];W[ea];B[hk];W[ga])");
  await page.keyboard.press("End");
  await page.waitForSelector(".status.over");
  await playPoint(page, [11, 7]);
  await page.waitForFunction(() => document.querySelector(".ply").textContent === "9 / 9");
  await page.waitForTimeout(400);
  assert.equal((await stored(page)).result, "W+R");
});

test("a hint is offered in every position of a finished game against an engine", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
  for (const [n, point] of [[2, [7, 7]], [4, [7, 9]]]) {
    await playPoint(page, point);
    await at(page, `${n} / ${n}`);
  }
  await resign(page);
  await page.waitForSelector(".status.over");
  for (const n of [3, 2, 1, 0]) {
    await page.keyboard.press("ArrowLeft");
    await at(page, `${n} / 4`);
    assert.equal(await page.isDisabled("#hint"), false, `after move ${n}`);
  }
  await page.keyboard.press("ArrowRight");
  await at(page, "1 / 4");
  await page.click("#hint");
  await page.waitForFunction(() => document.querySelector(".status-detail").textContent.length > 0);
  // A click tries a move of the engine.
  await playPoint(page, [0, 0]);
  await at(page, "2 / 2");
});
