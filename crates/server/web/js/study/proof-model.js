// A proof as a tree that is expanded on demand. The server sends a list of nodes that may be shared by several parents:
// the whole tree could be too large for any machine, so items are made only when they are shown.

/**
 * @typedef {object} ProofNode a move of the side that wins, and what answers each reply
 * @property {string} move empty where the other side is to move in the position asked about
 * @property {{ move: string, node: number | null, value?: Value, recorded?: Recorded }[]} replies `null`: the answer was not sent
 * @property {number | null} [other] the answer to every reply that is not listed
 * @property {boolean} [cut] whether such an answer was not sent
 * @property {boolean} [recorded] whether it is of a recorded strategy; its replies come in their order
 */
/**
 * What a recorded strategy has against a reply.
 * @typedef {object} Recorded
 * @property {"move" | "search" | "repair" | "pass"} by a move, a search, the repair of another win, or the win after a pass
 * @property {number} positions how many recorded positions follow
 * @property {number} [limit] of the search, in positions
 */
/** @typedef {{ result: string, plies?: number | null, margin?: number | null }} Value what a reply comes to, for the side that moves after it */
/** @typedef {{ side: "black" | "white", root: number, nodes: ProofNode[] }} ProofData */

/**
 * One row of the expanded tree.
 * @typedef {object} Item
 * @property {Item | null} parent
 * @property {"attack" | "defence" | "others"} kind
 * @property {string | null} move `null` for all other replies
 * @property {number} node of an attack: its node; of a defence: the node that answers it, −1 if that was not sent
 * @property {number} depth
 * @property {boolean} open
 * @property {Item[] | null} items made on first use
 */

export class ProofTree {
  /** @param {ProofData} data */
  constructor(data) {
    // A copy: replies and answers are added to it.
    this.data = { ...data, nodes: data.nodes.map((n) => ({ ...n, replies: [...n.replies] })) };
    /** @type {Item} */
    this.root = { parent: null, kind: "attack", move: this.#node(data.root)?.move ?? null, node: data.root, depth: 0, open: true, items: null };
    /** @type {number[]} */
    this.lengths = lengthsOf(data);
  }

  /** @param {number} i @returns {ProofNode | undefined} */
  #node(i) {
    return this.data.nodes[i];
  }

  /** The maximum number of plies from an item to the win, including its own move. @param {Item} item */
  plies(item) {
    const own = this.lengths[item.node] ?? 0;
    return item.kind === "attack" ? own : own + 1;
  }

  /** The maximum number of plies from after an item's move to the win, as the board and the tree show it. @param {Item} item */
  left(item) {
    return Math.max(0, this.plies(item) - 1);
  }

  /** The children of an item: the replies to an attack, the answer to a defence. @param {Item} item @returns {Item[]} */
  items(item) {
    if (item.items) return item.items;
    const node = this.#node(item.node);
    const depth = item.depth + 1;
    if (!node) item.items = [];
    else if (item.kind === "attack") {
      item.items = node.replies.map((reply) => ({ parent: item, kind: /** @type {const} */ ("defence"), move: reply.move, node: reply.node ?? -1, depth, open: false, items: null }));
      // The longest defence first: that is the one that people ask about.
      if (!node.recorded) item.items.sort((a, b) => (this.lengths[b.node] ?? -1) - (this.lengths[a.node] ?? -1));
      if (node.other !== null && node.other !== undefined) {
        item.items.push({ parent: item, kind: "others", move: null, node: node.other, depth, open: false, items: null });
      }
    } else {
      item.items = [{ parent: item, kind: "attack", move: node.move, node: item.node, depth, open: false, items: null }];
    }
    return item.items;
  }

  /** The visible rows, from the top. @returns {Item[]} */
  rows() {
    /** @type {Item[]} */
    const out = [];
    const stack = [this.root];
    for (let item = stack.pop(); item; item = stack.pop()) {
      out.push(item);
      if (!item.open) continue;
      const items = this.items(item);
      for (let i = items.length - 1; i >= 0; i -= 1) stack.push(items[i]);
    }
    return out;
  }

  /** Opens an item and the answers below it, since there is only one each. @param {Item} item */
  open(item) {
    item.open = true;
    if (item.kind !== "attack") for (const answer of this.items(item)) answer.open = true;
  }

  /** Opens every item above one, so that it is visible. @param {Item} item */
  reveal(item) {
    for (let up = item.parent; up; up = up.parent) up.open = true;
  }

  /**
   * Opens everything below an item, up to `max` rows. Returns whether all of it is open.
   * @param {Item} item
   * @param {number} max
   */
  openAll(item, max) {
    const queue = [item];
    let made = 0;
    for (let i = 0; i < queue.length; i += 1) {
      if (made >= max) return false;
      queue[i].open = true;
      const items = this.items(queue[i]);
      made += items.length;
      queue.push(...items);
    }
    return true;
  }

  /** Closes everything below an item. @param {Item} item */
  fold(item) {
    // Dropped items are made again on demand.
    item.open = false;
    item.items = null;
  }

  /** Whether the answer to a defence was not sent. @param {Item} item */
  unanswered(item) {
    return item.kind !== "attack" && !this.data.nodes[item.node];
  }

  /** Whether the answer to a defence was not sent and nothing is known of it. @param {Item} item */
  missing(item) {
    return this.unanswered(item) && !this.value(item) && !this.recorded(item);
  }

  /** What a recorded strategy has against a reply. @param {Item} item @returns {Recorded | undefined} */
  recorded(item) {
    return this.#reply(item)?.recorded;
  }

  /** Whether an attack is of a recorded strategy. @param {Item} item */
  isRecorded(item) {
    return item.kind === "attack" && !!this.#node(item.node)?.recorded;
  }

  /** Whether the answer to unlisted replies was not sent. @param {Item} item */
  cut(item) {
    return item.kind === "attack" && !!this.#node(item.node)?.cut;
  }

  /** The value of a reply, if it was sent. @param {Item} item @returns {Value | undefined} */
  value(item) {
    return this.#reply(item)?.value;
  }

  /** @param {Item} defence @param {Value} value */
  setValue(defence, value) {
    const reply = this.#reply(defence);
    if (reply) reply.value = value;
  }

  /** @param {Item} item */
  #reply(item) {
    return item.kind === "defence" && item.parent ? this.#node(item.parent.node)?.replies.find((r) => r.move === item.move) : undefined;
  }

  /**
   * Lists more replies to an attack whose answers are unknown; listed ones stay.
   * @param {Item} attack
   * @param {string[]} moves
   */
  addReplies(attack, moves) {
    const node = this.#node(attack.node);
    if (!node) return;
    const named = new Set(node.replies.map((r) => r.move));
    const more = moves.filter((move) => !named.has(move));
    node.cut = false;
    if (more.length === 0) return;
    node.replies.push(...more.map((move) => ({ move, node: null })));
    attack.items = null;
  }

  /**
   * Adds a proof of the position after a defence as its answer.
   * @param {Item} defence
   * @param {ProofData} data
   */
  graft(defence, data) {
    const from = this.data.nodes.length;
    const moved = (/** @type {number | null | undefined} */ k) => (Number.isInteger(k) ? /** @type {number} */ (k) + from : null);
    for (const n of data.nodes) this.data.nodes.push({ move: n.move, replies: n.replies.map((r) => ({ ...r, node: moved(r.node) })), other: moved(n.other), cut: n.cut, recorded: n.recorded });
    defence.node = data.root + from;
    defence.items = null;
    const reply = this.#reply(defence);
    if (reply) reply.node = defence.node;
    this.lengths = lengthsOf(this.data);
  }

  /**
   * The proof's answer to a reply that the user tries. A reply among the unlisted ones gets an own item.
   * @param {Item} attack
   * @param {string} move
   * @returns {Item | null}
   */
  reply(attack, move) {
    const named = this.items(attack).find((i) => i.move === move);
    if (named) return named;
    const node = this.#node(attack.node);
    if (!node || node.other === null || node.other === undefined) return null;
    node.replies.push({ move, node: node.other });
    attack.items = null;
    return this.items(attack).find((i) => i.move === move) ?? null;
  }

  /**
   * One step on: from an attack to its longest defence, from a defence to its answer; `null` at the end.
   * @param {Item} item
   */
  next(item) {
    return this.items(item)[0] ?? null;
  }

  /** The neighbour among the items of the same parent. @param {Item} item @param {1 | -1} way */
  sibling(item, way) {
    const items = item.parent ? this.items(item.parent) : [item];
    return items[items.indexOf(item) + way] ?? null;
  }
}

/** The items from the root to one. @param {Item} item @returns {Item[]} */
export function pathTo(item) {
  const out = [];
  for (let at = /** @type {Item | null} */ (item); at; at = at.parent) out.push(at);
  return out.reverse();
}

/** The moves from the root to an item; `null` for an unlisted reply. @param {Item} item @returns {(string | null)[]} */
export const movesTo = (item) => pathTo(item).map((at) => at.move).filter((move) => move !== "");

/** The proof tree of an answer, in either of its forms: a list of nodes, or one line of best play. @param {any} answer @returns {ProofData | null} */
export function proofData(answer) {
  const tree = answer.tree;
  if (tree && Array.isArray(tree.nodes) && tree.nodes.length > 0) {
    // Along best play only the remaining distance changes.
    const value = (/** @type {number} */ i) => ({ result: answer.result, margin: answer.margin, plies: typeof answer.plies === "number" ? answer.plies - 2 * (i + 1) : null });
    if (answer.kind === "exact") for (const [i, node] of tree.nodes.entries()) for (const reply of node.replies) reply.value = value(i);
    return { side: tree.side === "white" ? "white" : "black", root: tree.root ?? tree.nodes.length - 1, nodes: tree.nodes };
  }
  return null;
}

/**
 * The longest path from each node to the win, in plies. Nodes may refer to earlier or later ones. A cycle, which no correct
 * proof has, counts as endless and ends here as 0.
 * @param {ProofData} data
 */
export function lengthsOf(data) {
  const { nodes } = data;
  const lengths = new Array(nodes.length).fill(-1);
  /** @param {ProofNode} node */
  const below = (node) => {
    const list = node.replies.map((r) => r.node);
    if (node.other !== null && node.other !== undefined) list.push(node.other);
    return /** @type {number[]} */ (list.filter((k) => Number.isInteger(k) && /** @type {number} */ (k) >= 0 && /** @type {number} */ (k) < nodes.length));
  };
  for (let start = 0; start < nodes.length; start += 1) {
    if (lengths[start] >= 0) continue;
    const stack = [{ at: start, list: below(nodes[start]), i: 0, max: 0 }];
    const open = new Set([start]);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (top.i < top.list.length) {
        const next = top.list[top.i];
        if (lengths[next] >= 0) {
          top.max = Math.max(top.max, lengths[next] + 1);
          top.i += 1;
        } else if (open.has(next)) {
          top.i += 1;
        } else {
          open.add(next);
          stack.push({ at: next, list: below(nodes[next]), i: 0, max: 0 });
        }
      } else {
        lengths[top.at] = top.max + 1;
        open.delete(top.at);
        stack.pop();
      }
    }
  }
  return lengths;
}
