// The shared state of the study panels: in the page's store under `study`, and lasting settings in the browser.

import { has } from "../game.js";
import { isEngineGame } from "../session/standing.js";
import { keep, recall } from "../settings.js";
import { store } from "../store.js";
import { lineThrough, nodeOf, rootOf } from "../tree.js";
import { forBlack, isProof, toMoveAt } from "./score.js";

/** @import { Analysis, Board, Color, Point, Score, Text } from "../types.js" */
/** @import { Known } from "./graph-model.js" */
/** @import { Mistake } from "./mistakes-model.js" */
/** @import { Unit } from "./score.js" */

/**
 * Lasting settings.
 * @typedef {object} Choices
 * @property {string} engine name, empty for the default engine
 * @property {number} level 0 for the strongest
 * @property {number} seconds time limit of an analysis
 * @property {number} lines number of lines
 * @property {boolean} owners whether the expected owners of the points are shown
 * @property {boolean} every whether every legal move gets a value, in games where that is usual
 * @property {number} threads 0 for the server's default
 * @property {Unit} unit unit of estimates, if the game has one
 * @property {Record<string, boolean>} facts facts shown on the board
 * @property {number} sweepSeconds time limit per position of a sweep
 */
/**
 * @typedef {object} Review
 * @property {Mistake[]} mistakes
 * @property {Partial<Record<Color, { accuracy: number | null }>>} sides
 * @property {number | null} unseen the loss of chance that the playouts hide, if that is a mistake or more
 * @property {boolean} whole whether every position was analysed
 * @property {number} done analysed positions
 * @property {number} of positions to analyse
 * @property {Map<number, { color: Color, loss: number }>} losses in the game's unit, by the node that the move led to
 * @property {"main" | number | null} line the line that was reviewed: the main one, or one through this node
 * @property {number | null} end the last node of that line, as it was
 */
/**
 * @typedef {object} Focus a line of play that is shown on the board
 * @property {(Point | null)[]} points
 * @property {Color} toMove
 * @property {number} node the node before its first move
 * @property {number} max how many of its stones
 * @property {boolean} [plain] whether its stones stay, those captured in it included, as in a diagram of a book
 * @property {Color[]} [colors] of its moves, where the sides do not alternate
 */
/**
 * @typedef {object} Study
 * @property {string | number | null} board the board of this study
 * @property {boolean} on whether positions are analysed as they are shown
 * @property {boolean} busy whether the engine is searching now
 * @property {string | null} problem why it is not
 * @property {Map<number, Analysis>} analyses by node; replaced with every change
 * @property {Map<number, Known>} scores by node; replaced with every change
 * @property {boolean} shown whether any of it is shown on the board
 * @property {Focus | null} focus
 * @property {import("./played.js").Played | null} played the line of `focus`, played out
 * @property {{ points: Point[] } | null} lit points highlighted for a text
 * @property {Review | null} review
 * @property {{ done: number, of: number } | null} sweep the running sweep
 * @property {any} trial a second try at a mistake
 * @property {any} guess a round of guess-the-move
 * @property {any} puzzle the open puzzle
 * @property {import("./teach.js").Lesson | null} lesson the person's move that teaching looks at
 * @property {import("./training-model.js").Training | null} trained the training; `null` before it changes
 * @property {any} proof the open proof
 * @property {import("./proof-chains.js").Asked | null} asked the chains that a proof is asked about
 * @property {import("../types.js").Arrow | null} sketch the arrow that is being drawn
 * @property {string | null} pen the mark that a click on the board places
 * @property {import("../library/statistics.js").Statistic[] | null} openings the library's moves in this position
 * @property {Choices} choices
 */

const KEY = "tengen.study";

/** @type {Choices} */
export const DEFAULT_CHOICES = {
  engine: "", level: 0, seconds: 10, lines: 5, every: true, owners: true, threads: 0, unit: "value", sweepSeconds: 1,
  facts: { fives: false, fours: false, threes: false, wins: false, captures: false, forbidden: false, liberties: false, atari: false, ladders: false, eyes: false, mobility: false, stable: false },
};

/** Checks stored settings; invalid ones get their defaults. @param {any} stored @returns {Choices} */
export function readChoices(stored) {
  const out = structuredClone(DEFAULT_CHOICES);
  if (typeof stored !== "object" || stored === null) return out;
  const within = (/** @type {any} */ x, /** @type {number} */ least, /** @type {number} */ max, /** @type {number} */ otherwise) =>
    (typeof x === "number" && x >= least && x <= max ? x : otherwise);
  if (typeof stored.engine === "string") out.engine = stored.engine;
  out.level = within(stored.level, 0, 255, out.level);
  out.seconds = within(stored.seconds, 0.2, 3600, out.seconds);
  out.sweepSeconds = within(stored.sweepSeconds, 0.05, 60, out.sweepSeconds);
  out.lines = Math.round(within(stored.lines, 1, 20, out.lines));
  out.threads = Math.round(within(stored.threads, 0, 256, out.threads));
  if (typeof stored.every === "boolean") out.every = stored.every;
  if (typeof stored.owners === "boolean") out.owners = stored.owners;
  if (stored.unit === "percent" || stored.unit === "value") out.unit = stored.unit;
  for (const key of Object.keys(out.facts)) if (typeof stored.facts?.[key] === "boolean") out.facts[key] = stored.facts[key];
  return out;
}

/** The initial study of a board. @returns {Omit<Study, "choices" | "on" | "shown" | "sketch" | "trained">} */
const fresh = () => ({
  board: null, busy: false, problem: null, analyses: new Map(), scores: new Map(), focus: null, played: null, lit: null,
  review: null, sweep: null, trial: null, guess: null, puzzle: null, lesson: null, proof: null, asked: null, pen: null, openings: null,
});

/** A text of a state that outlives a change of language: what makes it, or the empty text. @typedef {"" | (() => string)} Words */
/** @param {Words} words */
export const inWords = (words) => words && words();

/** The study of the current game. @returns {Study} */
export const study = () => /** @type {Study} */ (store.state.study);

/** @param {Partial<Study>} patch */
export function setStudy(patch) {
  const now = /** @type {any} */ (store.state.study);
  if (Object.entries(patch).every(([key, value]) => now[key] === value)) return;
  store.set({ study: { ...store.state.study, ...patch } });
}

/** The most lines that the server takes. */
const MOST_LINES = 20;

/** The number of lines of an analysis: of a game with few legal moves, as its players expect, every move. @param {Board | null} board */
export const linesOf = (board) => (study().choices.every && has(board, "mobility") ? MOST_LINES : study().choices.lines);

/** @param {Partial<Choices>} patch */
export function choose(patch) {
  const choices = { ...study().choices, ...patch };
  setStudy({ choices });
  keep(KEY, choices);
}

/** Starts the study of the current game and of every later one. */
export function beginStudy() {
  store.set({ study: { ...fresh(), sketch: null, trained: null, on: false, shown: true, choices: readChoices(recall(KEY)) } });
  /** @type {string | null | undefined} */
  let result;
  store.watch(["board"], ({ board }) => {
    if ((board?.id ?? null) === study().board) {
      if (board && board.result !== result) recount(board);
      result = board?.result;
      return;
    }
    result = board?.result;
    // A puzzle comes with its own board.
    const puzzle = study().puzzle?.board === board?.id ? study().puzzle : null;
    // A game against an engine begins without help.
    const on = study().on && !(board?.nodes.length === 1 && isEngineGame());
    setStudy({ ...fresh(), board: board?.id ?? null, puzzle, on });
    if (board) adoptScores(board);
  });
}

/** The scores that the server stored with the game's nodes. @param {Board} board */
function adoptScores(board) {
  const kept = board.nodes.filter((n) => n.score);
  if (kept.length === 0) return;
  learn(kept.map((n) => ({ node: n.id, score: /** @type {Score} */ (n.score) })));
}

/** The end of the main line. @param {Board} board */
const endOf = (board) => lineThrough(board, rootOf(board).id).at(-1)?.id;

/**
 * A score from black's side. The rules alone do not know dead stones, so where territory is counted their count is no proof: at the
 * end of the game it is what the players have agreed on.
 * @param {Board} board @param {number} node @param {Score} score @returns {Score}
 */
export function settled(board, node, score) {
  if (!has(board, "territory") || !(score.kind === "margin" || score.counted)) return score;
  const [, side, points] = (endOf(board) === node && /^(?:([BW])\+(\d+(?:\.\d+)?)|0)$/.exec(board.result ?? "")) || [null, "B", score.margin];
  const value = (side === "W" ? -1 : 1) * Number(points ?? 0);
  return { kind: "estimate", value, win: value > 0 ? 1 : value < 0 ? 0 : 0.5, margin: score.margin, counted: true };
}

/** Takes a new result into the score of the end of the game. @param {Board} board */
function recount(board) {
  const end = endOf(board);
  const known = end === undefined ? undefined : study().scores.get(end);
  if (end !== undefined && known?.score.counted) learn([{ node: end, score: known.score, toMove: "black" }]);
}

/**
 * Stores scores of positions. An estimate does not replace a proof. While an opening rule leaves the colours open, a score is that of
 * the player to move: of black only where the best choice is a colour.
 * @param {{ node: number, score: Score | null | undefined, toMove?: Color, best?: string | null }[]} list
 */
export function learn(list) {
  const { board } = store.state;
  if (!board) return;
  const find = (/** @type {number} */ id) => nodeOf(board, id);
  const scores = new Map(study().scores);
  let changed = false;
  for (const { node, score, toMove, best } of list) {
    const at = nodeOf(board, node);
    if (!score || !at) continue;
    const old = scores.get(node);
    if (old?.proof && !isProof(score)) continue;
    const chosen = best === "black" || best === "white" ? best : null;
    const color = at.open ? chosen : toMove ?? toMoveAt(board, at, find);
    const black = settled(board, node, forBlack(score, color ?? "black"));
    scores.set(node, { win: black.win, proof: isProof(black), score: black, ...(color ? {} : { player: at.open }) });
    changed = true;
  }
  if (changed) setStudy({ scores });
}

/** The analysis of the node shown, if there is one. */
export function analysisHere() {
  const { node } = store.state;
  return node === null ? null : study().analyses.get(node) ?? null;
}

/** The line of the graph: the one through the node shown. */
export function shownLine() {
  const { board, node } = store.state;
  if (!board || node === null) return [];
  return lineThrough(board, node, mainFrom);
}

/** @type {Map<number, number>} the child last gone to from each node, so that the graph keeps to the variation looked at */
export const mainFrom = new Map();

/** Follows the navigation. */
export function rememberPaths() {
  /** @type {string | number | null} */
  let id = null;
  store.watch(["node", "board"], ({ board, node }) => {
    if ((board?.id ?? null) !== id) {
      id = board?.id ?? null;
      mainFrom.clear();
    }
    for (let at = nodeOf(board, node); at && typeof at.parent === "number"; at = nodeOf(board, at.parent)) {
      if (mainFrom.get(at.parent) === at.id) break;
      mainFrom.set(at.parent, at.id);
    }
  });
}

/** Shows a line on the board, or none. @param {Focus | null} focus */
export function showLine(focus) {
  const now = study().focus;
  if (now === focus || (now && focus && now.points === focus.points && now.max === focus.max && now.node === focus.node)) return;
  setStudy({ focus });
}

/** Highlights the points of a text. @param {Point[] | null} points */
export function light(points) {
  if (String(points ?? "") !== String(study().lit?.points ?? "")) setStudy({ lit: points?.length ? { points } : null });
}
