// The flow of a game on the board: repeated moves, quick steps, swapped colours, and the way back from a puzzle.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, newGame, playPoint, ply, stones, until, untilDiscarded, wordsAt } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const moved = (page, n) => page.waitForFunction((k) => Number(document.querySelector(".ply").textContent.split("/")[0]) >= k, n);
const settled = (page) => page.waitForFunction(() => document.querySelector(".save-state")?.dataset.state === "saved" && !document.querySelector(".player.thinking"));
const idOf = (page) => page.evaluate(() => Number(location.hash.slice(3)));
/** The board that is open, a puzzle's too, whose address is the puzzle's. */
const openId = (page) => page.evaluate(async () => (await import(new URL("js/store.js", document.baseURI).href)).store.state.board.id);
const post = async (path, body) => (await fetch(new URL(path, url()), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();

/** Opens a stored game in a page. */
async function openGame(page, id) {
  await page.evaluate((n) => { location.hash = `g=${n}`; location.reload(); }, id);
  await page.waitForFunction((n) => location.hash === `#g=${n}` && /\d/.test(document.querySelector("#board")?.getAttribute("aria-label") ?? ""), id);
}

test("the same move after an undo is answered again, in every game", { timeout: 240_000 }, async () => {
  const { games } = await (await fetch(new URL("api/about", url()))).json();
  const page = await fresh();
  for (const { kind } of games) {
    await newGame(page, { kind, who: "human-first", level: 1 });
    const id = await idOf(page);
    const { legal } = await (await fetch(new URL(`api/games/${id}/nodes/0`, url()))).json();
    const point = legal[Math.floor(legal.length / 2)];
    for (let round = 0; round < 2; round += 1) {
      await click(page, point);
      // The engine's whole turn, and then a person's.
      await moved(page, 2);
      await page.waitForFunction(() => !document.querySelector("#hint").disabled);
      await page.click("#takeback");
      await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("0 "));
    }
  }
});

test("a known reply of the engine stays the only one", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
  await playPoint(page, [7, 7]);
  await moved(page, 2);
  await page.click("#takeback");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("0 "));
  await click(page, [7, 7]);
  await moved(page, 2);
  await settled(page);
  const board = await (await fetch(new URL(`api/games/${await idOf(page)}`, url()))).json();
  assert.equal(board.nodes.length, 3);
});

test("the engine's first move cannot be undone", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-second", level: 1 });
  await moved(page, 1);
  await page.waitForFunction(() => !document.querySelector("#hint").disabled);
  assert.equal(await page.isDisabled("#takeback"), true);
  await page.keyboard.press("Backspace");
  await page.waitForFunction(() => /no move of yours/.test(document.querySelector(".status-detail").textContent));
  assert.equal(await ply(page), 1);
});

/** A random game of Othello, as long as it gets. */
async function othello() {
  const human = { kind: "human" };
  const { games } = await (await fetch(new URL("api/about", url()))).json();
  const { kind } = games.find((g) => g.features.includes("flips"));
  const { id } = await post("api/games", { game: kind, size: "8x8", players: { first: human, second: human } });
  let seed = 3;
  for (let node = 0; ;) {
    const view = await (await fetch(new URL(`api/games/${id}/nodes/${node}`, url()))).json();
    if (view.outcome || view.ply >= 56) return { id, view };
    seed = (seed * 48271) % 2147483647;
    const move = view.legal.length > 0 ? { point: view.legal[seed % view.legal.length] } : { move: "pass" };
    node = (await post(`api/games/${id}/moves`, { parent: node, ...move })).node;
  }
}

/** Waits until nothing moves, then returns the discs that are not flat or differ from the view in colour. */
async function faults(page, view) {
  await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== "running"));
  return page.evaluate(({ black, white }) => {
    const found = [];
    for (const [color, points] of [["black", black], ["white", white]]) {
      for (const [r, c] of points) {
        const el = document.querySelector(`.stones [data-point="${r},${c}"]`);
        const bodies = el ? [...el.children] : [];
        const flat = bodies.length === 1 && ["none", "matrix(1, 0, 0, 1, 0, 0)"].includes(getComputedStyle(bodies[0]).transform);
        if (!flat || !bodies[0].classList.contains(color)) found.push([r, c, color]);
      }
    }
    return found;
  }, view.stones);
}

test("discs end flat and in their colour, however fast one steps", { timeout: 120_000 }, async () => {
  const { id } = await othello();
  const board = await (await fetch(new URL(`api/games/${id}`, url()))).json();
  const page = await fresh();
  await openGame(page, id);
  // Every view is known before, so that each step changes the board at once.
  await page.waitForFunction(() => !document.querySelector("#nav-first").disabled);
  await page.keyboard.press("Home");
  for (let i = 0; i < board.nodes.length; i += 1) {
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(5);
  }
  for (const keys of [["ArrowLeft"], ["ArrowRight"], ["ArrowLeft", "ArrowRight"]]) {
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press(keys[i % keys.length]);
      await page.waitForTimeout(30);
    }
    const at = await page.evaluate(async () => {
      const { store } = await import(new URL("js/store.js", document.baseURI).href);
      for (; store.state.view.node !== store.state.node;) await new Promise((r) => setTimeout(r, 20));
      return store.state.node;
    });
    const view = await (await fetch(new URL(`api/games/${id}/nodes/${at}`, url()))).json();
    assert.deepEqual(await faults(page, view), [], keys.join(" "));
  }
});

/** A game with an opening rule in which a person is one of the players. */
async function swapGame(players, opening, rules = "freestyle", more = {}) {
  const { games } = await (await fetch(new URL("api/about", url()))).json();
  const game = games.find((g) => g.rules.some((r) => (r.openings ?? []).some((o) => o.id === opening)));
  const set = game.rules.find((r) => r.id === rules);
  return post("api/games", { game: game.kind, rules: set.openings.find((o) => o.id === opening).rules, size: "15x15", players, ...more });
}

for (const [opening, rules] of [["rif", "renju"], ["swap", "freestyle"], ["swap2", "freestyle"]]) {
  test(`after a swap each card has its own player: ${opening}`, async () => {
    const engine = { kind: "engine", level: 1 };
    const page = await fresh();
    const { id } = await swapGame({ first: { kind: "human" }, second: engine }, opening, rules);
    // The three stones of the opening are the person's: the highlight stays on the first player.
    await openGame(page, id);
    for (const [i, p] of [[7, 7], [6, 7], [8, 8]].entries()) {
      assert.match(await page.locator(".player.active").textContent(), /You/, `stone ${i + 1}`);
      await click(page, p);
      await moved(page, i + 1);
      if (i < 2) await settled(page);
    }
    // The engine decides; what it takes is said, and the cards follow.
    await page.waitForFunction(() => /takes (black|white)|two more|offers/.test(document.querySelector(".status-detail").textContent), null, { timeout: 20_000 });
    const names = await page.locator(".player-name").allTextContents();
    assert.equal(names.filter((n) => /^You$/.test(n)).length, 1, names.join(", "));
    assert.equal(names.filter((n) => /Tengen|Engine/.test(n)).length, 1, names.join(", "));
  });

  test(`a person who takes black has the black card: ${opening}`, async () => {
    const engine = { kind: "engine", level: 1 };
    const page = await fresh();
    const { id } = await swapGame({ first: engine, second: { kind: "human" } }, opening, rules);
    await openGame(page, id);
    await page.waitForSelector('.choice[data-move="black"]', { timeout: 20_000 });
    assert.match(await page.locator(".player.active").textContent(), /You/);
    await page.click('.choice[data-move="black"]');
    await page.waitForFunction(() => /You/.test(document.querySelector(".player.black").textContent));
    assert.match(await page.locator(".player.white .player-name").textContent(), /Tengen|Engine/);
    assert.doesNotMatch(await page.locator(".player.black .player-name").textContent(), /Tengen|Engine/);
  });
}

test("in an opening the clock of the player to move runs, and a resignation counts for the player", async () => {
  const page = await fresh();
  const people = { first: { kind: "human", name: "Ann" }, second: { kind: "human", name: "Bea" } };
  const { id } = await swapGame(people, "swap", "freestyle", { clock: { main_ms: 600_000 } });
  await openGame(page, id);
  await click(page, [7, 7]);
  await moved(page, 1);
  // The next stone is white, and it is Ann's.
  const clocks = () => page.evaluate(() => [...document.querySelectorAll(".player")].map((p) => [p.querySelector(".player-name").textContent, p.querySelector(".clock").textContent]));
  await page.waitForFunction(() => {
    const of = (name) => [...document.querySelectorAll(".player")].find((p) => p.textContent.includes(name)).querySelector(".clock").textContent;
    return of("Ann") < "9:59" && of("Ann").length === 4;
  }, null, { timeout: 20_000 });
  assert.deepEqual((await clocks()).find(([name]) => name === "Bea"), ["Bea", "10:00"]);
  await page.click("#resign");
  await page.click("#resign-yes");
  await page.waitForSelector(".status.over");
  const { result } = await (await fetch(new URL(`api/games/${id}`, url()))).json();
  assert.equal(result, "W+R", "Ann counts as black until the colours are chosen");
});

test("ending a puzzle returns to the game that was open", { timeout: 60_000 }, async (t) => {
  const { suites = [] } = await (await fetch(new URL("api/puzzles", url()))).json();
  const suite = suites.find((s) => s.count > 1);
  if (!suite) return t.skip("the server has no puzzles");
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  for (const p of [[7, 7], [6, 8], [8, 8]]) await playPoint(page, p);
  const id = await idOf(page);
  await page.click("#tab-train");
  await page.click(`[data-suite="${suite.id}"]`);
  await page.waitForSelector("#puzzle-end");
  await page.waitForFunction((old) => location.hash !== `#g=${old}`, id);
  const first = await openId(page);
  // The next puzzle leads back to the same game.
  await page.evaluate(async ({ suite: name }) => {
    const { openNext } = await import(new URL("js/study/puzzles.js", document.baseURI).href);
    await openNext(name);
  }, { suite: suite.id });
  const second = await openId(page);
  assert.notEqual(second, first);
  await page.click("#puzzle-end");
  await page.waitForFunction((old) => location.hash === `#g=${old}`, id);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("3"));
  assert.equal(await stones(page), 3);
  assert.match(await wordsAt(page, [7, 7]), /black/);
  assert.doesNotMatch(await page.locator(".status-detail").textContent(), /bin/);
  // Not in the bin either: the person removed neither.
  for (const gone of [first, second]) await untilDiscarded(page, gone);
});

/** The stored result, once there is one. */
async function resultOf(page, id) {
  await page.waitForSelector(".status.over", { timeout: 20_000 });
  return (await (await fetch(new URL(`api/games/${id}`, url()))).json()).result;
}

test("a flag that falls in a swap game counts for the player", { timeout: 60_000 }, async () => {
  const people = { first: { kind: "human", name: "Ann" }, second: { kind: "human", name: "Bea" } };
  // Before the choice Ann places stones of both colours; she counts as black.
  const page = await fresh();
  const early = await swapGame(people, "swap", "freestyle", { clock: { main_ms: 2500 } });
  await openGame(page, early.id);
  await click(page, [7, 7]);
  await moved(page, 1);
  assert.equal(await resultOf(page, early.id), "W+T");
  assert.match(await page.locator(".status-line").textContent(), /White wins on time/);
  // Bea takes black, so it is Ann's turn with white: her flag falls.
  const late = await swapGame(people, "swap", "freestyle", { clock: { main_ms: 4000 } });
  await openGame(page, late.id);
  for (const [i, p] of [[7, 7], [6, 7], [8, 8]].entries()) {
    await click(page, p);
    await moved(page, i + 1);
    await settled(page);
  }
  await page.click('.choice[data-move="black"]');
  await page.waitForFunction(() => /Bea/.test(document.querySelector(".player.black").textContent));
  assert.equal(await resultOf(page, late.id), "B+T");
  assert.match(await page.locator(".status-line").textContent(), /Black wins on time/);
});

test("a record that was opened at its start is still there after a reload", async () => {
  const page = await fresh();
  await page.keyboard.press("Escape");
  await page.keyboard.press("o");
  await page.fill("#import-text", "(;FF[4]GM[4]SZ[15];B[hh];W[ig];B[gi];W[hg];B[hi])");
  await page.click("#import-go");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.trim() === "0 / 5");
  // The place is sent after a moment.
  await until(page, async () => (await (await fetch(`api/games/${location.hash.slice(3)}`)).json()).current === 0);
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".ply").textContent.trim() === "0 / 5");
});

test("a game that is opened again at once keeps the position it was left at", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  for (const p of [[7, 7], [8, 8], [6, 8], [7, 8], [7, 9]]) await playPoint(page, p);
  const shown = () => page.locator(".ply").textContent();
  /** Steps back and opens the game again before the server knows, from a board that was sent before or after `wait`. */
  const reopen = (how, wait) => page.evaluate(async ({ how, wait }) => {
    const load = (name) => import(new URL(`js/${name}.js`, document.baseURI).href);
    const [{ api }, { open }, { step }, { store }] = await Promise.all(["api", "session/open", "session/steps", "store"].map(load));
    const board = await api.board(store.state.board.id);
    await step(-1);
    await new Promise((r) => setTimeout(r, wait));
    await open(board, { paused: true, ...how });
  }, { how, wait });
  for (const [how, wait, at] of [[{}, 0, 4], [{}, 600, 3], [{ node: 0 }, 0, 0]]) {
    await reopen(how, wait);
    for (const pause of [0, 900]) {
      await page.waitForTimeout(pause);
      assert.equal((await shown()).trim(), `${at} / 5`, `after ${wait} ms, ${pause} ms later`);
    }
    await until(page, async (at) => (await (await fetch(`api/games/${location.hash.slice(3)}`)).json()).current === at, at);
  }
});

test("a puzzle that is left for another game leaves no board behind", { timeout: 60_000 }, async (t) => {
  const { suites = [] } = await (await fetch(new URL("api/puzzles", url()))).json();
  const suite = suites.find((s) => s.count > 1);
  if (!suite) return t.skip("the server has no puzzles");
  const page = await fresh();
  await page.keyboard.press("Escape");
  await page.click("#tab-train");
  await page.click(`[data-suite="${suite.id}"]`);
  await page.waitForSelector("#puzzle-end");
  const puzzle = await openId(page);
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  await playPoint(page, [7, 7]);
  await untilDiscarded(page, puzzle);
  // A reload begins the puzzle again, on a new board; its end leads to the game before it.
  const game = await idOf(page);
  await page.click("#tab-train");
  await page.click(`[data-suite="${suite.id}"]`);
  await page.waitForSelector("#puzzle-end");
  const second = await openId(page);
  await page.reload();
  await page.waitForSelector("#puzzle-end");
  await untilDiscarded(page, second);
  assert.equal(await page.evaluate(async () => (await import(new URL("js/store.js", document.baseURI).href)).store.state.mode), "puzzle");
  await page.click("#puzzle-end");
  await page.waitForFunction((id) => location.hash === `#g=${id}`, game, { timeout: 10_000 });
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("1 "));
});

test("in the middle of a turn of two stones the same side is to move, and its chances are its own", { timeout: 60_000 }, async () => {
  const { games } = await (await fetch(new URL("api/about", url()))).json();
  const { kind } = games.find((g) => g.features.includes("turns"));
  const page = await fresh();
  await newGame(page, { kind });
  // White has four in a row, and black one stone left: too few.
  for (const point of [[0, 0], [9, 5], [9, 6], [0, 18], [18, 0], [9, 7], [9, 8], [18, 18]]) await playPoint(page, point);
  await page.click("#hint");
  await page.waitForSelector(".hint");
  assert.match(await page.locator(".status-detail").textContent(), /^Best: .*, loses in \d+ plies at most, proven/);
  assert.match(await page.locator(".hint.best").textContent(), /^L\d+$/);
  await page.click("#analyse");
  const known = () => page.evaluate(async () => {
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    const { study } = await import(new URL("js/study/state.js", document.baseURI).href);
    return study().scores.get(store.state.node)?.score.kind;
  });
  for (const end = Date.now() + 10_000; !await known() && Date.now() < end;) await page.waitForTimeout(50);
  assert.equal(await known(), "loss", "for black");
});
