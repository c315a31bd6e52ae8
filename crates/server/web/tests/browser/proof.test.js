// The proof viewer: every reply gets its answer, in exact endgames, in proofs too large to be sent whole, and in a
// proven strategy for the whole game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, DESKTOP, made, newGame, PHONE, playPoint, shot, stones } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

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

test("an engine does not move in the proof that a person walks", { timeout: 90_000 }, async () => {
  const page = await fresh();
  // Othello against an engine, down to ten empty squares, with the person to move.
  const game = await page.evaluate(async () => {
    const post = async (path, body) => (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
    const board = await post("api/games", { game: "othello", size: "6x6", players: { first: { kind: "human" }, second: { kind: "engine", level: 1 } } });
    let view = await (await fetch(`api/games/${board.id}/nodes/0`)).json();
    for (let ply = 0; (ply < 22 || view.to_move === "white") && !view.outcome; ply += 1) {
      const body = view.legal.length > 0 ? { parent: view.node, point: view.legal[(ply * 5) % view.legal.length] } : { parent: view.node, move: "pass" };
      view = (await post(`api/games/${board.id}/moves`, body)).view;
    }
    return { id: board.id, node: view.node, over: !!view.outcome };
  });
  assert.ok(!game.over);
  const asked = [];
  page.on("websocket", (ws) => ws.on("framesent", ({ payload }) => asked.push(JSON.parse(String(payload)).do)));
  await page.evaluate((id) => { location.hash = `g=${id}`; location.reload(); }, game.id);
  await page.waitForSelector("[data-layer=legal] .legal");
  const before = await stones(page);
  await page.click("#tab-proof");
  await page.click("#solve");
  await page.waitForSelector(".proof-row");
  // The first position of the proof is after the person's move.
  await page.waitForFunction((n) => [...document.querySelectorAll(".cell[aria-label]")].filter((c) => !/empty/.test(c.getAttribute("aria-label").split(",")[1])).length > n, before);
  const discs = await page.locator(".player-count").allTextContents();
  assert.equal(discs.reduce((n, text) => n + parseInt(text, 10), 0), before + 1, discs.join(" "));
  await page.waitForTimeout(700);
  assert.ok(asked.includes("solve"));
  assert.deepEqual(asked.filter((what) => what === "play"), []);
  assert.equal(await page.locator(".status-detail.problem").count(), 0);
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(300);
  const state = await page.evaluate(async () => {
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    return { paused: store.state.paused, node: store.state.node };
  });
  assert.deepEqual(state, { paused: false, node: game.node });
  // Without the proof the game's position is there again.
  await page.locator(".proof-steps").getByRole("button", { name: "Close" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".proof-row").length === 0);
  assert.equal(await stones(page), before);
  assert.deepEqual(asked.filter((what) => what === "play"), []);
});

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

test("the capture of a chain of Go is proven, and each defence is answered", { timeout: 90_000 }, async () => {
  const page = await fresh();
  // White's two stones at A9 have the liberties A7 and B8; black catches them along the edge.
  await made(page, { game: "go", size: 9, moves: ["b9", "a9", "b7", "a8"] });
  await page.keyboard.press("End");
  await page.click("#tab-proof");
  await page.locator(".proof-kind select").first().selectOption("capture");
  assert.match(await page.locator(".proof-words").textContent(), /Choose a chain/);
  assert.ok(await page.locator("#solve").isDisabled());
  await click(page, [0, 0]);
  await page.waitForSelector(".proof-row");
  assert.match(await page.locator(".proof-words").textContent(), /Proven: black to move, the white chain at A9 is captured, in at most 3 plies/i);
  const [first, second] = await rows(page);
  assert.match(first.move, /^(A7|B8)$/);
  assert.equal(second.kind, "defence");
  await page.click("#proof-next");
  await page.click("#proof-next");
  assert.match(await page.locator(".proof-hint").textContent(), /The chain is captured/);
  await page.locator(".proof-steps").getByRole("button", { name: "Close" }).click();
  await page.waitForSelector(".proof-row", { state: "detached" });
  // A chain in the open is not captured.
  await page.locator(".proof-kind select").last().selectOption("1");
  await click(page, [0, 1]);
  await page.waitForFunction(() => /does not capture|saves the black chain|Not settled within 1 second/.test(document.querySelector(".proof-words")?.textContent ?? ""), null, { timeout: 30_000 });
  await shot(page, "proof-go");
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

/** The texts on the replies on the board. @param {import("playwright-core").Page} page */
const marks = (page) => page.locator(".proof-reply").allTextContents();

/** Waits until the current row is of this move, and the hint fits. @param {import("playwright-core").Page} page @param {string} move @param {string} hint a pattern */
const here = (page, move, hint) => page.waitForFunction(([name, pattern]) => {
  const row = document.querySelector(".proof-row.here .proof-move");
  return row?.textContent === name && new RegExp(pattern).test(document.querySelector(".proof-hint")?.textContent ?? "");
}, [move, hint], { timeout: 20_000 });

for (const how of [
  { tag: "desk", rules: "standard", size: { width: 1440, height: 900 } },
  { tag: "phone", rules: "freestyle", size: { width: 390, height: 844 }, touch: true, dark: true, locale: "zh-CN" },
  { tag: "japanese", rules: "freestyle", size: DESKTOP, locale: "ja" },
]) {
  test(`a proven strategy is walked from the empty board to the win: ${how.tag}`, { timeout: 240_000 }, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "gomoku", rules: how.rules, size: "15x15" });
    await page.click("#tab-proof");
    const kind = page.locator(".proof-kind select").first();
    await page.waitForFunction(() => document.querySelector(".proof-kind option[value=strategy]"));
    assert.equal(await kind.inputValue(), "strategy");
    await shot(page, `strategy-offered-${how.tag}`);
    await page.click("#solve");
    // 35 answers up to symmetry are 224 on the board: the number under each is on its row and on its point.
    await here(page, "h8", "224");
    const first = (await rows(page)).slice(1);
    const numbers = first.map((row) => Number(/\d[\d,]*/.exec(row.left)?.[0].replace(/,/g, "")));
    assert.ok(first.length > 3 && numbers.every((n, i) => n > 1 && (i === 0 || n <= numbers[i - 1])), numbers.join(" "));
    assert.equal((await marks(page)).length, 224);
    await shot(page, `strategy-replies-${how.tag}`);
    // A reply on the board, the answer to it, and so on to a position whose win is a search.
    await click(page, [14, 13]);
    await here(page, "n1", "g9");
    await page.click("#proof-next");
    await page.waitForFunction(() => document.querySelector('.proof-row.here[aria-level="3"] .proof-move')?.textContent === "g9");
    const deep = await marks(page);
    assert.equal(deep.length, Number(/\d+/.exec(await page.locator(".proof-hint").textContent())[0]), "every reply has a mark");
    await shot(page, `strategy-second-${how.tag}`);
    await click(page, [0, 1]);
    await page.waitForSelector("#proof-find");
    await shot(page, `strategy-search-${how.tag}`);
    await page.locator(".proof-kind select").last().selectOption("300");
    await page.click("#proof-find");
    await page.waitForSelector("#proof-find", { state: "detached", timeout: 200_000 });
    // From here on it is an ordinary proof, down to the win.
    for (let step = 0; step < 90 && await page.locator("#proof-next").isEnabled(); step += 1) await page.click("#proof-next");
    const said = { desk: "Won", phone: "已胜", japanese: "勝ちです" }[how.tag];
    assert.match(await page.locator(".proof-hint").textContent(), new RegExp(/** @type {string} */ (said)));
    await shot(page, `strategy-won-${how.tag}`);
    // The path leads back.
    const path = page.locator(".proof-path button");
    assert.deepEqual((await path.allTextContents()).slice(0, 4), ["h8", "n1", "g9", "b15"]);
    await path.nth(2).click();
    await page.waitForFunction(() => document.querySelector('.proof-row.here[aria-level="3"] .proof-move')?.textContent === "g9");
    const found = await marks(page);
    const counted = (/** @type {string[]} */ all) => all.filter(Boolean);
    assert.deepEqual([found.length, counted(found).length], [deep.length, counted(deep).length + 1], "the win that was found has its distance");
    assert.equal(await stones(page), 0, "nothing is played while a proof is looked at");
  });
}

for (const rules of ["standard", "freestyle"]) {
  test(`every reply of a walk has a mark that says what its row says: ${rules}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size: { width: 1440, height: 900 } });
    await newGame(page, { kind: "gomoku", rules, size: "15x15" });
    await page.click("#tab-proof");
    await page.waitForFunction(() => /walk/i.test(document.querySelector("#solve")?.textContent ?? "") && !document.querySelector("#solve").disabled);
    await page.click("#solve");
    await here(page, "h8", "224");
    for (const level of [3, 5, 7]) {
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction(() => /answer is/.test(document.querySelector(".proof-hint")?.textContent ?? ""));
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector(`.proof-row.here[aria-level="${level}"]`);
    }
    // The oracle: what the server has against each reply.
    const replies = await page.evaluate(async () => {
      const load = (/** @type {string} */ file) => import(new URL(file, document.baseURI).href);
      const [{ socket }, { store }, { movesTo }, { shownNow }] = await Promise.all(["js/connection.js", "js/store.js", "js/study/proof-model.js", "js/study/proof-layer.js"].map(load));
      const moves = movesTo(shownNow().at).slice(0, -1);
      return (await socket.request({ do: "strategy", board: store.state.board.id, node: store.state.node, moves }).done).strategy.replies;
    });
    const kinds = { move: "", search: "target", repair: "target", pass: "dot" };
    const counts = { "": 0, target: 0, dot: 0 };
    for (const { by } of replies) counts[kinds[by]] += 1;
    assert.ok(Object.values(counts).every((n) => n > 0), JSON.stringify(counts));
    const onBoard = () => page.locator(".proof-reply").evaluateAll((all) => all.map((mark) => ({ sign: mark.classList[1] ?? "", words: mark.textContent })));
    for (const [sign, n] of Object.entries(counts)) assert.equal((await onBoard()).filter((mark) => mark.sign === sign).length, n, sign);
    // Numbers are of recorded moves only: an empty text and a sign say how the others are lost.
    const numbers = (/** @type {{ words: string }[]} */ all) => all.map((mark) => mark.words).filter(Boolean).sort();
    assert.deepEqual(numbers(await onBoard()), replies.filter((r) => r.by === "move").map((r) => String(r.positions)).sort());
    // The point says in words what the row says, with the same sign.
    await page.focus("#board");
    await page.keyboard.press("ArrowDown");
    await page.waitForSelector('.cell[aria-label*="as after a pass"]');
    for (const by of ["search", "pass"]) {
      const { reply_point: [row, col], reply } = replies.find((r) => r.by === by);
      const words = { search: "lost by a search", pass: "lost as after a pass" }[by];
      assert.match(await page.locator(`.cell[id$="-${row}-${col}"]`).getAttribute("aria-label"), new RegExp(words));
      await page.locator(".proof-tree").evaluate((el, i) => { el.scrollTop = (i + 5) * 30; }, replies.findIndex((r) => r.reply === reply));
      const line = page.locator('.proof-row[aria-level="8"]').filter({ has: page.locator(".proof-move", { hasText: new RegExp(`^${reply}$`) }) });
      assert.match(await line.textContent(), new RegExp(words));
      assert.equal(await line.locator(".proof-left svg").count(), 1);
    }
    await shot(page, `strategy-signs-${rules}`);
  });
}

test("the arrow keys walk an open strategy, whatever has the focus", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "standard", size: "15x15" });
  // A game that goes on, for the keys to lead into.
  for (const p of [[7, 7], [0, 0], [0, 2]]) await playPoint(page, p);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("0 "));
  await page.click("#tab-proof");
  await page.waitForFunction(() => /walk/i.test(document.querySelector("#solve")?.textContent ?? "") && !document.querySelector("#solve").disabled);
  await page.click("#solve");
  const level = (n) => page.waitForSelector(`.proof-row.here[aria-level="${n}"]`);
  await level(1);
  await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
  await page.keyboard.press("ArrowRight");
  await level(2);
  await page.waitForFunction(() => /answer is/.test(document.querySelector(".proof-hint")?.textContent ?? ""));
  await page.keyboard.press("ArrowRight");
  await level(3);
  await page.keyboard.press("Alt+ArrowLeft");
  await level(2);
  for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowLeft");
  await level(1);
  // The wheel over the board steps, too.
  await page.hover(".board-fit");
  await page.mouse.wheel(0, 120);
  await level(2);
  assert.match(await page.locator(".ply").textContent(), /^0 /);
  // Without a proof they step in the game again.
  await page.locator(".proof-steps button").last().click();
  await page.waitForSelector(".proof-row", { state: "detached" });
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("1 "));
});

for (const size of [{ width: 1440, height: 900 }, DESKTOP, { width: 1280, height: 720 }]) {
  test(`a walk has one list that scrolls, with the selected row in view (${size.width})`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size });
    await newGame(page, { kind: "gomoku", rules: "standard", size: "15x15" });
    await page.click("#tab-proof");
    await page.waitForFunction(() => /walk/i.test(document.querySelector("#solve")?.textContent ?? "") && !document.querySelector("#solve").disabled);
    await page.click("#solve");
    const check = async (move) => {
      await page.waitForFunction((name) => document.querySelector(".proof-row.here .proof-move")?.textContent === name, move);
      const seen = await page.evaluate(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const body = document.querySelector(".panel-body");
        const [row, list] = [box(".proof-row.here"), box(".proof-tree")];
        return {
          scrolls: body.scrollHeight > body.clientHeight + 1, path: box(".proof-path").height, list: list.height,
          inside: row.top >= list.top - 1 && row.bottom <= Math.min(list.bottom, body.getBoundingClientRect().bottom, innerHeight) + 1,
        };
      });
      assert.deepEqual([seen.scrolls, seen.inside], [false, true], `${move}: ${JSON.stringify(seen)}`);
    };
    await check("h8");
    // A reply far down the list, the answer to it, and one whose win is a search, which has a button of its own.
    await page.locator(".proof-tree").evaluate((el) => { el.scrollTop = 900; });
    await page.waitForTimeout(100);
    const row = page.locator('.proof-row[data-index="35"]');
    const move = await row.locator(".proof-move").textContent();
    await row.click();
    await check(move);
    await page.waitForFunction(() => /answer is/.test(document.querySelector(".proof-hint")?.textContent ?? ""));
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector('.proof-row.here[aria-level="3"]');
    await click(page, [0, 1]);
    await page.waitForSelector("#proof-find");
    await page.waitForTimeout(200);
    await check("b15");
    await shot(page, `proof-one-list-${size.width}`);
    // Down to the win, the path has one line.
    await page.locator(".proof-steps button").first().click();
    for (let i = 0; i < 8; i += 1) await page.keyboard.press("ArrowRight");
    assert.ok(await page.locator(".proof-path").evaluate((el) => el.clientHeight < 45));
    // Closed, the button is there again.
    await page.locator(".proof-steps .tool").last().click();
    await page.waitForSelector("#solve:not([hidden])");
  });
}

test("a strategy is offered only where it reaches the position, also with the other side to move", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "standard", size: "15x15" });
  await page.click("#tab-proof");
  const offered = () => page.waitForFunction(() => document.querySelector(".proof-kind option[value=strategy]") !== null);
  await offered();
  await playPoint(page, [7, 7]);
  await page.waitForFunction(() => /walk/i.test(document.querySelector("#solve")?.textContent ?? ""));
  await page.click("#solve");
  await page.waitForFunction(() => /224/.test(document.querySelector(".proof-hint")?.textContent ?? ""));
  assert.equal(await page.locator(".proof-row.here .proof-move").textContent(), "this position");
  await page.locator(".proof-tree").focus();
  // By keyboard: to the hardest reply, its answer, and back.
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /answer is/.test(document.querySelector(".proof-hint")?.textContent ?? ""));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector('.proof-row.here[aria-level="3"]'));
  // The keyboard cursor on the board reads the numbers.
  await page.focus("#board");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.querySelectorAll('.cell[aria-label*="under it"]').length > 2);
  await page.locator(".proof-tree").focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector('.proof-row.here[aria-level="1"]'));
  await page.keyboard.press("Escape");
  await playPoint(page, [14, 0]);
  await playPoint(page, [13, 0]);
  await page.waitForFunction(() => document.querySelector(".proof-kind option[value=strategy]") === null);
  assert.equal(await page.locator(".proof-kind select").first().inputValue(), "vcf");
  await newGame(page, { kind: "gomoku", rules: "renju", size: "15x15" });
  await page.click("#tab-proof");
  await page.waitForFunction(() => document.querySelector(".proof-kind option[value=vct]"));
  assert.equal(await page.locator(".proof-kind option[value=strategy]").count(), 0);
});
