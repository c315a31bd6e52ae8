// Guess the move: the game is hidden from the current position on; the user plays for the players, and the engine
// scores each guess.

import { sideDot } from "../board/side-dot.js";
import { button, div, fill, h, span } from "../dom.js";
import { has } from "../game.js";
import { punctuated, t } from "../i18n/index.js";
import { colorName, moveWords } from "../moves.js";
import { registerMode } from "../play/hands.js";
import { pointName, same } from "../board/geometry.js";
import { stoneAt } from "../board/points.js";
import { socket } from "../connection.js";
import { say, sayProblem } from "../messages.js";
import { goto } from "../session/steps.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { select } from "./analysis-panel.js";
import { answer, begin, forward, summary } from "./guess-model.js";
import { engineChoice, keepAnalysis } from "./live.js";
import { flipped, longScore } from "./score.js";
import { setStudy, shownLine, study } from "./state.js";

/** @import { Analysis, Color, Point, Score } from "../types.js" */
/** @import { Guess, Session } from "./guess-model.js" */

/** Time limit of one evaluation, in milliseconds. */
const THOUGHT = 1200;

/**
 * @typedef {object} Round
 * @property {string | number} board
 * @property {Session} session
 * @property {"ask" | "judging" | "judged"} stage
 * @property {(Guess & { score: Score | null, best: string | null, playedLoss: number | null }) | null} last
 */

/** @returns {Round | null} */
const round = () => study().guess;
const colorOf = (/** @type {number} */ id) => nodeOf(store.state.board, id)?.color;

/** Starts at the position shown. @param {Color | "both"} side */
async function beginGuess(side) {
  const { board, node } = store.state;
  if (!board || node === null) return;
  const nodes = shownLine().map((n) => n.id);
  const session = begin(nodes, colorOf, side, Math.max(0, nodes.indexOf(node)));
  if (session.over) return;
  setStudy({ guess: /** @type {Round} */ ({ board: board.id, session, stage: "ask", last: null }), focus: null, lit: null, proof: null, trial: null });
  store.set({ mode: "guess", hint: null });
  await goto(session.nodes[session.at]);
}

/** Ends the round; its guesses stay visible until the next one. */
function endGuess() {
  if (store.state.mode === "guess") store.set({ mode: "play" });
  setStudy({ guess: null });
}

/** @param {number} node @param {string[]} [moves] @returns {Promise<Analysis | null>} */
async function analyse(node, moves) {
  const { board } = store.state;
  if (!board) return null;
  const body = { do: "analyze", board: board.id, node, limits: { time_ms: THOUGHT, lines: moves ? 1 : 8 }, ...engineChoice(), progress: false, ...(moves ? { moves } : {}) };
  const answered = await socket.request(body).done;
  return answered.type === "analysis" ? answered.analysis : null;
}

/** @param {Analysis | null} analysis @param {string} move @returns {Score | null} */
const scoreOf = (analysis, move) => analysis?.lines.find((l) => l.move === move)?.score ?? null;

/** @param {{ point?: Point, move?: string }} mv */
async function guess(mv) {
  const now = round();
  const { board, view } = store.state;
  if (!now || !board || !view || now.stage !== "ask") return;
  const { session } = now;
  const node = session.nodes[session.at];
  const next = nodeOf(board, session.nodes[session.at + 1]);
  if (!next || view.node !== node) return;
  const point = mv.point ?? null;
  const guessed = point && same(point, next.point) ? next.move ?? "" : mv.move ?? (point ? pointName(board, point) : "");
  const played = next.move ?? "";
  setStudy({ guess: { ...now, stage: "judging" } });
  let loss = null;
  let playedLoss = null;
  let score = null;
  let best = null;
  try {
    const known = study().analyses.get(node);
    const analysis = known && known.lines.length >= 5 && known.time_ms >= THOUGHT * 0.6 ? known : await analyse(node);
    if (analysis) {
      keepAnalysis(node, analysis);
      const top = analysis.lines[0]?.score ?? null;
      best = analysis.lines[0]?.move ?? null;
      score = scoreOf(analysis, guessed);
      // A move that the engine did not rank is analysed by itself.
      if (!score && top) {
        const after = await analyse(node, [guessed]).catch(() => null);
        score = after?.score ? flipped(after.score) : null;
      }
      const worst = analysis.lines.at(-1)?.score ?? null;
      if (top) {
        loss = score ? Math.max(0, top.win - score.win) : worst ? Math.max(0, top.win - worst.win) : null;
        const own = scoreOf(analysis, played);
        playedLoss = own ? Math.max(0, top.win - own.win) : null;
      }
    }
  } catch (error) {
    sayProblem(error);
  }
  if (round()?.session !== session) return;
  const after = answer(session, { guessed, played, loss }, colorOf);
  const last = /** @type {Guess} */ (after.guesses.at(-1));
  setStudy({ guess: { board: board.id, session: after, stage: "judged", last: { ...last, score, best, playedLoss } } });
  await goto(next.id);
  say(`${t("study.guess.points", { n: last.points })} · ${guessed === played ? t("study.guess.right", { move: moveWords(played) }) : t("study.guess.wrong", { guess: moveWords(guessed), move: moveWords(played) })}`);
}

/** Goes to the next move to guess. */
async function goOn() {
  const now = round();
  if (!now || now.stage !== "judged") return;
  const session = forward(now.session, colorOf);
  setStudy({ guess: { ...now, session, stage: session.over ? "judged" : "ask" } });
  await goto(session.nodes[session.at]);
}

/** Registers the mode and its layers. Called once. */
export function registerGuess() {
  registerMode("guess", {
    play(point) {
      const now = round();
      const { board, view } = store.state;
      if (!now || !board || !view) return;
      if (now.stage === "judged") {
        void goOn();
        return;
      }
      const fallen = view.legal.find((p) => p[1] === point[1] && !stoneAt(view, p));
      const at = has(board, "gravity") && fallen ? fallen : point;
      if (!view.legal.some((p) => same(p, at))) return;
      void guess({ point: at });
    },
    ghost(point) {
      const { view } = store.state;
      return round()?.stage === "ask" && view?.legal.some((p) => same(p, point)) ? { color: view.to_move } : null;
    },
  });
  store.watch(["board", "mode"], ({ board, mode }) => {
    const now = round();
    if (now && (now.board !== board?.id || mode !== "guess")) endGuess();
  });
}

/** The guessing part of the training panel. @returns {{ el: HTMLElement, end: () => void }} */
export function guessBox() {
  /** @type {Color | "both"} */
  let side = "both";
  const el = h("section", { class: "guess", "aria-label": t("study.guess") });

  function draw() {
    const { board, node } = store.state;
    const now = round();
    if (!now) {
      const rest = board && node !== null ? shownLine().length - 1 - Math.max(0, shownLine().findIndex((n) => n.id === node)) : 0;
      fill(el, h("h3", null, t("study.guess")), h("p", { class: "train-about" }, t("study.guess.about")),
        div("study-head",
          select(t("study.guess.side"), [["both", t("study.filter.both")], ["black", board ? colorName(board, "black") : t("color.black")], ["white", board ? colorName(board, "white") : t("color.white")]], side, (v) => { side = /** @type {any} */ (v); }),
          button("play", t("study.guess.begin"), () => void beginGuess(side), { class: "primary", id: "guess-begin", disabled: !board || rest < 1 || board.tags?.includes("puzzle") })));
      return;
    }
    const { session, stage, last } = now;
    const sum = summary(session.guesses);
    const color = colorOf(session.nodes[session.at + 1]) ?? store.state.view?.to_move ?? "black";
    const words = [];
    if (stage === "judged" && last && board) {
      const right = last.guessed === last.played;
      words.push(h("p", { class: `guess-points ${last.points >= 80 ? "good" : last.points >= 40 ? "fair" : "poor"}` }, t("study.guess.points", { n: last.points })),
        h("p", null, right ? t("study.guess.right", { move: moveWords(last.played) }) : t("study.guess.wrong", { guess: moveWords(last.guessed), move: moveWords(last.played) })),
        last.score ? h("p", { class: "train-about" }, punctuated(`${moveWords(last.guessed)}: ${longScore(last.score, board, t)}`)) : null,
        last.best && last.best !== last.guessed ? h("p", { class: "train-about" }, t("study.guess.best", { move: moveWords(last.best) })) : null);
    }
    fill(el, h("h3", null, t("study.guess")),
      h("div", { class: "guess-now", role: "status", "aria-live": "polite" },
        stage === "ask" ? h("p", null, board ? sideDot(board, color) : null, t("study.guess.ask", { n: session.at + 1, color: board ? colorName(board, color) : "" })) : null,
        stage === "judging" ? h("p", null, t("study.trial.judging")) : null,
        words,
        stage === "judged" && session.over ? h("p", { class: "guess-over" }, t("study.guess.over")) : null),
      h("p", { class: "guess-sum" }, t("study.guess.sum", { points: sum.points, n: sum.n, exact: sum.exact, mean: sum.mean })),
      div("mistake-actions",
        stage === "judged" && !session.over ? button("next", t("nav.next"), () => void goOn(), { class: "primary", id: "guess-next" }) : null,
        store.state.view?.can_pass && stage === "ask" ? button("pass", t("action.pass"), () => void guess({ move: "pass" })) : null,
        stage === "ask" ? button("bulb", t("study.guess.skip"), () => void skip()) : null,
        button("close", t("study.puzzle.end"), endGuess, { id: "guess-end" })),
      h("ol", { class: "guess-list" }, [...session.guesses].reverse().slice(0, 60).map((g) => h("li", null,
        h("span", null, `${moveWords(g.guessed)}${g.guessed === g.played ? " ✓" : ` → ${moveWords(g.played)}`}`), span("guess-list-points", g.points)))));
  }

  async function skip() {
    const now = round();
    const next = now && nodeOf(store.state.board, now.session.nodes[now.session.at + 1]);
    if (!now || !next || now.stage !== "ask") return;
    const played = next.move ?? "";
    const session = answer(now.session, { guessed: "–", played, loss: null }, colorOf);
    setStudy({ guess: { ...now, session, stage: "judged", last: { .../** @type {Guess} */ (session.guesses.at(-1)), score: null, best: null, playedLoss: null } } });
    await goto(next.id);
  }

  let { guess: shown } = study();
  const end = store.watch(["study", "board", "node", "view"], (_, changed) => {
    const now = study().guess;
    if (now === shown && !changed.has("board") && !changed.has("node") && !changed.has("view")) return;
    shown = now;
    const had = document.activeElement?.id;
    draw();
    // The next button keeps the focus.
    if (had?.startsWith("guess-")) (document.getElementById("guess-next") ?? document.getElementById("guess-end"))?.focus();
  });
  draw();
  return { el, end };
}
