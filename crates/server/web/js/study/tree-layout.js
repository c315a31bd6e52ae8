// The layout of a tree of variations: one column per move, the first variation straight on, the others below it.
// For trees of any size: no recursion, and one visit per node.

/** @import { TreeNode } from "../types.js" */

/**
 * @typedef {object} Spot
 * @property {number} id
 * @property {number} parent -1 for the root
 * @property {number} col moves from the root
 * @property {number} row 0 for the main line
 */
/**
 * @typedef {object} Layout
 * @property {Map<number, Spot>} spots
 * @property {Spot[][]} columns spots of each column, from the top
 * @property {number} rows how many rows there are
 */

/**
 * @param {readonly TreeNode[]} nodes
 * @param {number} root
 * @returns {Layout}
 */
export function layoutOf(nodes, root) {
  const byId = new Map(nodes.map((n) => [n.id, n]));
  /** @type {Map<number, Spot>} */
  const spots = new Map();
  /** @type {Spot[][]} */
  const columns = [];
  /** @type {number[]} the lowest row taken in each column */
  const low = [];
  let rows = 0;
  // A chain is a node with its first descendants to the end. The main line is placed first; branches of a chain are
  // placed from its end to its start, so that an early branch passes below the late ones.
  /** @type {{ id: number, parent: number, col: number }[]} */
  const stack = byId.has(root) ? [{ id: root, parent: -1, col: 0 }] : [];
  for (let chain = stack.pop(); chain; chain = stack.pop()) {
    /** @type {TreeNode[]} */
    const along = [];
    for (let n = byId.get(chain.id); n && !spots.has(n.id); n = byId.get(n.children[0] ?? -1)) {
      spots.set(n.id, { id: n.id, parent: -1, col: 0, row: 0 });
      along.push(n);
    }
    if (along.length === 0) continue;
    const from = chain.parent >= 0 ? chain.col - 1 : 0;
    let row = 0;
    if (chain.parent >= 0) for (let c = from; c < chain.col + along.length; c += 1) row = Math.max(row, (low[c] ?? -1) + 1);
    for (let c = from; c < chain.col + along.length; c += 1) low[c] = Math.max(low[c] ?? -1, row);
    rows = Math.max(rows, row + 1);
    let parent = chain.parent;
    for (const [i, n] of along.entries()) {
      const spot = /** @type {Spot} */ (spots.get(n.id));
      spot.parent = parent;
      spot.col = chain.col + i;
      spot.row = row;
      (columns[spot.col] ??= []).push(spot);
      parent = n.id;
    }
    // A stack returns the last pushed first: branches of the end first, and those of one node in their order.
    for (const [i, n] of along.entries()) {
      for (let k = n.children.length - 1; k >= 1; k -= 1) stack.push({ id: n.children[k], parent: n.id, col: chain.col + i + 1 });
    }
  }
  for (const column of columns) column.sort((a, b) => a.row - b.row);
  return { spots, columns, rows };
}

/**
 * The part of the layout inside a window: its nodes, and every edge that crosses it.
 * @param {Layout} layout
 * @param {{ col0: number, col1: number, row0: number, row1: number }} view both ends included
 */
export function visible(layout, view) {
  /** @type {Spot[]} */
  const nodes = [];
  /** @type {{ from: Spot, to: Spot }[]} */
  const edges = [];
  const first = Math.max(0, view.col0);
  const last = Math.min(layout.columns.length - 1, view.col1 + 1);
  for (let c = first; c <= last; c += 1) {
    for (const spot of layout.columns[c]) {
      const from = layout.spots.get(spot.parent);
      if (from && from.row <= view.row1 && spot.row >= view.row0) edges.push({ from, to: spot });
      if (c <= view.col1 && spot.row >= view.row0 && spot.row <= view.row1) nodes.push(spot);
    }
  }
  return { nodes, edges };
}

/**
 * The node that a key goes to.
 * @param {ReadonlyMap<number, TreeNode>} byId
 * @param {Layout} layout
 * @param {number} id
 * @param {string} key of a keyboard event
 * @param {ReadonlyMap<number, number>} [preferred] the child last visited from a node
 * @returns {number | null} `null`: the key does nothing here
 */
export function stepByKey(byId, layout, id, key, preferred) {
  const node = byId.get(id);
  const spot = layout.spots.get(id);
  if (!node || !spot) return null;
  if (key === "ArrowLeft") return spot.parent >= 0 ? spot.parent : id;
  if (key === "ArrowRight") {
    const wanted = preferred?.get(id);
    return wanted !== undefined && node.children.includes(wanted) ? wanted : node.children[0] ?? id;
  }
  if (key === "ArrowUp" || key === "ArrowDown") {
    // The nearest node above or below in this column.
    const column = layout.columns[spot.col];
    const i = column.indexOf(spot);
    return (column[i + (key === "ArrowDown" ? 1 : -1)] ?? spot).id;
  }
  if (key === "Home" || key === "End") {
    let at = id;
    for (;;) {
      const next = key === "Home" ? layout.spots.get(at)?.parent ?? -1 : byId.get(at)?.children[0] ?? -1;
      if (next < 0 || !layout.spots.has(next)) return at;
      at = next;
    }
  }
  return null;
}
