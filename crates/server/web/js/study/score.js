// Scores for people: whose view they are in, how they are written, and how much a move gives away.

/** @import { Board, Color, Point, Score, TreeNode } from "../types.js" */

/** @param {Color} color @returns {Color} */
export const opposite = (color) => (color === "black" ? "white" : "black");

/** Whether a score is certain. @param {Score | null | undefined} score */
export const isProof = (score) => !!score && score.kind !== "estimate";

/** The same score from the other side. @param {Score} score @returns {Score} */
export function flipped(score) {
  const win = 1 - score.win;
  if (score.kind === "win") return { ...score, kind: "loss", win };
  if (score.kind === "loss") return { ...score, kind: "win", win };
  if (score.kind === "margin") return { ...score, margin: -(score.margin ?? 0), win };
  if (score.kind === "draw") return score;
  return { ...score, win, value: score.value === undefined ? undefined : -score.value };
}

/** A score from the side to move as black sees it. @param {Score} score @param {Color} toMove */
export const forBlack = (score, toMove) => (toMove === "black" ? score : flipped(score));

/** The score that a move earned its player, from the score of the position after it. @param {Score} after @param {boolean} [sameMoves] */
export function afterMove(after, sameMoves = false) {
  const score = sameMoves ? after : flipped(after);
  return score.plies === undefined ? score : { ...score, plies: score.plies + 1 };
}

/**
 * Which side is to move after `node`, as far as the tree tells: what was played next knows best.
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
  if (node.color) return opposite(node.color);
  const start = board.header?.setup?.to_move ?? board.header?.to_move;
  return start === "white" ? "white" : "black";
}

/** In which unit an estimate is told: games that count are told in what they count. @typedef {"percent" | "value"} Unit */

/** Whether the estimates of a game have a unit that people know: discs, points. @param {string} game */
export const hasUnit = (game) => game === "othello" || game === "go";

/** A number with its sign, a true minus, and no needless decimals. @param {number} x @param {number} [digits] */
export function signed(x, digits = 1) {
  const text = Math.abs(x).toFixed(digits).replace(/\.0+$/, "");
  return text === "0" ? "0" : (x > 0 ? "+" : "−") + text;
}

/**
 * A chance as people read it: whole per cents, and never 0 or 100, which only a proof may say.
 * @param {number} win 0 to 1
 */
export function percent(win) {
  const p = Math.min(99.9, Math.max(0.1, win * 100));
  return p < 1 || p > 99 ? p.toFixed(1) : p.toFixed(0);
}

/**
 * A score in the little room on a stone: `62`, `+3.5`, `W7`, `L4`, `=`, `+12!`.
 * @param {Score} score from the view that is to be shown
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
 * A score in words: `62% to win`, `wins in 7`, `+4 discs exactly`.
 * @param {Score} score
 * @param {string} game
 * @param {(key: string, values?: Record<string, string | number>) => string} t
 */
export function longScore(score, game, t) {
  switch (score.kind) {
    case "win": return t("study.score.win", { n: score.plies ?? "?" });
    case "loss": return t("study.score.loss", { n: score.plies ?? "?" });
    case "draw": return t("study.score.draw");
    case "margin": return t("study.score.margin", { n: signed(score.margin ?? 0) });
    default: {
      const chance = t("study.score.chance", { n: percent(score.win) });
      if (!hasUnit(game) || score.value === undefined) return chance;
      return `${t(game === "go" ? "study.score.points" : "study.score.discs", { n: signed(score.value) })} · ${chance}`;
    }
  }
}

/** How good a move is beside the best one. @typedef {"best" | "good" | "fine" | "slack" | "poor" | "bad"} Strength */

/**
 * @param {number} loss chance given away, 0 to 1
 * @param {boolean} [first] whether it is the engine's own choice
 * @returns {Strength}
 */
export function strengthOf(loss, first = false) {
  if (first) return "best";
  if (loss < 0.01) return "good";
  if (loss < 0.03) return "fine";
  if (loss < 0.08) return "slack";
  return loss < 0.2 ? "poor" : "bad";
}

/** Work as people read it: `950`, `12k`, `3.4M`. @param {number} n */
export function compact(n) {
  if (n < 1000) return String(Math.round(n));
  for (const [size, sign] of /** @type {[number, string][]} */ ([[1e3, "k"], [1e6, "M"], [1e9, "G"], [1e12, "T"]])) {
    const x = n / size;
    if (x < 999.5 || sign === "T") return (x < 9.95 ? x.toFixed(1).replace(/\.0$/, "") : x.toFixed(0)) + sign;
  }
  return String(n);
}

/** Time as people read it: `0.4 s`, `12 s`, `3:05`. @param {number} ms */
export function duration(ms) {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 59500) return `${Math.round(ms / 1000)} s`;
  const s = Math.round(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

/** @type {WeakMap<object, Map<string, Point>>} */
const names = new WeakMap();

/**
 * The point that a move's text names, `null` where it names none (a pass, a choice).
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
