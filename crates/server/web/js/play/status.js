// The status line: whose turn it is, the decisions of an opening rule, problems, the result.

import { pointName } from "../board/geometry.js";
import { whyForbidden } from "../board/points.js";
import { button, div, fill, h, span } from "../dom.js";
import { has } from "../game.js";
import { hasText, pick, t } from "../i18n/index.js";
import { showMatches } from "../matches/index.js";
import { capital, colorName, moveWords, phaseWords, resultWords } from "../moves.js";
import { play } from "../session/play.js";
import { hasResult, isFinished, isOver, playerToMove } from "../session/standing.js";
import { step } from "../session/steps.js";
import { store } from "../store.js";
import { lessonControls } from "../study/teach.js";
import { study } from "../study/state.js";
import { rootOf } from "../tree.js";
import { autoplay } from "./autoplay.js";
import { endingButtons, endingLine } from "./ending.js";
import { modeOf } from "./hands.js";
import { seatName } from "./players.js";
import { beginScore, countLine } from "./score.js";

/** @import { Board, View } from "../types.js" */

/** Whose turn it is; with turns of several stones, how many are left. @param {Board} board @param {View} view @param {boolean} pending */
function turnText(board, view, pending) {
  const left = view.stones_left === undefined ? 0 : view.stones_left - (pending ? 1 : 0);
  const same = !pending || left > 0;
  const color = colorName(board, same ? view.to_move : view.to_move === "black" ? "white" : "black");
  return left > 0 ? t("status.turn-left", { color, n: left }) : t("status.turn", { color });
}

/** Shows the status line. @param {HTMLElement} el */
export function mountStatus(el) {
  const line = h("p", { class: "status-line" });
  const detail = h("p", { class: "status-detail" });
  const choices = div("choices");
  const controls = div("mode-controls");
  fill(el, line, detail, choices, controls);
  let mounted = "";
  /** The game whose decisions have their room. @type {string | number | undefined} */
  let roomFor;
  /** The position whose decisions have come into view. @type {View | null} */
  let asked = null;
  /** @type {(() => void) | void} */
  let unmount;
  const showMode = () => {
    const { mode } = store.state;
    if (mode === mounted) return;
    unmount?.();
    unmount = undefined;
    mounted = mode;
    fill(controls);
    unmount = modeOf(mode)?.controls?.(controls);
  };

  const draw = () => {
    const { board, view, node, thinking, message, paused, mode, aimed, pending, hover, cursor } = store.state;
    el.className = "status";
    showMode();
    // The space of an opening rule's buttons stays, so that a second click does not hit what was below them.
    if (board?.id !== roomFor) choices.style.minHeight = "";
    roomFor = board?.id;
    if (choices.querySelector(".choice")) choices.style.minHeight = `${choices.offsetHeight}px`;
    choices.classList.toggle("kept", choices.style.minHeight !== "");
    fill(choices);
    const at = cursor ?? hover;
    const why = board && view && at && mode === "play" ? whyForbidden(view, at) : null;
    // A move of a record that the rules do not allow: the board shows the position before it.
    const broken = view?.problem ? pick(view.problem) : "";
    detail.textContent = message?.text ?? (broken || (board && at && why ? t("problem.forbidden", { point: pointName(board, at), why }) : ""));
    for (const [i, { label, act }] of (message?.actions ?? []).entries()) detail.append(" ", button("", label, act, { id: i === 0 ? "message-action" : `message-action-${i + 1}` }));
    detail.classList.toggle("problem", message ? message.kind === "problem" : broken !== "");
    if (!board || !view) {
      line.textContent = board ? t("status.loading") : t("status.welcome");
      return;
    }
    if (mode !== "play") {
      // Once the answer is on the board, the line asks for it no longer.
      const stage = mode === "puzzle" ? study().puzzle?.stage : mode === "guess" ? study().guess?.stage : "";
      const key = [`status.mode.${mode}.${stage}`, `status.mode.${mode}`].find(hasText);
      line.textContent = key ? t(key) : "";
      return;
    }
    const match = store.state.matches.find((m) => board.tags?.includes(m.tag));
    const toMatch = match ? button("podium", t("matches.back"), () => void showMatches(match.id), { id: "to-match" }) : null;
    if (isOver()) {
      el.classList.add("over");
      fill(line, endingLine(board, view), countLine(board, view));
      fill(choices, toMatch, endingButtons(board),
        has(board, "territory") && view.outcome ? button("count", t("action.count"), () => beginScore(), { id: "begin-score", title: t("action.score") }) : null);
      return;
    }
    const finished = isFinished();
    if (finished && node === rootOf(board).id) {
      el.classList.add("over");
      fill(line, endingLine(board, view));
      fill(choices, button("play", t("action.autoplay"), autoplay, { class: "primary", id: "play-through" }), button("last", t("nav.last"), () => void step(Infinity), { id: "to-the-end" }), toMatch);
      return;
    }
    const who = playerToMove();
    const engine = who?.kind === "engine";
    const name = seatName(view.player_to_move);
    // If there is no legal point, the pass is offered next to the text.
    const mustPass = view.can_pass && view.legal.length === 0 && view.choices.length === 0 && !pending;
    if (!detail.textContent && view.last_move === "pass") detail.textContent = t("status.passed", { color: colorName(board, view.to_move === "black" ? "white" : "black") });
    const phase = phaseWords(view);
    if (thinking) line.textContent = t("status.thinking", { name });
    else if (engine && paused && !finished) line.textContent = t("status.paused");
    else if (mustPass) line.textContent = t("status.must-pass", { color: colorName(board, view.to_move) });
    else if (phase) line.textContent = t("status.phase", { name, phase: capital(phase) });
    else line.textContent = turnText(board, view, !!pending);
    // A clock or an opponent that waits is not seen on one's own turn.
    const waits = paused && !finished && !engine && (board.clock || Object.values(board.players ?? {}).some((p) => p?.kind === "engine"));
    if (waits) line.append(h("span", { class: "end-how", id: "held" }, ` · ${t("status.held")}`));
    if (hasResult(board)) line.append(span("end-how", ` · ${t("status.result", { result: resultWords(board.result ?? "", board) })}`));
    if (toMatch) detail.append(" ", toMatch);
    const taught = lessonControls();
    if (taught) {
      detail.textContent = `${taught.words} ${message?.kind === "problem" ? message.text : ""}`.trim();
      fill(choices, taught.buttons);
      return;
    }
    if (view.choices.length > 0 && (!engine || paused) && !pending) {
      fill(choices, view.choices.map((c) =>
        h("button", { class: "button choice", data: { move: c.move }, on: { click: () => void play({ move: c.move }) } }, capital(pick(c.text) || moveWords(c.move)))));
      // The game waits for them: they are seen without scrolling.
      if (asked !== view) choices.scrollIntoView({ block: "nearest" });
      asked = view;
    } else if (mustPass && (!engine || paused)) {
      fill(choices, button("pass", t("action.pass"), () => void play({ move: "pass" }), { class: "primary", id: "must-pass" }));
    } else if (aimed) {
      fill(choices, button("check", t("action.place"), () => void play({ point: aimed }), { class: "primary" }), button("close", t("action.not-here"), () => store.set({ aimed: null })));
    }
  };
  const end = store.watch(["board", "view", "thinking", "message", "paused", "mode", "aimed", "pending", "about", "matches"], draw);
  let { lesson, puzzle, guess } = study();
  const taught = store.watch(["study"], () => {
    const now = study();
    if (now.lesson === lesson && now.puzzle?.stage === puzzle?.stage && now.guess?.stage === guess?.stage) return;
    ({ lesson, puzzle, guess } = now);
    draw();
  });
  // The pointer matters only over a forbidden point: other steps of it redraw nothing.
  let onForbidden = false;
  const point = store.watch(["hover", "cursor"], ({ hover, cursor, view }) => {
    const at = cursor ?? hover;
    const now = !!at && !!view && view.forbidden.length > 0 && whyForbidden(view, at) !== null;
    if (now || onForbidden) draw();
    onForbidden = now;
  });
  draw();
  return () => {
    end();
    taught();
    point();
    unmount?.();
  };
}
