// The store, the tree, keys, settings, clocks, links and results, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./english.js";
import { createStore, DEFAULT_SETTINGS } from "../../js/store.js";
import { lineThrough, nodeOf, pathTo, rootOf, withNode } from "../../js/tree.js";
import { chord, pretty } from "../../js/keys.js";
import { readSettings } from "../../js/settings.js";
import { clockLabel, clockText, inPeriods, reading } from "../../js/play/clock.js";
import { clockOf, engineOf, isFor } from "../../js/play/newgame.js";
import { readLink, writeLink } from "../../js/records/link.js";
import { fileName } from "../../js/records/export.js";
import { chainAt, chains } from "../../js/board/chains.js";
import { ownerOf, resultOf } from "../../js/play/score.js";

test("watchers are notified once of several changes, and only of theirs", async () => {
  const store = createStore();
  const heard = [];
  const end = store.watch(["node", "mode"], (state, changed) => heard.push([state.node, state.mode, [...changed].sort()]));
  store.set({ node: 1 });
  store.set({ mode: "setup", paused: true });
  store.set({ paused: false });
  await Promise.resolve();
  assert.deepEqual(heard, [[1, "setup", ["mode", "node", "paused"]]]);
  store.set({ paused: true });
  await Promise.resolve();
  assert.equal(heard.length, 1);
  store.set({ node: 1 });
  await Promise.resolve();
  assert.equal(heard.length, 1, "the same value is no change");
  end();
  store.set({ node: 2 });
  await Promise.resolve();
  assert.equal(heard.length, 1);
});

test("a failing watcher does not block the others", async () => {
  const store = createStore();
  const error = console.error;
  console.error = () => {};
  let heard = 0;
  store.watch(null, () => { throw new Error("no"); });
  store.watch(null, () => { heard += 1; });
  store.set({ node: 3 });
  await Promise.resolve();
  console.error = error;
  assert.equal(heard, 1);
});

const board = {
  id: 1, revision: 4, game: "gomoku", features: [], rules: "freestyle", size: { rows: 15, cols: 15 }, coords: { columns: [], rows: [] }, header: {}, players: {}, current: 0,
  nodes: [
    { id: 0, parent: null, children: [1, 4] }, { id: 1, parent: 0, children: [2, 3], move: "h8", color: "black", elapsed_ms: 2000 },
    { id: 2, parent: 1, children: [], move: "i9", color: "white", elapsed_ms: 3000 }, { id: 3, parent: 1, children: [5], move: "g7", color: "white" },
    { id: 4, parent: 0, children: [], move: "a1", color: "black" }, { id: 5, parent: 3, children: [], move: "h9", color: "black", elapsed_ms: 1000 },
  ],
};

test("lines run through a node and on by the child followed last", () => {
  const ids = (nodes) => nodes.map((n) => n.id);
  assert.deepEqual(ids(pathTo(board, 5)), [0, 1, 3, 5]);
  assert.deepEqual(ids(lineThrough(board, 0)), [0, 1, 2]);
  assert.deepEqual(ids(lineThrough(board, 0, new Map([[1, 3]]))), [0, 1, 3, 5]);
  assert.deepEqual(ids(lineThrough(board, 0, new Map([[1, 99]]))), [0, 1, 2], "a child that is gone is not followed");
  assert.equal(rootOf(board).id, 0);
});

test("a new node joins its parent once", () => {
  const next = withNode(board, { id: 6, parent: 2, children: [], move: "k5" }, 5);
  assert.deepEqual(nodeOf(next, 2).children, [6]);
  assert.deepEqual(nodeOf(board, 2).children, [], "the board before is as it was");
  assert.equal(next.current, 6);
  assert.equal(withNode(next, { id: 6, parent: 2, children: [] }, 6).nodes.length, 7);
});

test("key events are named", () => {
  assert.equal(chord({ key: "?", shiftKey: true }), "?");
  assert.equal(chord({ key: "R", shiftKey: true }), "Shift+r");
  assert.equal(chord({ key: "z", metaKey: true }), "Ctrl+z");
  assert.equal(chord({ key: "ArrowLeft", altKey: true, shiftKey: true }), "Alt+Shift+ArrowLeft");
  assert.equal(chord({ key: " " }), "Space");
  assert.deepEqual(pretty("Ctrl+z Backspace"), [["Ctrl", "Z"], ["Backspace"]]);
  assert.deepEqual(pretty("ArrowLeft ["), [["←"], ["["]]);
});

test("stored settings are checked", () => {
  for (const stored of [null, 5, "x", [], { theme: "pink", sound: "yes", coordinates: 3, unknown: 1 }]) assert.deepEqual(readSettings(stored), DEFAULT_SETTINGS);
  assert.equal(readSettings({ theme: "dark" }).theme, "dark");
  assert.equal(readSettings({ sound: true }).sound, true);
});

test("a clock shows the time left, or counts up in a game without one", () => {
  const view = { node: 5, to_move: "white", clock: { first_ms: 61_000, second_ms: 9000 } };
  assert.deepEqual(reading(board, view, "black", "first"), { ms: 3000, left: false }, "what the moves took");
  const timed = { ...board, clock: { main_ms: 60_000, increment_ms: 2000 } };
  assert.deepEqual(reading(timed, view, "black", "first"), { ms: 61_000, left: true });
  assert.deepEqual(reading(timed, view, "white", "first"), { ms: 61_000, left: true }, "a clock is a player's, not a colour's");
  assert.deepEqual(reading(timed, view, "white", "second"), { ms: 9000, left: true });
  assert.equal(clockText(65_000, true), "1:05");
  assert.equal(clockText(9_940, true), "0:09.9");
  assert.equal(clockText(3_600_000, false), "1:00:00");
});

test("a clock with byo-yomi shows the main time, then the running period and how many are left", () => {
  const three = { main_ms: 60_000, period_ms: 30_000, periods: 3 };
  assert.deepEqual(inPeriods(150_000, three, undefined), { ms: 60_000, overtime: false, periods: 3 });
  assert.deepEqual(inPeriods(90_001, three, undefined), { ms: 1, overtime: false, periods: 3 });
  assert.deepEqual(inPeriods(90_000, three, undefined), { ms: 30_000, overtime: true, periods: 3 });
  assert.deepEqual(inPeriods(60_001, three, undefined), { ms: 1, overtime: true, periods: 3 });
  assert.deepEqual(inPeriods(60_000, three, undefined), { ms: 30_000, overtime: true, periods: 2 });
  assert.deepEqual(inPeriods(1, three, undefined), { ms: 1, overtime: true, periods: 1 });
  assert.deepEqual(inPeriods(0, three, undefined), { ms: 0, overtime: true, periods: 0 });
  const canadian = { main_ms: 60_000, period_ms: 300_000, period_moves: 25 };
  assert.deepEqual(inPeriods(301_000, canadian, 25), { ms: 1000, overtime: false, moves: 25 });
  assert.deepEqual(inPeriods(300_000, canadian, 25), { ms: 300_000, overtime: true, moves: 25 });
  assert.deepEqual(inPeriods(9000, canadian, 4), { ms: 9000, overtime: true, moves: 4 });
});

test("a typed clock becomes what the server reads, and is named in words", () => {
  const own = { main: 1.5, kind: "none", increment: 2.5, periods: 3, period: 20, moves: 25, minutes: 5 };
  const of = (kind, main = own.main) => clockOf({ clock: "own", ownClock: { ...own, kind, main } });
  assert.deepEqual(of("none"), { main_ms: 90_000 });
  assert.deepEqual(of("increment"), { main_ms: 90_000, increment_ms: 2500 });
  assert.deepEqual(of("byo-yomi"), { main_ms: 90_000, period_ms: 20_000, periods: 3 });
  assert.deepEqual(of("byo-yomi", 0), { period_ms: 20_000, periods: 3 });
  assert.deepEqual(of("canadian"), { main_ms: 90_000, period_ms: 300_000, period_moves: 25 });
  assert.equal(clockOf({ clock: "gone" }), null);
  assert.equal(clockLabel(of("byo-yomi")), "1.5 min, then 3 × 20 s byo-yomi");
  assert.equal(clockLabel(of("byo-yomi", 0)), "3 × 20 s byo-yomi");
  assert.equal(clockLabel(of("canadian")), "1.5 min, then 25 moves in each 5 min");
  assert.equal(clockLabel(null), "No clock");
});

test("a link that was cut is refused by name", () => {
  assert.throws(() => readLink("p=go;chinese;9x9;D1%2CF1%"), /“D1%2CF1%”/);
  assert.throws(() => readLink("p=go;chinese;9x9"), /a part is missing/);
});

test("a link holds a position, with or without a set-up", () => {
  const empty = { stones: { black: [], white: [] }, to_move: "black" };
  const link = writeLink(board, empty, 5);
  assert.deepEqual(readLink(link), { game: "gomoku", rules: "freestyle", size: "15x15", moves: ["h8", "g7", "h9"] });
  const set = { stones: { black: [[0, 1], [14, 14]], white: [] }, to_move: "white" };
  const setUp = { ...board, nodes: [{ ...board.nodes[0], setup: true }, ...board.nodes.slice(1)] };
  // Stones of the start position, such as Othello's discs or handicap stones, are no set-up.
  assert.equal(readLink(writeLink(board, set, 0)).setup, undefined);
  assert.equal(readLink(writeLink({ ...setUp, features: ["handicap"], rules: "chinese,handicap=2" }, set, 0)).setup, undefined);
  assert.deepEqual(readLink(writeLink(setUp, set, 0)), { game: "gomoku", rules: "freestyle", size: "15x15", setup: { black: [[0, 1], [14, 14]], white: [], to_move: "white" }, moves: [] });
  const odd = { ...board, rules: "japanese,komi=0.5", nodes: [{ id: 0, parent: null, children: [1] }, { id: 1, parent: 0, children: [], move: "fifths=3" }] };
  assert.deepEqual(readLink(writeLink(odd, empty, 1)), { game: "gomoku", rules: "japanese,komi=0.5", size: "15x15", moves: ["fifths=3"] });
  for (const bad of ["", "p=", "p=go", "x=1", "p=go;chinese;9x9;setup=a.b//b;"]) assert.throws(() => readLink(bad), Error);
});

test("a file's name is the server's, and stays in its folder", () => {
  assert.equal(fileName('attachment; filename="game.sgf"', "x"), "game.sgf");
  assert.equal(fileName("attachment; filename*=UTF-8''%E5%A4%A9%E5%85%83.sgf", "x"), "天元.sgf");
  assert.equal(fileName(null, "fallback.sgf"), "fallback.sgf");
  assert.equal(fileName('attachment; filename="../../etc/passwd"', "x"), ".._.._etc_passwd");
});

test("chains are what is joined along the lines, with the empty points beside it", () => {
  const view = { stones: { black: [[0, 0], [0, 1], [1, 1], [3, 3]], white: [[1, 0]] } };
  const found = chains(view, { rows: 4, cols: 4 });
  assert.deepEqual(found.map((c) => [c.color, c.stones.length, c.liberties.length]), [["black", 3, 3], ["black", 1, 2], ["white", 1, 1]]);
  assert.equal(chainAt(view, { rows: 4, cols: 4 }, [2, 2]), undefined);
  // Every stone belongs to one chain, and a chain's liberties are counted once each, on boards of all kinds.
  let seed = 1;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  for (let round = 0; round < 50; round += 1) {
    const stones = { black: [], white: [] };
    for (let r = 0; r < 7; r += 1) for (let c = 0; c < 5; c += 1) { const x = next(); if (x < 0.4) stones.black.push([r, c]); else if (x < 0.8) stones.white.push([r, c]); }
    const all = chains({ stones }, { rows: 7, cols: 5 });
    assert.equal(all.reduce((n, c) => n + c.stones.length, 0), stones.black.length + stones.white.length);
    for (const c of all) {
      // The slow way: an empty point is a liberty when a stone of the chain is one step away.
      const taken = new Set([...stones.black, ...stones.white].map(String));
      let n = 0;
      for (let r = 0; r < 7; r += 1) for (let col = 0; col < 5; col += 1) if (!taken.has(String([r, col])) && c.stones.some((p) => Math.abs(p[0] - r) + Math.abs(p[1] - col) === 1)) n += 1;
      assert.equal(c.liberties.length, n);
    }
  }
});

test("counts become results", () => {
  assert.equal(resultOf({ black: 44, white: 37.5 }), "B+6.5");
  assert.equal(resultOf({ black: 30, white: 37.5 }), "W+7.5");
  assert.equal(resultOf({ black: 40, white: 40 }), "0");
  assert.equal(ownerOf("black"), "black");
  assert.equal(ownerOf(-0.5), "white");
  assert.equal(ownerOf(0), null);
});

test("an engine for some games alone is offered only there", () => {
  const only = [{ rules: "freestyle", size: "15x15" }, { rules: "standard", size: "15x15" }];
  const perfect = { name: "perfect", only, levels: [{ level: 1, text: "" }] };
  for (const [rules, size, offered] of [["standard", "15", true], ["standard", "15x15", true], ["freestyle", "15", true], ["standard", "19", false], ["freestyle", "19", false], ["renju", "15", false], ["standard+swap2", "15", false]]) {
    assert.equal(isFor(perfect, rules, size), offered, `${rules} ${size}`);
  }
  assert.ok(isFor({ name: "gomoku", levels: [] }, "freestyle", "9"));
  const usual = { name: "gomoku", levels: [{ level: 1, text: "" }, { level: 2, text: "" }] };
  const choices = { game: "gomoku", rules: {}, size: {}, opening: {}, engine: { gomoku: "perfect" } };
  const chosen = (rules) => engineOf(choices, { engines: [usual, perfect] }, rules)?.name;
  assert.equal(chosen({ id: "standard", default_size: "15x15", openings: [] }), "perfect");
  assert.equal(chosen({ id: "freestyle", default_size: "15x15", openings: [] }), "perfect");
  assert.equal(chosen({ id: "renju", default_size: "15x15", openings: [] }), "gomoku");
});
