// The column left of the board, on wide screens: the moves, and the comment on the position.

import { div, fill } from "../dom.js";
import { t } from "../i18n/index.js";
import { grip } from "../shell/sizes.js";
import { commentBox } from "./comment-box.js";
import { moveList } from "./move-list.js";

/** @import { Store } from "../store.js" */

/** @param {HTMLElement} el @param {Store} st */
export function mountLeft(el, st) {
  const moves = moveList(st);
  const comment = commentBox(st, "left-", () => /** @type {HTMLElement | null} */ (moves.el.querySelector(".moves"))?.focus());
  const below = div("left-comment", comment.el);
  fill(el, moves.el,
    grip({ name: "comment", label: t("size.height"), target: () => below, axis: "y", sign: -1, least: 90, most: () => innerHeight * 0.7 }),
    below,
    grip({ name: "left", label: t("size.width"), target: () => el, axis: "x", least: 200, most: () => innerWidth * 0.35 }));
  return () => {
    moves.end();
    comment.end();
  };
}
