// The sweep: the engine analyses every position of the game in the background; the review follows from it.

import { json } from "../api.js";
import { socket } from "../connection.js";
import { sayProblem } from "../messages.js";
import { hasResult } from "../session/standing.js";
import { store } from "../store.js";
import { nodeOf, rootOf } from "../tree.js";
import { engineChoice } from "./live.js";
import { lossesIn } from "./losses.js";
import { mistakesOf } from "./mistakes-model.js";
import { readScore } from "./score.js";
import { learn, setStudy, study } from "./state.js";

/** @import { Analysis, Score } from "../types.js" */

/** Minimum milliseconds between two updates of the progress. */
const PACE = 120;

/** @type {import("../socket.js").Request | null} */
let work = null;

/** Stores a review of the server. @param {any} review */
function takeReview(review) {
  const { board } = store.state;
  if (!board) return;
  const find = (/** @type {number} */ id) => nodeOf(board, id);
  /** @type {{ node: number, score: Score, toMove?: any }[]} */
  const scores = [];
  for (const g of Array.isArray(review.graph) ? review.graph : []) {
    const score = readScore(g.score);
    if (score) scores.push({ node: g.node, score, toMove: g.to_move });
    else if (typeof g.win === "number") scores.push({ node: g.node, score: { kind: "estimate", win: g.win }, toMove: "black" });
  }
  learn(scores);
  // Stored analyses are enough for the graph. The list of mistakes needs all positions of a game that is over, or a
  // review that was made.
  if (review.type !== "review" && !review.kept && (review.complete === false || !hasResult(board))) return;
  const side = (/** @type {any} */ s) => (s ? { accuracy: typeof s.accuracy === "number" ? s.accuracy : s.total?.accuracy ?? null } : { accuracy: null });
  // The game may have changed since: a mistake that is no longer in it is left out.
  const list = (Array.isArray(review.mistakes) ? review.mistakes : []).filter((/** @type {any} */ m) => find(m.node));
  const mistakes = mistakesOf(board, list, find);
  setStudy({ review: { mistakes, sides: { black: side(review.sides?.black), white: side(review.sides?.white) }, unseen: review.unseen ?? null, whole: review.complete !== false, done: review.done ?? 0, of: review.of ?? 0, line: review.line ?? null, end: scores.at(-1)?.node ?? null, losses: lossesIn(review) } });
}

/** Fetches the stored review, if the server has one. */
async function fetchReview() {
  const { board } = store.state;
  if (!board || study().review) return;
  try {
    const review = await json("GET", `games/${encodeURIComponent(String(board.id))}/review`);
    if (review && store.state.board?.id === board.id && !study().review) takeReview(review);
  } catch { /* there is none */ }
}

/** Whether the review was stopped, or cut off with its page, or the game went on after it. */
export function canGoOn() {
  const { review, sweep } = study();
  const { board } = store.state;
  const grew = !!nodeOf(board, review?.end)?.children.length;
  return !sweep && !!review && (!review.whole || grew) && (review.line === "main" || !!nodeOf(board, review.line));
}

/** Goes on with a review. What is analysed already takes no time. */
export function goOn() {
  const line = study().review?.line;
  void beginSweep(line ?? undefined);
}

/** Starts the sweep of a line, or of the one shown. @param {"main" | number} [asked] */
export async function beginSweep(asked) {
  const { board, node } = store.state;
  if (!board || node === null || work) return;
  const { choices } = study();
  const limits = { time_ms: Math.round(choices.sweepSeconds * 1000), lines: 3, ...(choices.threads > 0 ? { threads: choices.threads } : {}) };
  // The main line by its name; another by the node shown.
  const line = asked ?? (isMain(node) ? "main" : node);
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
      const list = [...fresh].map(([id, a]) => ({ node: id, score: a.score ?? a.lines[0]?.score, best: a.best }));
      fresh = new Map();
      setStudy({ analyses });
      learn(list);
    }
    if (work === own) setStudy({ sweep: at });
  };
  const own = (work = socket.request({ do: "sweep", board: board.id, line, limits, ...engineChoice() }, (message) => {
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

/** Whether a node is on the main line. @param {number} id */
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

/** Stops the sweep; its results stay. */
export function endSweep() {
  work?.cancel();
}

/** Panels that show the course of the game. */
const WITH_GRAPH = new Set(["analysis", "review"]);

/** A sweep ends when another game is opened. What the server knows of a game is fetched when a panel shows it. */
export function runSweep() {
  /** @type {string | number | null} */
  let id = store.state.board?.id ?? null;
  let asked = false;
  let begun = false;
  store.watch(["board", "panel"], ({ board, panel }) => {
    if ((board?.id ?? null) !== id) {
      id = board?.id ?? null;
      asked = false;
      begun = !!board && board.nodes.length > 1;
      work?.cancel();
      work = null;
    }
    // Until a tab is chosen, that of the engine is seen. It shows what is known of a game that was begun before.
    if (!board || asked || board.nodes.length < 2 || !(WITH_GRAPH.has(panel) || (panel === "" && begun))) return;
    asked = true;
    void fetchReview();
  });
}
