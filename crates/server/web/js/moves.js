// Moves as words and as points.

import { pick, t } from "./i18n/index.js";
import { hasGravity, lookOf, pointName } from "./board/geometry.js";
import { pointOf } from "./study/score.js";

/** @import { Board, Color, Point, TreeNode, View } from "./types.js" */

/**
 * The point that a move in the game's own habit names; `null` for a pass, a choice or an unknown word. Where stones fall, a column
 * alone is a move: `view` then says where the stone comes to rest.
 * @param {Board} board
 * @param {string | null | undefined} move
 * @param {View | null} [view]
 * @returns {Point | null}
 */
export function parsePoint(board, move, view) {
  if (!move) return null;
  const word = move.trim();
  const found = pointOf(board, word);
  if (found) return found;
  if (hasGravity(board) && /^\d+$/.test(word)) {
    const col = Number(word) - 1;
    return view?.legal.find((p) => p[1] === col) ?? null;
  }
  return null;
}

/** The words of a choice or a pass in the language shown; a point as it is. @param {string} move */
export function moveWords(move) {
  if (move === "pass") return t("move.pass");
  if (move === "black") return t("choice.black");
  if (move === "white") return t("choice.white");
  if (move === "two-more") return t("choice.two-more");
  const fifths = /^fifths=(\d+)$/.exec(move);
  return fifths ? t("choice.fifths", { n: fifths[1] }) : move;
}

/**
 * The name of a colour in this game: connect four's discs are red and yellow, small boards have X and O.
 * @param {Pick<Board, "game" | "rules"> & { size?: Board["size"] }} board
 * @param {Color} color
 */
export function colorName(board, color) {
  const look = lookOf({ game: board.game, rules: board.rules, size: board.size ?? { rows: 3, cols: 3 } });
  if (look === "holes") return t(color === "black" ? "color.red" : "color.yellow");
  if (look === "paper") return t(color === "black" ? "color.x" : "color.o");
  return t(`color.${color}`);
}

/** A move as one would tell it: `Black h8`. @param {Board} board @param {TreeNode} node */
export function tellMove(board, node) {
  if (!node.move && !node.point) return t("move.start");
  const text = node.move ? moveWords(node.move) : node.point ? pointName(board, node.point) : "";
  return node.color && (node.point || node.move === "pass") ? t("move.by", { color: colorName(board, node.color), move: text }) : text;
}

/**
 * What an opening asks for, if anything. What one would type for a choice on a command line is left out: here choices are buttons.
 * @param {View} view
 */
export const phaseWords = (view) => pick(/** @type {any} */ (view.phase)).replace(/,? \(?(?:two-more|fifths=\d+(?: to fifths=\d+)?)\)?$/, "");

/** The name of a family of games. @param {{ kind: string, name: import("./types.js").Text }} info */
export const kindName = (info) => (info.kind === "mnk" ? t("kind.mnk") : capital(pick(info.name)));

/** A text with a capital first letter. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** How a game ended, in the words of this game's colours. @param {Parameters<typeof colorName>[0]} board @param {NonNullable<View["outcome"]>} outcome */
export function outcomeWords(board, outcome) {
  if (!outcome.winner) return t(outcome.reason === "full" ? "outcome.full" : outcome.reason === "passes" ? "outcome.passes" : "outcome.draw");
  const winner = colorName(board, outcome.winner);
  if (outcome.reason === "score") return t("outcome.score", { winner, n: Math.abs(outcome.margin ?? 0) });
  if (outcome.reason === "line") return t("outcome.line", { winner });
  if (outcome.reason === "only-forbidden") return t("outcome.only-forbidden", { winner });
  return capital(pick(outcome.text));
}
