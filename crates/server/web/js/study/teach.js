// Teaching: after a person's mistake in a game against an engine, the engine waits, says why, and offers to take the
// move back.

import { button } from "../dom.js";
import { t } from "../i18n/index.js";
import { moveWords } from "../moves.js";
import { socket } from "../connection.js";
import { takeback } from "../session/result.js";
import { isFinished, isOver } from "../session/standing.js";
import { keep, recall } from "../settings.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { hideLine } from "./lines.js";
import { judgeTrial, noiseOf } from "./mistakes-model.js";
import { inPoints, longScore, pointOf } from "./score.js";
import { inWords, setStudy, showLine, study } from "./state.js";

/** @import { Analysis } from "../types.js" */

/** Milliseconds of each analysis. */
const THOUGHT = 700;
/** A move that loses at least this much of the winning chance is worth a word. */
const WORTH = 0.12;

/**
 * The person's move that is judged.
 * @typedef {object} Lesson
 * @property {number} node after the move
 * @property {"judging" | "offer" | "done"} stage
 * @property {import("./state.js").Words} words
 * @property {(import("../types.js").Point | null)[]} refutation from the reply on
 */

/** The storage key of the question that waits: its game and node, and what the words are made of once the move is judged. */
const KEY = "tengen.lesson";

/** The analysis before the person's move, made while the person thinks. @type {{ board: string | number, node: number, analysis: Promise<Analysis | null> } | null} */
let before = null;
/** The node from which a move was played last: stepping through a game teaches nothing. @type {number | null} */
let playedFrom = null;

/** @returns {Lesson | null} */
export const lesson = () => study().lesson;

/** Whether the engine has to wait with its move at a node. @param {number | null} node */
export const isTeaching = (node) => {
  const now = lesson();
  return !!now && now.node === node && now.stage !== "done";
};

/** @param {string | number} board @param {number} node @returns {Promise<Analysis | null>} */
async function ask(board, node) {
  const known = study().analyses.get(node);
  if (known) return known;
  // The strongest engine judges, whatever the opponent's level.
  const answer = await socket.request({ do: "analyze", board, node, limits: { time_ms: THOUGHT, lines: 2 }, progress: false }).done.catch(() => null);
  return answer?.type === "analysis" ? answer.analysis : null;
}

/** Whether this game is taught. */
function wanted() {
  const { board, settings, mode, paused } = store.state;
  return settings.teaching && !!board && mode === "play" && !paused && Object.values(board.players ?? {}).filter((p) => p?.kind === "engine").length === 1;
}

/** @param {Partial<Lesson>} patch */
const change = (patch) => {
  const now = lesson();
  if (now) setStudy({ lesson: { ...now, ...patch } });
};

/** Looks at each new position of the game. */
function look() {
  const { board, view, node } = store.state;
  if (!board || !view || node === null || view.node !== node) return;
  const at = nodeOf(board, node);
  const fresh = at?.parent !== null && at?.parent === playedFrom;
  // The position before the move may be sent again while the move is on its way.
  if (node !== playedFrom) playedFrom = null;
  if (!wanted() || isOver() || isFinished() || !at) return;
  const person = (/** @type {"first" | "second"} */ seat) => board.players[seat]?.kind !== "engine";
  if (person(view.player_to_move)) {
    if (before?.node !== node || before.board !== board.id) before = { board: board.id, node, analysis: ask(board.id, node) };
    return;
  }
  if (!fresh || typeof at.parent !== "number" || !at.point || !at.player || !person(at.player) || before?.board !== board.id || before.node !== at.parent) return;
  void judge(board.id, node, before.analysis);
}

/** @param {string | number} id @param {number} node @param {Promise<Analysis | null>} known */
async function judge(id, node, known) {
  setStudy({ lesson: { node, stage: "judging", words: "", refutation: [] } });
  keep(KEY, { board: id, node });
  const [best, after] = [await known, await ask(id, node)];
  const { board } = store.state;
  if (board?.id !== id || lesson()?.node !== node) return;
  const move = nodeOf(board, node)?.move ?? "";
  const [score, reply] = [best?.score ?? best?.lines[0]?.score, after?.score ?? after?.lines[0]?.score];
  const worse = score && reply && best?.best !== move ? judgeTrial(score, reply, false, false, noiseOf(best, after)) : null;
  if (!worse || worse.trial === "holds" || worse.loss < WORTH) {
    done();
    return;
  }
  const line = after?.lines[0]?.pv ?? [];
  const question = { move, loss: worse.loss, reply: line[0], score: worse.score, refutation: after?.lines[0]?.points ?? line.map((m) => pointOf(board, m)) };
  keep(KEY, { board: id, node, question });
  offer(board, node, question);
}

/** @param {import("../types.js").Board} board @param {number} node @param {any} question */
function offer(board, node, { move, loss, reply, score, refutation }) {
  const words = () => {
    const loses = t("teach.loses", { move: moveWords(move), n: inPoints(loss) });
    return reply ? t("teach.both", { loses, reply: t("teach.reply", { move: moveWords(reply), score: longScore(score, board, t) }) }) : loses;
  };
  setStudy({ lesson: { node, stage: "offer", words, refutation } });
}

/** The question is answered, or there is none. */
function done() {
  keep(KEY, null);
  change({ stage: "done" });
}

/** Takes up the question of an earlier visit. @param {import("../types.js").Board} board */
function resume(board) {
  const { board: id, node, question } = recall(KEY) ?? {};
  const at = id === board.id ? nodeOf(board, node) : null;
  if (typeof at?.parent !== "number" || at.children.length > 0 || !store.state.settings.teaching) return;
  if (question) offer(board, node, question);
  else void judge(id, node, ask(id, at.parent));
}

/** What the status line shows while a mistake can be taken back; `null` if there is none. */
export function lessonControls() {
  const now = lesson();
  const { node, view } = store.state;
  if (!now || now.node !== node || now.stage === "done") return null;
  if (now.stage === "judging") return { words: t("teach.judging"), buttons: [] };
  const answer = () => {
    hideLine();
    done();
  };
  return {
    words: inWords(now.words),
    buttons: [
      button("back", t("action.takeback"), () => { answer(); void takeback(); }, { class: "primary", id: "teach-back" }),
      button("eye", t("teach.show"), () => view && showLine({ points: now.refutation, toMove: view.to_move, node: now.node, max: 12 }), { id: "teach-show" }),
      button("play", t("teach.keep"), answer, { id: "teach-keep" }),
    ],
  };
}

/** Called once, before what asks `isTeaching` whether to begin: the clocks and the engines. */
export function registerTeaching() {
  /** @type {string | number | undefined} */
  let opened;
  store.watch(["board"], ({ board }) => {
    if (before && before.board !== board?.id) {
      before = null;
      playedFrom = null;
    }
    if (board && board.id !== opened) resume(board);
    opened = board?.id;
  });
  store.watch(["pending"], ({ pending }) => {
    if (pending) playedFrom = pending.parent;
  });
  store.watch(["view", "paused", "settings"], look);
}
