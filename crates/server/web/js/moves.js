// Moves as points and as text; names of colours and games.

import { hasText, pick, t } from "./i18n/index.js";
import { lookOf, pointName } from "./board/geometry.js";
import { has, hasUnit, infoOf } from "./game.js";
import { store } from "./store.js";
import { pointOf } from "./study/score.js";

/** @import { Board, Color, GameInfo, Point, TreeNode, View } from "./types.js" */

/**
 * The point of a move in the game's notation; `null` for a pass, a choice or an unknown word. With gravity a column alone is a move:
 * `view` then gives the point where the stone comes to rest.
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
  if (has(board, "gravity") && /^\d+$/.test(word)) {
    const col = Number(word) - 1;
    return view?.legal.find((p) => p[1] === col) ?? null;
  }
  return null;
}

/**
 * A choice or a pass in the current language; a point unchanged.
 * @param {string} move
 */
export function moveWords(move) {
  if (move === "pass") return t("move.pass");
  if (move === "black") return t("choice.black");
  if (move === "white") return t("choice.white");
  if (move === "two-more") return t("choice.two-more");
  const fifths = /^fifths=(\d+)$/.exec(move);
  return fifths ? t("choice.fifths", { n: fifths[1] }) : move;
}

/** Whether a move is a choice of an opening rule: it puts no stone on the board and has no number. @param {string | null | undefined} move */
export const isChoice = (move) => /^(black|white|two-more|fifths=\d+)$/.test(move ?? "");

/** A move in the middle of a sentence. @param {string} move */
export const moveInText = (move) => (isChoice(move) ? moveWords(move).replace(/^./, (first) => first.toLowerCase()) : moveWords(move));

/**
 * Whether a node has no number: it is a set-up, a choice of an opening rule, one of several fifth moves offered, or a forced pass.
 * @param {TreeNode} node
 */
export const isUnnumbered = ({ move, point, fifth, forced }) => (!move && !point) || isChoice(move) || fifth === "offer" || !!forced;

/** The number of moves in a line from the root. @param {readonly TreeNode[]} line */
export const movesIn = (line) => line.filter((n) => n.parent !== null && !isUnnumbered(n)).length;

/**
 * The name of a colour on this board: discs in holes are red and yellow, signs on paper are X and O.
 * @param {Parameters<typeof lookOf>[0]} board
 * @param {Color} color
 */
export function colorName(board, color) {
  const look = lookOf(board);
  if (look === "holes") return t(color === "black" ? "color.red" : "color.yellow");
  if (look === "paper") return t(color === "black" ? "color.x" : "color.o");
  return t(`color.${color}`);
}

/** The colour of a move; a pass has that of its player, and a choice of colours none. @param {Board} board @param {TreeNode} node @returns {Color | undefined} */
export function colorOf(board, { color, move, player }) {
  if (isChoice(move)) return undefined;
  if (color || move !== "pass") return color;
  return board.nodes.findLast((n) => n.color && n.player === player)?.color ?? (player === "second" ? "white" : "black");
}

/** The key of the words for a move of a colour. @param {TreeNode} node */
const wordsKey = ({ fifth }) => (fifth === "offer" ? "move.offers" : fifth ? "move.chooses" : "move.by");

/** What a node without a move is. @param {TreeNode} node */
const stillWords = ({ parent, setup }) => (parent === null ? t("move.start") : setup ? t("move.setup") : "–");

/** A move as a list shows it beside its colour. @param {TreeNode} node */
export const bareMove = (node) => (!node.move ? stillWords(node) : node.fifth ? t(wordsKey(node), { color: "", move: node.move }).trim() : moveWords(node.move));

/** A move with its colour: `Black h8`. @param {Board} board @param {TreeNode} node */
export function describeMove(board, node) {
  if (!node.move && !node.point) return stillWords(node);
  const text = node.move ? moveWords(node.move) : node.point ? pointName(board, node.point) : "";
  const color = colorOf(board, node);
  return color ? t(wordsKey(node), { color: colorName(board, color), move: text }) : text;
}

/**
 * The decision that an opening rule asks for, if any, without the words for the command line: here choices are buttons.
 * @param {View} view
 */
export const phaseWords = (view) => pick(/** @type {any} */ (view.phase)).replace(/,? \(?(?:two-more|fifths=\d+(?: to fifths=\d+)?)\)?$/, "");

/**
 * The title of a game; with a size, of the rule set that has it, where rule sets are games by name.
 * @param {Pick<GameInfo, "name" | "title" | "named_by_rules" | "rules">} info @param {Board["size"]} [size]
 */
export function gameTitle(info, size) {
  const set = info.named_by_rules && size && info.rules.find(({ sizes }) => sizes?.includes(`${size.cols}x${size.rows}`));
  return capital(pick(set ? set.name : info.title ?? info.name));
}

/**
 * The game and the rules of a board or of a row of the library. A rule set that is a game by name needs no other name before it.
 * @param {import("./types.js").About | null} about @param {Pick<Board, "game" | "rules" | "rules_name"> | null} b
 */
export function rulesWords(about, b) {
  const info = infoOf(about, b);
  const rules = b ? pick(b.rules_name) || b.rules : "";
  const game = !b || info?.named_by_rules ? "" : info ? gameTitle(info) : b.game;
  const [g, r] = [game.toLowerCase(), rules.toLowerCase()];
  return { game, rules, both: r.includes(g) ? rules : g.includes(r) ? game : `${game} · ${rules}` };
}

/** A text with a capital first letter. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** The most points of a list that are in one straight line without a gap. @param {readonly Point[]} points */
export function longestRow(points) {
  const on = new Set(points.map(String));
  let most = 0;
  for (const [row, col] of points) {
    for (const [down, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
      let n = 1;
      while (on.has(`${row + down * n},${col + right * n}`)) n += 1;
      most = Math.max(most, n);
    }
  }
  return most;
}

/** How a game ended, with this board's names of the colours. @param {Board} board @param {Pick<View, "outcome" | "line" | "counts">} view */
export function outcomeWords(board, { outcome, line, counts }) {
  if (!outcome) return "";
  if (!outcome.winner) return t(outcome.reason === "full" ? "outcome.full" : outcome.reason === "passes" ? "outcome.passes" : "end.draw");
  const winner = colorName(board, outcome.winner);
  if (outcome.reason === "score") {
    const n = Math.abs(outcome.margin ?? 0);
    const empty = board.unit === "discs" && counts ? board.size.rows * board.size.cols - counts.black - counts.white : 0;
    return empty > 0 ? t("outcome.score.empty", { winner, n, empty }) : scoreWords(board, winner, n);
  }
  if (outcome.reason === "line") {
    const n = longestRow(line);
    return t("outcome.line", { winner, n: hasText(`number.${n}`) ? t(`number.${n}`) : n });
  }
  if (hasText(`outcome.${outcome.reason}`)) return t(`outcome.${outcome.reason}`, { winner });
  return capital(pick(outcome.text));
}

/** A win by points or discs. @param {import("./types.js").GameTraits} board @param {string} winner @param {string | number} n */
const scoreWords = (board, winner, n) => t(hasUnit(board) ? `outcome.score.${board.unit}` : "outcome.score", { winner, n });

/** A result such as `B+R` in words. @param {string} result @param {Board} board */
export function resultWords(result, board) {
  const found = /^([BW])\+(.*)$/.exec(result);
  if (!found) return /^(0|draw|1\/2-1\/2)$/i.test(result) ? t("end.draw") : result;
  const name = (/** @type {string} */ color) => colorName(board, found[1] === color ? "black" : "white");
  const [winner, loser] = [name("B"), name("W")];
  const why = found[2];
  if (/^R/i.test(why)) return t("result.resign", { winner, loser });
  if (/^T/i.test(why)) return t("result.time", { winner });
  if (/^[\d.]+$/.test(why)) return scoreWords(board, winner, why);
  return t("result.win", { winner });
}
