// Every game and rule set of `/api/about`, by what it has and not by its name: it starts, is played with clicks, shows
// its captures and its turns, and its engine replies.

import assert from "node:assert/strict";
import { test } from "node:test";
import { morePlies, newGame, playPoint, shot, stones, until } from "./harness.js";
import { SCREENS, table } from "./table.js";

const { fresh, url } = table();

const get = async (path) => (await fetch(new URL(path, url()))).json();

/** A linear congruential generator (Park and Miller). */
function randomFrom(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** The view of the position that a page shows. */
async function viewOf(page) {
  const id = await page.evaluate(() => location.hash.slice(3));
  const board = await get(`api/games/${id}`);
  return { board, view: await get(`api/games/${id}/nodes/${board.current}`) };
}

/** Plays moves near the centre until `plies` are played or the game is over. Returns the last view and the board. */
async function playSome(page, plies, seed) {
  const random = randomFrom(seed);
  for (;;) {
    const { board, view } = await viewOf(page);
    if (view.outcome || view.ply >= plies) return { board, view };
    if (view.legal.length === 0) {
      await page.click(view.choices.length > 0 ? ".choice" : "#must-pass");
      await morePlies(page, view.ply);
      continue;
    }
    const middle = [(board.size.rows - 1) / 2, (board.size.cols - 1) / 2];
    const far = ([r, c]) => Math.max(Math.abs(r - middle[0]), Math.abs(c - middle[1]));
    const near = view.legal.filter((p) => far(p) <= 2.5);
    const list = near.length > 0 ? near : view.legal;
    await playPoint(page, list[Math.floor(random() * list.length)]);
  }
}

for (const { tag, ...how } of SCREENS.slice(0, 2)) {
  const zh = how.locale === "zh-CN";

  test(`every game of the table is started, played and answered: ${tag}`, { timeout: 240_000 }, async () => {
    const { games } = await get("api/about");
    const page = await fresh(how);
    for (const [seed, game] of games.entries()) {
      await newGame(page, { kind: game.kind });
      const { board, view } = await playSome(page, 12, seed + 1);
      assert.equal(board.game, game.kind);
      const placed = view.stones.black.length + view.stones.white.length;
      assert.equal(await stones(page), placed, game.kind);
      const status = await page.locator(".status-line").textContent();
      assert.match(status, zh ? /[\u4e00-\u9fff]/ : /[A-Za-z]{3}/, game.kind);
      if (view.stones_left !== undefined && !view.outcome) assert.match(status, new RegExp(`${view.stones_left}`), "stones left in the turn");
      if (board.features.includes("captures")) {
        const shown = await page.locator(".player-count").allTextContents();
        assert.deepEqual(shown.map((text) => Number(/\d+/.exec(text)[0])), [view.captures.black, view.captures.white], game.kind);
      }
      await shot(page, `game-${game.kind}-${tag}`);
      if (view.outcome) continue;
      // The engine takes its turn: every stone of it.
      await newGame(page, { kind: game.kind, who: "human-second", level: 1 });
      const human = (await get(`api/games/${await page.evaluate(() => location.hash.slice(3))}`)).players.second.kind;
      assert.equal(human, "human");
      await page.waitForFunction(() => Number(document.querySelector(".ply").textContent.split("/")[0]) >= 1, null, { timeout: 30_000 });
      await shot(page, `game-${game.kind}-engine-${tag}`);
    }
  });
}

test("every rule set of every game opens with its own board", { timeout: 240_000 }, async () => {
  const { games } = await get("api/about");
  const human = { kind: "human" };
  const page = await fresh();
  for (const game of games) {
    for (const rules of game.rules) {
      const made = await fetch(new URL("api/games", url()), {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ game: game.kind, rules: rules.id, players: { first: human, second: human } }),
      });
      const board = await made.json();
      assert.equal(made.status, 201, `${game.kind} ${rules.id}: ${JSON.stringify(board)}`);
      assert.deepEqual([board.style, board.features], [rules.style, rules.features], `${game.kind} ${rules.id}`);
      await page.evaluate((id) => { location.hash = `g=${id}`; }, board.id);
      await until(page, async (id) => {
        const { state } = (await import(new URL("js/store.js", document.baseURI).href)).store;
        return state.board?.id === id && state.view !== null;
      }, board.id);
      await page.waitForSelector(`.board.look-${rules.style}`);
      await page.waitForFunction((n) => document.querySelectorAll(".cell[aria-label]").length === n, board.size.rows * board.size.cols);
    }
  }
});

test("a capture of two stones is shown and counted, in a game with captures and rows", { timeout: 60_000 }, async (t) => {
  const { games } = await get("api/about");
  const game = games.find((g) => g.features.includes("captures") && g.features.includes("rows"));
  if (!game) return t.skip("no such game");
  const page = await fresh();
  await newGame(page, { kind: game.kind });
  const { board } = await viewOf(page);
  const [r, c] = [Math.floor(board.size.rows / 2), Math.floor(board.size.cols / 2)];
  // Black centre, white beside it, black far away, white beyond, black takes both.
  for (const p of [[r, c], [r, c + 1], [r + 4, c], [r, c + 2], [r, c + 3]]) await playPoint(page, p);
  const { view } = await viewOf(page);
  assert.deepEqual(view.captured.length, 2);
  assert.deepEqual(view.captures, { black: 2, white: 0 });
  assert.equal(await stones(page), 3);
  assert.match((await page.locator(".player-count").allTextContents())[0], /^2 of \d+/);
  await shot(page, `capture-${game.kind}`);
});
