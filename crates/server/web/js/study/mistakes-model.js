// The mistakes of a reviewed game: the rows of the list, and the judgement of a second try.

import { afterMove, pointOf, readScore } from "./score.js";

/** @import { Board, Color, Point, Score } from "../types.js" */

/** Kinds of mistakes, worst first. */
export const KINDS = /** @type {const} */ (["blunder", "missed-win", "mistake", "inaccuracy"]);

/** @typedef {typeof KINDS[number]} Kind */
/**
 * @typedef {object} Mistake
 * @property {number} node after the played move
 * @property {number} number of that move, as on the board
 * @property {Color} color
 * @property {string} played
 * @property {string | null} best
 * @property {Point | null} playedPoint
 * @property {Point | null} bestPoint
 * @property {number} loss win probability lost, 0 to 1
 * @property {number | null} discs the discs lost for certain, where they and not the chance make the mistake
 * @property {Score | null} before the score before the move, for its player
 * @property {Score | null} after the score after it, the same way
 * @property {number | null} units the loss in the unit that the game counts, estimated unless it is `discs`
 * @property {string[]} line the better line, from `best` on
 * @property {(Point | null)[]} points of `line`
 * @property {Kind} kind
 * @property {import("../types.js").Text | null} text
 */

/** The annotation sign of a kind. @type {Record<Kind, string>} */
export const SIGNS = { blunder: "??", "missed-win": "?✕", mistake: "?", inaccuracy: "?!" };

/**
 * The server's mistakes, completed: colour from the node, points from the texts, an unknown kind from its loss.
 * @param {Pick<Board, "coords">} board
 * @param {any[]} list
 * @param {(node: number) => { color?: Color, move?: string, parent?: number | null } | undefined} find
 * @returns {Mistake[]}
 */
export function mistakesOf(board, list, find) {
  return list.map((m) => {
    const node = find(m.node);
    const line = Array.isArray(m.line) ? m.line.map(String) : [];
    const loss = Number.isFinite(m.loss) ? Math.min(1, Math.max(0, m.loss)) : 0;
    /** @type {Kind} */
    const kind = KINDS.includes(m.kind) ? m.kind : loss >= 0.2 ? "blunder" : loss >= 0.1 ? "mistake" : "inaccuracy";
    const discs = loss < 0.05 && m.units > 0 ? Number(m.units) : null;
    const units = m.units > 0 ? Number(m.units) : null;
    const best = m.best ?? line[0] ?? null;
    const played = m.played ?? node?.move ?? "";
    return {
      node: m.node, number: m.number ?? m.ply, color: m.color ?? node?.color ?? "black", played, best,
      playedPoint: m.played_point ?? pointOf(board, played), bestPoint: m.best_point ?? pointOf(board, best), loss, discs, units,
      before: readScore(m.before), after: readScore(m.after),
      line, points: line.map((/** @type {string} */ text) => pointOf(board, text)), kind, text: m.text ?? null,
    };
  });
}

/**
 * @param {readonly Mistake[]} mistakes
 * @param {{ side: Color | "both", least: Kind }} filter
 */
export function filtered(mistakes, { side, least }) {
  const from = KINDS.indexOf(least);
  return mistakes.filter((m) => (side === "both" || m.color === side) && KINDS.indexOf(m.kind) <= from);
}

/** The number of mistakes of each kind and side. @param {readonly Mistake[]} mistakes */
export function counts(mistakes) {
  const none = () => /** @type {Record<Kind, number>} */ ({ blunder: 0, "missed-win": 0, mistake: 0, inaccuracy: 0 });
  const out = { black: none(), white: none() };
  for (const m of mistakes) out[m.color][m.kind] += 1;
  return out;
}

/**
 * The accuracy of a move in per cent, from the win probability that it lost: lichess's published curve, as in the review.
 * @param {number} loss 0 to 1
 */
export const moveAccuracy = (loss) => Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * 100 * loss) - 3.1669));

/** What is said of a second try. @typedef {"best" | "holds" | "slack" | "fails"} Trial */

/** The standard errors by which a chance must fall before it counts as lost, as in the review. */
const ERRORS = 4;
/** The discs lost for certain from which a move is an inaccuracy and a mistake, as in the review of 8×8. */
const DISCS = [4, 10];

/**
 * The difference of chances that two analyses may show by accident: playouts are a sample, and a proof has no error.
 * @param {...({ standard_error?: number, score?: Score | null } | null | undefined)} analyses
 */
export const noiseOf = (...analyses) => ERRORS * Math.hypot(...analyses.map((a) => (!a?.score || a.score.kind === "estimate" ? a?.standard_error ?? 0 : 0)));

/**
 * Judges a try by the scores of the position before it and after it (from the side then to move).
 * @param {Score} before of the best move, for the trying side
 * @param {Score} after from the side to move after the try
 * @param {boolean} isBest whether the try is the engine's best move
 * @param {boolean} [sameMoves] whether the trying side is to move again
 * @param {number} [noise] the difference that counts as none
 * @returns {{ trial: Trial, loss: number, score: Score }}
 */
export function judgeTrial(before, after, isBest, sameMoves = false, noise = 0) {
  const score = afterMove(after, sameMoves);
  const loss = Math.max(0, before.win - score.win);
  // A try that keeps a proven win is right, however long the win takes.
  const keeps = before.kind !== "estimate" && score.kind !== "estimate" && before.win === score.win;
  const discs = before.kind === "margin" && score.kind === "margin" ? (before.margin ?? 0) - (score.margin ?? 0) : 0;
  if (isBest) return { trial: "best", loss: 0, score };
  if (discs < DISCS[0] && (keeps || loss < 0.05 || loss <= noise)) return { trial: "holds", loss, score };
  if (discs >= DISCS[1]) return { trial: "fails", loss, score };
  return { trial: loss < 0.1 ? "slack" : "fails", loss, score };
}
