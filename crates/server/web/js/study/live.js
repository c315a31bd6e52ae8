// The engine at the position shown: it starts and stops with what is on the table, and its reports are shown as fast as the page
// can paint them and no faster. Nothing works for a page that nobody sees.

import { t } from "../i18n/index.js";
import { isOver, sayProblem, socket } from "../session.js";
import { store } from "../store.js";
import { ApiError } from "../api.js";
import { learn, setStudy, study } from "./state.js";

/** @import { Analysis } from "../types.js" */
/** @import { Request } from "../socket.js" */

/** Milliseconds between two paintings of what the engine says. */
const PACE = 90;
/** Milliseconds that one stays at a position before the engine begins, so that stepping through a game starts none. */
const SETTLE = 60;
/** Analyses kept while a game is on the table. */
const MOST = 2000;

/** @type {{ key: string, request: Request } | null} */
let work = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settle;
/** @type {{ node: number, analysis: Analysis } | null} the last report that is not shown yet */
let waiting = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pace;
/** Positions that have been thought about with these choices to the end. @type {Set<string>} */
let finished = new Set();

/** Modes in which the board belongs to someone who is to find the move alone. */
const ALONE = new Set(["guess", "puzzle"]);

/** The limits that the person has chosen. */
export function limits() {
  const { choices } = study();
  return { time_ms: Math.round(choices.seconds * 1000), lines: choices.lines, ...(choices.threads > 0 ? { threads: choices.threads } : {}) };
}

/** Engine and level that the person has chosen, where the game on the table has that engine. */
export function engineChoice() {
  const { choices } = study();
  const { about, board } = store.state;
  const engines = about?.games.find((g) => g.kind === board?.game)?.engines ?? [];
  const engine = engines.find((e) => e.name === choices.engine);
  return {
    ...(engine ? { engine: engine.name } : {}),
    ...(choices.level > 0 && (engine ?? engines[0])?.levels.some((l) => l.level === choices.level) ? { level: choices.level } : {}),
  };
}

/** What would be asked now, as one text; `null` where nothing is to be asked. */
function wanted() {
  const { board, node, view, pending, mode, connection, thinking } = store.state;
  const { on, choices } = study();
  if (!on || !board || node === null || view?.node !== node || pending || thinking || connection !== "online" || document.hidden) return null;
  if (ALONE.has(mode) || isOver()) return null;
  return JSON.stringify([board.id, node, choices.engine, choices.level, choices.seconds, choices.lines, choices.threads]);
}

/** Starts or stops the engine, as the state asks. */
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
    if (answer.analysis && store.state.board?.id === board.id) waiting = { node, analysis: answer.analysis };
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

/** Keeps an analysis of a node of the game on the table, and what it says of the course of the game. @param {number} node @param {Analysis} analysis */
export function keepAnalysis(node, analysis) {
  const analyses = new Map(study().analyses);
  analyses.delete(node);
  analyses.set(node, analysis);
  if (analyses.size > MOST) analyses.delete(/** @type {number} */ (analyses.keys().next().value));
  setStudy({ analyses });
  const { view } = store.state;
  learn([{ node, score: analysis.score ?? analysis.lines[0]?.score, toMove: view?.node === node ? view.to_move : undefined }]);
}

/** Begins or ends the analysis of the positions shown. @param {boolean} [on] */
export function toggleLive(on = !study().on) {
  if (on) finished = new Set();
  setStudy({ on, problem: null });
}

/** Follows the state for the life of the page. */
export function runLive() {
  store.watch(["board", "node", "view", "pending", "mode", "connection", "thinking", "study"], look);
  document.addEventListener("visibilitychange", look);
  store.watch(["board"], ({ board }) => {
    if (!board) finished = new Set();
  });
}
