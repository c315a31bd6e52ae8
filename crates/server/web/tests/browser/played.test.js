// Lines that are shown on the board, played out: what they capture is gone, what they turn over is turned. The solution
// of a puzzle keeps what it captures, as the diagram of a book does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noDialog, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const ask = async (path, body) => (await fetch(new URL(path, url()), body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();

const sorted = (stones) => Object.fromEntries(["black", "white"].map((color) => [color, stones[color].map(String).sort()]));

/** The stones that one sees, those of the line on top, and the numbers of the line's. @param {import("playwright-core").Page} page */
const drawn = (page) => page.evaluate(async () => {
  const { store } = await import(new URL("js/store.js", document.baseURI).href);
  const { geometryOf } = await import(new URL("js/board/geometry.js", document.baseURI).href);
  const { board, settings } = store.state;
  const g = geometryOf(board, settings.coordinates, matchMedia("(max-width: 560px)").matches, settings);
  const at = new Map();
  for (let r = 0; r < g.rows; r += 1) for (let c = 0; c < g.cols; c += 1) at.set(`translate(${g.xy([r, c]).x} ${g.xy([r, c]).y})`, `${r},${c}`);
  const out = { black: [], white: [], numbers: [] };
  const top = new Map();
  for (const el of document.querySelectorAll("#board .stones [data-point]")) top.set(el.getAttribute("data-point"), el.querySelector(".stone.black") ? "black" : "white");
  for (const el of document.querySelectorAll('[data-layer="study-line"] .line-stone')) {
    top.set(at.get(el.getAttribute("transform")), el.classList.contains("black") ? "black" : "white");
    out.numbers.push(Number(el.textContent));
  }
  for (const [point, color] of top) out[color].push(point);
  out.numbers.sort((a, b) => a - b);
  return out;
});

/**
 * A position with the stones of a line, none of them captured. Where a point occurs twice, its last stone counts.
 * @param {{ black: number[][], white: number[][] }} stones @param {[number[], "black" | "white"][]} line
 */
function laid(stones, line) {
  const last = new Map(line.map(([point, color]) => [String(point), { point, color }]));
  const of = (color) => [...stones[color].filter((p) => !last.has(String(p))), ...[...last.values()].filter((s) => s.color === color).map((s) => s.point)];
  return { black: of("black"), white: of("white") };
}

/** Waits until the board has these stones. @param {import("playwright-core").Page} page @param {{ black: number[][], white: number[][] }} stones @param {string} what */
async function shows(page, stones, what) {
  const end = Date.now() + 8000;
  for (;;) {
    const seen = await drawn(page);
    try {
      assert.deepEqual(sorted(seen), sorted(stones), what);
      return seen;
    } catch (error) {
      if (Date.now() > end) throw error;
      await page.waitForTimeout(60);
    }
  }
}

test("a solution is shown with what it turns over, and keeps what it captures", { timeout: 120_000 }, async () => {
  const { games } = await ask("api/about");
  const { suites } = await ask("api/puzzles");
  const changing = suites.filter((s) => games.some((g) => g.kind === s.game && (g.features.includes("captures") || g.features.includes("flips"))));
  assert.ok(changing.length >= 2, "suites of games in which moves change stones");
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await noDialog(page);
  let gone = 0;
  let passes = 0;
  for (const suite of changing) {
    for (const n of [1, 2]) {
      const { game, rules, size, setup, moves, line, solution } = await ask(`api/puzzles/${suite.id}/${n}`);
      const text = size && typeof size === "object" ? `${size.cols}x${size.rows}` : size;
      const best = line ?? solution;
      // The server's rules say what is left at the end.
      const made = await ask("api/games", { game, rules, size: text, setup, moves: [...moves ?? [], ...best] });
      const start = await ask(`api/games/${made.id}/nodes/${made.nodes.at(-1 - best.length).id}`);
      const end = await ask(`api/games/${made.id}/nodes/${made.nodes.at(-1).id}`);
      const flips = games.find((g) => g.kind === game).features.includes("flips");
      const lineStones = made.nodes.slice(-best.length).filter((n) => n.point).map((n) => [n.point, n.color]);
      const shown = flips ? end.stones : laid(start.stones, lineStones);
      await page.click("#tab-train");
      await page.evaluate(async ([id, number, count]) => (await import(new URL("js/study/puzzles.js", document.baseURI).href)).openPuzzle(id, number, count), [suite.id, n, suite.count]);
      await page.waitForFunction((number) => document.querySelector(".puzzle-number")?.textContent.includes(`${number} /`), n);
      await page.click("#puzzle-solution");
      const { numbers } = await shows(page, shown, `${suite.id} ${n}: ${best.join(" ")}`);
      const played = best.filter((m) => m !== "pass").length;
      gone += start.stones.black.length + start.stones.white.length + played - end.stones.black.length - end.stones.white.length;
      passes += best.length - played;
      if (flips) assert.deepEqual(numbers, best.filter((m) => m !== "pass").map((_, i) => i + 1), "numbers without a gap");
      await shot(page, `played-${suite.id}-${n}`);
      // Back to the start everything stands again.
      await page.getByRole("button", { name: "From the start" }).click();
      await shows(page, start.stones, `${suite.id} ${n} at its start`);
      await page.click("#puzzle-end");
      await page.waitForSelector("#puzzle-end", { state: "detached" });
    }
  }
  assert.ok(gone > 0 && passes > 0, `${gone} stones captured, ${passes} passes`);
});

test("a line of the review captures, move by move", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await noDialog(page);
  const { games } = await ask("api/about");
  const { kind } = games.find((g) => g.features.includes("liberties"));
  const human = { kind: "human" };
  const board = await ask("api/games", { game: kind, size: "9x9", moves: ["A2", "A1", "E5", "C1", "E6"], players: { first: human, second: human } });
  await page.evaluate((id) => { location.hash = `g=${id}`; }, board.id);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("5"));
  await page.click("#tab-review");
  await page.evaluate(async () => {
    const at = (f) => new URL(f, document.baseURI).href;
    const { setStudy } = await import(at("js/study/state.js"));
    const { store } = await import(at("js/store.js"));
    const last = store.state.board.nodes.at(-1);
    // White moves elsewhere, black takes A1, and white plays there again.
    const [line, points] = [["B1", "pass", "A1", "E4"], [[8, 1], null, [8, 0], [5, 4]]];
    const mistake = { node: last.id, ply: 5, color: "black", played: "E6", best: "B1", playedPoint: last.point, bestPoint: [8, 1], loss: 0.4, line, points, kind: "blunder", text: null };
    setStudy({ review: { mistakes: [mistake], sides: {}, whole: true, done: 1, of: 1, line: "main" } });
  });
  await page.click(".mistake-main");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("4"));
  const base = { black: [[7, 0], [4, 4]], white: [[8, 0], [8, 2]] };
  const whole = { black: [[7, 0], [4, 4], [8, 1], [8, 0]], white: [[8, 2], [5, 4]] };
  const { numbers } = await shows(page, whole, "the whole line");
  assert.deepEqual(numbers, [1, 2, 3]);
  await page.locator(".mistake-line button").first().hover();
  await shows(page, { black: [[7, 0], [4, 4], [8, 1]], white: [[8, 2]] }, "after its first move");
  await page.keyboard.press("x");
  await shows(page, base, "with the studies hidden");
});
