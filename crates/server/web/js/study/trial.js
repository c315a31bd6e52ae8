// "Try again from here": the user looks for a better move in the position before a mistake, and the engine judges it.

import { api } from "../api.js";
import { t } from "../i18n/index.js";
import { moveWords, parsePoint } from "../moves.js";
import { socket } from "../connection.js";
import { say, sayProblem } from "../messages.js";
import { arrive } from "../session/play.js";
import { goto } from "../session/steps.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { engineChoice, keepAnalysis, knownAnalysis } from "./live.js";
import { judgeTrial, noiseOf } from "./mistakes-model.js";
import { inPoints, longScore } from "./score.js";
import { inWords, setStudy, study } from "./state.js";

/** @import { Analysis, Color, Score } from "../types.js" */
/** @import { Mistake } from "./mistakes-model.js" */

/** Time limit of each of the two analyses of a judgement, in milliseconds. */
const THOUGHT = 1500;

/**
 * @typedef {object} Trial
 * @property {Mistake} mistake
 * @property {number} node the node before the mistake
 * @property {import("../types.js").Point | null} playedPoint the point of the mistake, marked on the board
 * @property {"ask" | "judging" | "judged"} stage
 * @property {boolean} hidden whether the engine's results stay hidden
 * @property {boolean} solved
 * @property {number} tries
 * @property {number | null} tried the node of the judged try
 * @property {import("./mistakes-model.js").Trial | "again" | null} verdict
 * @property {import("./state.js").Words} words the text of the judgement
 */

/** @returns {Trial | null} */
export const trialNow = () => study().trial;

/** @param {Partial<Trial>} patch */
const change = (patch) => {
  const now = trialNow();
  if (!now) return;
  setStudy({ trial: { ...now, ...patch } });
  // If the panel is not visible, as on a phone, the line under the board shows it too.
  if (patch.words) say(inWords(patch.words));
};

/** @type {import("../socket.js").Request | null} */
let work = null;

/** Starts with a mistake. @param {Mistake} mistake */
export async function beginTrial(mistake) {
  const { board } = store.state;
  const parent = nodeOf(board, mistake.node)?.parent;
  if (typeof parent !== "number") return;
  store.set({ paused: true, mode: "play" });
  setStudy({
    focus: null,
    trial: { mistake, node: parent, playedPoint: mistake.playedPoint, stage: "ask", hidden: true, solved: false, tries: 0, tried: null, verdict: null, words: () => t("study.trial.ask") },
  });
  await goto(parent);
  say(t("study.trial.ask"));
}

/** Ends the try. */
export function endTrial() {
  work?.cancel();
  work = null;
  setStudy({ trial: null });
}

/** Returns to the position for another try. */
export async function again() {
  const now = trialNow();
  if (!now) return;
  work?.cancel();
  work = null;
  change({ stage: "ask", hidden: !now.solved, tried: null, verdict: null, words: () => t("study.trial.ask") });
  await goto(now.node);
}

/** Whether a try that failed is shown: a move from here would be the opponent's. */
export function failedTryShown() {
  const now = trialNow();
  return now !== null && now.stage === "judged" && (now.verdict === "fails" || now.verdict === "again") && store.state.node === now.tried;
}

/** Shows the engine's move. */
export async function showAnswer() {
  const now = trialNow();
  if (!now) return;
  work?.cancel();
  work = null;
  change({ stage: "judged", hidden: false, solved: true, verdict: null, words: () => t("study.trial.answer", { line: now.mistake.line.slice(0, 8).map(moveWords).join(" ") }) });
  await goto(now.node);
  setStudy({ focus: { points: now.mistake.points, toMove: now.mistake.color, node: now.node, max: 30 } });
}

/** @param {number} node @returns {Promise<Analysis | null>} */
async function ask(node) {
  const { board } = store.state;
  if (!board) return null;
  const known = knownAnalysis(node, THOUGHT);
  if (known) return known;
  const request = (work = socket.request({ do: "analyze", board: board.id, node, limits: { time_ms: THOUGHT, lines: 3 }, ...engineChoice(), progress: false }));
  const answer = await request.done;
  if (work !== request || answer.type !== "analysis") return null;
  work = null;
  keepAnalysis(node, answer.analysis);
  return answer.analysis;
}

/** The score of a finished game, for the side to move. @param {Color | null} winner @param {Color} toMove @returns {Score} */
function ofOutcome(winner, toMove) {
  if (winner === null) return { kind: "draw", win: 0.5 };
  return winner === toMove ? { kind: "win", win: 1, plies: 0 } : { kind: "loss", win: 0, plies: 0 };
}

/** Judges the node shown, if it is a try. */
async function look() {
  const now = trialNow();
  const { board, node, view } = store.state;
  if (!now || !board || node === null || view?.node !== node || now.stage !== "ask") return;
  const at = nodeOf(board, node);
  if (at?.parent !== now.node) return;
  if (node === now.mistake.node) {
    change({ stage: "judged", tried: node, tries: now.tries + 1, verdict: "again", words: () => t("study.trial.same") });
    return;
  }
  change({ stage: "judging", tried: node, tries: now.tries + 1, words: () => t("study.trial.judging") });
  try {
    const best = await ask(now.node);
    if (!best || trialNow()?.tried !== node) return;
    const after = view.outcome ? null : await ask(node);
    if (trialNow()?.tried !== node) return;
    const before = best.score ?? best.lines[0]?.score;
    const score = view.outcome ? ofOutcome(view.outcome.winner, view.to_move) : after?.score ?? after?.lines[0]?.score;
    if (!before || !score) {
      change({ stage: "judged", verdict: null, words: () => t("study.trial.unknown") });
      return;
    }
    const isBest = at.move !== undefined && (at.move === best.best || at.move === now.mistake.best);
    const { trial, loss, score: own } = judgeTrial(before, score, isBest, false, noiseOf(best, view.outcome ? null : after));
    const reply = after?.lines[0]?.pv?.[0];
    const words = () => [t(`study.trial.${trial}`, { move: moveWords(at.move ?? ""), n: inPoints(loss) }), longScore(own, board, t),
      trial === "fails" && reply ? t("study.trial.reply", { move: moveWords(reply) }) : ""].filter(Boolean).join(" · ");
    const solved = trial === "best" || trial === "holds";
    change({ stage: "judged", verdict: trial, solved: now.solved || solved, hidden: !solved && !now.solved, words });
  } catch (error) {
    change({ stage: "judged", verdict: null, words: () => (error instanceof Error ? error.message : String(error)) });
  }
}

/** Lets the engine reply to the try, so that play continues. */
export async function playOn() {
  const { board, node, view } = store.state;
  if (!board || node === null || !view || view.outcome) return;
  try {
    change({ hidden: false });
    const analysis = await ask(node);
    const move = analysis?.best ?? analysis?.lines[0]?.move;
    if (!move || store.state.node !== node) return;
    const answer = await api.play(board.id, node, { move });
    if (store.state.board?.id === board.id && store.state.node === node) arrive(answer, { parent: node, move, point: parsePoint(board, move, view), color: view.to_move });
  } catch (error) {
    sayProblem(error);
  }
}

/** Watches the state while the page is open. */
export function runTrial() {
  store.watch(["node", "view", "study"], () => void look());
  store.watch(["mode"], ({ mode }) => {
    if (mode !== "play" && trialNow()) endTrial();
  });
}
