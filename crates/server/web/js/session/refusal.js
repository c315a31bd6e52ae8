// Why a point cannot be played, where the position shown says so: no request is needed to learn it.

import { pointName, same } from "../board/geometry.js";
import { stoneAt, whyForbidden } from "../board/points.js";
import { has } from "../game.js";
import { t } from "../i18n/index.js";
import { colorName } from "../moves.js";

/** @import { Board, Point, View } from "../types.js" */

/**
 * Why a point cannot be played, as the server would say it; `null` for a legal point, and where only the server knows.
 * @param {Board} board @param {View} view @param {Point} at
 */
export function refusal(board, view, at) {
  const point = pointName(board, at);
  const why = whyForbidden(view, at);
  if (why) return t("problem.forbidden", { point, why });
  // An offered fifth move is a stone, and may be chosen.
  if (view.legal.some((p) => same(p, at))) return null;
  // A stone that falls comes to rest in another row.
  if (has(board, "gravity")) return view.legal.some((p) => p[1] === at[1]) ? null : t("problem.column-full", { point });
  const stone = stoneAt(view, at);
  if (stone) return t("problem.occupied", { point, color: colorName(board, stone) });
  if (!has(board, "flips")) return null;
  return view.legal.length > 0 ? t("problem.no-flip", { point }) : t("status.must-pass", { color: colorName(board, view.to_move) });
}
