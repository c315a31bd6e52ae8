// The two players: names, whose turn it is, captures or discs, clocks.

import { lookOf } from "../board/geometry.js";
import { has, infoOf } from "../game.js";
import { div, fill, h, span } from "../dom.js";
import { pick, t } from "../i18n/index.js";
import { colorName } from "../moves.js";
import { isEngineGame, isFinished, isOver, playerOf } from "../session/standing.js";
import { store } from "../store.js";
import { walkedTo } from "../study/proof-layer.js";
import { nodeOf, rootOf } from "../tree.js";
import { byoLabel, clockLabel, clockText, reading } from "./clock.js";

/** @import { Color, View } from "../types.js" */

/** @type {Color[]} */
const COLORS = ["black", "white"];

/** The name of a colour's player; without a name, a general word. @param {View} view @param {Color} color */
function nameOf(view, color) {
  return seatName(playerOf(view, color));
}

/** Whether one person plays here, against an engine. */
export const isAlone = () => Object.values(store.state.board?.players ?? {}).filter((p) => p?.kind === "engine").length === 1;

/** The name of a player of the game shown; without one, a general word. @param {"first" | "second"} who */
export function seatName(who) {
  const { board } = store.state;
  // After handicap stones the first player, who has black, does not begin: the colour is the name.
  const general = isAlone() ? "player.you" : /handicap/.test(board?.rules ?? "") ? `color.${who === "first" ? "black" : "white"}` : `player.${who}`;
  return playerName(board?.players?.[who], t(general));
}

/** The words for an engine that a record names after its level, in English; `undefined` for other names. @param {string | null | undefined} name */
export function engineWords(name) {
  const [, level, end] = /^Tengen (\d+|perfect)( \(\d\))?$/.exec(name ?? "") ?? [];
  return level && t(level === "perfect" ? "player.engine-perfect" : "player.engine-level", { level }) + (end ?? "");
}

/** A player's name as it is shown. @param {import("../types.js").Player | undefined} player @param {string} fallback */
function playerName(player, fallback) {
  if (!player) return fallback;
  if (player.name) return engineWords(player.name) ?? player.name;
  if (player.kind === "engine") {
    const engines = infoOf(store.state.about, store.state.board)?.engines ?? [];
    const engine = engines.find((e) => e.name === player.engine) ?? engines[0];
    if (engine?.only) return t("player.engine-perfect");
    const levels = engine?.levels ?? [];
    const level = levels.find((l) => l.level === player.level);
    return level ? t("player.engine-level", { level: player.level ?? "", text: pick(level.text) }) : t("player.engine");
  }
  return fallback;
}

/** The stones that a colour has captured, with the number that wins at once if there is one. @param {View} view @param {Color} color */
const captureText = (view, color) => {
  const n = view.captures?.[color] ?? 0;
  return view.captures_to_win ? t("player.captures-of", { n, of: view.captures_to_win }) : t("player.captures", { n });
};

/** The rank of a colour's player, as the record has it. @param {import("../types.js").Board} board @param {Color} color @returns {string} */
const rankOf = (board, color) => board.header?.[color]?.rank ?? "";

/** Whether the times of a game mean something: a record whose moves have none was played without this clock. @param {import("../types.js").Board} board */
const isTimed = (board) => !!board.clock || isEngineGame() || rootOf(board).children.every((id) => nodeOf(board, id)?.elapsed_ms !== undefined);

/** Shows the two players. @param {HTMLElement} el */
export function mountPlayers(el) {
  /** @type {Record<Color, HTMLElement>} */
  const clocks = { black: span("clock"), white: span("clock") };
  /** Periods or moves of byo-yomi. @type {Record<Color, HTMLElement>} */
  const periods = { black: span("clock-periods"), white: span("clock-periods") };

  /** The position of a proof whose discs or captures are shown. @type {View | null} */
  let walked = null;

  const draw = () => {
    const { board, view, thinking } = store.state;
    if (!board || !view) {
      fill(el, COLORS.map((c) => div(`player ${c}`, span(`player-chip ${c}`), span("player-name", t(`color.${c}`)))));
      return;
    }
    const over = isOver() || isFinished();
    walked = walkedTo();
    const counted = walked ?? view;
    fill(el, COLORS.map((c) => {
      // In an opening a player may place stones of both colours.
      const active = !over && playerOf(view, c) === view.player_to_move;
      const count = counted.counts ? t("study.score.discs", { n: counted.counts[c] }) : has(board, "captures") && counted.captures ? captureText(counted, c) : "";
      const rank = rankOf(board, c);
      return h("div", { class: `player ${c}${active ? " active" : ""}${thinking && active ? " thinking" : ""}`, "aria-current": active ? "true" : null },
        h("span", { class: `player-chip ${c} look-${lookOf(board)}`, title: colorName(board, c), ...(count ? { role: "img", "aria-label": colorName(board, c) } : {}) }),
        h("span", { class: "player-name", title: [nameOf(view, c), rank].join(" ").trim() }, nameOf(view, c), rank ? [" ", span("player-rank", rank)] : null), span("clock-box", clocks[c], periods[c]), span("player-count", count || colorName(board, c)));
    }));
    tick();
  };

  const tick = () => {
    const { board, view, node } = store.state;
    if (!board || !view || node === null) return;
    for (const c of COLORS) {
      const { ms, left, overtime, periods: n, moves } = reading(board, view, c, playerOf(view, c));
      const text = isTimed(board) ? clockText(ms, left) : "";
      if (clocks[c].textContent !== text) clocks[c].textContent = text;
      // In byo-yomi only the last period ends the game.
      clocks[c].classList.toggle("low", left && ms < 10_000 && (overtime ? (n ?? 1) <= 1 : n === undefined && moves === undefined));
      clocks[c].classList.toggle("overtime", !!overtime);
      const rest = !overtime ? byoLabel(board.clock) : n !== undefined ? t("clock.periods", { n }) : moves !== undefined ? t("clock.moves", { n: moves }) : "";
      if (periods[c].textContent !== rest) periods[c].textContent = rest;
      const words = board.clock ? clockLabel(board.clock) : "";
      if (periods[c].parentElement?.title !== words) periods[c].parentElement?.setAttribute("title", words);
    }
  };
  const timer = setInterval(tick, 100);
  const ends = [store.watch(["about", "board", "view", "thinking", "paused"], draw), store.watch(["study"], () => { if (walkedTo() !== walked) draw(); }), () => clearInterval(timer)];
  draw();
  return () => ends.forEach((end) => end());
}
