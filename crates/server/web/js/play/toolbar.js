// The row of actions under the players: takeback, pass, hint, resign, pause, and navigation.

import { button, div, fill, h, icon, span } from "../dom.js";
import { has } from "../game.js";
import { t } from "../i18n/index.js";
import { movesIn, resultWords } from "../moves.js";
import { clearBoard } from "../session/open.js";
import { followReplies, pass } from "../session/play.js";
import { endsHere, resign, takeback } from "../session/result.js";
import { line } from "../session/shown.js";
import { hasResult, isEnginesTurn, isFinished, isOver, isTerminal } from "../session/standing.js";
import { step } from "../session/steps.js";
import { dialog, menu } from "../shell/dialog.js";
import { keep, recall } from "../settings.js";
import { store } from "../store.js";
import { hint } from "./engine.js";
import { beginSetup } from "./setup.js";
import { beginScore } from "./score.js";
import { autoplay, isAutoplaying } from "./autoplay.js";
import { fullScreen, mirror, rotate } from "./outlook.js";

/** Asks before resigning. */
export async function askResign() {
  if (!store.state.board || isOver() || hasResult(store.state.board)) return;
  const sure = await dialog(t("resign.title"), (close) => [
    h("p", null, t("resign.ask")),
    div("dialog-actions", button("", t("action.cancel"), () => close(false)), button("flag", t("action.resign"), () => close(true), { class: "danger", id: "resign-yes" })),
  ], { class: "small" });
  if (sure) await resign();
}

/** Takes back, and asks before that where it would undo the end of a game, which may have been decided long ago. */
export async function askTakeback() {
  const { board, view } = store.state;
  if (!board || !view || !endsHere() || view.outcome) return takeback();
  const sure = await dialog(t("takeback.title"), (close) => [
    h("p", null, t("takeback.ask", { result: resultWords(board.result ?? "", board) })),
    div("dialog-actions", button("", t("action.cancel"), () => close(false)), button("back", t("takeback.yes"), () => close(true), { class: "primary", id: "takeback-yes" })),
  ], { class: "small" });
  return sure ? takeback() : undefined;
}

/** The storage key of the game that a person has paused. */
const HELD = "tengen.held";

/** Whether a person has paused a game: a new visit does not start its clock. @param {string | number} id */
export const isHeld = (id) => recall(HELD) === id;

/** Forgets the pause when the game goes on in another way than by the button. Called once. */
export function watchPause() {
  store.watch(["paused", "board"], ({ paused, board }) => {
    if (board && !paused && isHeld(board.id)) keep(HELD, null);
  });
}

/** Pauses or resumes engines and clocks. */
export function togglePause() {
  const { board } = store.state;
  if (!board || !board.clock && !Object.values(board.players ?? {}).some((p) => p?.kind === "engine")) return;
  store.set({ paused: !store.state.paused });
  keep(HELD, store.state.paused ? board.id : null);
  void followReplies();
}

/** @param {HTMLElement} el */
export function mountToolbar(el) {
  const ply = span("ply");
  const slot = (/** @type {string} */ id, /** @type {string} */ glyph, /** @type {string} */ label, /** @type {() => void} */ act) =>
    button(glyph, label, act, { id, class: "tool" });
  const nav = {
    first: slot("nav-first", "first", t("nav.first"), () => void step(-Infinity)),
    prev: slot("nav-prev", "prev", t("nav.prev"), () => void step(-1)),
    next: slot("nav-next", "next", t("nav.next"), () => void step(1)),
    last: slot("nav-last", "last", t("nav.last"), () => void step(Infinity)),
  };
  const act = {
    back: slot("takeback", "back", t("action.takeback"), () => void askTakeback()),
    hint: slot("hint", "bulb", t("action.hint"), () => void hint()),
    pass: slot("pass", "pass", t("action.pass"), () => void pass()),
    pause: slot("pause", "pause", t("action.pause"), togglePause),
    resign: slot("resign", "flag", t("action.resign"), () => void askResign()),
  };
  const more = slot("more", "plus", t("action.more"), () => {
    const { board } = store.state;
    menu(more, [
      { label: t("action.setup"), icon: "edit", act: () => void beginSetup() },
      ...(has(board, "territory") ? [{ label: t("action.score"), icon: "count", act: () => beginScore() }] : []),
      { label: t("action.rotate"), icon: "rotate", act: rotate },
      { label: t("action.mirror"), icon: "mirror", act: mirror },
      { label: t(document.fullscreenElement ? "action.fullscreen-end" : "action.fullscreen"), icon: "full", act: fullScreen },
      { label: t("action.clear"), icon: "close", act: clearBoard },
      { label: t(isAutoplaying() ? "action.autoplay-stop" : "action.autoplay"), icon: "play", act: () => autoplay() },
    ]);
  });
  fill(el, div("tool-row nav-row", nav.first, nav.prev, ply, nav.next, nav.last),
    div("tool-row", act.back, act.hint, act.pass, act.pause, act.resign, more));

  const draw = () => {
    const { board, view, node, paused, mode, pending } = store.state;
    const all = line();
    const at = all.findIndex((n) => n.id === node);
    ply.textContent = view ? t("nav.ply", { at: movesIn(all.slice(0, at + 1)), of: movesIn(all) }) : "";
    const live = !!board && !!view && mode === "play";
    nav.first.disabled = nav.prev.disabled = !live || at <= 0 || !!pending;
    nav.next.disabled = nav.last.disabled = !live || at >= all.length - 1 || !!pending;
    const over = isOver();
    const engines = Object.values(board?.players ?? {}).filter((p) => p?.kind === "engine").length;
    const closed = isTerminal() || isEnginesTurn();
    more.disabled = !live;
    // Only a person's move can be taken back, unless engines play alone.
    const moved = engines === 2 || all.slice(1, at + 1).some((n) => !n.player || board?.players[n.player]?.kind !== "engine");
    act.back.disabled = !live || at <= 0 || !moved || !!pending;
    act.hint.disabled = !live || closed;
    act.pass.disabled = !live || closed || !view?.can_pass;
    act.pause.disabled = !live || (engines === 0 && !board?.clock) || over || isFinished();
    act.resign.disabled = !live || over || hasResult(board) || engines === 2;
    const held = paused && !act.pause.disabled;
    const label = t(held ? "action.continue" : "action.pause");
    act.pause.title = label;
    fill(act.pause, icon(held ? "play" : "pause"), span("label", label));
    act.pause.setAttribute("aria-pressed", String(held));
  };
  const end = store.watch(["board", "view", "node", "paused", "mode", "pending", "thinking"], draw);
  draw();
  return end;
}
