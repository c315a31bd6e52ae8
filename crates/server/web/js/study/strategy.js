// A proven strategy for the whole game: what the server says of a position of it, as part of a proof tree.

import { t } from "../i18n/index.js";
import { socket } from "../connection.js";

/** @import { Item, ProofData, ProofTree, Recorded } from "./proof-model.js" */
/** @import { Color } from "../types.js" */

/**
 * @typedef {object} StrategyAnswer what a strategy says of a position
 * @property {Recorded["by"] | null} by how the winner, to move, wins; `null` with the other side to move
 * @property {Color} side the winner
 * @property {string} [move] its move
 * @property {number} [limit] of a search
 * @property {number} positions how many recorded positions there are from here on
 * @property {(Recorded & { reply: string })[]} replies to the move, or in the position
 */

/**
 * What the strategy says of the position after `moves` from a node; `null` if it does not reach it.
 * @param {string | number} board
 * @param {number} node
 * @param {string[]} moves
 * @returns {Promise<StrategyAnswer | null>}
 */
export async function askStrategy(board, node, moves) {
  const answer = await socket.request({ do: "strategy", board, node, moves }).done;
  return answer.strategy ?? null;
}

/** Whether the replies of an answer can be walked; else a search finds the win. @param {StrategyAnswer} answer */
export const canWalk = (answer) => answer.replies.length > 0;

/** An answer as a proof of one node. @param {StrategyAnswer} answer @returns {ProofData} */
export function strategyData(answer) {
  const replies = answer.replies.map(({ reply, by, positions, limit }) => ({ move: reply, node: null, recorded: { by, positions, limit } }));
  return { side: answer.side, root: 0, nodes: [{ move: answer.move ?? "", replies, other: null, cut: false, recorded: true }] };
}

/** How many recorded positions there are from an item on; `undefined` where nothing is recorded of it. @param {ProofTree} tree @param {Item} item */
export const positionsFrom = (tree, item) => (item.kind === "attack" && item.parent ? tree.recorded(item.parent) : tree.recorded(item))?.positions;

/** The end of a row of the strategy; `null` for a row of an ordinary proof. @param {ProofTree} tree @param {Item} item */
export function endWords(tree, item) {
  if (tree.isRecorded(item)) return t("study.strategy.replies", { n: tree.items(item).length });
  const recorded = tree.recorded(item);
  if (recorded?.by === "move") return t("study.strategy.positions", { n: recorded.positions.toLocaleString() });
  const sign = signOf(tree, item);
  return sign && t(sign === PASS ? "study.strategy.pass" : "study.strategy.search");
}

/** The sign of the replies that the win after a pass answers: most points of the board. */
export const PASS = "dot";

/**
 * The icon of a reply whose win is not recorded, on its row and on its point; `null` for all others. Once its win is
 * found, the reply has the distance to it instead.
 * @param {ProofTree} tree @param {Item} item
 */
export function signOf(tree, item) {
  const by = tree.recorded(item)?.by;
  if (!by || by === "move" || !tree.unanswered(item)) return null;
  return by === "pass" ? PASS : "target";
}

/** How the win is found that answers a reply. @param {Recorded} recorded */
export function hintWords({ by, limit }) {
  if (by === "search") return t("study.strategy.search-hint", { n: (limit ?? 0).toLocaleString() });
  return t(by === "repair" ? "study.strategy.repair-hint" : "study.strategy.pass-hint");
}
