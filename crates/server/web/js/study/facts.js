// The facts of a position as marks on points: threats, captures, liberties, ladders, eyes, mobility, stable discs.

import { has } from "../game.js";

/** @import { Color, GameTraits, Point } from "../types.js" */

/**
 * @typedef {object} Fact
 * @property {string} kind `five`, `open-four`, `four`, `three`, `win`, `capture`, `forbidden`, `liberties`, `atari`, `ladder`, `ladder-fails`, `caught`, `eye`, `mobility`, `stable`
 * @property {Point} point
 * @property {Color} [color] the side it belongs to
 * @property {"ring" | "square" | "diamond" | "dot" | "cross" | "none"} shape
 * @property {string} [text]
 */

/** The toggles that a feature of a game brings, in their order. @type {[import("../types.js").Feature, string[]][]} */
const TOGGLES = [["threats", ["fives", "fours", "threes"]], ["rows", ["wins"]], ["forbidden", ["forbidden"]], ["liberties", ["liberties", "atari", "ladders", "eyes"]], ["captures", ["captures"]], ["mobility", ["mobility"]], ["stable", ["stable"]]];

/**
 * The toggles of a game. Fives say more than winning points, and atari more than captures: where there are both, the
 * lesser one is left out.
 * @param {GameTraits | null | undefined} game
 */
export function togglesFor(game) {
  const left = (/** @type {string} */ feature) => (feature === "rows" && has(game, "threats")) || (feature === "captures" && has(game, "liberties"));
  return TOGGLES.filter(([feature]) => has(game, feature) && !left(feature)).flatMap(([, toggles]) => toggles);
}

/** A fact as the server sends it. @typedef {{ kind: string, side: Color, points: Point[], others: Point[], works?: boolean, eyes?: Point[][] }} ServerFact */

/** The toggle and the sign of each threat. @type {Record<string, [string, string, string]>} */
const THREATS = { five: ["fives", "five", "5"], "open-four": ["fours", "open-four", "4"], four: ["fours", "four", "4"], "open-three": ["threes", "three", "3"] };
/** Facts that close a point. */
const CLOSED = new Set(["overline", "double-four", "double-three", "ko", "superko", "suicide", "closed"]);

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

/** @param {{ facts: ServerFact[] }} overlay @param {Record<string, boolean>} chosen @returns {Fact[]} */
function makeFacts(overlay, chosen) {
  /** @type {Fact[]} */
  const out = [];
  const seen = new Set();
  /** @param {ServerFact} fact @param {string} toggle @param {Omit<Fact, "point" | "color">} mark */
  const add = (fact, toggle, mark) => {
    if (chosen[toggle]) for (const point of fact.points) out.push({ ...mark, point, color: fact.side });
  };
  for (const fact of overlay.facts ?? []) {
    const threat = THREATS[fact.kind];
    if (threat) {
      // The server sends the strongest threats first.
      const [toggle, kind, text] = threat;
      const points = fact.points.filter((p) => !seen.has(`${fact.side} ${p}`));
      if (chosen[toggle]) for (const p of points) seen.add(`${fact.side} ${p}`);
      if (fact.kind === "five") add(fact, "wins", { kind: "win", shape: fact.side === "black" ? "square" : "diamond" });
      add({ ...fact, points }, toggle, { kind, shape: fact.side === "black" ? "square" : "diamond", text });
    } else if (CLOSED.has(fact.kind)) {
      if (chosen.forbidden) for (const point of fact.points) out.push({ kind: "forbidden", point, shape: "cross" });
    } else if (fact.kind === "chain") {
      if (fact.others.length === 1) add(fact, "atari", { kind: "atari", shape: "ring" });
      add(fact, "liberties", { kind: "liberties", shape: "none", text: String(fact.others.length) });
    } else if (fact.kind === "ladder") {
      add(fact, "ladders", { kind: fact.works === false ? "ladder-fails" : "ladder", shape: "diamond" });
    } else if (fact.kind === "caught") {
      add(fact, "ladders", { kind: "caught", shape: "diamond" });
    } else if (fact.kind === "alive") {
      add({ ...fact, points: (fact.eyes ?? []).flat() }, "eyes", { kind: "eye", shape: "dot" });
    } else if (fact.kind === "can-capture") {
      add(fact, "captures", { kind: "capture", shape: fact.side === "black" ? "square" : "diamond", text: String(fact.others.length) });
    } else if (fact.kind === "mobility") {
      add(fact, "mobility", { kind: "mobility", shape: "dot" });
    } else if (fact.kind === "stable") {
      add(fact, "stable", { kind: "stable", shape: "square" });
    }
  }
  return out;
}
