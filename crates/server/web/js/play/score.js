// Counting a game with territory: the user marks dead stones, and the score follows.

import { api } from "../api.js";
import { groupAt } from "../board/chains.js";
import { key, pointName, same } from "../board/geometry.js";
import { stoneAt } from "../board/points.js";
import { button, div, fill, h, s } from "../dom.js";
import { has } from "../game.js";
import { punctuated, t } from "../i18n/index.js";
import { resultWords } from "../moves.js";
import { registerLayer } from "../panels.js";
import { say, sayProblem } from "../messages.js";
import { sincePass } from "../session/play.js";
import { resumePlay, setResult } from "../session/result.js";
import { keep, recall } from "../settings.js";
import { announce } from "../shell/live.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { endingOf } from "./ending.js";
import { registerMode } from "./hands.js";
import { seatName } from "./players.js";
import { beforePasses, proposal } from "./proposal.js";

/** @import { Mark, Point, View } from "../types.js" */

/** @type {Map<number, Point>} */
let dead = new Map();
/** The last count of the server. @type {any} */
let counted = null;
/** @type {number} */
let asked = 0;
/** A pass is this recent, in milliseconds, if the person has just made it. */
const PASSED = 4000;

/** Whether the engine proposed the dead stones; `none`: that no stone is dead. @type {"asking" | "yes" | "none" | "no"} */
let proposed = "no";
/** The people who agree with the count. @type {Set<"first" | "second">} */
let agreed = new Set();

/** The engine that settled the dead stones for a program that cannot. @type {string | null} */
let settledBy = null;

/** What the engine proposed, and which engine it was where it is not the one chosen. */
const proposedText = () => [t(`score.proposed.${proposed}`), settledBy && t("score.proposed.by", { engine: settledBy })].filter(Boolean).join(" ");

/** The storage key of the count under way, so that it outlives a reload: its game, its node, the dead stones, and who agrees. */
const COUNT = "tengen.count";

/** Keeps the count under way, or with no game forgets it. @param {import("../types.js").Board | null} board */
const keepCount = (board) => keep(COUNT, board && { board: board.id, node: store.state.node, dead: [...dead.values()], agreed: [...agreed] });

/** The count that a reload or another game has cut off at this node. @returns {{ dead: Point[], agreed?: ("first" | "second")[] } | null} */
function cutOff() {
  const { board, node } = store.state;
  const kept = recall(COUNT);
  return board && kept && kept.board === board.id && kept.node === node && Array.isArray(kept.dead) ? kept : null;
}

/** Starts to count the position shown. @param {ReturnType<typeof cutOff>} [known] the count that was cut off here */
export function beginScore(known) {
  const { board, view } = store.state;
  if (!board || !view || !has(board, "territory") || store.state.pending) return;
  dead = new Map((known?.dead ?? []).map((p) => [key(p), p]));
  counted = null;
  agreed = new Set(known?.agreed);
  proposed = known ? "no" : "asking";
  settledBy = null;
  store.set({ mode: "score", hint: null, aimed: null, message: null });
  keepCount(board);
  void count();
  if (!known) void propose();
}

/** Marks the stones that the engine holds to be dead, unless the person was quicker. */
async function propose() {
  const { board, node } = store.state;
  const found = await proposal();
  const stones = found?.dead;
  if (store.state.mode !== "score" || store.state.board?.id !== board?.id || store.state.node !== node) return;
  proposed = !stones || dead.size > 0 ? "no" : stones.length > 0 ? "yes" : "none";
  settledBy = proposed === "no" ? null : found?.by ?? null;
  if (proposed === "yes") {
    dead = new Map((stones ?? []).map((p) => [key(p), p]));
    keepCount(board);
  }
  store.set({ overlay: { ...(store.state.overlay ?? {}) } });
  if (dead.size > 0) await count();
  else announceCount();
}

/** Goes on with the game: back to the position before the passes. */
async function resume() {
  keepCount(null);
  endScore();
  await resumePlay();
  say(t("score.resumed"));
}

/** Stops counting without a result. */
export function cancelScore() {
  keepCount(null);
  endScore();
  const { board, view } = store.state;
  if (board && view) announce(view.outcome ? endingOf(board, view).how : t("action.cancel"));
}

/** Stops counting. */
function endScore() {
  if (store.state.mode === "score") store.set({ mode: "play" });
}

async function count() {
  const { board, node } = store.state;
  if (!board || node === null) return;
  const mine = (asked += 1);
  try {
    const answer = await api.score(board.id, node, [...dead.values()]);
    if (mine !== asked || store.state.mode !== "score") return;
    counted = answer;
    // Redraws the layer and the text.
    store.set({ overlay: { score: answer } });
    announceCount();
  } catch (error) {
    sayProblem(error);
  }
}

/** Announces the count, and the stones that it takes for dead. */
function announceCount() {
  const { board, mode } = store.state;
  if (!board || !counted || mode !== "score") return;
  const points = [...dead.values()].map((p) => pointName(board, p)).join(" ");
  announce(punctuated([resultWords(resultOf(counted), board), sides(counted), points ? t("live.dead", { points }) : t("live.dead.none"), proposedText()].join(". ")));
}

/** What a point is in the count, for screen readers. @param {Point} point */
function describe(point) {
  const { board, mode, view } = store.state;
  if (mode !== "score" || !board || !view || !counted) return null;
  const words = dead.has(key(point)) ? [t("point.dead")] : [];
  const owner = ownerOf((counted.ownership ?? []).flat()[point[0] * board.size.cols + point[1]]);
  if (owner && (words.length > 0 || !stoneAt(view, point))) words.push(t(`point.territory.${owner}`));
  return words.join(", ") || null;
}

/** Marks a stone as dead or as alive, with all that share its fate. @param {Point} point */
function toggle(point) {
  const { view, board } = store.state;
  if (!view || !board) return;
  const group = groupAt(view, board.size, point, dead);
  const off = dead.has(key(point));
  dead = new Map(dead);
  for (const p of group) {
    if (off) dead.delete(key(p));
    else dead.set(key(p), p);
  }
  agreed = new Set();
  keepCount(store.state.board);
  store.set({ overlay: { ...(store.state.overlay ?? {}) } });
  void count();
}

/** The people who have to agree: both of a game of two, else the one. @returns {("first" | "second")[]} */
function people() {
  const { players } = store.state.board ?? {};
  const all = /** @type {("first" | "second")[]} */ (["first", "second"]).filter((seat) => players?.[seat]?.kind !== "engine");
  return all.length > 0 ? all : ["first"];
}

/** Stores the count as the result, once all agree. @param {"first" | "second"} seat */
function agree(seat) {
  if (!counted) return;
  agreed = new Set(agreed).add(seat);
  if (people().every((who) => agreed.has(who))) {
    void accept();
  } else {
    keepCount(store.state.board);
    store.set({ overlay: { ...(store.state.overlay ?? {}) } });
  }
}

/** Stores the result that all agree with, and marks the territory at the end of the game. */
async function accept() {
  const { board, node, view } = store.state;
  const result = resultOf(counted);
  if (board && node !== null && view) {
    const others = (nodeOf(board, node)?.marks ?? []).filter((m) => m.kind !== "territory");
    try {
      await api.annotate(board.id, node, { marks: [...others, ...territory(view, board.size, counted.ownership)] });
    } catch (error) {
      sayProblem(error);
      return;
    }
  }
  keepCount(null);
  endScore();
  await setResult(result);
  if (board) announce(resultWords(result, board));
}

/**
 * The points that a count gives to a side, those of dead stones included, as marks.
 * @param {View} view @param {{ rows: number, cols: number }} size @param {any[]} ownership @param {Point[]} lost the dead stones
 * @returns {Mark[]}
 */
export function territory(view, size, ownership, lost = [...dead.values()]) {
  /** @type {Mark[]} */
  const marks = [];
  const flat = (ownership ?? []).flat();
  for (let row = 0; row < size.rows; row += 1) {
    for (let col = 0; col < size.cols; col += 1) {
      const owner = ownerOf(flat[row * size.cols + col]);
      if (!owner || stoneAt(view, [row, col]) === owner || (stoneAt(view, [row, col]) && !lost.some((p) => same(p, [row, col])))) continue;
      marks.push({ point: [row, col], kind: "territory", label: owner });
    }
  }
  return marks;
}

/** The result of a count in SGF's notation, such as `B+3.5`. @param {any} answer */
export function resultOf(answer) {
  if (typeof answer.result === "string") return answer.result;
  const margin = typeof answer.margin === "number" ? answer.margin : (answer.black?.total ?? answer.black) - (answer.white?.total ?? answer.white);
  return margin === 0 ? "0" : `${margin > 0 ? "B" : "W"}+${Math.abs(margin)}`;
}

/** The count of each side as text. @param {any} answer */
function sides(answer) {
  const total = (/** @type {any} */ side) => (typeof side === "number" ? side : side?.total ?? 0);
  return t("score.count", { black: total(answer.black), white: total(answer.white), komi: answer.komi ?? 0 });
}

/** The counts of finished games in words, by game, node and result; empty where the count is not that of the result. @type {Map<string, string>} */
const counts = new Map();

/**
 * The count of each side beside the result that was agreed on: its dead stones are in the marks of the last position.
 * @param {import("../types.js").Board} board @param {View} view of its end
 */
export function countLine(board, view) {
  const marks = (nodeOf(board, view.node)?.marks ?? []).filter((m) => m.kind === "territory");
  if (!has(board, "territory") || marks.length === 0 || !/^[BW]\+[\d.]+$|^0$/.test(board.result ?? "")) return null;
  const el = h("span", { class: "end-count" });
  const id = `${board.id}/${view.node}/${board.result}`;
  const known = counts.get(id);
  if (known !== undefined) {
    el.textContent = known;
    return el;
  }
  const lost = marks.filter((m) => (stoneAt(view, m.point) ?? m.label) !== m.label).map((m) => m.point);
  void api.score(board.id, view.node, lost).then((answer) => {
    counts.set(id, resultOf(answer) === board.result ? sides(answer) : "");
    el.textContent = counts.get(id) ?? "";
  }, () => {}); // without it the result stands alone
  return el;
}

/** Fills the controls of the mode. @param {HTMLElement} el */
function controls(el) {
  const draw = () => {
    const { board } = store.state;
    fill(el,
      h("p", { class: "score-text" }, counted && board ? resultWords(resultOf(counted), board) : t("status.loading")),
      h("p", { class: "score-detail" }, counted ? sides(counted) : ""),
      h("p", { class: "score-detail", id: "score-proposed" }, proposedText()),
      div("mode-row",
        people().map((seat, i, all) => button("check", all.length === 1 ? t("score.accept") : t("score.agree", { name: seatName(seat) }), () => agree(seat),
          { class: agreed.has(seat) ? "" : "primary", id: i === 0 ? "score-accept" : "score-accept-2", "aria-pressed": String(agreed.has(seat)) })),
        button("play", t("score.resume"), () => void resume(), { id: "score-resume", title: t("score.resume.about") }),
        button("close", t("score.later"), cancelScore, { id: "score-cancel", title: t("score.later.about") })));
  };
  draw();
  return store.watch(["overlay"], draw);
}

/** The owner of a point, from a word, a letter or a number (black above zero). @param {any} owner @returns {"black" | "white" | null} */
export function ownerOf(owner) {
  if (owner === "black" || owner === "b" || owner === "B" || (typeof owner === "number" && owner > 0)) return "black";
  if (owner === "white" || owner === "w" || owner === "W" || (typeof owner === "number" && owner < 0)) return "white";
  return null;
}

/** Counts a game as soon as its last pass was played here. */
function runScore() {
  let nodes = 0;
  /** @type {string | number | null} */
  let id = null;
  store.watch(["view"], ({ board, view, mode, node }) => {
    if (!board || !view || view.node !== node) return;
    // A pass that the tree has already is followed, not played again.
    const fresh = board.id === id && (board.nodes.length > nodes || sincePass() < PASSED);
    const opened = board.id !== id;
    nodes = board.nodes.length;
    id = board.id;
    const known = opened && mode === "play" && view.outcome ? cutOff() : null;
    if (known) beginScore(known);
    else if (fresh && mode === "play" && view.outcome && view.last_move === "pass" && !board.result && has(board, "territory") && beforePasses(board, view.node) !== view.node) beginScore();
  });
}

/** Registers the mode and its layer. */
export function registerScore() {
  runScore();
  registerMode("score", { play: toggle, controls });
  registerLayer({
    id: "score",
    order: 80,
    watch: ["mode", "overlay", "board"],
    describe,
    draw(layer, view, { geometry: g, state }) {
      const { board, mode, node } = state;
      if (!board || (mode !== "play" && mode !== "score")) return;
      // The marks of a record, or those of the count under way.
      const marks = mode === "score" ? territory(view, board.size, counted?.ownership) : (nodeOf(board, node)?.marks ?? []).filter((m) => m.kind === "territory");
      const lost = mode === "score" ? [...dead.values()] : marks.filter((m) => (stoneAt(view, m.point) ?? m.label) !== m.label).map((m) => m.point);
      for (const { point, label } of marks) {
        const { x, y } = g.xy(point);
        layer.append(s("rect", { class: `owner ${label}`, x: x - 15, y: y - 15, width: 30, height: 30, rx: 5 }));
      }
      for (const p of lost) {
        const { x, y } = g.xy(p);
        layer.append(s("path", { class: "dead", transform: `translate(${x} ${y})`, d: "M-24-24L24 24M24-24L-24 24" }));
      }
    },
  });
}
