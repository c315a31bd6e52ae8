// The facts of a position as marks on points: threats, liberties, ladders, mobility, stable discs.

import { has } from "../game.js";

/** @import { Color, GameTraits, Point } from "../types.js" */

/**
 * @typedef {object} Fact
 * @property {string} kind `five`, `four`, `three`, `forbidden`, `liberties`, `atari`, `ladder`, `mobility`, `stable`
 * @property {Point} point
 * @property {Color} [color] the side it belongs to
 * @property {"ring" | "square" | "diamond" | "dot" | "cross" | "none"} shape
 * @property {string} [text]
 */

/** The toggles that a feature of a game brings, in their order. @type {[import("../types.js").Feature, string[]][]} */
const TOGGLES = [["threats", ["fives", "fours", "threes"]], ["forbidden", ["forbidden"]], ["liberties", ["liberties", "atari", "ladders"]], ["mobility", ["mobility"]], ["stable", ["stable"]]];

/** The toggles of a game. @param {GameTraits | null | undefined} game */
export const togglesFor = (game) => TOGGLES.filter(([feature]) => has(game, feature)).flatMap(([, toggles]) => toggles);

/** Every point of a list. @param {any} list @returns {Point[]} */
const points = (list) => (Array.isArray(list) ? list.map((p) => (Array.isArray(p) ? p : p?.point)).filter((p) => Array.isArray(p) && p.length === 2) : []);

/** @type {Map<object, { key: string, facts: Fact[] }>} */
const cache = new Map();

/**
 * The marks of the chosen facts. A point with several threats of one side shows only the strongest.
 * @param {any} overlay the server's overlay
 * @param {Record<string, boolean>} chosen
 * @returns {Fact[]}
 */
export function factsOf(overlay, chosen) {
  if (!overlay) return [];
  const key = JSON.stringify(chosen);
  const cached = cache.get(overlay);
  if (cached?.key === key) return cached.facts;
  const facts = makeFacts(overlay, chosen);
  cache.clear();
  cache.set(overlay, { key, facts });
  return facts;
}

/** @param {any} overlay @param {Record<string, boolean>} chosen @returns {Fact[]} */
function makeFacts(overlay, chosen) {
  /** @type {Fact[]} */
  const out = [];
  for (const color of /** @type {const} */ (["black", "white"])) {
    const side = overlay[color];
    if (!side) continue;
    const seen = new Set();
    const levels = /** @type {[string, string, any, string][]} */ ([
      ["fives", "five", side.fives, "5"], ["fours", "open-four", side.open_fours, "4"], ["fours", "four", side.fours, "4"], ["threes", "three", side.threes ?? side.open_threes, "3"],
    ]);
    for (const [toggle, kind, list, text] of levels) {
      if (!chosen[toggle]) continue;
      for (const point of points(list)) {
        if (seen.has(String(point))) continue;
        seen.add(String(point));
        out.push({ kind, point, color, shape: color === "black" ? "square" : "diamond", text });
      }
    }
  }
  if (chosen.forbidden) for (const f of overlay.forbidden ?? []) out.push({ kind: "forbidden", point: f.point ?? f, shape: "cross" });
  for (const chain of overlay.chains ?? []) {
    const liberties = typeof chain.liberties === "number" ? chain.liberties : chain.liberties?.length ?? 0;
    const atari = chain.atari ?? liberties === 1;
    for (const point of points(chain.points ?? chain.stones)) {
      if (atari && chosen.atari) out.push({ kind: "atari", point, color: chain.color, shape: "ring" });
      if (chosen.liberties) out.push({ kind: "liberties", point, color: chain.color, shape: "none", text: String(liberties) });
    }
  }
  if (chosen.ladders) {
    for (const ladder of overlay.ladders ?? []) {
      for (const point of points(ladder.points ?? ladder.stones)) {
        out.push({ kind: ladder.works === false ? "ladder-fails" : "ladder", point, color: ladder.color, shape: "diamond" });
      }
    }
  }
  if (chosen.mobility) {
    for (const color of /** @type {const} */ (["black", "white"])) {
      for (const point of points(overlay.mobility?.[color])) out.push({ kind: "mobility", point, color, shape: "dot" });
    }
  }
  if (chosen.stable) {
    for (const color of /** @type {const} */ (["black", "white"])) {
      for (const point of points(overlay.stable?.[color])) out.push({ kind: "stable", point, color, shape: "square" });
    }
  }
  return out;
}
