// Engines: their turns, hints, pausing and stopping.

import assert from "node:assert/strict";
import { test } from "node:test";
import { closeDialog, newGame, noDialog, playPoint, ply, shot, stones, untilDiscarded } from "./harness.js";
import { SCREENS, table } from "./table.js";

const { fresh, url } = table();

/** One screen of each size and language. */
const TWO = SCREENS.slice(0, 2);

const moved = (page, n) => page.waitForFunction((k) => Number(document.querySelector(".ply").textContent.split("/")[0]) >= k, n);

for (const { tag, ...how } of TWO) {
  test(`the engine replies, takeback works, a new move becomes the main line: ${tag}`, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
    await playPoint(page, [7, 7]);
    await moved(page, 2);
    assert.equal(await stones(page), 2);
    await page.click("#takeback");
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("0 "));
    assert.equal(await stones(page), 0);
    await playPoint(page, [6, 6]);
    await moved(page, 2);
    assert.equal(await page.locator('.stones [data-point="6,6"]').count(), 1);
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("0 "));
    await page.keyboard.press("End");
    await moved(page, 2);
    assert.equal(await page.locator('.stones [data-point="6,6"]').count(), 1, "the end of the main line is the game that was played on");
  });
}

test("after an undo the clock of the person runs, with a clock and without, but not in a pause", { timeout: 60_000 }, async () => {
  const page = await fresh();
  const seconds = async (color) => {
    const [m, s] = (await page.locator(`.player.${color} .clock`).textContent()).split(":");
    return Number(m) * 60 + Number(s);
  };
  for (const clock of ["3+2", "none"]) {
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1, clock });
    await playPoint(page, [7, 7]);
    await moved(page, 2);
    await page.click("#takeback");
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("0 "));
    const start = await seconds("black");
    await page.waitForTimeout(2300);
    const ran = Math.abs(start - await seconds("black"));
    assert.ok(ran >= 2 && ran <= 4, `${clock}: the clock ran ${ran} s in 2.3 s`);
    await page.click("#pause");
    await page.waitForSelector('#pause[aria-pressed="true"]');
    await page.waitForTimeout(300);
    const held = await seconds("black");
    await page.waitForTimeout(2300);
    await page.click("#pause");
    await page.waitForSelector('#pause[aria-pressed="false"]');
    await page.waitForTimeout(200);
    const jump = Math.abs(held - await seconds("black"));
    assert.ok(jump <= 1, `${clock}: the clock jumped by ${jump} s over a pause`);
    // What was shown is what the move takes.
    await playPoint(page, [6, 6]);
    const used = await page.evaluate(async () => {
      const { store } = await import(new URL("js/store.js", document.baseURI).href);
      return store.state.board.nodes.find((n) => n.parent === 0 && n.point?.join() === "6,6").elapsed_ms;
    });
    assert.ok(used >= 2300 && used < 6000, `${clock}: ${used} ms`);
  }
});

for (const { tag, ...how } of TWO) {
  test(`a hint shows points on the board, and resigning ends the game: ${tag}`, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
    await playPoint(page, [7, 7]);
    await moved(page, 2);
    await page.click("#hint");
    await page.waitForSelector(".hint", { timeout: 20_000 });
    assert.match(await page.locator(".status-detail").textContent(), how.locale === "zh-CN" ? /胜率/ : /%/);
    await shot(page, `hint-${tag}`);
    await page.click("#resign");
    await page.click("#resign-yes");
    await page.waitForSelector(".status.over");
    assert.match(await page.locator(".status-line").textContent(), how.locale === "zh-CN" ? /白.*胜/ : /White wins/);
  });
}

test("a hint has the colours of the list, and lies on no other bubble", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", rules: "chinese", size: "9x9" });
  for (const p of [[0, 0], [0, 2], [0, 1], [4, 4], [6, 6], [1, 0], [6, 2]]) await playPoint(page, p);
  await page.click("#tab-analysis");
  await page.evaluate(async () => (await import(new URL("js/study/state.js", document.baseURI).href)).choose({ seconds: 0.5 }));
  await page.click("#hint");
  await page.waitForSelector(".hint.best", { timeout: 20_000 });
  await page.waitForSelector(".candidate-row");
  const seen = await page.evaluate(async () => {
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    const { candidatesHere } = await import(new URL("js/study/candidates.js", document.baseURI).href);
    const fills = (all) => [...all].map((el) => getComputedStyle(el).backgroundColor !== "rgba(0, 0, 0, 0)" ? getComputedStyle(el).backgroundColor : getComputedStyle(el).fill);
    return {
      hints: fills(document.querySelectorAll(".hint circle:first-child")), ranks: fills(document.querySelectorAll(".candidate-row .candidate-rank")).slice(0, 3),
      under: [...document.querySelectorAll('[data-layer="study-candidates"] .candidate')].map((g) => Number(g.dataset.rank)).filter((n) => n <= 3),
      strengths: candidatesHere().slice(0, 3).map((c) => c.strength), hint: store.state.hint.map((x) => x.strength),
    };
  });
  await shot(page, "hint-colours");
  assert.deepEqual(seen.hints, seen.ranks);
  assert.deepEqual(seen.hint, seen.strengths);
  assert.deepEqual(seen.under, []);
  assert.ok(new Set(seen.hints).size > 1, `${seen.strengths}`);
});

test("the engine moves first if it has black", async () => {
  const page = await fresh();
  await newGame(page, { kind: "mnk", rules: "tic-tac-toe", who: "human-second", level: 1 });
  await moved(page, 1);
  assert.equal(await stones(page), 1);
});

test("engine against engine pauses, resumes and plays to the end", async () => {
  const page = await fresh();
  await newGame(page, { kind: "othello", size: "6x6", who: "engines", level: 1 });
  await moved(page, 3);
  await page.click("#pause");
  await page.waitForSelector('#pause[aria-pressed="true"]');
  // A move that was found already may still arrive.
  await untilRunning(false);
  await page.waitForFunction(() => document.querySelector(".save-state").dataset.state === "saved" && !document.querySelector(".player.thinking"));
  const stopped = await ply(page);
  await page.waitForTimeout(700);
  assert.equal(await ply(page), stopped, "nothing moves while they wait");
  await page.click("#pause");
  await page.waitForSelector(".status.over", { timeout: 90_000 });
  await shot(page, "othello-engines-over");
});

/** A figure of the server's metrics. */
async function metric(name) {
  const text = await (await fetch(new URL("metrics", url()))).text();
  const line = text.split("\n").find((l) => l.startsWith(name));
  return line ? Number(line.trim().split(/\s+/).at(-1)) : undefined;
}

const running = async () => (await metric("tengen_searches_running")) ?? 0;

/** Waits until searches run, or none does. @param {boolean} some */
async function untilRunning(some) {
  for (let i = 0; i < 80 && ((await running()) > 0) !== some; i += 1) await new Promise((r) => setTimeout(r, 100));
  assert.equal((await running()) > 0, some, some ? "a search is under way" : "no search goes on");
}

for (const { tag, ...how } of TWO) {
  test(`a new game stops the engine of the previous one, whose move is not stored: ${tag}`, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "go", rules: "chinese", size: "9x9", who: "human-second", level: 9, clock: "30+15" });
    const id = await page.evaluate(() => Number(location.hash.slice(3)));
    await untilRunning(true);
    await newGame(page, { kind: "mnk", rules: "tic-tac-toe" });
    await untilRunning(false);
    // A game that is left without a move is gone: it would be in the bin with a move.
    await untilDiscarded(page, id);
  });
}

for (const { tag, ...how } of TWO) {
  test(`taking back, pausing and clearing the board stop the engine too: ${tag}`, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "go", rules: "chinese", size: "9x9", who: "human-first", level: 9, clock: "30+15" });
    await playPoint(page, [4, 4]);
    await untilRunning(true);
    await page.click("#pause");
    await untilRunning(false);
    await page.click("#pause");
    await untilRunning(true);
    await page.click("#takeback");
    await untilRunning(false);
    await playPoint(page, [2, 2]);
    await untilRunning(true);
    await page.click("#more");
    await page.getByRole("menuitem", { name: /Clear the board|清空棋盘/ }).click();
    await untilRunning(false);
  });
}

test("stepping on, a new game and clearing the board stop the search for a proof", { timeout: 60_000 }, async () => {
  const page = await fresh();
  // The whole game cannot be solved in the time given.
  const solve = async () => {
    await newGame(page, { kind: "othello", size: "8x8" });
    await page.click("#tab-proof");
    await page.locator(".proof-kind select").last().selectOption("300");
    await page.click("#solve");
    await untilRunning(true);
  };
  await solve();
  await newGame(page, { kind: "mnk", rules: "tic-tac-toe" });
  await untilRunning(false);
  await solve();
  await playPoint(page, [4, 5]);
  await untilRunning(false);
  await solve();
  await page.click("#more");
  await page.getByRole("menuitem", { name: "Clear the board" }).click();
  await untilRunning(false);
});

for (const { tag, ...how } of TWO) {
  test(`leaving the page stops the engine: ${tag}`, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "go", rules: "chinese", size: "9x9" });
    // A long thought, as an analysis would ask for it.
    await page.evaluate(async () => {
      const { socket } = await import(new URL("js/connection.js", document.baseURI).href);
      const { store } = await import(new URL("js/store.js", document.baseURI).href);
      socket.request({ do: "analyze", board: store.state.board.id, node: store.state.node, limits: { time_ms: 60_000 } });
    });
    await untilRunning(true);
    await page.close();
    await untilRunning(false);
  });
}

for (const how of [{ locale: "en-GB", says: /^Black wins in at most (\d+) more plies\.$/ }, { locale: "zh-CN", says: /^黑最多再 (\d+) 手获胜。$/ }, { locale: "ja", says: /^黒はあと(\d+)手以内に勝ちます。$/ }]) {
  test(`an engine that plays a proven win says after each move when it comes at the latest (${how.locale})`, { timeout: 60_000 }, async () => {
    const page = await fresh({ locale: how.locale });
    const wins = [];
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.type === "played") wins.push(message.analysis.score.plies);
    }));
    await page.reload();
    await newGame(page, { kind: "gomoku", rules: "standard", who: "human-second", engine: "perfect" });
    for (const [i, reply] of /** @type {[number, number][]} */ ([[6, 7], [14, 0], [0, 14]]).entries()) {
      await moved(page, 2 * i + 1);
      await page.waitForFunction(() => document.querySelector(".status-detail").textContent);
      const [, n] = how.says.exec(await page.locator(".status-detail").textContent()) ?? [];
      // The server counts the move that was played, too.
      assert.equal(Number(n), wins[i] - 1);
      assert.ok(Number(n) > 0 && Number(n) % 2 === 0, "the last ply is Black's");
      await playPoint(page, reply);
    }
    await shot(page, `engine-bound-${how.locale}`);
  });
}

test("two quick engines leave time to look at each move, as the settings say", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await noDialog(page);
  await page.evaluate(() => {
    window.times = [];
    let before = "";
    new MutationObserver(() => {
      const now = document.querySelector(".ply")?.textContent ?? "";
      if (now !== before) window.times.push([now, performance.now()]);
      before = now;
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  /** The milliseconds between the first six moves of a game of two engines. */
  const gaps = async () => {
    await page.evaluate(() => { window.times = []; });
    await newGame(page, { kind: "othello", size: "6x6", who: "engines", level: 1 });
    await moved(page, 6);
    const times = (await page.evaluate(() => window.times)).filter(([ply]) => /^[1-6] /.test(ply));
    assert.equal(times.length, 6, JSON.stringify(times));
    return times.slice(1).map(([, at], n) => at - times[n][1]);
  };
  const usual = await gaps();
  assert.ok(usual.every((ms) => ms >= 400), String(usual));
  await page.click("#settings");
  await page.selectOption("#set-pace", "1000");
  await closeDialog(page);
  const slow = await gaps();
  assert.ok(slow.every((ms) => ms >= 900), String(slow));
  await page.click("#settings");
  assert.equal(await page.inputValue("#set-pace"), "1000");
  await page.selectOption("#set-pace", "0");
  await closeDialog(page);
  const quick = await gaps();
  assert.ok(quick.some((ms) => ms < 400), String(quick));
});

test("why an engine did not move is said no longer once it is asked again", { timeout: 60_000 }, async () => {
  const page = await fresh();
  const asked = [];
  await page.routeWebSocket(/\/ws/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((text) => {
      const { id, do: what } = JSON.parse(String(text));
      if (what !== "play") return server.send(text);
      asked.push(id);
      // The first request is refused, the second one is thought about.
      if (asked.length === 1) ws.send(JSON.stringify({ id, type: "error", error: { code: "bad-request", message: "name an engine" } }));
    });
  });
  await page.reload();
  await newGame(page, { kind: "gomoku", who: "human-second", level: 1 });
  await page.waitForFunction(() => document.querySelector(".status-detail.problem")?.textContent === "name an engine");
  await page.click("#pause");
  await page.waitForFunction(() => /thinking/.test(document.querySelector(".status-line").textContent));
  assert.equal(asked.length, 2);
  assert.equal(await page.locator(".status-detail").textContent(), "");
});
