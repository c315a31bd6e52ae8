// Scores for people: their side, their text, and the loss of a move.

import { hasUnit } from "../game.js";

/** @import { Board, Color, GameTraits, Point, Score, TreeNode } from "../types.js" */

/** @param {Color} color @returns {Color} */
export const opposite = (color) => (color === "black" ? "white" : "black");

/** Whether a score is proven. @param {Score | null | undefined} score */
export const isProof = (score) => !!score && score.kind !== "estimate";

/** Bounds as the server's reviews name them. @type {Record<string, "least" | "most">} */
const BOUNDS = { "at-least": "least", "at-most": "most" };

/**
 * A score of a review. An estimate of which a bound is proven has the bound's name as its kind there; here it is an estimate
 * with a `bound`.
 * @param {any} score @returns {Score | null}
 */
export function readScore(score) {
  const side = BOUNDS[score?.kind];
  if (!side) return score ?? null;
  return { kind: "estimate", win: score.win, value: score.value, bound: { side, margin: score.margin ?? null } };
}

/** The same score from the other side. @param {Score} score @returns {Score} */
export function flipped(score) {
  const win = 1 - score.win;
  if (score.kind === "win") return { ...score, kind: "loss", win };
  if (score.kind === "loss") return { ...score, kind: "win", win };
  if (score.kind === "margin") return { ...score, margin: -(score.margin ?? 0), win };
  if (score.kind === "draw") return score;
  const { bound } = score;
  /** @type {Score["bound"]} */
  const other = bound && { side: bound.side === "least" ? "most" : "least", margin: bound.margin === null ? null : -bound.margin };
  return { ...score, win, value: score.value === undefined ? undefined : -score.value, ...(other ? { bound: other } : {}) };
}

/** A score of the side to move, from black's side. @param {Score} score @param {Color} toMove */
export const forBlack = (score, toMove) => (toMove === "black" ? score : flipped(score));

/** The score of a move for its player, from the score of the position after it. @param {Score} after @param {boolean} [sameMoves] */
export function afterMove(after, sameMoves = false) {
  const score = sameMoves ? after : flipped(after);
  return score.plies === undefined ? score : { ...score, plies: score.plies + 1 };
}

/**
 * The side to move after `node`, as far as the tree shows: the next move decides.
 * @param {Board} board
 * @param {TreeNode} node
 * @param {(id: number) => TreeNode | undefined} find
 * @returns {Color}
 */
export function toMoveAt(board, node, find) {
  for (const id of node.children) {
    const color = find(id)?.color;
    if (color) return color;
  }
  if (node.to_move) return node.to_move;
  if (node.color) return opposite(node.color);
  // A pass that was played here has no colour.
  const before = node.move === "pass" && node.parent !== null ? find(node.parent) : undefined;
  if (before) return opposite(toMoveAt(board, before, find));
  const start = board.header?.setup?.to_move ?? board.header?.to_move;
  return start === "white" ? "white" : "black";
}

/** The unit of an estimate: per cent, or what the game counts. @typedef {"percent" | "value"} Unit */

/** A number with its sign, a typographic minus, and no needless decimals. @param {number} x @param {number} [digits] */
export function signed(x, digits = 1) {
  const text = Math.abs(x).toFixed(digits).replace(/\.0+$/, "");
  return text === "0" ? "0" : (x > 0 ? "+" : "−") + text;
}

/**
 * A win probability in whole per cents; never 0 or 100, which only a proof shows.
 * @param {number} win 0 to 1
 */
export function percent(win) {
  const p = Math.min(99.9, Math.max(0.1, win * 100));
  return p < 1 || p > 99 ? p.toFixed(1) : p.toFixed(0);
}

/** A share from 0 to 1 as every text of the page writes it. @param {number} share @param {number} [digits] */
export const inPercent = (share, digits = 0) => `${(share * 100).toFixed(digits)}%`;

/** A win probability. @param {number} win */
export const chanceText = (win) => `${percent(win)}%`;

/** A loss of winning chance in points. @param {number} loss 0 to 1 */
export const inPoints = (loss) => (loss * 100).toFixed(0);

/** A short score for a list, where a chance has its sign, and every estimate one decimal. @param {Score} score @param {Unit} unit @param {Parameters<typeof shortScore>[2]} t */
export const listScore = (score, unit, t) =>
  (score.kind !== "estimate" ? shortScore(score, unit, t) : unit === "value" && score.value !== undefined ? signed(score.value).replace(/^.\d+$/, "$&.0") : chanceText(score.win));

/**
 * A short score for a stone: `62`, `+3.5`, `W7`, `L4`, `=`, `+12!`.
 * @param {Score} score from the side that is shown
 * @param {Unit} unit
 * @param {(key: string, values?: Record<string, string | number>) => string} t
 */
export function shortScore(score, unit, t) {
  switch (score.kind) {
    case "win": return t("study.score.win-short", { n: score.plies ?? "" });
    case "loss": return t("study.score.loss-short", { n: score.plies ?? "" });
    case "draw": return "=";
    case "margin": return signed(score.margin ?? 0) + "!";
    default: return unit === "value" && score.value !== undefined ? signed(score.value) : percent(score.win);
  }
}

/**
 * A score as text: `62% to win`, `wins in 7`, `+4 discs exactly`.
 * @param {Score} score
 * @param {GameTraits | null | undefined} game
 * @param {(key: string, values?: Record<string, string | number>) => string} t
 */
export function longScore(score, game, t) {
  switch (score.kind) {
    case "win": return t("study.score.win", { n: score.plies ?? "?" });
    case "loss": return t("study.score.loss", { n: score.plies ?? "?" });
    case "draw": return t("study.score.draw");
    case "margin": return t("study.score.margin", { n: signed(score.margin ?? 0) });
    default: {
      // The margin and the chance are estimated by different means: the one that people count in is shown.
      if (hasUnit(game) && score.value !== undefined) return t(`study.score.${game?.unit}`, { n: signed(score.value) });
      return t("study.score.chance", { n: chanceText(score.win) });
    }
  }
}

/**
 * A score of a review as text, which says whether it is exact, a bound or an estimate: `exactly +4 discs`, `at least +4 discs`,
 * `about +4 discs`, `62% to win`.
 * @param {Score} score
 * @param {GameTraits | null | undefined} game
 * @param {(key: string, values?: Record<string, string | number>) => string} t
 */
export function reviewScore(score, game, t) {
  const { bound } = score;
  const unit = game?.unit;
  if (bound) return bound.margin === null ? t(`study.review.${bound.side}.draw`) : t(`study.review.${bound.side}.${unit}`, { n: signed(bound.margin) });
  if (!hasUnit(game) || score.counted) return longScore(score, game, t);
  if (score.kind === "margin") return t(`study.review.exact.${unit}`, { n: signed(score.margin ?? 0) });
  return score.kind === "estimate" && score.value !== undefined ? t(`study.review.about.${unit}`, { n: signed(score.value) }) : longScore(score, game, t);
}

/** How good a move is beside the best one. @typedef {"best" | "good" | "fine" | "slack" | "poor" | "bad"} Strength */

/**
 * @param {number} loss win probability lost, 0 to 1
 * @param {boolean} [first] whether it is the engine's best move
 * @returns {Strength}
 */
export function strengthOf(loss, first = false) {
  if (first) return "best";
  if (loss < 0.01) return "good";
  if (loss < 0.03) return "fine";
  if (loss < 0.08) return "slack";
  return loss < 0.2 ? "poor" : "bad";
}

/** A number of nodes: `950`, `12k`, `3.4M`. @param {number} n */
export function compact(n) {
  if (n < 1000) return String(Math.round(n));
  for (const [size, sign] of /** @type {[number, string][]} */ ([[1e3, "k"], [1e6, "M"], [1e9, "G"], [1e12, "T"]])) {
    const x = n / size;
    if (x < 999.5 || sign === "T") return (x < 9.95 ? x.toFixed(1).replace(/\.0$/, "") : x.toFixed(0)) + sign;
  }
  return String(n);
}

/** A time: `0.4 s`, `12 s`, `3:05`. @param {number} ms */
export function duration(ms) {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 59500) return `${Math.round(ms / 1000)} s`;
  const s = Math.round(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/** @type {WeakMap<object, Map<string, Point>>} */
const names = new WeakMap();

/**
 * The point of a move's text; `null` if it has none (a pass, a choice).
 * @param {Pick<Board, "coords">} board
 * @param {string | null | undefined} text
 * @returns {Point | null}
 */
export function pointOf(board, text) {
  if (!text) return null;
  let map = names.get(board.coords);
  if (!map) {
    map = new Map();
    const { columns, rows } = board.coords;
    for (const [r, row] of rows.entries()) for (const [c, column] of columns.entries()) map.set(`${column}${row}`.toLowerCase(), [r, c]);
    names.set(board.coords, map);
  }
  return map.get(text.toLowerCase()) ?? null;
}
