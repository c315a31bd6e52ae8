// The open proof on the board: what each reply comes to. A click chooses a reply or the answer to it.

import { ICONS, s } from "../dom.js";
import { t } from "../i18n/index.js";
import { registerLayer } from "../panels.js";
import { store } from "../store.js";
import { pointName, same } from "../board/geometry.js";
import { stoneAt } from "../board/points.js";
import { isAboutChains, isHold } from "./proof-chains.js";
import { movesTo } from "./proof-model.js";
import { valueWords } from "./proof-words.js";
import { compact, pointOf } from "./score.js";
import { study } from "./state.js";
import { endWords, PASS, signOf } from "./strategy.js";

/** @import { Item, ProofTree } from "./proof-model.js" */
/** @import { Color, Point, View } from "../types.js" */

/**
 * The proof that is open.
 * @typedef {object} Shown
 * @property {number} node the node of its root
 * @property {ProofTree} tree
 * @property {Color} side the side that wins
 * @property {Item} at
 * @property {View | null} [view] the position at `at`, if moves change stones there
 * @property {string} kind `vcf`, `vct`, `strategy`, `exact` or one about chains
 * @property {string | null} [claim] what the proof of a question about chains shows
 * @property {string[]} [lead] a pass, where the side that is not to move in the game moves first
 */

/** @returns {Shown | null} */
export const shownNow = () => study().proof;

/** The position that is walked to in the open proof; `null` where the board shows the game's. @returns {View | null} */
export const walkedTo = () => shownNow()?.view ?? null;

/** @type {(item: Item) => void} */
let choose = () => {};

/** Sets what goes to an item of the proof. @param {(item: Item) => void} act */
export function onChoice(act) {
  choose = act;
}

/** @type {(stone: Point) => boolean} */
let chooseChain = () => false;

/** Sets what a click on a stone does while no proof is open, or one about chains. @param {(stone: Point) => boolean} act whether it takes the click */
export function onChain(act) {
  chooseChain = act;
}

/** The text on a reply on the board: its value, the positions of the strategy under it, or the plies left to the win. @param {Shown} proof @param {Item} item */
function replyWords(proof, item) {
  const value = proof.tree.value(item);
  const recorded = proof.tree.recorded(item);
  if (recorded?.by === "move") return compact(recorded.positions);
  if (proof.tree.missing(item)) return "?";
  return value && proof.kind === "exact" ? valueWords(value) : proof.tree.left(item);
}

/** Registers the layers of a proof. Called once. */
export function registerProofLayer() {
  registerLayer({
    id: "study-proof",
    order: 82,
    watch: ["study", "panel"],
    position: walkedTo,
    takesClicks: () => !!shownNow() && store.state.panel === "proof",
    draw(layer, view, { geometry: g, state }) {
      const proof = shownNow();
      if (!proof || state.panel !== "proof" || !state.board) return;
      const taken = movesTo(proof.at).map((m) => pointOf(/** @type {any} */ (state.board), m));
      if (proof.at.kind !== "attack") return;
      for (const item of proof.tree.items(proof.at)) {
        const p = pointOf(state.board, item.move);
        if (!p || stoneAt(view, p) || taken.some((q) => same(p, q))) continue;
        const { x, y } = g.xy(p);
        const sign = isHold(proof) ? PASS : signOf(proof.tree, item);
        const words = String(replyWords(proof, item));
        const size = [34, 34, 28, 24, 20][Math.min(4, words.length)];
        layer.append(s("g", { class: `proof-reply ${sign ?? ""}`, transform: `translate(${x} ${y})` }, s("circle", { r: g.r * (sign === PASS ? 0.16 : 0.66) }),
          sign ? sign !== PASS && s("path", { d: ICONS[sign], transform: `scale(${g.r * 0.04}) translate(-12 -12)` })
            : s("text", { y: size * 0.36, "font-size": size, "text-anchor": "middle" }, words)));
      }
    },
    describe(point) {
      const proof = shownNow();
      const { board } = store.state;
      if (!proof || !board || store.state.panel !== "proof" || proof.at.kind !== "attack") return null;
      const item = proof.tree.items(proof.at).find((i) => same(pointOf(board, i.move), point));
      if (!item) return null;
      const recorded = proof.tree.recorded(item);
      if (recorded?.by === "move") return t("study.strategy.reply", { n: recorded.positions });
      if (isHold(proof)) return t("study.chain.reply");
      return endWords(proof.tree, item) ?? (proof.kind !== "exact" ? t("study.proof.defence", { n: proof.tree.left(item) }) : null);
    },
    click(point) {
      const proof = shownNow();
      const { board, view } = store.state;
      if (!board || !view || store.state.panel !== "proof") return false;
      if (!proof) return !!stoneAt(view, point) && chooseChain(point);
      const stands = stoneAt(view, point);
      if (isAboutChains(proof.kind) && stands && stoneAt(walkedTo() ?? view, point) === stands && chooseChain(point)) return true;
      if (proof.at.kind === "attack") {
        const name = pointName(board, point);
        const taken = movesTo(proof.at).some((m) => same(pointOf(board, m), point));
        const reply = taken || stoneAt(walkedTo() ?? view, point) ? null : proof.tree.reply(proof.at, name);
        if (reply) choose(reply);
      } else {
        const next = proof.tree.next(proof.at);
        if (next && same(pointOf(board, next.move), point)) choose(next);
      }
      // While a proof is open, no move is played.
      return true;
    },
  });
}

/** Steps in the open proof, from anywhere on the page. @param {number} way forward or back */
export function stepProof(way) {
  const proof = shownNow();
  if (!proof || store.state.panel !== "proof") return false;
  const to = way > 0 ? proof.tree.next(proof.at) : proof.at.parent;
  if (to) choose(to);
  return true;
}
