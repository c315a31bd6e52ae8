// A side in a list: a dot with the colour that it has on the board.

import { h, span } from "../dom.js";
import { lookOf } from "./geometry.js";

/** @param {Parameters<typeof lookOf>[0]} board @param {import("../types.js").Color | "none"} color @param {string} [words] for screen readers */
export const sideDot = (board, color, words = "") =>
  h("span", { class: `side-dot ${color} look-${lookOf(board)}`, "aria-hidden": words ? null : "true" }, words ? span("sr-only", words) : null);
