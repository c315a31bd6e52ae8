// The sweep: the engine looks at every position of the game in the background, and the review that follows from it.

import { json } from "../api.js";
import { sayProblem, socket } from "../session.js";
import { store } from "../store.js";
import { nodeOf, rootOf } from "../tree.js";
import { engineChoice } from "./live.js";
import { mistakesOf } from "./mistakes-model.js";
import { learn, setStudy, study } from "./state.js";

/** @import { Analysis, Score } from "../types.js" */

/** Milliseconds between two paintings of a sweep's progress. */
const PACE = 120;

/** @type {import("../socket.js").Request | null} */
let work = null;

/** Takes the review that the server tells. @param {any} told */
export function takeReview(told) {
  const { board } = store.state;
  if (!board) return;
  const find = (/** @type {number} */ id) => nodeOf(board, id);
  /** @type {{ node: number, score: Score, toMove?: any }[]} */
  const scores = [];
  for (const g of Array.isArray(told.graph) ? told.graph : []) {
    if (g.score) scores.push({ node: g.node, score: g.score, toMove: g.to_move });
    else if (typeof g.win === "number") scores.push({ node: g.node, score: { kind: "estimate", win: g.win }, toMove: "black" });
  }
  learn(scores);
  // What is kept from other looks at the game gives the graph; a list of mistakes needs all of it.
  if (told.type !== "review" && told.complete === false) return;
  const side = (/** @type {any} */ s) => (s ? { accuracy: typeof s.accuracy === "number" ? s.accuracy : s.total?.accuracy ?? null } : { accuracy: null });
  const mistakes = mistakesOf(board, Array.isArray(told.mistakes) ? told.mistakes : [], find);
  setStudy({ review: { mistakes, sides: { black: side(told.sides?.black), white: side(told.sides?.white) }, whole: told.complete !== false } });
}

/** Fetches the review that was made before, if the server keeps one. */
export async function fetchReview() {
  const { board } = store.state;
  if (!board || study().review) return;
  try {
    const told = await json("GET", `games/${encodeURIComponent(String(board.id))}/review`);
    if (told && store.state.board?.id === board.id && !study().review) takeReview(told);
  } catch { /* there is none */ }
}

/** Begins the sweep of the line shown. */
export async function beginSweep() {
  const { board, node } = store.state;
  if (!board || node === null || work) return;
  const { choices } = study();
  const limits = { time_ms: Math.round(choices.sweepSeconds * 1000), lines: 3, ...(choices.threads > 0 ? { threads: choices.threads } : {}) };
  // The main line by its name; another by the node shown.
  const onMain = isMain(node);
  setStudy({ sweep: { done: 0, of: 0 } });
  /** @type {Map<number, Analysis>} */
  let fresh = new Map();
  /** @type {{ done: number, of: number } | null} */
  let at = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pace;
  const paint = () => {
    clearTimeout(pace);
    pace = undefined;
    if (store.state.board?.id !== board.id) return;
    if (fresh.size > 0) {
      const analyses = new Map(study().analyses);
      for (const [id, a] of fresh) analyses.set(id, a);
      const list = [...fresh].map(([id, a]) => ({ node: id, score: a.score ?? a.lines[0]?.score }));
      fresh = new Map();
      setStudy({ analyses });
      learn(list);
    }
    if (work === own) setStudy({ sweep: at });
  };
  const own = (work = socket.request({ do: "sweep", board: board.id, line: onMain ? "main" : node, limits, ...engineChoice() }, (message) => {
    if (message.type !== "swept") return;
    if (message.analysis && typeof message.node === "number") fresh.set(message.node, message.analysis);
    at = { done: message.done, of: message.of };
    pace ??= setTimeout(paint, PACE);
  }));
  try {
    const answer = await own.done;
    paint();
    if (store.state.board?.id === board.id && answer.type === "review") takeReview(answer);
  } catch (error) {
    sayProblem(error);
  } finally {
    clearTimeout(pace);
    if (work === own) work = null;
    if (store.state.board?.id === board.id) setStudy({ sweep: null });
  }
}

/** Whether a node lies on the main line. @param {number} id */
function isMain(id) {
  const { board } = store.state;
  if (!board) return true;
  let at = rootOf(board);
  while (at) {
    if (at.id === id) return true;
    const next = nodeOf(board, at.children[0]);
    if (!next) return false;
    at = next;
  }
  return false;
}

/** Ends the sweep; what it has found stays. */
export function endSweep() {
  work?.cancel();
}

/** Panels that show the course of the game. */
const WITH_GRAPH = new Set(["analysis", "review"]);

/** A sweep is for the game on the table: it ends with it. What the library knows of the game is fetched once it is to be seen. */
export function runSweep() {
  /** @type {string | number | null} */
  let asked = null;
  store.watch(["board", "panel"], ({ board, panel }) => {
    if (!board || board.id === asked || board.nodes.length < 2 || !WITH_GRAPH.has(panel)) return;
    asked = board.id;
    void fetchReview();
  });
  /** @type {string | number | null} */
  let id = store.state.board?.id ?? null;
  store.watch(["board"], ({ board }) => {
    if ((board?.id ?? null) === id) return;
    id = board?.id ?? null;
    work?.cancel();
    work = null;
  });
}
