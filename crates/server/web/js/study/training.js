// What was missed comes back: puzzles, and the mistakes of one's own games. The browser keeps the rating and the cards.

import { api } from "../api.js";
import { button, div, fill, h } from "../dom.js";
import { language, t } from "../i18n/index.js";
import { say } from "../messages.js";
import { open } from "../session/open.js";
import { keep, recall } from "../settings.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { answered, dayOf, difficultyOf, dueCards, learnt, missed, rated, readTraining } from "./training-model.js";
import { setStudy, study } from "./state.js";
import { beginTrial } from "./trial.js";

/** @import { Card, OpeningLine, Training } from "./training-model.js" */
/** @import { Mistake } from "./mistakes-model.js" */
/** @import { Puzzle } from "./puzzle-model.js" */

const KEY = "tengen.training";
/** How many mistakes of one game come back. */
const OF_A_GAME = 3;

/** @type {Training} */
let training = readTraining(null);
/** @type {Card | null} the card that is being answered */
let current = null;
/** Opens a puzzle; set by the puzzles, which use this part. @type {(suite: string, n: number, count: number) => Promise<void>} */
let openPuzzle = async () => {};

/** Opens an opening line; set by the puzzles too. @type {(card: Card) => Promise<void>} */
let openLine = async () => {};

/** @param {typeof openPuzzle} fn @param {typeof openLine} line */
export const whenPractised = (fn, line) => {
  openPuzzle = fn;
  openLine = line;
};

/** @param {Training} next */
function save(next) {
  if (next === training) return;
  training = next;
  keep(KEY, training);
  setStudy({ trained: training });
}

/** @param {Pick<Puzzle, "suite" | "n">} puzzle */
const keyOf = ({ suite, n }) => `${suite}/${n}`;

/**
 * The result of a puzzle. A puzzle counts for the rating once, and one that comes back only for its card.
 * @param {Puzzle} puzzle @param {number} count of its suite @param {0 | 0.5 | 1} score @param {boolean} known whether it was solved before
 */
export function puzzleDone(puzzle, count, score, known) {
  const now = Date.now();
  const key = keyOf(puzzle);
  const isCard = training.cards.some((c) => c.key === key);
  let next = training;
  if (!known && !isCard) next = rated(next, difficultyOf((puzzle.line ?? puzzle.answers).length), score, now);
  if (isCard) next = answered(next, key, score === 1, now);
  else if (score === 0) next = missed(next, { key, puzzle: { suite: puzzle.suite, n: puzzle.n, count } }, now);
  save(next);
}

/** Takes up an opening line. @param {OpeningLine} line */
export const learnLine = (line) => save(learnt(training, line, Date.now()));

/** The opening lines that are being learnt. */
export const linesNow = () => training.cards.filter((c) => c.line);

/** Forgets a card. @param {Card} card */
export const forget = (card) => save({ ...training, cards: training.cards.filter((c) => c.key !== card.key) });

/** The next opening line that is due after this card. @param {string} [key] */
export const nextLine = (key) => dueCards(training, Date.now()).find((c) => c.line && c.key !== key);

/** An opening line was played to its end, or not. @param {string} key @param {boolean} right */
export const lineDone = (key, right) => save(answered(training, key, right, Date.now()));

/** Takes up the worst mistakes of a person's game against an engine. */
function learnFromReview() {
  const { board } = store.state;
  const { review } = study();
  if (!board || !review) return;
  const seats = Object.values(board.players ?? {});
  if (seats.filter((p) => p?.kind === "engine").length !== 1) return;
  const mine = (/** @type {Mistake} */ m) => {
    const seat = nodeOf(board, m.node)?.player;
    return seat !== undefined && board.players[seat]?.kind !== "engine";
  };
  const worst = review.mistakes.filter((m) => m.kind !== "inaccuracy" && m.best && mine(m)).sort((a, b) => b.loss - a.loss).slice(0, OF_A_GAME);
  let next = training;
  for (const mistake of worst) {
    const key = `game/${board.id}/${mistake.node}`;
    if (!next.cards.some((c) => c.key === key)) next = missed(next, { key, mistake: { board: board.id, mistake } }, Date.now());
  }
  save(next);
}

/** Asks for the next card that is due, else the one that is due next. */
async function practise() {
  const card = dueCards(training, Date.now())[0];
  if (!card) return;
  current = card;
  if (card.puzzle) {
    await openPuzzle(card.puzzle.suite, card.puzzle.n, card.puzzle.count);
    return;
  }
  if (card.line) {
    await openLine(card);
    return;
  }
  const { board: id, mistake } = /** @type {NonNullable<Card["mistake"]>} */ (card.mistake);
  const board = await api.board(id).catch(() => null);
  const parent = nodeOf(board, mistake.node)?.parent;
  if (!board || typeof parent !== "number") {
    // The game is gone, and its card with it.
    save({ ...training, cards: training.cards.filter((c) => c !== card) });
    say(t("training.gone"));
    return;
  }
  await open(board, { paused: true, node: parent });
  store.set({ panel: "review" });
  store.flush();
  await beginTrial(mistake);
}

/** A tried mistake answers its card. */
function lookAtTrial() {
  const { trial } = study();
  const card = current?.mistake;
  if (!trial || !card || !current || trial.mistake.node !== card.mistake.node || trial.stage !== "judged") return;
  if (trial.verdict === "again" || (trial.verdict === null && !trial.solved)) return;
  const { key } = current;
  current = null;
  save(answered(training, key, trial.verdict === "best" || trial.verdict === "holds", Date.now()));
}

/** Cards in words, by where they come from. @param {readonly Card[]} cards */
function cardWords(cards) {
  const games = cards.filter((c) => c.mistake).length;
  const lines = cards.filter((c) => c.line).length;
  const puzzles = cards.length - games - lines;
  return [games && t("training.games", { n: games }), puzzles && t("training.puzzles", { n: puzzles }), lines && t("training.lines", { n: lines })].filter(Boolean).join(t("programs.comma"));
}

/** What comes back later, and when the next of it. */
function later() {
  const { cards } = training;
  const { due } = cards[0];
  const soon = dayOf(due) === dayOf(Date.now());
  return t("training.later", { what: cardWords(cards), when: new Date(due).toLocaleString(language(), soon ? { timeStyle: "short" } : { dateStyle: "medium" }) });
}

/** The rating, the streak, and what is due. @returns {{ el: HTMLElement, end: () => void }} */
export function trainingBox() {
  const facts = h("p", { class: "training-facts", id: "training-facts" });
  const about = h("p", { class: "train-about" });
  const go = button("again", t("training.practise"), () => void practise(), { id: "practise" });
  const el = h("section", { class: "training", "aria-label": t("training.title") }, h("h3", null, t("training.title")), facts, div("study-head", go, about), h("p", { class: "train-about", id: "training-own" }, t("training.own")));
  const draw = () => {
    const due = dueCards(training, Date.now());
    fill(facts, h("span", null, t("training.rating", { n: training.rating })), h("span", null, t("training.streak", { n: training.streak, best: training.best })), training.days > 1 ? h("span", null, t("training.days", { n: training.days })) : null);
    go.disabled = due.length === 0;
    go.classList.toggle("primary", due.length > 0);
    about.textContent = due.length > 0 ? t("training.due", { what: cardWords(due) }) : training.cards.length > 0 ? later() : t("training.none");
  };
  let seen = study().trained;
  const end = store.watch(["study", "panel"], (_, changed) => {
    if (!changed.has("panel") && study().trained === seen) return;
    seen = study().trained;
    draw();
  });
  draw();
  return { el, end };
}

/** Called once. */
export function registerTraining() {
  training = readTraining(recall(KEY));
  let { review } = study();
  store.watch(["study"], () => {
    const now = study();
    if (now.review !== review) {
      review = now.review;
      learnFromReview();
    }
    lookAtTrial();
  });
}
