// Questions about chains: which stones are asked about, their marks on the board, and what the answers are called.

import { s } from "../dom.js";
import { language, t } from "../i18n/index.js";
import { registerLayer } from "../panels.js";
import { store } from "../store.js";
import { chainAt } from "../board/chains.js";
import { key, pointName, same } from "../board/geometry.js";
import { stoneAt } from "../board/points.js";
import { colorName, moveWords } from "../moves.js";
import { opposite } from "./score.js";
import { setStudy, study } from "./state.js";

/** @import { Board, Color, Point, View } from "../types.js" */
/** @import { Geometry } from "../board/geometry.js" */

/** The kinds of questions; what players ask most comes first. */
export const CHAIN_KINDS = ["life", "capture", "connect", "semeai"];
/** The kind about two chains of one colour. */
const CONNECT = "connect";
/** Those about two chains. */
const OF_TWO = new Set([CONNECT, "semeai"]);
/** Claims that are kept up for ever: their lines have no end. */
const HOLDS = new Set(["save", "stand", "cut"]);

/** @param {string} kind */
export const isAboutChains = (kind) => CHAIN_KINDS.includes(kind);
/** @param {{ claim?: string | null }} proof */
export const isHold = ({ claim }) => !!claim && HOLDS.has(claim);

/**
 * The chains that are asked about.
 * @typedef {object} Asked
 * @property {number} node
 * @property {Point[]} chains a stone of each
 * @property {Color[]} colors of them
 * @property {"chosen" | "searching" | "answered" | "open"} state `open`: the search ended without an answer
 */

/** @returns {Asked | null} */
export const askedNow = () => study().asked;

/** Whether two stones are of one chain. @param {View} view @param {Board} board @param {Point} a @param {Point} b */
const together = (view, board, a, b) => !!chainAt(view, board.size, a)?.stones.some((p) => same(p, b));

/**
 * The chains of the next question after a click on a stone. Of a question about two chains the second click chooses the
 * second one if it has the right colour; any other click starts a new question.
 * @param {string} kind @param {View} view @param {Board} board @param {Point[]} chosen a stone of each @param {Point} stone
 * @returns {Point[]}
 */
export function chosenAfter(kind, view, board, chosen, stone) {
  if (!OF_TWO.has(kind) || chosen.length !== 1 || together(view, board, chosen[0], stone)) return [stone];
  const alike = stoneAt(view, chosen[0]) === stoneAt(view, stone);
  return alike === (kind === CONNECT) ? [chosen[0], stone] : [stone];
}

/** Whether nothing is missing for a question. @param {string} kind @param {Asked | null} asked */
export const isWhole = (kind, asked) => asked?.chains.length === (OF_TWO.has(kind) ? 2 : 1);

/** Whether a stone is of the one chain that is asked about. @param {View} view @param {Board} board @param {Asked | null} asked @param {Point} stone */
export const isAsked = (view, board, asked, stone) => asked?.chains.length === 1 && together(view, board, asked.chains[0], stone);

/** Marks other chains. @param {View} view @param {Point[]} chains */
export function mark(view, chains) {
  const colors = chains.map((p) => /** @type {Color} */ (stoneAt(view, p)));
  setStudy({ asked: chains.length > 0 ? { node: view.node, chains, colors, state: "chosen" } : null });
}

/** @param {Asked["state"]} state */
export function setAsked(state) {
  const asked = askedNow();
  if (asked && asked.state !== state) setStudy({ asked: { ...asked, state } });
}

/** Takes the chains over to another position, as far as all of them stand there, and of a kind about one chain the first. @param {string} kind @param {View} view */
export function keepAsked(kind, view) {
  const asked = askedNow();
  if (!asked) return;
  const chains = OF_TWO.has(kind) ? asked.chains : asked.chains.slice(0, 1);
  const pair = chains.length < 2 || (asked.colors[0] === asked.colors[1]) === (kind === CONNECT);
  const stand = isAboutChains(kind) && chains.every((p, i) => stoneAt(view, p) === asked.colors[i]);
  mark(view, stand ? (pair ? chains : chains.slice(0, 1)) : []);
}

/** The stones of the chains asked about, in the position shown and, of a chain that was captured there, in the game's. @param {View} view */
function markedStones(view) {
  const { board, view: game, panel, mode } = store.state;
  const asked = askedNow();
  if (!asked || !board || !game || panel !== "proof" || mode !== "play" || asked.node !== game.node) return [];
  // Chains that became one are marked once.
  const seen = new Set();
  return asked.chains.flatMap((head, at) => {
    const stands = stoneAt(view, head) === asked.colors[at];
    const stones = chainAt(stands ? view : game, board.size, head)?.stones ?? [];
    const left = stones.filter((p) => !seen.has(key(p)));
    left.forEach((p) => seen.add(key(p)));
    return left.map((point) => ({ point, at, stands, state: asked.state }));
  });
}

/** The mark of a chain: a triangle for the first, a square for the second. @param {number} r @param {number} at */
const shape = (r, at) => (at === 0 ? `M0 ${-r}L${r * 0.87} ${r / 2}H${-r * 0.87}z` : `M${-r * 0.75} ${-r * 0.75}H${r * 0.75}V${r * 0.75}H${-r * 0.75}z`);

/** Registers the marks. Called once. */
export function registerChains() {
  registerLayer({
    id: "proof-chains",
    order: 81,
    watch: ["study", "panel", "mode", "view"],
    draw(layer, view, { geometry: g }) {
      for (const { point, at, stands, state } of markedStones(view)) {
        const { x, y } = g.xy(point);
        const on = stands ? `on-${stoneAt(view, point)}` : "gone";
        layer.append(s("path", { class: `target asked ${state} ${on}`, transform: `translate(${x} ${y})`, d: shape(g.r * 0.52, at) }));
      }
    },
    describe(point) {
      const { view } = store.state;
      return view && markedStones(view).some((m) => key(m.point) === key(point)) ? t("study.chain.asked") : null;
    },
  });
}

/**
 * The chains of an answer, by a stone of each.
 * @param {Board} board @param {Point[]} points @param {(Color | null)[]} colors
 */
function namesOf(board, points, colors) {
  const at = points.map((p) => pointName(board, p));
  if (points.length > 1 && colors[0] === colors[1]) return t(`study.chain.pair-${colors[0]}`, { a: at[0], b: at[1] });
  const names = at.map((name, i) => t(`study.chain.${colors[i] ?? "black"}`, { at: name }));
  return names.length > 1 ? t("study.chain.two", { a: names[0], b: names[1] }) : names[0];
}

/** How the outcome of a ko, a life or a race is said. @param {string} kind @param {string} outcome */
function keyOf(kind, outcome) {
  if (outcome === "ko") return `ko-${kind}`;
  if (outcome === "captured" && kind === "life") return "dies";
  return outcome === "wins" || outcome === "loses" ? "race" : outcome;
}

/**
 * The answer to a question about chains, without what it cost.
 * @param {Board} board
 * @param {any} answer
 */
export function chainWords(board, answer) {
  const { kind, outcome, side } = answer;
  const first = /** @type {Color} */ (answer.first);
  const points = /** @type {Point[]} */ ([answer.chain, answer.other].filter((p) => p));
  const view = store.state.view;
  const colors = points.map((p) => view && stoneAt(view, p));
  const [color, chain] = [colorName(board, first), namesOf(board, points, colors)];
  if (outcome === "safe") {
    const by = colorName(board, side);
    return answer.reply ? t("study.proof.safe-by", { color: by, chain, move: answer.reply }) : t("study.proof.safe", { color: by, chain });
  }
  if (outcome === "unknown") {
    return t(answer.complete ? "study.chain.none" : "study.chain.late", { color, n: answer.seconds ?? "", what: t(`study.chain.question.${kind}`, { chain }) });
  }
  const words = { color, chain, n: answer.plies ?? "?", winner: "" };
  if (outcome === "wins" || outcome === "loses") {
    const winner = outcome === "wins" ? first : opposite(first);
    const lost = points.findIndex((_, i) => colors[i] !== winner);
    Object.assign(words, { winner: colorName(board, winner), chain: namesOf(board, [points[lost]], [colors[lost]]) });
  }
  const parts = [t(`study.chain.${keyOf(kind, outcome)}`, words)];
  if (answer.move) parts.push(answer.move === "pass" ? t("study.chain.passes", { color }) : t("study.chain.first", { move: moveWords(answer.move) }));
  const threat = /** @type {Color | null} */ (answer.needs_threat);
  if (threat) parts.push(t("study.chain.threat", { color: colorName(board, threat), other: colorName(board, opposite(threat)) }));
  if (outcome === "ko" && !answer.complete) parts.push(t("study.chain.least"));
  if (answer.in_vain) parts.push(t("study.chain.in-vain"));
  return parts.join(language() === "en" ? " " : "");
}

/** What a line of a proof ends with. @param {string | null | undefined} claim */
export function endOf(claim) {
  if (claim === "live") return "alive";
  if (claim === "connect") return "joined";
  return claim && HOLDS.has(claim) ? "held" : "captured";
}
