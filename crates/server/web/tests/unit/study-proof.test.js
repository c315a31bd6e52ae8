// Expanding proofs, against a plain recursive count.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./english.js";
import { chainWords, chosenAfter, isWhole } from "../../js/study/proof-chains.js";
import { lengthsOf, movesTo, pathTo, ProofTree } from "../../js/study/proof-model.js";

// k8 makes an open four; black answers g8 with l8, and everything else with g8.
const open4 = { side: "black", root: 2, nodes: [{ move: "g8", replies: [] }, { move: "l8", replies: [] }, { move: "k8", replies: [{ move: "g8", node: 1 }], other: 0 }] };

test("every defence is listed and answered, and the last row is for all others", () => {
  const tree = new ProofTree(open4);
  const [named, others] = tree.items(tree.root);
  assert.deepEqual([named.move, named.kind, others.move, others.kind], ["g8", "defence", null, "others"]);
  assert.equal(tree.next(named)?.move, "l8");
  assert.equal(tree.next(others)?.move, "g8");
  assert.equal(tree.reply(tree.root, "g8"), named);
  assert.equal(tree.plies(tree.root), 3);
  assert.equal(tree.plies(named), 2);
  // What is left after a move is one less, on the board as in the tree.
  assert.deepEqual([tree.left(tree.root), tree.left(named)], [2, 1]);
  assert.deepEqual(movesTo(tree.next(others)), ["k8", null, "g8"]);
  assert.equal(tree.sibling(named, 1), others);
  assert.equal(tree.sibling(others, 1), null);
});

test("an unlisted reply gets an own row and the same answer", () => {
  const tree = new ProofTree(open4);
  const a1 = tree.reply(tree.root, "a1");
  assert.equal(a1?.move, "a1");
  assert.equal(tree.next(a1)?.move, "g8");
  assert.equal(tree.reply(tree.root, "a1"), a1);
  assert.equal(tree.items(tree.root).length, 3);
  assert.equal(tree.reply(tree.next(a1), "b1"), null);
});

test("cut answers are requested and added", () => {
  const tree = new ProofTree({ side: "black", root: 0, nodes: [{ move: "a", replies: [{ move: "b", node: null }] }] });
  const [b] = tree.items(tree.root);
  assert.equal(tree.missing(b), true);
  tree.addReplies(tree.root, ["b", "c"]);
  assert.deepEqual(tree.items(tree.root).map((i) => i.move), ["b", "c"]);
  const c = tree.items(tree.root)[1];
  tree.graft(c, open4);
  assert.equal(tree.missing(c), false);
  assert.equal(tree.next(c)?.move, "k8");
  assert.equal(tree.plies(tree.root), 5);
  assert.deepEqual(tree.items(tree.next(c)).map((i) => i.move), ["g8", null]);
  assert.equal(tree.items(tree.root).find((i) => i.move === "c")?.node, c.node);
});

test("rows are the open items", () => {
  const tree = new ProofTree(open4);
  assert.equal(tree.rows().length, 3);
  tree.open(tree.items(tree.root)[0]);
  assert.deepEqual(tree.rows().map((r) => r.move), ["k8", "g8", "l8", null]);
  assert.ok(tree.openAll(tree.root, 100));
  assert.equal(tree.rows().length, 5);
  tree.fold(tree.root);
  assert.equal(tree.rows().length, 1);
});

/** A ladder of nodes that share what is below them: 2^n leaves if unfolded. */
function shared(n) {
  const nodes = [{ move: "z", replies: [] }];
  for (let i = 1; i <= n; i += 1) nodes.push({ move: `a${i}`, replies: [{ move: "l", node: i - 1 }, { move: "r", node: i - 1 }] });
  return { side: "black", root: n, nodes };
}

test("a proof of 100,000 nodes that expands without end is opened, measured and stepped through at once", () => {
  const tree = new ProofTree(shared(100_000));
  assert.equal(tree.plies(tree.root), 200_001);
  assert.equal(tree.openAll(tree.root, 5000), false);
  assert.ok(tree.rows().length >= 5000);
  let item = tree.root;
  for (let i = 0; i < 200_000; i += 1) item = tree.next(item) ?? item;
  assert.equal(item.move, "z");
  assert.equal(movesTo(item).length, 200_001);
});

test("lengths are those of the longest path in any order of the nodes, and cycles do not hang", () => {
  const plain = (data, i) => {
    const n = data.nodes[i];
    const next = [...n.replies.map((r) => r.node), ...(n.other === null || n.other === undefined ? [] : [n.other])];
    return 1 + Math.max(0, ...next.map((k) => 1 + plain(data, k)));
  };
  const data = { side: "white", root: 0, nodes: [
    { move: "a", replies: [{ move: "b", node: 3 }, { move: "c", node: 1 }], other: 2 }, { move: "d", replies: [], other: 3 }, { move: "e", replies: [] }, { move: "f", replies: [{ move: "g", node: 2 }] },
  ] };
  assert.deepEqual(lengthsOf(data), data.nodes.map((_, i) => plain(data, i)));
  const circle = { side: "black", root: 0, nodes: [{ move: "a", replies: [{ move: "b", node: 1 }] }, { move: "c", replies: [{ move: "d", node: 0 }] }] };
  assert.equal(lengthsOf(circle).length, 2);
  assert.ok(new ProofTree({ side: "black", root: 5, nodes: [] }).rows().length === 1);
});

test("a recorded strategy keeps its order, and a win that is found again has its own", () => {
  const record = (/** @type {any} */ by, /** @type {number} */ positions) => ({ by, positions });
  const replies = [["c", record("move", 9)], ["d", record("search", 1)], ["e", record("pass", 0)]].map(([move, recorded]) => ({ move, node: null, recorded }));
  const tree = new ProofTree({ side: "black", root: 0, nodes: [{ move: "", replies, other: null, cut: false, recorded: true }] });
  const [c, d, e] = tree.items(tree.root);
  assert.deepEqual([c.move, d.move, e.move], ["c", "d", "e"]);
  assert.deepEqual([c, d, e].map((item) => [tree.missing(item), tree.unanswered(item), tree.recorded(item)?.by]), [[false, true, "move"], [false, true, "search"], [false, true, "pass"]]);
  assert.equal(tree.isRecorded(tree.root), true);
  // The move of the root was played before the position asked about.
  assert.deepEqual([movesTo(d), pathTo(d).length], [["d"], 2]);
  // The strategy's next move below one reply, the win that a search found below another.
  tree.graft(c, { side: "black", root: 0, nodes: [{ move: "f", replies: [{ move: "g", node: null, recorded: record("repair", 1) }, { move: "h", node: null, recorded: record("move", 5) }], recorded: true }] });
  tree.graft(d, open4);
  const next = tree.next(c);
  assert.ok(next && tree.isRecorded(next));
  assert.deepEqual(tree.items(next).map((item) => item.move), ["g", "h"]);
  assert.deepEqual(movesTo(tree.items(next)[1]), ["c", "f", "h"]);
  assert.deepEqual([c, d, e].map((item) => tree.unanswered(item)), [false, false, true]);
  const won = tree.next(d);
  assert.deepEqual([won?.move, won && tree.isRecorded(won), tree.left(d)], ["k8", false, 3]);
});

/** Black B1, B2 and D2, white C1. */
const stones = { black: [[3, 1], [2, 1], [2, 3]], white: [[3, 2]] };
const small = { size: { rows: 4, cols: 4 }, features: [], coords: { columns: ["A", "B", "C", "D"], rows: ["4", "3", "2", "1"] }, look: { style: "lines" } };

test("a second click chooses the second chain where two are asked about, any other begins anew", () => {
  const after = (/** @type {string} */ kind, /** @type {any} */ chosen, /** @type {any} */ stone) => chosenAfter(kind, /** @type {any} */ ({ stones }), /** @type {any} */ (small), chosen, stone);
  assert.deepEqual(after("life", [[3, 1]], [2, 3]), [[2, 3]]);
  assert.deepEqual(after("connect", [], [3, 1]), [[3, 1]]);
  assert.deepEqual(after("connect", [[3, 1]], [2, 3]), [[3, 1], [2, 3]]);
  assert.deepEqual(after("connect", [[3, 1]], [3, 2]), [[3, 2]]);
  assert.deepEqual(after("connect", [[3, 1]], [2, 1]), [[2, 1]], "of the same chain");
  assert.deepEqual(after("semeai", [[3, 1]], [3, 2]), [[3, 1], [3, 2]]);
  assert.deepEqual(after("semeai", [[3, 1]], [2, 3]), [[2, 3]]);
  assert.deepEqual(after("semeai", [[3, 1], [3, 2]], [2, 3]), [[2, 3]]);
  const asked = (/** @type {any} */ ...chains) => /** @type {any} */ ({ chains });
  assert.deepEqual([isWhole("life", asked([3, 1])), isWhole("connect", asked([3, 1])), isWhole("connect", asked([3, 1], [2, 3])), isWhole("life", null)], [true, false, true, false]);
});

test("an answer by a ko names who takes it first and who needs the threat", async () => {
  const { store } = await import("../../js/store.js");
  store.set({ view: /** @type {any} */ ({ stones }), study: /** @type {any} */ ({ asked: null }) });
  const say = (/** @type {any} */ answer) => chainWords(/** @type {any} */ (small), { first: "white", chain: [3, 1], side: "white", complete: true, ...answer });
  assert.equal(say({ kind: "life", outcome: "ko", move: "A2", needs_threat: "white" }),
    "Proven: White to move, a ko decides whether the black chain at B1 lives. First move: A2. Black takes the ko first; White must find the first threat.");
  assert.match(say({ kind: "life", outcome: "ko", move: "A2", needs_threat: "black", complete: false }), /White takes the ko first; Black must find the first threat\. A longer search may/);
  assert.match(say({ kind: "life", outcome: "stands", move: "pass" }), /never captured: it lives, or is in seki\. White need not even move/);
  assert.match(say({ kind: "semeai", other: [3, 2], outcome: "loses" }), /Black wins the race: the white chain at C1 is captured first/);
  assert.match(say({ kind: "capture", outcome: "safe", reply: "A2" }), /By reading, A2 saves the black chain at B1 from White/);
  assert.match(say({ kind: "connect", other: [2, 3], outcome: "unknown", complete: false, seconds: 20 }), /Not settled within 20 seconds, White to move: whether the black chains at B1 and D2 are connected/);
});
