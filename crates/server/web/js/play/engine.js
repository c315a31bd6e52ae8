// Lets the engine of the side to move think and play, and stops it when its move is no longer needed.

import { hasUnit, infoOf } from "../game.js";
import { hasText, t } from "../i18n/index.js";
import { socket } from "../connection.js";
import { say, sayProblem } from "../messages.js";
import { onClose } from "../session/open.js";
import { arrive, followReplies } from "../session/play.js";
import { hasResult, isFinished, isOver, isTerminal, playerToMove } from "../session/standing.js";
import { refresh } from "../session/sync.js";
import { capital, colorName, moveInText, parsePoint } from "../moves.js";
import { engineChoice, keepAnalysis, knownAnalysis } from "../study/live.js";
import { candidatesOf } from "../study/candidates.js";
import { longScore, shortScore } from "../study/score.js";
import { study } from "../study/state.js";
import { isTeaching } from "../study/teach.js";
import { isAlone, seatName } from "./players.js";
import { expect } from "./ponder.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { ApiError } from "../api.js";

/** @import { Analysis, View } from "../types.js" */

/** @type {{ node: number, board: string | number, stop: () => void } | null} */
let turn = null;
/** Why an engine did not move, as the page says it, and where. @type {{ message: import("../store.js").State["message"], node: number, board: string | number } | null} */
let refused = null;
/** When an engine last moved, in milliseconds. */
let moved = -Infinity;

/** How long one of two engines waits before its turn, so that a person can follow, in milliseconds. A clock does not wait. */
function pause() {
  const { board, settings } = store.state;
  const { first, second } = board?.players ?? {};
  const watched = first?.kind === "engine" && second?.kind === "engine" && !board?.clock;
  return watched ? Math.max(0, moved + settings.pace - performance.now()) : 0;
}

/** Whether an engine is to move in the position shown. */
function isItsTurn() {
  const { board, view, node, paused, mode, pending, connection } = store.state;
  if (!board || !view || node === null || view.node !== node || paused || mode !== "play" || pending || connection !== "online") return false;
  // In the line of a finished game a person tries the moves of both sides.
  return !isOver() && !isFinished() && playerToMove()?.kind === "engine" && !isTeaching(node);
}

/** Whether the engine should start to think now. */
function wanted() {
  const { board, node } = store.state;
  return isItsTurn() && (nodeOf(board, node)?.children.length ?? 0) === 0;
}

/** Stops the engine that is thinking about its move. */
function stopTurn() {
  turn?.stop();
  turn = null;
  if (store.state.thinking) store.set({ thinking: null });
}

/** Forgets why an engine did not move, once it need not move there or is asked again. */
function dropRefusal() {
  const { board, node, paused, message } = store.state;
  if (!refused || (paused && refused.board === board?.id && refused.node === node && playerToMove()?.kind === "engine" && !isFinished())) return;
  if (message === refused.message) store.set({ message: null });
  refused = null;
}

/** Starts or stops the engine to match the state. */
function look() {
  const { board, node } = store.state;
  dropRefusal();
  // The engine's own move may be in the tree before its answer arrives: that is no reason to stop.
  if (turn && (!isItsTurn() || turn.node !== node || turn.board !== board?.id)) stopTurn();
  if (!turn && wanted() && board && node !== null) begin(board.id, node);
}

/**
 * If several tabs show the same game, one of them lets the engine think. When it is closed, another takes over.
 * @param {string | number} board
 * @param {number} node
 */
function begin(board, node) {
  const ended = new AbortController();
  /** @type {import("../socket.js").Request | null} */
  let request = null;
  const own = {
    node, board,
    stop() {
      ended.abort();
      request?.cancel();
    },
  };
  turn = own;
  const think = async () => {
    const wait = pause();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (ended.signal.aborted || turn !== own) return;
    if (!wanted()) {
      turn = null;
      return;
    }
    const since = performance.now();
    store.set({ thinking: { node, since, analysis: null } });
    request = socket.request({ do: "play", board, node, progress: true }, (message) => {
      if (turn === own && message.analysis) store.set({ thinking: { node, since, analysis: message.analysis } });
    });
    try {
      const answer = await request.done;
      if (turn !== own || (answer.type !== "played" && answer.type !== "resigned")) return;
      turn = null;
      store.set({ thinking: null });
      if (answer.type === "resigned") {
        if (store.state.board?.id === board) await refresh();
        return;
      }
      const b = store.state.board;
      const before = store.state.view;
      if (b?.id !== board || store.state.node !== node || !before) return;
      moved = performance.now();
      arrive(answer, { parent: node, color: before.to_move, player: before.player_to_move }, Math.round(performance.now() - since));
      sayChoice(before, answer.view);
      sayBound(before, answer.analysis.score);
      expect(board, answer.node, answer.analysis);
      look();
    } catch (error) {
      if (turn !== own) return;
      turn = null;
      store.set({ thinking: null });
      // It restarts after the reconnect.
      if (error instanceof ApiError && error.offline) return;
      if (error instanceof ApiError && error.code === "already-played") {
        // Another page was quicker: its move is the engine's.
        await refresh().catch(() => {});
        await followReplies();
        return;
      }
      store.set({ paused: true });
      sayProblem(error);
      refused = { message: store.state.message, node, board };
    }
  };
  if (navigator.locks) {
    navigator.locks.request(`tengen-turn-${board}`, { signal: ended.signal }, think).catch(() => {});
  } else {
    void think();
  }
}

/**
 * Says what an engine has chosen in an opening: a choice leaves no stone on the board.
 * @param {View} before
 * @param {View} after
 */
function sayChoice(before, after) {
  const [, choice = "", n = ""] = /^(black|white|two-more|fifths)(?:=(\d+))?$/.exec(after.last_move ?? "") ?? [];
  if (!choice) return;
  const who = before.player_to_move;
  const other = who === "first" ? "second" : "first";
  const key = `opening.${choice}${isAlone() && hasText(`opening.${choice}.you`) ? ".you" : ""}`;
  say(t(key, { name: seatName(who), other: seatName(other), n }));
}

/**
 * Says when the win comes at the latest, of an engine that is for some rules alone: it plays a proven win.
 * @param {View} before its move @param {import("../types.js").Score | null} score with that move still to be made
 */
function sayBound(before, score) {
  const { about, board } = store.state;
  const engine = board?.players[before.player_to_move]?.engine;
  if (!board || !infoOf(about, board)?.engines.find((e) => e.name === engine)?.only || score?.kind !== "win") return;
  const n = (score.plies ?? 0) - 1;
  if (n > 0) say(t("status.bound", { color: capital(colorName(board, before.to_move)), n }));
}

/** Time limit of a hint's analysis, in milliseconds. */
const HINT = 1500;

/** Asks an engine for good moves and shows them on the board. */
export async function hint() {
  const { board, node, view, mode } = store.state;
  if (!board || node === null || !view || isTerminal() || mode !== "play" || store.state.thinking) return;
  say(t("hint.thinking"));
  // One truth for the hint, the list of candidates and Why?.
  const known = knownAnalysis(node, HINT);
  const request = known ? null : socket.request({ do: "analyze", board: board.id, node, limits: { time_ms: HINT, lines: 3 }, ...engineChoice(), progress: false });
  const end = store.watch(["node", "mode"], () => request?.cancel());
  try {
    /** @type {Analysis | undefined} */
    const analysis = known ?? (await request?.done)?.analysis;
    if (store.state.node !== node || !analysis || hasResult(store.state.board) !== hasResult(board)) return;
    if (!known) keepAnalysis(node, analysis);
    const unit = hasUnit(board) ? study().choices.unit : "percent";
    // The order and the colours of the list of candidates.
    const list = candidatesOf(board, analysis);
    const points = list.slice(0, 3).map((c) => ({ point: c.point ?? parsePoint(board, c.move, view), text: shortScore(c.score, unit, t), strength: c.strength }));
    store.set({ hint: /** @type {any} */ (points.filter((x) => x.point)) });
    const best = list[0];
    if (best) say(t("hint.best", { move: moveInText(best.move), score: longScore(best.score, board, t) }));
    else say(t("hint.none"));
  } catch (error) {
    sayProblem(error);
  } finally {
    end();
  }
}

/** Watches the state while the page is open. */
export function runEngines() {
  onClose(stopTurn);
  store.watch(["board", "view", "node", "paused", "mode", "pending", "connection", "study"], look);
}
