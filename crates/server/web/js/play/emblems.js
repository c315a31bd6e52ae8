// A small picture of each game, in the colours of the boards.

import { s } from "../dom.js";
import { has } from "../game.js";

/** @import { GameInfo, RuleSet } from "../types.js" */

/** The emblem of a game or of a rule set with a card of its own, from its look and its features. @param {GameInfo} info @param {RuleSet | null} [own] */
export function gameEmblem(info, own = null) {
  const look = (own ?? info.rules[0])?.style ?? "lines";
  const el = s("svg", { class: `emblem emblem-${look}`, viewBox: "0 0 60 60", "aria-hidden": "true" });
  el.append(s("rect", { class: "emblem-board", x: 2, y: 2, width: 56, height: 56, rx: 9 }));
  const grid = (/** @type {number[]} */ at) => el.append(s("path", { class: "emblem-lines", d: at.map((v) => `M${v} 2V58M2 ${v}H58`).join("") }));
  const dot = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r, /** @type {string} */ cls) => el.append(s("circle", { class: cls, cx: x, cy: y, r }));
  if (look === "felt") {
    grid([16, 30, 44]);
    for (const [x, y, c] of /** @type {const} */ ([[23, 23, "white"], [37, 23, "black"], [23, 37, "black"], [37, 37, "white"]])) dot(x, y, 5.6, `emblem-${c}`);
  } else if (has(info, "liberties")) {
    grid([16, 30, 44]);
    for (const [x, y, c] of /** @type {const} */ ([[16, 30, "black"], [30, 16, "black"], [30, 30, "white"], [44, 30, "black"], [30, 44, "black"], [44, 16, "white"]])) dot(x, y, 6.8, `emblem-${c}`);
  } else if (look === "holes") {
    for (const [x, y, c] of /** @type {const} */ ([[15, 15, "none"], [30, 15, "none"], [45, 15, "none"], [15, 30, "none"], [30, 30, "red"], [45, 30, "none"], [15, 45, "yellow"], [30, 45, "red"], [45, 45, "yellow"]])) dot(x, y, 6, `emblem-${c}`);
  } else if (own && has(own, "forbidden")) {
    // Two open threes that cross: the crossing is closed.
    grid([12, 24, 36, 48]);
    for (const [x, y] of [[24, 12], [36, 12], [12, 24], [12, 36]]) dot(x, y, 5.4, "emblem-black");
    for (const [x, y] of [[36, 36], [48, 24]]) dot(x, y, 5.4, "emblem-white");
    el.append(s("path", { class: "emblem-closed", d: "M20 20l8 8M28 20l-8 8" }));
  } else if (look === "paper") {
    el.append(s("path", { class: "emblem-lines thick", d: "M22 8V52M38 8V52M8 22H52M8 38H52" }),
      s("path", { class: "emblem-x", d: "M26 26l8 8M34 26l-8 8M10 42l8 8M18 42l-8 8" }), s("circle", { class: "emblem-o", cx: 46, cy: 14, r: 4.6 }), s("circle", { class: "emblem-o", cx: 14, cy: 14, r: 4.6 }));
  } else if (has(info, "captures")) {
    grid([12, 24, 36, 48]);
    for (const [x, y, c] of /** @type {const} */ ([[12, 24, "black"], [24, 24, "white"], [36, 24, "white"], [48, 24, "black"], [24, 36, "black"], [36, 48, "white"]])) dot(x, y, 5.4, `emblem-${c}`);
  } else if (has(info, "turns")) {
    // Two stones a turn.
    grid([12, 24, 36, 48]);
    for (const [x, y, c] of /** @type {const} */ ([[24, 24, "black"], [36, 24, "white"], [48, 24, "white"], [12, 36, "black"], [24, 36, "black"], [36, 48, "white"], [48, 48, "white"]])) dot(x, y, 5.4, `emblem-${c}`);
  } else {
    grid([12, 24, 36, 48]);
    for (const [x, y, c] of /** @type {const} */ ([[12, 48, "black"], [24, 36, "black"], [36, 24, "black"], [48, 12, "black"], [36, 36, "white"], [48, 36, "white"], [36, 48, "white"]])) dot(x, y, 5.4, `emblem-${c}`);
  }
  return el;
}
