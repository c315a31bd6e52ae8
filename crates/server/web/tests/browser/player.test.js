// The statistics of a player, from the library's list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE, newGame, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

const game = (black, white, result, date, moves) => `(;GM[2]FF[4]SZ[8]PB[${black}]PW[${white}]RE[${result}]DT[${date}]${moves})`;
const TIGER = ";B[fe];W[df];B[cc];W[dc];B[cd]";
// The tiger on another side of the board.
const TURNED = ";B[cd];W[ec];B[ff];W[ef];B[fe]";
/** Three games of a player. */
const games = ([ann, bob, cid]) => [game(ann, bob, "B+4", "1999", TIGER), game(bob, ann.toLowerCase(), "B+2", "2003", TURNED), game(ann, cid, "0", "2004", ";B[fe];W[fd]")].join("\n");

/** A player as the server sends one who has played much: the widest numbers that the tables have. */
const busy = (/** @type {string} */ player) => {
  const side = { games: 1234, won: 1023, lost: 123, drawn: 88, score: 0.8765 };
  const losses = { moves: 12345, mean_loss: 0.1234, mean_units: 12.3, counts: { inaccuracy: 1234, mistake: 234, blunder: 123 } };
  const opening = { ...side, name: { en: "Tiger", zh: "虎", ja: "虎" }, moves: ["f5", "d6", "c3", "d3", "c4"], size: { rows: 8, cols: 8 }, set_up: false, black: side, white: side };
  return {
    player, game: "othello", rules: "othello", ...side, black: side, white: side, first: "1999", last: "2026", openings: [opening, { ...opening, moves: ["f5", "f6"], name: null }],
    mistakes: {
      reviewed: 12000, left_out: 0, engines: [{ name: "tengen" }], limits: [{}], total: losses, phases: { opening: losses, middle: losses, ending: losses },
      worst: [{ game: 1, node: 3, number: 34, color: "white", played: "a2", best: "b7", loss: 0.21, units: 14, kind: "blunder", phase: "middle", opponent: "Bob", date: "2003" }], about: null,
    },
  };
};

for (const [locale, words] of [["en-GB", "−21.0% winning chance · −14.0 discs"], ["zh-CN", "胜率 −21.0% · −14.0 子"], ["ja-JP", "勝率 −21.0% · −14.0石"]]) {
  test(`the tables of a player fit a phone, and what a mistake cost is said whole: ${locale}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size: PHONE, locale, touch: true });
    await page.route(/\/api\/library\/player/, (route) => route.fulfill({ json: busy("Ann") }));
    await page.evaluate(async () => {
      const { showPlayer } = await import(new URL("js/library/player-dialog.js", document.baseURI).href);
      void showPlayer("Ann", "Ann");
    });
    await page.waitForFunction(() => document.querySelectorAll(".player-table").length === 3);
    await shot(page, `player-busy-${locale}`);
    assert.deepEqual(await page.locator(".player-scroll").evaluateAll((tables) => tables.map((e) => Math.max(0, e.scrollWidth - e.clientWidth))), [0, 0, 0]);
    assert.ok((await page.locator(".player-mistake").textContent()).includes(words), await page.locator(".player-mistake").textContent());
  });
}

// The tests share a library: each has players of its own.
for (const [tag, size, locale, names] of [["desktop-en", DESKTOP, "en-GB", ["Ann", "Bob", "Cid"]], ["phone-zh", PHONE, "zh-CN", ["王一", "李二", "张三"]]]) {
  const [ann, bob, cid] = names;
  test(`the menu of a game leads to the statistics of its players: ${tag}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size, locale, touch: size === PHONE });
    const zh = locale === "zh-CN";
    await newGame(page, { kind: "othello", who: "people" });
    await page.evaluate(async (body) => {
      const games = await (await fetch("api/import?name=a.sgf", { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body })).json();
      if (games.problem_count > 0) throw new Error(JSON.stringify(games));
    }, games(names));
    await page.click("#tab-library");
    await page.fill("#library-search", `player:${ann.toLowerCase()}`);
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 3);
    await page.locator(".library-game", { hasText: cid }).locator(".game-more").click();
    await page.getByRole("menuitem", { name: zh ? `${ann} 的统计` : `Statistics of ${ann}` }).click();
    await page.waitForSelector(".player-table");
    const cells = (/** @type {number} */ at) => page.locator(".player-table").nth(at).locator("tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.replace("\u00a0", " "))));
    const results = await cells(0);
    assert.deepEqual(results.at(-1), [zh ? "合计" : "All", "3", "1", "1", "1", "50.0%"]);
    const openings = await cells(1);
    assert.deepEqual(openings[1], [zh ? "虎 · f5 d6 c3 d3 c4" : "Tiger · f5 d6 c3 d3 c4", "2", "66.7%", "50.0%", "1 · 100.0%", "1 · 0.0%"]);
    assert.match(await page.locator(".player-panel").textContent(), zh ? /尚无已复盘的对局.*tengen library review/s : /No game of this player is reviewed.*tengen library review/s);
    await shot(page, `player-${tag}`);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog"));
    // A review of one game has its mistakes here, and each leads to its move.
    await page.evaluate(async (name) => {
      const [one] = (await (await fetch(`api/games?player=${encodeURIComponent(name)}&sort=oldest`)).json()).games;
      const socket = new WebSocket(new URL("api/ws", document.baseURI).href.replace(/^http/, "ws"));
      await new Promise((done, failed) => {
        socket.onopen = () => socket.send(JSON.stringify({ id: 1, do: "sweep", board: one.id, line: "main", limits: { depth: 1 } }));
        socket.onmessage = ({ data }) => JSON.parse(data).type === "review" && done(undefined);
        socket.onerror = failed;
      });
      socket.close();
    }, bob);
    await page.click("#player-statistics");
    await page.waitForFunction(() => document.querySelectorAll(".player-table").length === 3);
    const mistakes = await cells(2);
    assert.ok(mistakes.every((row) => row.length === 5), "a name, three phases and a sum");
    assert.equal(mistakes[1][1], "3", "the moves of one side");
    assert.equal(await page.locator("dialog h2").textContent(), ann, "the name as the games have it");
    const cut = await page.locator(".player-scroll").evaluateAll((tables) => tables.filter((e) => e.scrollWidth > e.clientWidth).length);
    assert.equal(cut, 0, "every column is seen");
    await shot(page, `player-mistakes-${tag}`);
    const worst = page.locator(".player-mistake");
    if (await worst.count() > 0) {
      await worst.first().click();
      await page.waitForFunction(() => !document.querySelector("dialog"));
      await page.waitForSelector('.panel[data-panel="review"]');
    }
  });
}
