// Functions of a game's tree of variations.

/** @import { Board, TreeNode } from "./types.js" */

/** @type {WeakMap<Board, Map<number, TreeNode>>} */
const maps = new WeakMap();

/** @param {Board} board */
function index(board) {
  let map = maps.get(board);
  if (!map) {
    map = new Map(board.nodes.map((n) => [n.id, n]));
    maps.set(board, map);
  }
  return map;
}

/** @param {Board | null | undefined} board @param {number | null | undefined} id @returns {TreeNode | undefined} */
export const nodeOf = (board, id) => (board && id !== null && id !== undefined ? index(board).get(id) : undefined);

/** @param {Board} board @returns {TreeNode} */
export const rootOf = (board) => board.nodes.find((n) => n.parent === null || n.parent === undefined) ?? board.nodes[0];

/** The nodes from the root to `id`, both included. @param {Board} board @param {number} id */
export function pathTo(board, id) {
  /** @type {TreeNode[]} */
  const path = [];
  const seen = new Set();
  for (let node = nodeOf(board, id); node && !seen.has(node.id); node = nodeOf(board, node.parent)) {
    seen.add(node.id);
    path.push(node);
  }
  return path.reverse();
}

/**
 * The line through `id`: from the root to it, and on along first children. `preferred` is the child that was followed last
 * at a node.
 * @param {Board} board
 * @param {number} id
 * @param {Map<number, number>} [preferred]
 */
export function lineThrough(board, id, preferred) {
  const path = pathTo(board, id);
  let node = path.at(-1);
  while (node && node.children.length > 0) {
    const wanted = preferred?.get(node.id);
    const next = nodeOf(board, wanted !== undefined && node.children.includes(wanted) ? wanted : node.children[0]);
    if (!next || path.length > board.nodes.length) break;
    path.push(next);
    node = next;
  }
  return path;
}

/**
 * The board with one more node, before the server's answer arrives.
 * @param {Board} board
 * @param {TreeNode} node
 * @param {number} revision
 * @returns {Board}
 */
export function withNode(board, node, revision) {
  const known = nodeOf(board, node.id);
  const nodes = known
    ? board.nodes
    : board.nodes.map((n) => (n.id === node.parent ? { ...n, children: [...n.children, node.id] } : n)).concat(node);
  return { ...board, nodes, revision, current: node.id };
}
