// A player's results, openings and mistakes.

import { api, apiLanguage } from "../api.js";
import { button, div, fill, h } from "../dom.js";
import { pick, t } from "../i18n/index.js";
import { infoOf } from "../game.js";
import { colorName, moveWords } from "../moves.js";
import { open } from "../session/open.js";
import { sayProblem } from "../messages.js";
import { dialog } from "../shell/dialog.js";
import { store } from "../store.js";
import { KINDS } from "../study/mistakes-model.js";
import { differInSize, meanUnits, PHASES, share, shortLine, years } from "./player-model.js";

/** @import { Losses, Opening, PlayerStatistics, Results, Worst } from "./player-model.js" */

/** The openings that are shown at first. */
const OPENINGS = 12;

/**
 * The word for a game: its kind; where its rules name it, these.
 * @param {{ game: string, rules?: string }} g
 */
function gameWord(g) {
  const named = infoOf(store.state.about, g)?.named_by_rules && /^[a-z-]+$/.test(g.rules ?? "");
  return named ? g.rules : g.game;
}

/**
 * Shows the statistics of a player.
 * @param {string} name
 * @param {string} shown how the page writes the name
 * @param {any} [g] a game of theirs in the list; without it, the only game that they play
 */
export function showPlayer(name, shown, g = null) {
  return dialog(shown, (close) => {
    const body = div("player-panel", h("p", { class: "library-status", role: "status" }, t("library.busy")));
    void api.player({ name, game: g ? gameWord(g) : undefined })
      .then((found) => {
        // The name as records have it, whatever was typed.
        const heading = body.closest("dialog")?.querySelector("h2");
        if (heading && name !== "you") heading.textContent = found.player;
        fill(body, ...panel(found, g, close));
      }, (error) => fill(body, h("p", { class: "library-status problem", role: "status" }, error instanceof Error ? error.message : String(error))));
    return [body];
  }, { class: "wide" });
}

/**
 * A table whose first column is of names.
 * @param {string} caption
 * @param {string[]} head
 * @param {(string | Node)[][]} rows
 */
const table = (caption, head, rows) => div("player-scroll", h("table", { class: "player-table" }, h("caption", null, caption),
  h("thead", null, h("tr", null, head.map((cell) => h("th", { scope: "col" }, cell)))),
  h("tbody", null, rows.map(([first, ...rest]) => h("tr", null, h("th", { scope: "row" }, first), rest.map((cell) => h("td", null, cell)))))));

/** @param {PlayerStatistics} found @param {any} like a game of the list, for the look of its stones @param {(value?: any) => void} close */
function panel(found, like, close) {
  if (found.games === 0) return [h("p", { class: "library-status" }, t("stats.none"))];
  const kind = { game: found.game ?? "", rules: found.rules ?? "" };
  const info = infoOf(store.state.about, kind);
  const g = { ...info, ...like, ...kind };
  const sides = { black: colorName(g, "black"), white: colorName(g, "white") };
  const results = (/** @type {string} */ name, /** @type {Results} */ r) => [name, ...[r.games, r.won, r.lost, r.drawn].map((n) => n.toLocaleString()), share(r.score)];
  return [
    h("p", { class: "library-status" }, [pick(info?.name ?? { en: g.game, zh: g.game }), t("library.about", { total: found.games.toLocaleString() }), years(found)].filter((x) => x).join(" · ")),
    table(t("stats.results"), ["", t("stats.games"), t("stats.won"), t("stats.lost"), t("stats.drawn"), t("stats.score")],
      [results(sides.black, found.black), results(sides.white, found.white), results(t("stats.all"), found)]),
    ...openings(found, sides),
    ...mistakes(found, g, sides, close),
  ];
}

/** @param {PlayerStatistics} found @param {{ black: string, white: string }} sides */
function openings({ openings: list, games }, sides) {
  const sized = differInSize(list);
  const name = (/** @type {Opening} */ o) => {
    const text = o.set_up ? t("stats.set-up") : [o.name ? pick(o.name) : "", shortLine(o.moves.map(moveWords))].filter((x) => x).join(" · ");
    return [text, sized ? `${o.size.cols}×${o.size.rows}` : ""].filter((x) => x).join(" · ");
  };
  const row = (/** @type {Opening} */ o) => [name(o), o.games.toLocaleString(), share(o.games / games), share(o.score), sideOf(o.black), sideOf(o.white)];
  // The dot stays with the number where a phone breaks the line.
  const sideOf = (/** @type {Results} */ r) => `${r.games.toLocaleString()}\u00a0· ${share(r.score)}`;
  const shown = (/** @type {Opening[]} */ some) => table(t("stats.openings"), ["", t("stats.games"), t("stats.share"), t("stats.score"), sides.black, sides.white], some.map(row));
  const box = div("player-openings");
  const more = button("", t("stats.more", { n: list.length - OPENINGS }), () => fill(box, shown(list)), { class: "quiet", id: "player-more" });
  fill(box, shown(list.slice(0, OPENINGS)), list.length > OPENINGS ? more : null);
  return [box];
}

/** @param {PlayerStatistics} found @param {{ game: string, rules: string, unit?: string }} g @param {{ black: string, white: string }} sides @param {(value?: any) => void} close */
function mistakes({ mistakes: found, games, player }, g, sides, close) {
  const { reviewed, left_out, engines, limits, total, phases, worst, about } = found;
  const hint = reviewed < games ? h("p", { class: "hint-text" }, t("stats.review", { command: `tengen library review --player "${player}" --game ${gameWord(g)}` })) : null;
  const left = left_out > 0 ? h("p", { class: "hint-text" }, t("stats.left-out", { n: left_out })) : null;
  if (reviewed === 0) return [h("p", { class: "player-unreviewed" }, t("stats.unreviewed")), left, hint];
  const unit = g.unit ?? "none";
  const units = unit !== "none" && total.mean_units !== null;
  // A column for each phase: the names of the rows are long, and a phone is narrow.
  const columns = [...PHASES.map((phase) => phases[phase]), total];
  const row = (/** @type {string} */ name, /** @type {(of: Losses) => string} */ cell) => [name, ...columns.map(cell)];
  const rows = [
    row(t("stats.moves"), (of) => of.moves.toLocaleString()), ...KINDS.map((kind) => row(t(`stats.kind.${kind}`), (of) => (of.counts[kind] ?? 0).toLocaleString())),
    row(t("stats.loss"), (of) => share(of.mean_loss)), ...(units ? [row(t(`stats.unit.${unit}`), (of) => meanUnits(of.mean_units))] : []),
  ];
  const head = ["", ...PHASES.map((phase) => t(`stats.phase.${phase}`)), t("stats.all")];
  return [
    h("p", { class: "library-status" }, t("stats.reviewed", { n: reviewed.toLocaleString(), games: games.toLocaleString(), engines: engines.map((e) => e.name).join(apiLanguage() === "en" ? ", " : "、") })),
    left,
    limits.length > 1 ? h("p", { class: "hint-text" }, t("stats.limits")) : null,
    table(t("stats.mistakes"), head, rows),
    about ? h("p", { class: "hint-text" }, pick(about)) : null,
    worst.length > 0 ? h("h3", null, t("stats.worst")) : null,
    worst.length > 0 && h("ol", { class: "player-worst" }, worst.map((m) => h("li", null, h("button", { class: "player-mistake", on: { click: () => void openAt(m, close) } }, mistakeText(m, sides, units ? unit : "none"))))),
    hint,
  ];
}

/** @param {Worst} m @param {{ black: string, white: string }} sides @param {string} unit */
function mistakeText(m, sides, unit) {
  const best = m.best ? t("stats.better", { played: moveWords(m.played), best: moveWords(m.best) }) : moveWords(m.played);
  const loss = [t("stats.lost.chance", { n: share(m.loss) }), unit !== "none" && m.units !== null ? t(`stats.lost.${unit}`, { n: m.units.toFixed(1) }) : ""];
  return [t("stats.place", { n: m.number }), sides[m.color], best, ...loss, m.opponent ?? "", m.date ?? ""].filter((x) => x).join(" · ");
}

/** Opens the game of a mistake before the move. @param {Worst} m @param {(value?: any) => void} close */
async function openAt(m, close) {
  try {
    const board = await api.board(m.game);
    const node = board.nodes.find((n) => n.id === m.node);
    close();
    await open(board, { paused: true, node: node?.parent ?? node?.id });
    // The move is among the mistakes there.
    store.set({ panel: "review" });
  } catch (error) {
    sayProblem(error);
  }
}
