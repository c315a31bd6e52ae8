// What a view says of a point of the board.

import { pick } from "../i18n/index.js";
import { same } from "./geometry.js";

/** @import { Color, Point, View } from "../types.js" */

/** What stands on a point. @param {Pick<View, "stones">} view @param {Point} point @returns {Color | null} */
export function stoneAt(view, point) {
  if (view.stones.black.some((p) => same(p, point))) return "black";
  if (view.stones.white.some((p) => same(p, point))) return "white";
  return null;
}

/** Why a point is forbidden, in the person's language. @param {View} view @param {Point} point */
export function whyForbidden(view, point) {
  const found = view.forbidden.find((f) => same(f.point, point));
  return found ? pick(found.why) : null;
}
