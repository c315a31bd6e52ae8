// The end of a game: who won and how, a review, a rematch with the colours swapped, a new game.

import { api } from "../api.js";
import { button, h, span } from "../dom.js";
import { has } from "../game.js";
import { t } from "../i18n/index.js";
import { outcomeWords, resultWords } from "../moves.js";
import { lookOf } from "../board/geometry.js";
import { sayProblem } from "../messages.js";
import { openMade } from "../session/open.js";
import { viewOf } from "../session/shown.js";
import { gameEnd, hasResult, isUncounted, playedHere, playerOf } from "../session/standing.js";
import { store } from "../store.js";
import { beginSweep, canGoOn, goOn } from "../study/sweep.js";
import { study } from "../study/state.js";
import { rootOf } from "../tree.js";
import { seatName } from "./players.js";
import { showNewGame } from "./newgame.js";

/** @import { Board, Color, Score, View } from "../types.js" */

/** @param {string} result @returns {Color | null} */
const winnerIn = (result) => (/^B\+/.test(result) ? "black" : /^W\+/.test(result) ? "white" : null);

/**
 * The end of a game in words: `title` from the person's side, `how` with the colours.
 * @param {Board} board
 * @param {View} view of its last position
 * @returns {{ winner: Color | null, title: string, how: string }}
 */
export function endingOf(board, view) {
  const entered = hasResult(board) ? board.result ?? "" : "";
  // Points that people agreed on differ from those of the rules, where dead stones were on the board.
  const counts = entered !== "" && (!view.outcome || has(board, "territory"));
  if (entered === "" && isUncounted(board, view.outcome)) return { winner: null, title: t("end.uncounted"), how: t("end.uncounted.how") };
  const winner = counts ? winnerIn(entered) : view.outcome?.winner ?? null;
  const how = counts ? resultWords(entered, board) : outcomeWords(board, view);
  if (!winner) return { winner, title: t("end.draw"), how };
  const { first, second } = board.players ?? {};
  const seat = playerOf(view, winner);
  const alone = [first, second].filter((p) => p?.kind !== "engine").length === 1;
  if (alone) return { winner, title: t(board.players[seat]?.kind === "engine" ? "end.lost" : "end.won"), how };
  return { winner, title: t("end.winner", { name: seatName(seat) }), how };
}

/**
 * Who has won, where a score of black is that of a game that ended by the rules; else empty.
 * @param {Board} board @param {number} node of the score @param {Score} score
 */
export function endWords(board, node, { kind, plies }) {
  const result = board.result ?? "";
  if (node === gameEnd(board) && /^([BW]\+[\d.]+|0)$/.test(result)) return resultWords(result, board);
  return plies === 0 ? resultWords(kind === "win" ? "B+" : "W+", board) : "";
}

/** Begins the same game again, the players with swapped seats. */
async function rematch() {
  const { board } = store.state;
  if (!board) return;
  try {
    const root = rootOf(board);
    const start = await viewOf(root.id);
    const own = root.setup && !/handicap/.test(board.rules);
    const { first, second } = board.players;
    await openMade(await api.create({
      game: board.game, rules: board.rules || undefined, size: `${board.size.cols}x${board.size.rows}`, clock: board.clock ?? null,
      ...(own ? { setup: { black: start.stones.black, white: start.stones.white, to_move: start.to_move } } : {}),
      players: { first: second, second: first },
    }));
  } catch (error) {
    sayProblem(error);
  }
}

/** Shows the review, and starts it if there is none. */
function reviewGame() {
  store.set({ panel: "review" });
  store.flush();
  if (canGoOn()) goOn();
  else if (!study().review && !study().sweep) void beginSweep();
}

/** The headline of the card. @param {Board} board @param {View} view */
export function endingLine(board, view) {
  const { winner, title, how } = endingOf(board, view);
  return [
    winner ? h("span", { class: `player-chip ${winner} look-${lookOf(board)}`, "aria-hidden": "true" }) : null,
    h("strong", { class: "end-title" }, title), span("end-how", how),
  ];
}

/** The buttons of the card. @param {Board} board */
export function endingButtons(board) {
  return [
    board.nodes.length > 1 ? button("chart", t("end.review"), reviewGame, { class: "primary", id: "end-review" }) : null,
    playedHere(board) ? button("again", t("end.rematch"), () => void rematch(), { id: "end-rematch", title: t("end.rematch.about") }) : null,
    button("plus", t("action.new"), () => void showNewGame(), { id: "end-new" }),
  ];
}
