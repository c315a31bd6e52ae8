// Puzzles from the suites: on the board one plays for the side to move; the puzzle's own solution and the engine
// answer.

import { api, json } from "../api.js";
import { pick, t } from "../i18n/index.js";
import { has } from "../game.js";
import { moveWords } from "../moves.js";
import { pointName, same } from "../board/geometry.js";
import { stoneAt } from "../board/points.js";
import { registerMode } from "../play/hands.js";
import { socket } from "../connection.js";
import { say, sayProblem } from "../messages.js";
import { becomeGame, clearBoard, open } from "../session/open.js";
import { play } from "../session/play.js";
import { goto } from "../session/steps.js";
import { keep, recall } from "../settings.js";
import { store } from "../store.js";
import { engineChoice } from "./live.js";
import { complete, judge, nextInLine, nextPuzzle, readProgress, turnedLine, withMark } from "./puzzle-model.js";
import { flipped, isProof, longScore, pointOf } from "./score.js";
import { inWords, setStudy, showLine, study } from "./state.js";
import { lineDone, linesNow, nextLine, puzzleDone, whenPractised } from "./training.js";

/** @import { Analysis, Point, Score } from "../types.js" */
/** @import { Mark, Progress, Puzzle } from "./puzzle-model.js" */
/** @import { Card } from "./training-model.js" */

/**
 * The open puzzle.
 * @typedef {object} Task
 * @property {string | number} board
 * @property {Puzzle} puzzle
 * @property {number} count number of puzzles in the suite
 * @property {number} start the node of its position
 * @property {string[]} played moves of both sides since then
 * @property {"try" | "judging" | "wrong" | "reply" | "solved" | "shown"} stage
 * @property {boolean} clean no wrong try and no help so far
 * @property {boolean} helped
 * @property {number} [where] the number of moves played when a hint showed the area of the next
 * @property {number} [named] the same, when it named the move
 * @property {import("./state.js").Words} words
 * @property {{ board: string | number, node: number, paused: boolean } | null} back the game that was open before
 */

const KEY = "tengen.puzzles";
/** The kind of a task that is an opening line; its suite is the key of its card. */
export const LINE = "line";
/** Delay before the opponent's reply in milliseconds, so that the user first sees the own move. */
const REPLY = 350;

/** Time limit of reading for the reply to a try that is known to be wrong, in milliseconds. */
const READING = 2500;

/** @type {Progress} */
let progress = {};
/** Puzzles whose result has counted. @type {WeakSet<Puzzle>} */
const counted = new WeakSet();
export const progressNow = () => progress;

/** @returns {Task | null} */
export const task = () => study().puzzle;

/** @param {Partial<Task>} patch */
const change = (patch) => {
  const now = task();
  if (!now) return;
  setStudy({ puzzle: { ...now, ...patch } });
  // If the panel is not visible, as on a phone, the line under the board shows it too.
  if (patch.words) say(inWords(patch.words));
  else if (patch.words === "") store.set({ message: null });
};

/** @param {Task} now @param {Mark} mark */
function note(now, mark) {
  const { suite, n } = now.puzzle;
  if (now.puzzle.kind === LINE) {
    if (!counted.has(now.puzzle)) lineDone(suite, mark === "solved");
    counted.add(now.puzzle);
    return;
  }
  // Only the first result of a puzzle is one of training.
  if (!counted.has(now.puzzle)) {
    counted.add(now.puzzle);
    puzzleDone(now.puzzle, now.count, mark === "solved" ? 1 : mark === "helped" ? 0.5 : 0, progress[suite]?.[n] === "solved");
  }
  progress = withMark(progress, suite, n, mark);
  keep(KEY, progress);
  // The library counts tries; the browser's storage is the fallback.
  if (mark !== "helped") json("POST", `puzzles/${encodeURIComponent(suite)}/${n}`, { json: { solved: mark === "solved" } }).catch(() => {});
}

/**
 * How a task is opened: the game to go back to, and the address from which it was asked for.
 * @typedef {{ back?: Task["back"], from?: string }} How
 */

/** Opens a puzzle. @param {string} suite @param {number} n @param {number} count @param {How} [how] */
export async function openPuzzle(suite, n, count, how = {}) {
  const from = how.from ?? location.hash;
  try {
    const found = await api.puzzle(suite, n);
    /** @type {Puzzle} */
    const puzzle = { ...found, suite, n, answers: found.answers ?? found.solutions ?? [], line: found.line ?? found.solution };
    if (found.solved > 0) progress = withMark(progress, suite, n, "solved");
    await openTask(puzzle, count, `${suite} ${n}`, { address: `#puzzle=${encodeURIComponent(suite)}/${n}`, from, back: how.back });
  } catch (error) {
    sayProblem(error);
  }
}

/** Asks for an opening line. @param {Card} card @param {How} [how] */
export async function openLine(card, how = {}) {
  const { line } = card;
  if (!line) return;
  const rest = line.moves.slice(line.first);
  try {
    await openTask({
      suite: card.key, n: 1, game: line.game, rules: line.rules, size: line.size, moves: line.moves.slice(0, line.first),
      answers: rest.slice(0, 1), line: rest, kind: LINE, task: line.name,
    }, 1, line.name, { address: `#line=${encodeURIComponent(card.key)}`, from: how.from ?? location.hash, back: how.back, card });
    store.set({ panel: "train" });
  } catch (error) {
    sayProblem(error);
  }
}

/**
 * What the browser's history keeps with a task's address.
 * @typedef {{ board: string | number, count: number, back: Task["back"], card?: Card }} Kept
 */

/**
 * Puts a task on the table, on a board of its own.
 * @param {Puzzle} puzzle @param {number} count @param {string} name
 * @param {{ address: string, from: string, back?: Task["back"], card?: Card }} how `card`: of an opening line
 */
async function openTask(puzzle, count, name, how) {
  const board = await api.create(/** @type {any} */ ({
    game: puzzle.game, rules: puzzle.rules, size: sizeText(puzzle.size), setup: puzzle.setup ?? undefined, moves: puzzle.moves ?? undefined,
    players: { first: { kind: "human" }, second: { kind: "human" } }, header: { name }, tags: ["puzzle"], puzzle: true,
  }));
  if (location.hash !== how.from) {
    // The person has gone on, with the browser's Back for one.
    void api.discard(board.id).catch(() => {});
    return;
  }
  const back = how.back ?? (task() ? task()?.back ?? null : shownNow());
  /** @type {Task} */
  const now = { board: board.id, puzzle, count, start: board.current, played: [], stage: "try", clean: true, helped: false, words: "", back };
  const before = owned;
  owned = now;
  setStudy({ puzzle: now, focus: null });
  /** @type {Kept} */
  const state = { board: board.id, count, back, ...(how.card ? { card: how.card } : {}) };
  await open(board, { paused: true, task: { address: how.address, state } });
  // Only a board that is not shown is deleted: its pages would report that it is gone.
  if (before) remove(before);
  setStudy({ puzzle: { ...now, start: store.state.node ?? board.current } });
  store.set({ mode: "puzzle" });
  // On a phone the list of the puzzles is below the board.
  document.getElementById("board")?.scrollIntoView({ block: "nearest" });
}

/** A size as the server writes it. @param {any} size */
const sizeText = (size) => (size && typeof size === "object" ? `${size.cols}x${size.rows}` : size ?? undefined);

/** The next unsolved puzzle of the suite. */
export async function openNext() {
  const now = task();
  if (now?.puzzle.kind === LINE) {
    const next = nextLine(now.puzzle.suite);
    await (next ? openLine(next) : endPuzzle());
  } else if (now) await openPuzzle(now.puzzle.suite, nextPuzzle(progress, now.puzzle.suite, now.puzzle.n, now.count), now.count);
}

/** The game on the table, if it is no puzzle. @returns {Task["back"]} */
function shownNow() {
  const { board, node, paused } = store.state;
  return board && node !== null ? { board: board.id, node, paused } : null;
}

/** The puzzle whose board is to be deleted when it is left. The study of a board ends with the board, this does not. @type {Task | null} */
let owned = null;

/** Deletes a puzzle's board. @param {Task} puzzle */
const remove = (puzzle) => void api.discard(puzzle.board).catch(() => {});

/** Whether an address is that of a puzzle or an opening line. @param {string} hash the part after `#` */
export const isTask = (hash) => /^(puzzle|line)=/.test(hash);

/**
 * Opens the puzzle or the opening line of an address, which a reload, the browser's Back or a link leads to. It begins again, on a new
 * board; the board that a reload has left behind is deleted. Returns whether there is such a task.
 * @param {string} hash the part after `#`
 */
export async function openAddress(hash) {
  const from = `#${hash}`;
  const before = task()?.board;
  /** @type {Partial<Kept>} */
  const { board, back, ...kept } = history.state ?? {};
  if (board !== undefined && board !== store.state.board?.id) void api.discard(board).catch(() => {});
  const text = decoded(hash.slice(hash.indexOf("=") + 1));
  if (hash.startsWith("line=")) {
    const card = linesNow().find((c) => c.key === text) ?? kept.card;
    if (card) await openLine(card, { back, from });
  } else {
    const [, suite, n] = /^(.*)\/(\d+)$/.exec(text) ?? [];
    const count = kept.count ?? await countOf(suite);
    if (count) await openPuzzle(suite, Number(n), count, { back, from });
  }
  if (!task() || task()?.board === before || location.hash !== from) return false;
  store.set({ panel: "train" });
  return true;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** The number of puzzles of a suite; 0 for one that does not exist. @param {string} [suite] @returns {Promise<number>} */
async function countOf(suite) {
  const answer = suite ? await api.puzzles().catch(() => null) : null;
  return answer?.suites?.find((/** @type {any} */ s) => s.id === suite)?.count ?? 0;
}

/** Keeps the puzzle's board as a game, for study. */
export async function keepPuzzle() {
  const now = task();
  const { board } = store.state;
  if (!now || !board) return;
  owned = null;
  becomeGame();
  setStudy({ puzzle: null });
  store.set({ mode: "play", paused: true, panel: "analysis" });
  await api.patch(board.id, { tags: [] }).catch(sayProblem);
}

/** @param {string[]} moves after the puzzle's position @param {number} [lines] @returns {Promise<Analysis | null>} */
async function analyse(moves, lines = 1) {
  const now = task();
  const { board, node } = store.state;
  if (!now || !board || node === null) return null;
  const answer = await socket.request({ do: "analyze", board: board.id, node, moves, limits: { time_ms: 1500, lines }, ...engineChoice(), progress: false }).done;
  return answer.type === "analysis" ? answer.analysis : null;
}

/** @param {Point} point */
async function attempt(point) {
  const now = task();
  const { board, view, node } = store.state;
  if (!now || !board || !view || node === null || view.node !== node) return;
  if (now.stage === "wrong") {
    // The wrong move was never stored: the click is the next try.
    await retry();
    await attempt(point);
    return;
  }
  if (now.stage !== "try") return;
  if (!view.legal.some((p) => same(p, point))) {
    // It is refused, and the reason is said.
    await play({ point });
    return;
  }
  const move = pointName(board, point);
  if (now.puzzle.kind === LINE && now.puzzle.line && !has(board, "gravity")) {
    // An equal move by symmetry turns the rest of the line with it.
    const rest = now.puzzle.line.slice(now.played.length).map((m) => pointOf(board, m));
    const turned = rest.every((p) => p !== null) ? turnedLine(/** @type {Point[]} */ (rest), point, board.size, view.stones) : null;
    if (turned && judge(now.puzzle, now.played, move) !== "right") {
      const line = [...now.puzzle.line.slice(0, now.played.length), ...turned.map((p) => pointName(board, p))];
      change({ puzzle: { ...now.puzzle, line, answers: line.slice(0, 1) } });
      await attempt(point);
      return;
    }
  }
  let verdict = judge(now.puzzle, now.played, move);
  if (now.puzzle.kind === LINE && verdict !== "right") {
    // The line is to be known by heart: another move may be as good, but it is not asked for.
    note(now, "failed");
    change({ stage: "wrong", clean: false, words: () => t("lines.other", { move: moveWords(move) }) });
    return;
  }
  change({ stage: "judging", words: verdict === "right" ? "" : () => t("study.trial.judging") });
  showLine({ points: [point], toMove: view.to_move, node, max: 1 });
  /** @type {Analysis | null} */
  let after = null;
  /** What refutes the try. @type {Parameters<typeof wrong>[2]} */
  let answer = null;
  try {
    if (verdict !== "right" && now.puzzle.target) {
      const read = await readCapture([move], verdict === "wrong" ? READING : undefined);
      const taken = read?.result === "win";
      if (verdict === "unknown") verdict = taken ? "right" : "wrong";
      answer = taken ? read : read?.reply ? { line: [read.reply], line_points: read.reply_points } : verdict === "wrong" ? await engineReply(move) : null;
    } else if (verdict !== "right") {
      after = await analyse([move]);
      const [best] = after?.lines ?? [];
      const score = after?.score ?? best?.score ?? null;
      // Another move may be as good: a proof of the engine counts as much as the suite's answer.
      if (verdict === "unknown") verdict = score && score.win <= 0.1 ? "right" : "wrong";
      else if (score && isProof(score) && score.win === 0 && now.puzzle.kind !== "best") verdict = "right";
      answer = { line: best?.pv, line_points: best?.points ?? best?.pv.map((m) => pointOf(board, m)), score };
    }
  } catch { /* the puzzle's own word must do */ }
  // Meanwhile the person may have gone on.
  if (task()?.puzzle !== now.puzzle || task()?.stage !== "judging") return;
  if (verdict === "right") await right(point, move, after);
  else wrong(point, move, answer);
}

/**
 * Says that a try is wrong, and shows what refutes it.
 * @param {Point} point @param {string} move
 * @param {{ line?: string[] | null, line_points?: (Point | null)[] | null, score?: Score | null } | null} answer the opponent's line, and the score from there
 */
function wrong(point, move, answer) {
  const now = task();
  const { view, node } = store.state;
  if (!now || !view || node === null) return;
  note(now, "failed");
  change({ stage: "wrong", clean: false, words: () => refutation(move, answer?.line ?? [], answer?.score ?? null) });
  showLine({ points: [point, ...(answer?.line_points ?? [])], toMove: view.to_move, node, max: 12 });
}

/** The engine's reply to a try, where reading finds none in time. A win rate says nothing about a capture. @param {string} move */
async function engineReply(move) {
  const { board } = store.state;
  const reply = (await analyse([move]))?.best;
  return board && reply ? { line: [reply], line_points: [pointOf(board, reply)] } : null;
}

/**
 * Whether the target of the puzzle is captured after some moves, as the reader of the server proves it.
 * @param {string[]} moves @param {number} [time_ms] a limit @returns {Promise<any>}
 */
async function readCapture(moves, time_ms) {
  const now = task();
  const { board, node } = store.state;
  const target = board && now?.puzzle.target ? pointOf(board, now.puzzle.target) : null;
  if (!board || node === null || !target) return null;
  const answer = await socket.request({ do: "solve", kind: "capture", board: board.id, node, moves, chain: target, ...(time_ms ? { limits: { time_ms } } : {}) }).done;
  return answer.type === "proof" ? answer : null;
}

/** Whether the stones that the puzzle's attacker wants are taken. @param {Puzzle} puzzle */
function isTaken(puzzle) {
  const { board, view } = store.state;
  const at = board && view && puzzle.target ? pointOf(board, puzzle.target) : null;
  return !!at && !!view && !stoneAt(view, at);
}

/** @param {string} move @param {string[]} reply @param {Score | null} score from the opponent */
function refutation(move, reply, score) {
  const { board } = store.state;
  const words = [t("study.puzzle.wrong", { move: moveWords(move) })];
  if (reply[0]) words.push(t("study.trial.reply", { move: moveWords(reply[0]) }));
  if (score && board) words.push(longScore(flipped(score), board, t));
  return words.join(" · ");
}

/** @param {Point} point @param {string} move @param {Analysis | null} after */
async function right(point, move, after) {
  setStudy({ lit: null, focus: null });
  const now = task();
  const { board } = store.state;
  if (!now || !board) return;
  const played = [...now.played, move];
  await play({ point });
  const done = () => {
    const ended = task();
    if (!ended) return;
    note(ended, ended.helped ? "helped" : ended.clean ? "solved" : "helped");
    change({ stage: "solved", played, words: () => t(`${ended.puzzle.kind === LINE ? "lines" : "study.puzzle"}.${ended.clean && !ended.helped ? "solved" : "solved-late"}`) });
  };
  if (complete(now.puzzle, played) || isTaken(now.puzzle) || store.state.view?.outcome) {
    done();
    return;
  }
  change({ stage: "reply", played, words: () => t("study.puzzle.right") });
  await new Promise((r) => setTimeout(r, REPLY));
  if (task()?.puzzle !== now.puzzle) return;
  let reply = nextInLine(now.puzzle, played);
  if (!reply && now.puzzle.target) reply = (await readCapture([]).catch(() => null))?.line?.[0] ?? null;
  else if (!reply) reply = (after ?? (await analyse([]).catch(() => null)))?.lines[0]?.pv?.[0] ?? null;
  if (!reply) {
    done();
    return;
  }
  const at = pointOf(board, reply);
  await play(at ? { point: at } : { move: reply });
  const next = [...played, reply];
  // An attack that the suite does not contain is played to its end, as long as the defender has a reply.
  if (store.state.view?.outcome || (nextInLine(now.puzzle, next) === null && complete(now.puzzle, next))) done();
  else change({ stage: "try", played: next, words: () => t("study.puzzle.on") });
}

/** Another try after a wrong one. */
export async function retry() {
  const now = task();
  if (!now) return;
  showLine(null);
  change({ stage: "try", words: "" });
}

/** Shows a hint: the puzzle's own text, then the area of the move, then the move. */
export function help() {
  const now = task();
  const { board } = store.state;
  if (!now || !board) return;
  const move = nextInLine(now.puzzle, now.played);
  const own = now.helped ? "" : pick(now.puzzle.hint);
  const at = move ? pointOf(board, move) : null;
  const played = now.played.length;
  if (own) change({ helped: true, words: () => pick(now.puzzle.hint) });
  else if (at && move && now.where === played) {
    change({ named: played, words: () => t("study.puzzle.name", { move: moveWords(move) }) });
    setStudy({ lit: { points: [at] } });
  } else if (at) {
    change({ helped: true, where: played, words: () => t("study.puzzle.where") });
    // An area, not the move itself.
    setStudy({ lit: { points: around(at, board.size) } });
  }
}

/** @param {Point} p @param {{ rows: number, cols: number }} size @returns {Point[]} */
function around([row, col], size) {
  /** @type {Point[]} */
  const out = [];
  for (let r = row - 1; r <= row + 1; r += 1) for (let c = col - 1; c <= col + 1; c += 1) if (r >= 0 && c >= 0 && r < size.rows && c < size.cols) out.push([r, c]);
  return out;
}

/** Shows the solution as a line on the board. */
export async function showSolution() {
  const now = task();
  const { board } = store.state;
  if (!now || !board) return;
  if (now.clean) note(now, "failed");
  await goto(now.start);
  const { view, node } = store.state;
  const line = now.puzzle.line?.length ? now.puzzle.line : now.puzzle.answers.slice(0, 1);
  change({ stage: "shown", played: [], clean: false, words: () => t("study.puzzle.solution", { line: line.map(moveWords).join(" ") }) });
  setStudy({ lit: null });
  if (view && node !== null) showLine({ points: line.map((m) => pointOf(board, m)), toMove: view.to_move, node: now.start, max: 60, plain: !has(board, "flips") });
}

/** Starts the puzzle again. */
export async function restart() {
  const now = task();
  if (!now) return;
  showLine(null);
  setStudy({ lit: null });
  await goto(now.start);
  change({ stage: "try", played: [], words: "", where: undefined, named: undefined });
}

/** Ends the puzzle, returns to the game that was open before, and deletes the puzzle's board. */
export async function endPuzzle() {
  const now = task();
  if (!now) return;
  owned = null;
  setStudy({ puzzle: null, lit: null });
  showLine(null);
  try {
    const before = now.back && await api.board(now.back.board).catch(() => null);
    if (before && now.back) await open(before, { node: now.back.node, paused: now.back.paused });
    else if (store.state.board?.id === now.board) clearBoard();
  } catch (error) {
    sayProblem(error);
  }
  remove(now);
  store.set({ message: null });
}

/** Registers the mode. Called once. */
export function registerPuzzles() {
  progress = readProgress(recall(KEY));
  whenPractised(openPuzzle, openLine);
  registerMode("puzzle", {
    play: (point) => void attempt(point),
    ghost(point) {
      const { view } = store.state;
      return ["try", "wrong"].includes(task()?.stage ?? "") && view?.legal.some((p) => same(p, point)) && !stoneAt(view, point) ? { color: view.to_move } : null;
    },
  });
  // Opening another game ends the puzzle.
  store.watch(["board"], ({ board }) => {
    if (!owned || !board || board.id === owned.board) return;
    remove(owned);
    owned = null;
  });
}
