// Queries of the library, and opening statistics.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./english.js";
import { setLanguage } from "../../js/i18n/index.js";
import { problemWords as words } from "../../js/records/problems.js";
import { EMPTY, isDate, narrowed, pagesOf, parseSearch, parseTags, toParams, writeSearch } from "../../js/library/query.js";
import { bar, statisticsOf } from "../../js/library/statistics.js";
import { longestRow } from "../../js/moves.js";
import { resultOf } from "../../js/records/open.js";
import { store } from "../../js/store.js";

test("the search field is parsed and written back", () => {
  const q = parseSearch('game:go player:"Honinbo Shusaku" ear reddening from:1846 tag:classic');
  assert.deepEqual(q, { game: "go", player: "Honinbo Shusaku", text: "ear reddening", from: "1846", tag: "classic" });
  assert.deepEqual(parseSearch(writeSearch({ ...EMPTY, ...q })), q);
  assert.deepEqual(parseSearch("标签 tag：定式"), { text: "标签", tag: "定式" });
  assert.deepEqual(parseSearch(""), { text: "" });
  assert.deepEqual(parseSearch("Black:cho size:9 event:kisei result:B+"), { black: "cho", size: "9", event: "kisei", result: "black", text: "" });
});

test("only set filters are sent", () => {
  assert.deepEqual(toParams({ ...EMPTY, player: " x ", page: 3 }), { player: "x", sort: "changed", page: 3, per_page: 30 });
  assert.equal(toParams({ ...EMPTY, deleted: true }).deleted, true);
  assert.equal(narrowed({ ...EMPTY, tag: "a", text: " " }), 1);
});

test("dates may lack their day or month", () => {
  assert.deepEqual(["1998", "1998-7", "1998-07-21", "98", "1998-13", "1998-07-32", "x"].map(isDate), [true, true, true, false, false, false, false]);
});

test("tags and pages", () => {
  assert.deepEqual(parseTags("joseki， my  games,joseki;定式"), ["joseki", "my games", "定式"]);
  assert.deepEqual([0, 1, 30, 31].map(pagesOf), [1, 1, 1, 2]);
});

const board = { coords: { columns: ["a", "b"], rows: ["2", "1"] } };

test("the most played move comes first, rates are the mover's", () => {
  const list = statisticsOf(board, [{ move: "a1", games: 2, black: 2 }, { move: "b2", games: 6, black: 1, white: 3, draws: 2 }], "white");
  assert.deepEqual(list.map((s) => [s.move, s.point, s.share, s.rate]), [["b2", [0, 1], 0.75, 4 / 6], ["a1", [1, 0], 0.25, 0]]);
  assert.equal(statisticsOf(board, [{ move: "a1", games: 2 }], "black")[0].rate, 0.5);
});

test("the parts of a bar are integers and sum to 100", () => {
  assert.deepEqual(bar({ black: 1, draws: 1, white: 1 }), { black: 34, draws: 33, white: 33 });
  assert.deepEqual(bar({ black: 0, draws: 0, white: 0 }), { black: 0, draws: 0, white: 0 });
  for (let b = 0; b < 12; b += 1) for (let d = 0; d < 12; d += 1) {
    const s = bar({ black: b, draws: d, white: 7 });
    assert.equal(s.black + s.draws + s.white, 100);
  }
});

test("a problem of an import is written in the language of the page", async () => {
  const what = { en: "the file is empty", zh: "文件是空的", ja: "ファイルが空です" };
  globalThis.document ??= /** @type {any} */ ({ documentElement: {} });
  for (const [tag, text] of [["en", "the file is empty"], ["zh-Hans", "文件是空的"], ["zh-Hant", "檔案是空的"], ["ja", "ファイルが空です"]]) {
    await setLanguage(tag);
    assert.equal(words({ what }), text, tag);
    assert.equal(words({ message: what }), text, tag);
  }
  await setLanguage("en");
  assert.equal(words("cut short"), "cut short");
});

test("the result of opening: a remark is no problem, and a file that is no record says what would be", () => {
  const remark = { what: "the list does not say its game; read as gomoku 15x15", number: 1, stored: true, line: 1, column: 1 };
  assert.deepEqual(resultOf({ imported: 1, duplicates: 0, problems: [remark] }), { kind: "info", text: `1 game read. ${remark.what[0].toUpperCase()}${remark.what.slice(1)}` });
  // What is none is not counted.
  const sum = (imported, duplicates) => resultOf({ imported, duplicates, problems: [] }).text;
  assert.deepEqual([sum(1, 0), sum(0, 2), sum(1, 2)], ["1 imported.", "2 already in the library.", "1 imported, 2 already in the library."]);
  const unread = resultOf({ imported: 0, duplicates: 0, problems: [{ kind: "no-record", what: "no record", number: null, stored: false, line: null }] });
  assert.equal(unread.kind, "problem");
  assert.match(unread.text, /SGF/);
  const broken = { what: "a value is not closed", number: 2, stored: false, line: 3, column: 7 };
  assert.deepEqual(resultOf({ imported: 1, duplicates: 0, problems: [remark, broken] }), { kind: "problem", text: "1 game read. Line 3, column 7: a value is not closed" });
  // A file is named, as it is written.
  const inFile = resultOf({ imported: 0, duplicates: 0, problems: [{ ...broken, file: "ann.sgf" }] });
  assert.equal(inFile.text, "ann.sgf, line 3, column 7: a value is not closed");
  const binary = { ...broken, line: null, column: null, offset: 16 };
  assert.equal(resultOf({ imported: 0, duplicates: 0, problems: [{ ...binary, file: "WTH_1999.wtb" }] }).text, "WTH_1999.wtb, byte 16: a value is not closed");
  assert.equal(resultOf({ imported: 0, duplicates: 0, problems: [binary] }).text, "Byte 16: a value is not closed");
});

test("what an import reports has words of the page", () => {
  const said = (problem) => resultOf({ imported: 1, duplicates: 0, problems: [problem] });
  assert.deepEqual(said({ kind: "assumed-game", game: "lines", size: { rows: 15, cols: 19 }, stored: true, line: 1, column: 1, what: "English" }),
    { kind: "info", text: "1 game read. The list does not name its game: it was read as lines, 19×15." });
  const rules = [{ id: "a", name: { en: "small lines" }, sizes: ["3x3"] }, { id: "b", name: { en: "drop lines" }, sizes: ["7x6"] }];
  store.set({ about: /** @type {any} */ ({ games: [{ kind: "lines", name: { en: "lines" }, title: { en: "small lines, drop lines" }, named_by_rules: true, rules }] }) });
  const assumed = (rows, cols) => said({ kind: "assumed-game", game: "lines", size: { rows, cols }, stored: true, line: 1, column: 1, what: "English" }).text;
  assert.match(assumed(6, 7), /read as Drop lines, 7×6\.$/);
  assert.match(assumed(9, 9), /read as Small lines, drop lines, 9×9\.$/);
  store.set({ about: null });
  assert.equal(said({ kind: "remark", text: { en: "expected a move, found 'zz'; left out", zh: "x" }, stored: true, line: 2, column: 4, what: "English" }).text, "1 game read. Line 2, column 4: expected a move, found 'zz'; left out");
  assert.equal(said({ kind: "unknown-game", found: "GM[3]", expected: { en: "GM[1] (Go)", zh: "x" }, stored: false, line: 1, column: 3, what: "English" }).text, "1 game read. Line 1, column 3: Tengen does not play the game of this record, GM[3]. What is needed is GM[1] (Go).");
  assert.equal(said({ kind: "rules", text: { en: "move 3 is illegal", zh: "第 3 手不合规则" }, stored: true, line: null, what: "x" }).text, "1 game read. Move 3 is illegal");
});

test("a row is as long as its longest straight line", () => {
  assert.equal(longestRow([[0, 0], [1, 1], [2, 2], [3, 3], [4, 4]]), 5);
  assert.equal(longestRow([[7, 3], [7, 4], [7, 5], [7, 6], [7, 7], [5, 7], [6, 7]]), 5);
  assert.equal(longestRow([]), 0);
});
