// The engine at the position shown: it starts and stops with the position. Its reports are shown at most once
// per frame. It stops while the page is hidden.

import { infoOf } from "../game.js";
import { t } from "../i18n/index.js";
import { socket } from "../connection.js";
import { sayProblem } from "../messages.js";
import { gameEnd, hasResult, isTerminal } from "../session/standing.js";
import { store } from "../store.js";
import { ApiError } from "../api.js";
import { learn, linesOf, setStudy, study } from "./state.js";

/** @import { Analysis, Board } from "../types.js" */
/** @import { Request } from "../socket.js" */

/** Minimum milliseconds between two updates of the display. */
const PACE = 90;
/** Delay before the engine starts, in milliseconds, so that stepping through a game starts no search. */
const SETTLE = 60;
/** Maximum number of analyses kept for a game. */
const MOST = 2000;

/** @type {{ key: string, request: Request } | null} */
let work = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settle;
/** @type {{ node: number, analysis: Analysis } | null} the last report that is not shown yet */
let waiting = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pace;
/** The request that the end of a game has stopped: its last report is not shown. @type {Request | null} */
let ended = null;
/** Positions whose analysis with these settings is complete. @type {Set<string>} */
let finished = new Set();

/** Modes in which the user must find the move without help. */
const ALONE = new Set(["guess", "puzzle"]);

/** The chosen limits. */
export function limits() {
  const { choices } = study();
  return { time_ms: Math.round(choices.seconds * 1000), lines: linesOf(store.state.board), ...(choices.threads > 0 ? { threads: choices.threads } : {}) };
}

/** The chosen engine and level, if the game has that engine. */
export function engineChoice() {
  const { choices } = study();
  const { about, board } = store.state;
  const engines = infoOf(about, board)?.engines ?? [];
  const engine = engines.find((e) => e.name === choices.engine);
  return {
    ...(engine ? { engine: engine.name } : {}),
    ...(choices.level > 0 && (engine ?? engines[0])?.levels.some((l) => l.level === choices.level) ? { level: choices.level } : {}),
  };
}

/** The current request as one text; `null` if there is none. */
function wanted() {
  const { board, node, view, pending, mode, connection, thinking } = store.state;
  const { on, choices } = study();
  if (!on || !board || node === null || view?.node !== node || pending || thinking || connection !== "online" || document.hidden) return null;
  if (ALONE.has(mode) || isTerminal()) return null;
  return JSON.stringify([board.id, node, choices.engine, choices.level, choices.seconds, linesOf(board), choices.threads]);
}

/** Starts or stops the engine to match the state. */
function look() {
  const key = wanted();
  if (work?.key === key) return;
  stop();
  if (key === null || finished.has(key)) return;
  setStudy({ problem: null });
  settle = setTimeout(() => wanted() === key && begin(key), SETTLE);
}

function stop() {
  clearTimeout(settle);
  if (!work) return;
  const { request } = work;
  work = null;
  request.cancel();
  paint();
  setStudy({ busy: false });
}

/** @param {string} key */
function begin(key) {
  const { board, node } = store.state;
  if (!board || node === null) return;
  const request = socket.request({ do: "analyze", board: board.id, node, limits: limits(), ...engineChoice(), progress: true }, (message) => {
    if (work?.request !== request || !message.analysis) return;
    waiting = { node, analysis: message.analysis };
    pace ??= setTimeout(paint, PACE);
  });
  work = { key, request };
  setStudy({ busy: true });
  request.done.then((answer) => {
    if (answer.analysis && store.state.board?.id === board.id && ended !== request) waiting = { node, analysis: answer.analysis };
    paint();
    if (work?.request !== request) return;
    work = null;
    if (answer.type === "analysis" && !answer.cancelled) finished.add(key);
    setStudy({ busy: false });
  }, (error) => {
    if (work?.request !== request) return;
    work = null;
    setStudy({ busy: false, problem: error instanceof ApiError && error.offline ? t("problem.offline") : error.message });
    if (!(error instanceof ApiError)) sayProblem(error);
    else if (!error.offline) finished.add(key);
  });
}

/** Shows the last report. */
function paint() {
  clearTimeout(pace);
  pace = undefined;
  if (!waiting) return;
  const { node, analysis } = waiting;
  waiting = null;
  keepAnalysis(node, analysis);
}

/** Stores the analysis of a node, and its score for the graph. @param {number} node @param {Analysis} analysis */
export function keepAnalysis(node, analysis) {
  const analyses = new Map(study().analyses);
  analyses.delete(node);
  analyses.set(node, analysis);
  if (analyses.size > MOST) analyses.delete(/** @type {number} */ (analyses.keys().next().value));
  setStudy({ analyses });
  const { view } = store.state;
  learn([{ node, score: analysis.score ?? analysis.lines[0]?.score, toMove: view?.node === node ? view.to_move : undefined, best: analysis.best }]);
}

/**
 * The known analysis of a node, if a search of so many milliseconds would hardly say more.
 * @param {number} node @param {number} ms @returns {Analysis | null}
 */
export function knownAnalysis(node, ms) {
  const known = study().analyses.get(node);
  return known && known.lines.length > 0 && (known.score?.kind !== "estimate" || known.time_ms >= ms * 0.6) ? known : null;
}

/** Starts or stops the analysis of the positions shown. @param {boolean} [on] */
export function toggleLive(on = !study().on) {
  if (on) finished = new Set();
  // What a hint has found is in the list, which goes on from there.
  if (on && store.state.hint) store.set({ hint: null, message: null });
  setStudy({ on, problem: null });
}

/** Ends the help in a game that was resigned or lost on time: no marks stay on its last position. @param {Board} board */
function endHelp(board) {
  ended = work?.request ?? null;
  waiting = null;
  toggleLive(false);
  stop();
  const analyses = new Map(study().analyses);
  if (analyses.delete(gameEnd(board) ?? NaN)) setStudy({ analyses });
}

/** Watches the state while the page is open. */
export function runLive() {
  /** @type {Board | null} */
  let last = null;
  store.watch(["board"], ({ board }) => {
    const before = last;
    last = board;
    if (board && before?.id === board.id && !hasResult(before) && /^[BW]\+[RT]/i.test(board.result ?? "")) endHelp(board);
  });
  store.watch(["board", "node", "view", "pending", "mode", "connection", "thinking", "study"], look);
  document.addEventListener("visibilitychange", look);
  store.watch(["board"], ({ board }) => {
    if (!board) finished = new Set();
  });
}
