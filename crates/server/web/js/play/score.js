// Counting a game with territory: the user marks dead stones, and the score follows.

import { api } from "../api.js";
import { chainAt } from "../board/chains.js";
import { key } from "../board/geometry.js";
import { stoneAt } from "../board/marks.js";
import { button, fill, h, s } from "../dom.js";
import { has } from "../game.js";
import { pick, t } from "../i18n/index.js";
import { capital } from "../moves.js";
import { registerLayer } from "../panels.js";
import { sayProblem, setResult } from "../session.js";
import { store } from "../store.js";
import { registerMode } from "./hands.js";

/** @import { Point } from "../types.js" */

/** @type {Map<number, Point>} */
let dead = new Map();
/** The last count of the server. @type {any} */
let counted = null;
/** @type {number} */
let asked = 0;

/** Starts to count the position shown. */
export function beginScore() {
  const { board, view } = store.state;
  if (!board || !view || !has(board, "territory") || store.state.pending) return;
  dead = new Map();
  counted = null;
  store.set({ mode: "score", hint: null, aimed: null, message: null });
  void count();
}

/** Stops counting. */
export function endScore() {
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
  } catch (error) {
    sayProblem(error);
  }
}

/** @param {Point} point */
function toggle(point) {
  const { view, board } = store.state;
  if (!view || !board) return;
  const chain = chainAt(view, board.size, point)?.stones ?? [];
  const off = chain.some((p) => dead.has(key(p)));
  dead = new Map(dead);
  for (const p of chain) {
    if (off) dead.delete(key(p));
    else dead.set(key(p), p);
  }
  store.set({ overlay: { ...(store.state.overlay ?? {}) } });
  void count();
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

/** Fills the controls of the mode. @param {HTMLElement} el */
function controls(el) {
  const draw = () => {
    fill(el,
      h("p", { class: "score-text", role: "status" }, counted ? capital(pick(counted.text)) : t("status.loading")),
      h("p", { class: "score-detail" }, counted ? sides(counted) : ""),
      h("div", { class: "mode-row" },
        button("check", t("score.accept"), () => {
          if (!counted) return;
          void setResult(resultOf(counted));
          endScore();
        }, { class: "primary", id: "score-accept" }),
        button("close", t("action.cancel"), endScore, { id: "score-cancel" })));
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

/** Registers the mode and its layer. */
export function registerScore() {
  registerMode("score", { play: toggle, controls });
  registerLayer({
    id: "score",
    order: 80,
    watch: ["mode", "overlay"],
    draw(layer, view, { geometry: g, state }) {
      if (state.mode !== "score" || !state.board) return;
      for (const p of dead.values()) {
        const { x, y } = g.xy(p);
        layer.append(s("path", { class: "dead", transform: `translate(${x} ${y})`, d: "M-24-24L24 24M24-24L-24 24" }));
      }
      const owners = counted?.ownership;
      if (!Array.isArray(owners)) return;
      const flat = owners.flat();
      for (let row = 0; row < g.rows; row += 1) {
        for (let col = 0; col < g.cols; col += 1) {
          const owner = ownerOf(flat[row * g.cols + col]);
          const on = stoneAt(view, [row, col]);
          if (!owner || (on && !dead.has(key([row, col])))) continue;
          const { x, y } = g.xy([row, col]);
          layer.append(s("rect", { class: `owner ${owner}`, x: x - 15, y: y - 15, width: 30, height: 30, rx: 5 }));
        }
      }
    },
  });
}
