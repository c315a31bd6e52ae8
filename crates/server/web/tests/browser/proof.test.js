// The proof viewer: every reply gets its answer, in exact endgames and in proofs too large to be sent whole.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, DESKTOP, newGame, PHONE, playPoint, shot, stones } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

/** Puts a game on the table that the server is asked to make. @param {import("playwright-core").Page} page @param {any} game */
async function made(page, game) {
  const board = await page.evaluate(async (body) => {
    const human = { kind: "human" };
    const reply = await fetch("api/games", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ players: { first: human, second: human }, ...body }) });
    return reply.json();
  }, game);
  assert.ok(board.id, JSON.stringify(board));
  await page.evaluate((id) => { location.hash = `g=${id}`; location.reload(); }, board.id);
  await page.waitForFunction(() => document.querySelector("#board")?.getAttribute("aria-label")?.match(/\d/));
  return board;
}

/** What each row of the proof says at its end. @param {import("playwright-core").Page} page */
const rows = (page) => page.locator(".proof-row").evaluateAll((all) => all.map((row) => ({ kind: row.classList[1], move: row.querySelector(".proof-move").textContent, left: row.querySelector(".proof-left").textContent })));

/**
 * Othello played out without any cleverness: the reference for what the page says of an ending.
 * @param {{ stones: { black: number[][], white: number[][] }, to_move: string }} view of a board of 6×6
 */
function othello({ stones, to_move }) {
  const SIDE = 6;
  const cells = Array.from({ length: SIDE }, () => new Array(SIDE).fill(0));
  for (const [r, c] of stones.black) cells[r][c] = 1;
  for (const [r, c] of stones.white) cells[r][c] = -1;
  const flips = (/** @type {number[][]} */ b, /** @type {number} */ me, /** @type {number} */ row, /** @type {number} */ col) => {
    if (b[row][col] !== 0) return [];
    const out = [];
    for (const dr of [-1, 0, 1]) for (const dc of [-1, 0, 1]) {
      const run = [];
      let [r, c] = [row + dr, col + dc];
      while ((dr || dc) && b[r]?.[c] === -me) {
        run.push([r, c]);
        [r, c] = [r + dr, c + dc];
      }
      if (b[r]?.[c] === me) out.push(...run);
    }
    return out;
  };
  const after = (/** @type {number[][]} */ b, /** @type {number} */ me, /** @type {number} */ row, /** @type {number} */ col) => {
    const next = b.map((line) => [...line]);
    for (const [r, c] of [[row, col], ...flips(b, me, row, col)]) next[r][c] = me;
    return next;
  };
  /** The discs that `me` is ahead with at the end, empty squares counted for the winner. @type {(b: number[][], me: number, passed: boolean) => number} */
  const best = (b, me, passed) => {
    let most = -Infinity;
    for (let r = 0; r < SIDE; r += 1) for (let c = 0; c < SIDE; c += 1) if (flips(b, me, r, c).length > 0) most = Math.max(most, -best(after(b, me, r, c), -me, false));
    if (most > -Infinity) return most;
    if (!passed) return -best(b, -me, true);
    const all = b.flat();
    const ahead = all.reduce((sum, x) => sum + x * me, 0);
    return ahead + Math.sign(ahead) * all.filter((x) => x === 0).length;
  };
  const at = (/** @type {number[][]} */ b, /** @type {number} */ me) => ({
    /** @param {string} move such as `d3`, or a pass */
    play(move) {
      if (!/^[a-f][1-6]$/.test(move)) return at(b, -me);
      return at(after(b, me, Number(move[1]) - 1, move.charCodeAt(0) - 97), -me);
    },
    best: () => best(b, me, false),
  });
  return at(cells, to_move === "black" ? 1 : -1);
}

/** Steps to every reply of the first attack, and waits for its value and, where the game goes on, its answer. @param {import("playwright-core").Page} page @param {RegExp} value */
async function everyReply(page, value) {
  await page.locator('.proof-row[aria-level="1"]').click();
  const replies = page.locator('.proof-row[aria-level="2"]');
  const count = await replies.count();
  assert.ok(count > 1, "more replies than that of best play");
  const took = [];
  for (let i = 0; i < count; i += 1) {
    const from = Date.now();
    await replies.nth(i).click();
    await page.waitForFunction(([n, pattern]) => {
      const row = document.querySelectorAll('.proof-row[aria-level="2"]')[n];
      const hint = document.querySelector(".proof-hint")?.textContent ?? "";
      return row?.classList.contains("here") && new RegExp(pattern).test(row.querySelector(".proof-left").textContent) && /answer is|over here|回应|结束/.test(hint);
    }, /** @type {[number, string]} */ ([i, value.source]), { timeout: 20_000 });
    took.push(Date.now() - from);
    // What was answered is folded again, so that the rows below keep their numbers.
    await page.locator('.proof-row[aria-level="1"]').click();
  }
  return took;
}

for (const how of [{ size: DESKTOP }, { size: PHONE, touch: true, locale: "zh-CN" }]) {
  test(`an exact endgame of Othello answers every reply with its discs (${how.locale ?? "en"})`, { timeout: 90_000 }, async () => {
    const page = await fresh(how);
    // Ten empty squares, both sides with moves.
    const game = await page.evaluate(async () => {
      const human = { kind: "human" };
      const post = async (path, body) => (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
      const board = await post("api/games", { game: "othello", size: "6x6", players: { first: human, second: human } });
      let view = await (await fetch(`api/games/${board.id}/nodes/0`)).json();
      for (let ply = 0; ply < 23 && !view.outcome; ply += 1) {
        const body = view.legal.length > 0 ? { parent: view.node, point: view.legal[(ply * 5) % view.legal.length] } : { parent: view.node, move: "pass" };
        view = (await post(`api/games/${board.id}/moves`, body)).view;
      }
      return { id: board.id, legal: view.legal.length, view };
    });
    assert.ok(game.legal > 1);
    await page.evaluate((id) => { location.hash = `g=${id}`; location.reload(); }, game.id);
    await page.waitForFunction(() => document.querySelector("#board")?.getAttribute("aria-label")?.match(/\d/));
    await page.keyboard.press("End");
    await page.click("#tab-proof");
    await page.click("#solve");
    await page.waitForSelector(".proof-row");
    await page.waitForFunction(() => document.querySelectorAll('.proof-row[aria-level="2"]').length > 1);
    assert.match(await page.locator(".proof-hint").textContent(), /Choose one|任何一手/);
    // Without a click every reply gets its value, on its row and on the board.
    const valued = () => page.waitForFunction(() => {
      const seen = (selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent);
      const [inRows, onBoard] = [seen('.proof-row[aria-level="2"] .proof-left'), seen(".proof-reply")];
      return inRows.length === onBoard.length && [...inRows, ...onBoard].every((value) => /^[+−-]?\d+$/.test(value));
    }, null, { timeout: 60_000 });
    await valued();
    // They are what playing everything out says.
    const after = othello(game.view);
    const list = await rows(page);
    const first = after.play(list[0].move);
    for (const row of list.filter((r) => r.kind === "defence")) assert.equal(Number(row.left.replace("−", "-")), first.play(row.move).best(), row.move);
    await shot(page, `proof-othello-${how.locale ?? "en"}`);
    await everyReply(page, /^[+−-]?\d+$/);
    await shot(page, `proof-othello-answered-${how.locale ?? "en"}`);
    // No reply does better than that of best play: the winner's discs are never fewer.
    const seen = (await rows(page)).filter((r) => r.kind === "defence").map((r) => Number(r.left.replace("−", "-")));
    assert.ok(seen.every((n) => n >= seen[0]), seen.join(" "));
  });
}

test("an exact endgame of tic-tac-toe answers every reply", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await made(page, { game: "tic-tac-toe", moves: ["b2", "a2"] });
  await page.keyboard.press("End");
  await page.click("#tab-proof");
  await page.click("#solve");
  await page.waitForFunction(() => document.querySelectorAll('.proof-row[aria-level="2"]').length > 1);
  // Whoever answers the centre at an edge loses, whatever comes then.
  await everyReply(page, /^W\d+$/);
  await shot(page, "proof-tic-tac-toe");
});

/** A game in which black has three in a row and is to move; its win by threats is open in the proof's panel. */
async function proven(page) {
  await newGame(page, { kind: "gomoku", rules: "freestyle", who: "people" });
  for (const p of [[7, 7], [0, 0], [7, 8], [0, 14], [7, 6], [14, 0]]) await playPoint(page, p);
  await page.click("#tab-proof");
  await page.click("#solve");
  await page.waitForSelector(".proof-row");
}

test("the set-up has the board for itself while a proof is open", async () => {
  const page = await fresh();
  await proven(page);
  await page.keyboard.press("s");
  await page.waitForSelector(".proof-row", { state: "detached" });
  const before = await stones(page);
  await click(page, [10, 10]);
  assert.equal(await stones(page), before + 1);
});

test("what was proven of a position is not said of another game", async () => {
  const page = await fresh();
  await proven(page);
  const said = await page.locator(".proof-words").textContent();
  await newGame(page, { kind: "gomoku", rules: "freestyle", who: "people" });
  await page.click("#tab-proof");
  assert.notEqual(await page.locator(".proof-words").textContent(), said);
  assert.equal(await page.locator(".proof-line button").count(), 0);
  for (const p of [[7, 7], [0, 0]]) await playPoint(page, p);
  assert.notEqual(await page.locator(".proof-words").textContent(), said);
});

test("the cut part of a large proof is fetched on demand", { timeout: 60_000 }, async () => {
  const page = await fresh();
  // The server's answer, cut to a single node.
  await page.routeWebSocket(/\/api\/ws/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => server.send(text));
    let cut = false;
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.type !== "proof" || cut || !message.tree) return socket.send(text);
      cut = true;
      const [root] = message.tree.nodes;
      message.tree.nodes = [{ ...root, replies: root.replies.map((r) => ({ ...r, node: null })), other: null, cut: root.other !== null || root.cut }];
      message.tree.whole = false;
      return socket.send(JSON.stringify(message));
    });
  });
  await page.reload();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  for (const p of [[7, 7], [0, 0], [7, 8], [0, 14], [7, 6], [14, 0]]) await playPoint(page, p);
  await page.click("#tab-proof");
  await page.locator(".proof-kind select").first().selectOption("vct");
  await page.click("#solve");
  await page.waitForSelector(".proof-row");
  // A reply that the part sent does not name, far from everything: its answer is fetched.
  await page.waitForFunction(() => document.querySelectorAll('.proof-row[aria-level="2"]').length > 10);
  await click(page, [12, 12]);
  await page.waitForFunction(() => /answer is/.test(document.querySelector(".proof-hint")?.textContent ?? ""), null, { timeout: 20_000 });
  await shot(page, "proof-cut");
  await page.click("#proof-next");
  await page.waitForFunction(() => document.querySelector('.proof-row.here[aria-level="3"]'));
  assert.ok(await page.locator('.proof-row.here.attack').count() === 1);
});
