// The facts of a position that the server tells for the threat overlay, as marks on points.

/** @import { Color, Point } from "../types.js" */

/**
 * @typedef {object} Fact
 * @property {string} kind `five`, `four`, `three`, `forbidden`, `liberties`, `atari`, `ladder`, `mobility`, `stable`
 * @property {Point} point
 * @property {Color} [color] whose it is
 * @property {"ring" | "square" | "diamond" | "dot" | "cross" | "none"} shape
 * @property {string} [text]
 */

/** Which toggles a game has, in their order. @param {string} game */
export function togglesFor(game) {
  if (game === "gomoku" || game === "renju") return ["fives", "fours", "threes", "forbidden"];
  if (game === "go") return ["liberties", "atari", "ladders"];
  if (game === "othello") return ["mobility", "stable"];
  return [];
}

/** Everything of a list that is a point. @param {any} list @returns {Point[]} */
const points = (list) => (Array.isArray(list) ? list.map((p) => (Array.isArray(p) ? p : p?.point)).filter((p) => Array.isArray(p) && p.length === 2) : []);

/** @type {Map<object, { key: string, facts: Fact[] }>} */
const made = new Map();

/**
 * The marks for the facts that are wanted. A point that makes several things for one side shows only the strongest.
 * @param {any} told what the server told
 * @param {Record<string, boolean>} wanted
 * @returns {Fact[]}
 */
export function factsOf(told, wanted) {
  if (!told) return [];
  const key = JSON.stringify(wanted);
  const known = made.get(told);
  if (known?.key === key) return known.facts;
  const facts = makeFacts(told, wanted);
  made.clear();
  made.set(told, { key, facts });
  return facts;
}

/** @param {any} told @param {Record<string, boolean>} wanted @returns {Fact[]} */
function makeFacts(told, wanted) {
  /** @type {Fact[]} */
  const out = [];
  for (const color of /** @type {const} */ (["black", "white"])) {
    const side = told[color];
    if (!side) continue;
    const seen = new Set();
    const levels = /** @type {[string, string, any, string][]} */ ([
      ["fives", "five", side.fives, "5"], ["fours", "open-four", side.open_fours, "4"], ["fours", "four", side.fours, "4"], ["threes", "three", side.threes ?? side.open_threes, "3"],
    ]);
    for (const [toggle, kind, list, text] of levels) {
      if (!wanted[toggle]) continue;
      for (const point of points(list)) {
        if (seen.has(String(point))) continue;
        seen.add(String(point));
        out.push({ kind, point, color, shape: color === "black" ? "square" : "diamond", text });
      }
    }
  }
  if (wanted.forbidden) for (const f of told.forbidden ?? []) out.push({ kind: "forbidden", point: f.point ?? f, shape: "cross" });
  for (const chain of told.chains ?? []) {
    const liberties = typeof chain.liberties === "number" ? chain.liberties : chain.liberties?.length ?? 0;
    const atari = chain.atari ?? liberties === 1;
    for (const point of points(chain.points ?? chain.stones)) {
      if (atari && wanted.atari) out.push({ kind: "atari", point, color: chain.color, shape: "ring" });
      if (wanted.liberties) out.push({ kind: "liberties", point, color: chain.color, shape: "none", text: String(liberties) });
    }
  }
  if (wanted.ladders) {
    for (const ladder of told.ladders ?? []) {
      for (const point of points(ladder.points ?? ladder.stones)) {
        out.push({ kind: ladder.works === false ? "ladder-fails" : "ladder", point, color: ladder.color, shape: "diamond" });
      }
    }
  }
  if (wanted.mobility) {
    for (const color of /** @type {const} */ (["black", "white"])) {
      for (const point of points(told.mobility?.[color])) out.push({ kind: "mobility", point, color, shape: "dot" });
    }
  }
  if (wanted.stable) {
    for (const color of /** @type {const} */ (["black", "white"])) {
      for (const point of points(told.stable?.[color])) out.push({ kind: "stable", point, color, shape: "square" });
    }
  }
  return out;
}
