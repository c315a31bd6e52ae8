// Every opening rule played against the engine, to the first ordinary move and its reply, with the controls of the page
// only.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, morePlies, newGame, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

/** What the server says of the game on the table. @param {import("playwright-core").Page} page */
const now = (page) => page.evaluate(async () => {
  const id = location.hash.match(/g=(\d+)/)[1];
  const board = await (await fetch(`api/games/${id}`)).json();
  const view = await (await fetch(`api/games/${id}/nodes/${board.current}`)).json();
  return { board, view };
});

/** Waits until the person is to decide something, and the page shows it. @param {import("playwright-core").Page} page */
async function turn(page) {
  for (let i = 0; i < 400; i += 1) {
    const { board, view } = await now(page);
    const mine = view.outcome || board.players[view.player_to_move].kind === "human";
    const shown = await page.evaluate(async (n) => {
      const { store } = await import(new URL("js/store.js", document.baseURI).href);
      return store.state.view?.ply === n && document.querySelector(".save-state").dataset.state === "saved" && !document.querySelector(".player.thinking");
    }, view.ply);
    if (mine && shown) return { board, view };
    await page.waitForTimeout(50);
  }
  throw new Error("the person never gets a turn");
}

/** Legal points from the middle outwards. @param {any} view @param {any} board */
function middleFirst(view, board) {
  const [r, c] = [(board.size.rows - 1) / 2, (board.size.cols - 1) / 2];
  const away = (/** @type {number[]} */ p) => Math.max(Math.abs(p[0] - r), Math.abs(p[1] - c)) + (p[0] * 7 + p[1] * 3) % 10 / 100;
  return [...view.legal].sort((a, b) => away(a) - away(b));
}

const OPENINGS = [
  ["freestyle", "pro"], ["freestyle", "long-pro"], ["freestyle", "swap"], ["standard", "swap2"],
  ["renju", "rif"], ["renju", "yamaguchi"], ["renju", "soosorv-8"], ["renju", "taraguchi-10"],
];

for (const [i, [rules, opening]] of OPENINGS.entries()) {
  for (const who of /** @type {const} */ (["human-first", "human-second"])) {
    const zh = (i + (who === "human-first" ? 0 : 1)) % 2 === 1;
    test(`${rules} with ${opening}, ${who} (${zh ? "zh" : "en"})`, { timeout: 60_000 }, async () => {
      const page = await fresh({ locale: zh ? "zh-CN" : "en-GB" });
      await newGame(page, { kind: "gomoku", rules, size: "15x15", opening, who, level: 1 });
      let decided = 0;
      let ordinary = 0;
      for (let step = 0; step < 24 && ordinary < 1; step += 1) {
        const { board, view } = await turn(page);
        if (view.outcome) break;
        const line = await page.locator(".status-line").textContent();
        const black = await page.locator(".player.black .player-name").textContent();
        assert.equal(black === (zh ? "你" : "You"), view.black_player === (who === "human-first" ? "first" : "second"), "the cards follow every swap");
        // The area that the rule wants, if it is not the whole board.
        const spread = (axis) => new Set(view.legal.map((p) => p[axis])).size > 0 ? Math.max(...view.legal.map((p) => p[axis])) - Math.min(...view.legal.map((p) => p[axis])) + 1 : 15;
        const area = view.phase && (spread(0) < 15 || spread(1) < 15);
        await page.waitForFunction((n) => document.querySelectorAll(".opening-area").length === n, area ? 1 : 0);
        if (view.phase) {
          assert.ok(line.includes(zh ? view.phase.zh.slice(0, 4) : view.phase.en.slice(1, 12)), `the step is shown: ${line}`);
          if (step === 1) await shot(page, `opening-${opening}-${who}-${zh ? "zh" : "en"}`);
        } else {
          ordinary += 1;
        }
        const buttons = page.locator(".choices .choice");
        assert.equal(await buttons.count(), view.choices.length, "every choice has its button");
        if (view.choices.length > 0 && (view.legal.length === 0 || decided % 2 === 0)) {
          const button = buttons.nth(decided % view.choices.length);
          assert.ok((await button.textContent()).trim() !== "");
          decided += 1;
          await button.click();
        } else {
          // Three from the middle, so that openings are not all on one spot.
          const points = middleFirst(view, board);
          if (view.choices.length > 0) decided += 1;
          await click(page, points[Math.min(step % 3, points.length - 1)]);
        }
        await morePlies(page, view.ply);
        assert.equal(await page.locator(".status-detail.problem").count(), 0, await page.locator(".status-detail").textContent());
      }
      assert.equal(ordinary, 1, "the opening comes to an end");
      // The engine goes on from there, or has lost its chance to.
      const { board, view } = await turn(page);
      assert.ok(view.outcome || view.player_to_move === (who === "human-first" ? "first" : "second"));
      assert.match(board.rules, new RegExp(`\\+${opening}$`));
      assert.match(await page.locator(".game-name").textContent(), zh ? /[\u4e00-\u9fff]/ : /opening/);
    });
  }
}
