// What an engine does on the person's time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { expectedTurn, ponders } from "../../js/play/ponder.js";
import { DEFAULT_SETTINGS, store } from "../../js/store.js";

const engine = (name, more = {}) => ({ name, plays: true, ponders: true, levels: [{ level: 1 }, { level: 2 }], ...more });
const about = (ponder_ms, engines) => ({ limits: { ponder_ms }, games: [{ kind: "gomoku", engines }] });
const board = (seat) => ({ game: "gomoku", players: { first: { kind: "human" }, second: seat } });

test("the turn that is expected follows the move that was played", () => {
  const line = (...pv) => ({ move: pv[0], pv });
  assert.deepEqual(expectedTurn({ best: "h8", lines: [line("g7", "a1"), line("h8", "h9", "i8")] }), ["h9", "i8"]);
  assert.deepEqual(expectedTurn({ best: "h8", lines: [line("h8")] }), []);
  assert.deepEqual(expectedTurn({ best: null, lines: [] }), []);
});

test("only an engine at its strongest level thinks on the person's time, where the server lets it", () => {
  const asked = (seat, { ms = 1000, setting = true, more = {} } = {}) => {
    store.set({ about: about(ms, [engine("own", more), engine("rules", { ponders: false })]), settings: { ...DEFAULT_SETTINGS, ponder: setting } });
    return ponders(board(seat), "first");
  };
  const own = { kind: "engine", engine: "own", level: 2 };
  assert.equal(asked(own), true);
  assert.equal(asked({ kind: "engine", engine: null, level: null }), true, "the game's own engine at its strongest");
  assert.equal(asked({ ...own, level: 1 }), false);
  assert.equal(asked({ ...own, engine: "rules" }), false);
  assert.equal(asked({ ...own, engine: "gone" }), false);
  assert.equal(asked(own, { setting: false }), false, "the person does not want it");
  assert.equal(asked(own, { ms: 0 }), false, "the server is for others too");
  assert.equal(asked(own, { more: { ponders: false } }), false);
  assert.equal(asked({ kind: "human" }), false);
  assert.equal(ponders(board(own), "second"), false, "it is the engine's own turn");
});
