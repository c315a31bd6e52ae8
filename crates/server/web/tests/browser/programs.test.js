// Programs of the user as engines: they play, analyse, resign and break down, and the page says so.

import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { findProgram, newGame, playPoint, startServer } from "./harness.js";
import { table } from "./table.js";

/** A GTP engine that plays a1, then resigns, and has no words for an analysis. */
const MOVER = `
  let moves = 0;
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const word = line.split(" ")[0];
    if (word === "clear_board" || word === "undo") moves = word === "undo" ? moves - 1 : 0;
    console.log(word === "genmove" ? (++moves > 1 ? "= resign\\n" : "= a1\\n") : "=\\n");
    if (word === "quit") process.exit(0);
  });`;

const { fresh } = table();
let server;

before(async () => {
  const data = mkdtempSync(join(tmpdir(), "tengen-web-"));
  const engine = (name, command) => ({ name, command, protocol: "gtp", games: ["gomoku"] });
  writeFileSync(join(data, "engines.json"), JSON.stringify([
    engine("Reporter", [findProgram(), "engine", "gtp", "--game", "gomoku", "--level", "3"]),
    engine("Mover", [process.execPath, "-e", MOVER]),
    engine("Broken", [process.execPath, "-e", "console.error('no weights'); process.exit(3)"]),
  ]));
  server = await startServer({ data });
});
after(() => server?.stop());

const at = (page, text) => page.waitForFunction((s) => document.querySelector(".ply").textContent.trim() === s, text);
const says = (page, pattern) => page.waitForFunction((s) => new RegExp(s).test(document.body.innerText), pattern);

async function analyse(page, engine) {
  await page.click('[aria-controls="study-settings"]');
  await page.locator("#study-settings select").first().selectOption(engine);
  await page.click("#analyse");
}

test("a program plays under its name, and analyses with scores", { timeout: 60_000 }, async () => {
  const page = await fresh({ url: server.url });
  await newGame(page, { kind: "gomoku", who: "human-first", engine: "Reporter" });
  await playPoint(page, [7, 7]);
  await at(page, "2 / 2");
  assert.equal(await page.locator(".player.white .player-name").textContent(), "Reporter");
  await analyse(page, "Reporter");
  await page.waitForSelector(".candidate-row");
  assert.match(await page.locator(".candidate-value").first().textContent(), /\d/);
});

test("a program without scores shows its move, and its resignation ends the game", { timeout: 60_000 }, async () => {
  const page = await fresh({ url: server.url });
  await newGame(page, { kind: "gomoku", who: "human-first", engine: "Mover" });
  await playPoint(page, [7, 7]);
  await at(page, "2 / 2");
  await playPoint(page, [8, 8]);
  await says(page, "Black wins by resignation");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await analyse(page, "Mover");
  await says(page, "The engine would play a1. It gives no scores.");
});

for (const [locale, words] of [["en-GB", "Broken: start: crash: exit status: 3; no weights"], ["zh-CN", "Broken 无法开始"]]) {
  test(`a program that breaks down is named, and the game goes on: ${locale}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ url: server.url, locale });
    await newGame(page, { kind: "gomoku", who: "human-first", engine: "Broken" });
    await playPoint(page, [7, 7]);
    await says(page, words);
    await page.click("#takeback");
    await page.waitForFunction(() => /^0 /.test(document.querySelector(".ply").textContent.trim()));
    await playPoint(page, [6, 6]);
    await at(page, "1 / 1");
  });
}
