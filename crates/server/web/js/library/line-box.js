// The opening trainer: lines to know by heart, which come back after longer and longer breaks.

import { button, div, fill, h } from "../dom.js";
import { language, t } from "../i18n/index.js";
import { colorName, moveWords } from "../moves.js";
import { store } from "../store.js";
import { select } from "../study/analysis-panel.js";
import { openingAt } from "../study/move-list.js";
import { openLine } from "../study/puzzles.js";
import { study } from "../study/state.js";
import { forget, learnLine, linesNow } from "../study/training.js";
import { pathTo } from "../tree.js";

/** @import { Board, Color } from "../types.js" */
/** @import { OpeningLine } from "../study/training-model.js" */

/**
 * The line from the start of the game to a node, if it can be asked for: stones of both sides in turn, nothing set up and nothing chosen.
 * @param {Board} board @param {number} node @param {Color} side
 * @returns {OpeningLine | null}
 */
function lineTo(board, node, side) {
  const path = pathTo(board, node);
  const played = path.slice(1);
  if (path.some((n) => n.setup) || !played.every((n, i) => n.move && n.point && n.color && n.color !== played[i - 1]?.color)) return null;
  const first = played.findIndex((n) => n.color === side);
  if (first < 0) return null;
  const moves = played.map((n) => n.move ?? "");
  const name = openingAt(board, node) || moves.slice(0, 5).map(moveWords).join(" ") + (moves.length > 5 ? " …" : "");
  return { name, game: board.game, rules: board.rules, size: `${board.size.cols}x${board.size.rows}`, side, moves, first };
}

/** The trainer's part of the panel of openings. @returns {{ el: HTMLElement, end: () => void }} */
export function lineBox() {
  /** @type {Color} */
  let side = "black";
  const el = h("section", { class: "lines", "aria-label": t("lines.title") });

  /** When a line is asked for next. @param {number} due */
  const when = (due) => (due <= Date.now() ? t("lines.due") : t("lines.later", { when: new Date(due).toLocaleString(language(), { dateStyle: "medium" }) }));

  function draw() {
    const { board, node } = store.state;
    const line = board && node !== null && !board.tags?.includes("puzzle") ? lineTo(board, node, side) : null;
    const lines = linesNow();
    fill(el, h("h3", null, t("lines.title")), h("p", { class: "train-about" }, t("lines.about")),
      div("study-head",
        select(t("lines.side"), (/** @type {Color[]} */ (["black", "white"])).map((c) => /** @type {[string, string]} */ ([c, board ? colorName(board, c) : t(`color.${c}`)])), side, (v) => {
          side = /** @type {Color} */ (v);
          draw();
        }),
        button("plus", t("lines.learn"), () => line && learnLine(line), { class: "primary", id: "line-learn", disabled: !line })),
      lines.length === 0 ? null : h("ul", { class: "program-list line-list" }, lines.map((card) => {
        const { name, moves } = /** @type {OpeningLine} */ (card.line);
        return h("li", { class: "program" },
          div("program-text", h("strong", null, name), h("span", null, `${t("library.moves", { n: moves.length })} · ${when(card.due)}`)),
          div("program-acts",
            button("play", t("lines.ask-me"), () => void openLine(card), { class: card.due <= Date.now() ? "primary" : "", "aria-label": t("lines.ask-name", { name }) }),
            button("trash", t("lines.forget", { name }), () => forget(card), { class: "quiet icon-only" })));
      })));
  }

  let seen = study().trained;
  const end = store.watch(["study", "board", "node", "panel"], (_, changed) => {
    if (study().trained === seen && !changed.has("board") && !changed.has("node") && !changed.has("panel")) return;
    seen = study().trained;
    const had = document.activeElement?.id;
    draw();
    if (had?.startsWith("line-")) document.getElementById(had)?.focus();
  });
  draw();
  return { el, end };
}
