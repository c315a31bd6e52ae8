// Set-up: the user places and removes stones, then starts a game from there.

import { api } from "../api.js";
import { same } from "../board/geometry.js";
import { stoneAt } from "../board/points.js";
import { button, div, fill, h, span } from "../dom.js";
import { t } from "../i18n/index.js";
import { colorName } from "../moves.js";
import { say, sayProblem } from "../messages.js";
import { open } from "../session/open.js";
import { viewOf } from "../session/shown.js";
import { keep, recall } from "../settings.js";
import { store } from "../store.js";
import { registerMode } from "./hands.js";

/** @import { Color, Point, View } from "../types.js" */

/** What a click places: a colour, nothing, or alternate colours. @type {Color | "none" | "turn"} */
let tool = "turn";
/** The view shown before the set-up. @type {View | null} */
let before = null;

/** The storage key of the set-up under way, so that it outlives a reload: its game, its node, the stones, whose turn it is. */
const DRAFT = "tengen.setup";

/** The set-up that a reload or another game has cut off at this node. @returns {Pick<View, "stones" | "to_move"> | null} */
function cutOff() {
  const { board, node } = store.state;
  const kept = recall(DRAFT);
  if (!board || kept?.board !== board.id || kept.node !== node) return null;
  const whole = ["black", "white"].every((color) => Array.isArray(kept.stones?.[color])) && ["black", "white"].includes(kept.to_move);
  return whole ? { stones: kept.stones, to_move: kept.to_move } : null;
}

/** Starts a set-up from the position of the game, whatever line of it is shown. @param {Pick<View, "stones" | "to_move">} [draft] what was set up before */
export async function beginSetup(draft) {
  const { board, node } = store.state;
  if (!store.state.view || !board || node === null || store.state.pending) return;
  let view;
  try {
    view = await viewOf(node);
  } catch (error) {
    sayProblem(error);
    return;
  }
  if (store.state.board?.id !== board.id || store.state.node !== node || store.state.mode !== "play") return;
  before = view;
  tool = "turn";
  store.set({
    mode: "setup", hint: null, aimed: null, message: null, overlay: null,
    view: { ...view, ...draft, node, last: null, line: [], captured: [], flipped: [], forbidden: [], legal: [], choices: [], outcome: null, phase: undefined },
  });
}

/** Leaves the set-up; the game is unchanged. */
export function endSetup() {
  if (store.state.mode !== "setup") return;
  keep(DRAFT, null);
  store.set({ mode: "play", view: before, message: null });
  before = null;
}

/** @param {Partial<Pick<View, "stones" | "to_move">>} patch */
function change(patch) {
  const { board, node, view } = store.state;
  if (!board || !view) return;
  const { stones, to_move } = { ...view, ...patch };
  keep(DRAFT, { board: board.id, node, stones, to_move });
  store.set({ view: { ...view, stones, to_move } });
}

/** @param {Point} point @param {Color | null} color */
function put(point, color) {
  const { view } = store.state;
  if (!view) return;
  const without = (/** @type {Point[]} */ list) => list.filter((p) => !same(p, point));
  const stones = { black: without(view.stones.black), white: without(view.stones.white) };
  if (color) stones[color].push(point);
  change({ stones, ...(tool === "turn" && color ? { to_move: color === "black" ? "white" : "black" } : {}) });
}

/** What a click would place on a point. @param {Point} point @returns {Color | null} */
function next(point) {
  const { view } = store.state;
  if (!view) return null;
  const on = stoneAt(view, point);
  if (tool === "none") return null;
  if (tool === "turn") return on ? null : view.to_move;
  return on === tool ? null : tool;
}

/** Starts a game from the stones on the board. */
async function start() {
  const { board, view } = store.state;
  if (!board || !view) return;
  try {
    const created = await api.create({
      game: board.game,
      // A set-up position has no opening rule.
      rules: board.rules ? board.rules.split("+").filter((part, i) => i === 0 || part === "gravity").join("+") : undefined,
      size: `${board.size.cols}x${board.size.rows}`,
      setup: { black: view.stones.black, white: view.stones.white, to_move: view.to_move },
      players: board.players,
      clock: board.clock ?? null,
    });
    keep(DRAFT, null);
    store.set({ mode: "play" });
    before = null;
    await open(created);
    say(t("setup.started"));
  } catch (error) {
    sayProblem(error);
  }
}

/** Fills the controls of the mode. @param {HTMLElement} el */
function controls(el) {
  const draw = () => {
    const { board, view } = store.state;
    if (!board || !view) return;
    /** @type {[typeof tool, string][]} */
    const tools = [["turn", t("setup.turn")], ["black", colorName(board, "black")], ["white", colorName(board, "white")], ["none", t("setup.erase")]];
    const pick = (/** @type {string} */ label, /** @type {boolean} */ on, /** @type {() => void} */ act, /** @type {string} */ id) =>
      h("button", { class: "button", id, "aria-pressed": String(on), on: { click: () => { act(); draw(); } } }, label);
    fill(el,
      h("div", { class: "mode-row", role: "group", "aria-label": t("setup.stones") }, tools.map(([value, label]) => pick(label, tool === value, () => { tool = value; }, `setup-${value}`))),
      h("div", { class: "mode-row", role: "group", "aria-label": t("setup.to-move") }, span("mode-label", t("setup.to-move")),
        /** @type {Color[]} */ (["black", "white"]).map((c) => pick(colorName(board, c), view.to_move === c, () => change({ to_move: c }), `setup-move-${c}`))),
      div("mode-row",
        button("play", t("setup.start"), () => void start(), { class: "primary", id: "setup-start" }),
        button("", t("setup.clear"), () => change({ stones: { black: [], white: [] }, to_move: "black" }), { id: "setup-clear" }),
        button("close", t("action.cancel"), endSetup, { id: "setup-cancel" })));
  };
  draw();
  return store.watch(["view"], draw);
}

/** Goes on with a set-up that was cut off, when its game is opened again. */
function runSetup() {
  /** @type {string | number | null} */
  let id = null;
  store.watch(["view", "board"], ({ board, view, mode, node }) => {
    if (!board) id = null;
    if (!board || !view || view.node !== node || board.id === id) return;
    id = board.id;
    const draft = mode === "play" ? cutOff() : null;
    if (draft) void beginSetup(draft);
  });
}

/** Registers the mode. */
export function registerSetup() {
  runSetup();
  registerMode("setup", {
    play: (point) => put(point, next(point)),
    ghost: (point) => {
      const color = next(point);
      const { view } = store.state;
      return color && view && !stoneAt(view, point) ? { color } : null;
    },
    controls,
  });
}

