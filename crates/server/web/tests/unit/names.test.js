// The page asks for what a game has, never for its name: a new game needs no change of the page.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const JS = new URL("../../js/", import.meta.url);
const NAMES = /(["'`])(?:mnk|tic-?tac-?toe|connect-?(?:four|4|6|six)|gomoku|renju|caro|othello|reversi|go|atari-?go|weiqi|baduk|pente|keryo-?pente|ninuki-?renju)\1/gi;

/** The names of games in quotes, outside comments. @param {string} source */
const namesIn = (source) => source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "").match(NAMES) ?? [];

test("no source of the page has the name of a game", async () => {
  const files = (await readdir(JS, { recursive: true })).filter((f) => f.endsWith(".js"));
  assert.ok(files.length > 50);
  for (const file of files) assert.deepEqual(namesIn(await readFile(new URL(file, JS), "utf8")), [], file);
});

test("the search finds names in code and skips comments", () => {
  assert.deepEqual(namesIn('if (board.game === "go" || x === \'Othello\') `mnk`;'), ['"go"', "'Othello'", "`mnk`"]);
  assert.deepEqual(namesIn('// "go"\n/* "gomoku" */ t("keys.group.game"); h("button", { class: "going" });'), []);
});
