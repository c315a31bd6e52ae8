// Each game played to its end, in both languages and at phone and desktop sizes; the stones are checked on the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, newGame, playPoint, ply, shot, stones, wordsAt } from "./harness.js";
import { SCREENS, table } from "./table.js";

const { fresh } = table();

/** Points of moves such as `h8`, on a board whose rows are counted from the bottom (or, for Othello, from the top). */
const points = (text, rows) => text.split(" ").map((m) => {
  const row = Number(m.slice(1));
  return [rows ? rows - row : row - 1, m.charCodeAt(0) - 97];
});

async function noSideways(page) {
  const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(inner <= outer, `the page is ${inner} wide in a window of ${outer}`);
}

for (const { tag: way, ...how } of SCREENS) {
  const zh = how.locale === "zh-CN";

  test(`gomoku to a five (${way})`, async () => {
    const page = await fresh(how);
    await page.waitForSelector(".new-game");
    await shot(page, `new-game-${way}`);
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
    const before = await page.locator("#board").boundingBox();
    for (const p of points("h8 i9 h9 i8 h10 i10 h11 i11", 15)) await playPoint(page, p);
    await shot(page, `gomoku-${way}`);
    await playPoint(page, points("h12", 15)[0]);
    assert.match(await page.locator(".status-line").textContent(), zh ? /黑/ : /black/i);
    assert.equal(await page.locator(".win-ring").count(), 5);
    assert.deepEqual(await page.locator("#board").boundingBox(), before, "the board has not moved");
    await click(page, [0, 0]);
    assert.equal(await stones(page), 9, "nothing is played after the end");
    assert.match(await page.locator(".status-detail").textContent(), zh ? /结束/ : /over/);
    await noSideways(page);
    await shot(page, `gomoku-won-${way}`);
  });

  test(`tic-tac-toe, connect four, Othello and Go to their ends (${way})`, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "mnk", rules: "tic-tac-toe" });
    for (const p of /** @type {[number, number][]} */ ([[1, 1], [0, 0], [0, 2], [1, 0], [2, 0]])) await playPoint(page, p);
    assert.equal(await page.locator(".win-ring").count(), 3);
    await shot(page, `tic-tac-toe-${way}`);

    await newGame(page, { kind: "mnk", rules: "connect-four" });
    // A click anywhere in a column drops the stone.
    for (const col of [3, 2, 3, 2, 3, 2, 3]) await playPoint(page, [0, col]);
    assert.equal(await page.locator(".win-ring").count(), 4);
    assert.match(await wordsAt(page, [2, 3]), zh ? /红/ : /Red/);
    await page.waitForTimeout(500);
    await shot(page, `connect-four-${way}`);

    await newGame(page, { kind: "othello", size: "8x8" });
    assert.equal(await page.locator(".legal").count(), 4);
    // The shortest game there is: white is wiped out by the ninth disc.
    for (const p of points("e6 f4 e3 f6 g5 d6 e7 f5 c5")) await playPoint(page, p);
    assert.match(await page.locator(".player.white").textContent(), zh ? /0 子/ : /0 discs/);
    await shot(page, `othello-${way}`);

    await newGame(page, { kind: "go", rules: "chinese", size: "9x9" });
    // Black takes a stone in the corner: the capture is seen and counted.
    for (const p of /** @type {[number, number][]} */ ([[0, 1], [0, 0], [1, 0]])) await playPoint(page, p);
    assert.equal(await stones(page), 2);
    assert.match(await page.locator(".player.black").textContent(), zh ? /提 1 子/ : /1 captured/);
    await playPoint(page, [4, 4]);
    await shot(page, `go-${way}`);
    for (let i = 0; i < 2; i += 1) {
      const n = await ply(page);
      await page.click("#pass");
      await page.waitForFunction((k) => Number(document.querySelector(".ply").textContent.split("/")[0]) > k, n);
    }
    // The count begins by itself, and can be left.
    await page.click("#score-cancel");
    await page.waitForSelector(".status.over");
    await noSideways(page);
  });
}

test("renju's forbidden point is marked, explained and refused", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "renju", size: "15x15" });
  // Two open threes cross on h8.
  for (const p of points("h10 a1 h9 a3 f8 a5 g8 o1", 15)) await playPoint(page, p);
  await page.waitForSelector(".forbidden");
  assert.match(await wordsAt(page, [7, 7]), /forbidden/);
  await click(page, [7, 7]);
  assert.match(await page.locator(".status-detail.problem").textContent(), /h8.*three/i);
  assert.equal(await stones(page), 8);
  await shot(page, "renju-forbidden");
});

test("swap2 is played with buttons", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", opening: "swap2" });
  for (const p of points("h8 i9 g7", 15)) await playPoint(page, p);
  await page.waitForSelector(".choice");
  assert.equal(await page.locator(".choice").count(), 3);
  await shot(page, "swap2-choices");
  await page.click('.choice[data-move="two-more"]');
  await page.waitForSelector(".choice", { state: "detached" });
  const ply = () => page.locator(".ply").textContent();
  assert.equal(await ply(), "3 / 3", "a choice is no move");
  for (const p of points("k8 k9", 15)) await playPoint(page, p);
  await page.waitForSelector(".choice");
  assert.equal(await page.locator(".choice").count(), 2);
  assert.equal(await ply(), "5 / 5");
  assert.deepEqual(await page.locator(".move-ply").allTextContents(), ["1", "2", "3", "", "4", "5"]);
  await page.click('.choice[data-move="black"]');
  await page.waitForFunction(() => /White to move/.test(document.querySelector(".status-line").textContent));
  assert.equal(await page.locator(".choice").count(), 0);
});

for (const [opening, locale, word] of [["rif", "en-GB", "offered fifth move B"], ["rif", "zh-CN", "第五手打点 B"]]) {
  test(`offered fifth moves have letters, and one is chosen: ${opening}, ${locale}`, async () => {
    const page = await fresh({ locale });
    await newGame(page, { kind: "gomoku", rules: "renju", opening });
    for (const p of points("h8 h9 i9", 15)) await playPoint(page, p);
    await page.click('.choice[data-move="black"]');
    await page.waitForSelector(".choice", { state: "detached" });
    for (const p of points("i7 h6 j6", 15)) await playPoint(page, p);
    await page.waitForFunction(() => document.querySelectorAll("[data-layer=offers] .mark-label").length === 2);
    assert.match(await wordsAt(page, points("j6", 15)[0]), new RegExp(word));
    await click(page, points("a1", 15)[0]);
    await page.waitForSelector(".status-detail.problem");
    const problem = await page.locator(".status-detail.problem").textContent();
    if (locale === "zh-CN") assert.match(problem, /从打点中选定第五手/);
    else assert.match(problem, /choose one of the fifth moves offered/);
    await shot(page, `renju-fifths-${locale}`);
    await click(page, points("j6", 15)[0]);
    await page.waitForFunction(() => document.querySelectorAll("[data-layer=offers] .mark-label").length === 0);
    assert.match(await wordsAt(page, points("h6", 15)[0]), /empty|空/);
  });
}

test("every refusal names its rule and leaves the board unchanged", async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", rules: "chinese", size: "9x9" });
  for (const p of /** @type {[number, number][]} */ ([[0, 1], [8, 8], [1, 0]])) await playPoint(page, p);
  // A suicide is said, not marked.
  assert.match(await wordsAt(page, [0, 0]), /suicide/);
  assert.equal(await page.locator(".forbidden").count(), 0);
  await click(page, [0, 0]);
  await page.waitForSelector(".status-detail.problem");
  const said = await page.locator(".status-detail").textContent();
  assert.match(said, /suicide|libert/i);
  assert.equal(await stones(page), 3);
  await click(page, [0, 1]);
  await page.waitForFunction((old) => document.querySelector(".status-detail").textContent !== old, said);
  assert.equal(await stones(page), 3);
});

test("the ko of Go is marked", async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", rules: "chinese", size: "9x9" });
  for (const p of points("d5 e5 c4 f4 d3 e3 e4 d4", 9)) await playPoint(page, p);
  await page.waitForSelector(".forbidden");
  assert.equal(await page.locator(".forbidden").count(), 1);
  assert.match(await wordsAt(page, points("e4", 9)[0]), /forbidden \(.*ko/);
  await shot(page, "go-ko");
});

test("Go's dead stones are marked and counted on the board", async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", rules: "chinese", size: "9x9" });
  // Black has a wall; a white stone behind it is dead.
  const black = [...Array.from({ length: 9 }, (_, r) => [r, 4]), [0, 3]];
  const white = [...Array.from({ length: 9 }, (_, r) => [r, 5]), [4, 1]];
  for (let i = 0; i < 10; i += 1) {
    await playPoint(page, black[i]);
    await playPoint(page, white[i]);
  }
  for (let i = 0; i < 2; i += 1) {
    const n = await ply(page);
    await page.click("#pass");
    await page.waitForFunction((k) => Number(document.querySelector(".ply").textContent.split("/")[0]) > k, n);
  }
  await page.waitForSelector(".score-text");
  await page.waitForFunction(() => document.querySelectorAll(".owner").length > 0);
  const before = await page.locator(".score-text").textContent();
  await click(page, [4, 1]);
  await page.waitForSelector(".dead");
  await page.waitForFunction((old) => document.querySelector(".score-text").textContent !== old, before);
  // Black has 5 columns of 9, white 4 columns and 7.5 for komi.
  assert.match(await page.locator(".score-text").textContent(), /Black wins by 1\.5/);
  await shot(page, "go-count");
  await page.click("#score-accept");
  await page.click("#score-accept-2");
  await page.waitForFunction(() => /wins by/.test(document.querySelector(".status-line").textContent));
});

test("a stone is shown before the server answers, and removed if it refuses", async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  /** @type {(() => void) | undefined} */
  let release;
  const held = new Promise((resolve) => { release = () => resolve(undefined); });
  await page.route("**/moves", async (route) => {
    await held;
    await route.fulfill({ status: 409, contentType: "application/json", body: JSON.stringify({ error: { code: "illegal-move", message: "refused by the test" } }) });
  });
  await click(page, [7, 7]);
  await page.waitForSelector('.stones [data-point="7,7"]');
  assert.equal(await page.locator(".save-state").getAttribute("data-state"), "saving");
  release?.();
  await page.waitForSelector('.stones [data-point="7,7"]', { state: "detached" });
  assert.match(await page.locator(".status-detail.problem").textContent(), /refused by the test/);
});

test("a side without a move sees that it must pass, and passes with one click", async () => {
  const page = await fresh();
  const id = await page.evaluate(async () => {
    const human = { kind: "human" };
    const made = await fetch("api/games", {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        game: "othello", size: "8x8", players: { first: human, second: human },
        // White can turn nothing over, black still can.
        setup: { black: [[0, 0], [7, 7]], white: [[7, 6]], to_move: "white" },
      }),
    });
    return (await made.json()).id;
  });
  await page.evaluate((n) => { location.hash = `g=${n}`; location.reload(); }, id);
  await page.waitForSelector("#must-pass");
  assert.match(await page.locator(".status-line").textContent(), /White .*pass/);
  await page.click("#must-pass");
  await page.waitForFunction(() => /White passed/.test(document.querySelector(".status-detail").textContent));
  assert.match(await page.locator(".status-line").textContent(), /Black to move/);
});

test("games are begun and played with the keyboard alone, one after the other", { timeout: 60_000 }, async () => {
  const page = await fresh();
  const state = () => page.evaluate(async () => {
    const { board, view, cursor } = (await import(new URL("js/store.js", document.baseURI).href)).store.state;
    return { game: board?.game, ply: view?.ply, cursor, focus: document.activeElement?.id };
  });
  const begin = async (card) => {
    for (let i = 0; i < 20 && await page.evaluate(() => document.activeElement?.id) !== card; i += 1) await page.keyboard.press("ArrowRight");
    for (let i = 0; i < 20 && await page.evaluate(() => document.activeElement?.name) !== "who"; i += 1) await page.keyboard.press("Tab");
    for (let i = 0; i < 8 && await page.evaluate(() => document.activeElement?.id) !== "who-people"; i += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.waitForFunction(() => document.activeElement?.id === "board");
  };
  await begin("game-gomoku");
  await page.waitForFunction(() => document.querySelector("#board .cursor")?.childNodes.length > 0);
  assert.deepEqual((await state()).cursor, [7, 7], "the board has the focus, and its middle the cursor");
  for (const key of ["ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("1"));
  assert.match(await wordsAt(page, [6, 12]), /black/);
  // The next board is smaller: its cursor begins in its middle.
  await page.keyboard.press("n");
  await page.waitForSelector(".new-game");
  await begin("game-othello");
  await page.waitForFunction(() => document.querySelectorAll(".cell").length === 64);
  assert.deepEqual((await state()).cursor, [4, 4]);
  for (const key of ["ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("1"));
  assert.equal((await state()).focus, "board");
});
