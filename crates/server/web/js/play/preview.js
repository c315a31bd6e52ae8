// A small picture of the board that the dialog is about to begin with.

import { h, s } from "../dom.js";
import { geometryOf } from "../board/geometry.js";
import { stone } from "../board/stones.js";
import { paints, plate, surface } from "../board/surface.js";
import { store } from "../store.js";
import { t } from "../i18n/index.js";

/** @import { Point, RuleSet } from "../types.js" */

/**
 * @param {RuleSet} rules @param {string} size such as `15x15`: columns and rows
 * @param {{ black: Point[], white: Point[] } | undefined} stones
 */
export function boardPreview(rules, size, stones) {
  const [cols, rows] = size.split(/x/i).map(Number);
  const board = { ...rules, size: { rows: rows || 15, cols: cols || rows || 15 } };
  const g = geometryOf(board, false);
  const el = h("div", { class: `board preview look-${g.look}`, role: "img", "aria-label": t("new.preview", { cols: board.size.cols, rows: board.size.rows }), data: { theme: store.state.settings.boardTheme } });
  el.style.setProperty("--ratio", String(g.width / g.height));
  const pieces = s("svg", { class: "pieces", viewBox: `0 0 ${g.width} ${g.height}`, "aria-hidden": "true" }, paints("preview"));
  for (const color of /** @type {const} */ (["black", "white"])) {
    for (const p of stones?.[color] ?? []) {
      const { x, y } = g.xy(p);
      pieces.append(s("g", { transform: `translate(${x} ${y})` }, stone(g, "preview", color)));
    }
  }
  if (g.look === "holes") pieces.append(plate(g, "preview"));
  el.append(surface(g, { coords: { columns: [], rows: [] } }, "previews"), pieces);
  return el;
}
