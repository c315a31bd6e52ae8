// The layout of variation trees, against invariants that hold for every shape.
import assert from "node:assert/strict";
import { test } from "node:test";
import { layoutOf, stepByKey, visible } from "../../js/study/tree-layout.js";

/** A tree from parents: node i+1 hangs below parents[i]. */
function tree(parents) {
  const nodes = [{ id: 0, parent: null, children: [] }];
  for (const [i, parent] of parents.entries()) {
    nodes.push({ id: i + 1, parent, children: [] });
    nodes[parent].children.push(i + 1);
  }
  return nodes;
}

function random(seed) {
  let x = seed;
  return () => (x = (x * 1103515245 + 12345) % 2147483648) / 2147483648;
}

/** What must hold: one place each, column = depth, first children straight on, no node on another's branch line. */
function check(nodes) {
  const layout = layoutOf(nodes, 0);
  assert.equal(layout.spots.size, nodes.length);
  const taken = new Map();
  for (const n of nodes) {
    const spot = layout.spots.get(n.id);
    const up = layout.spots.get(n.parent);
    assert.equal(spot.col, up ? up.col + 1 : 0);
    if (up && nodes[n.parent].children[0] === n.id) assert.equal(spot.row, up.row);
    else if (up) assert.ok(spot.row > up.row);
    const place = `${spot.col},${spot.row}`;
    assert.ok(!taken.has(place), `two nodes at ${place}`);
    taken.set(place, n.id);
  }
  // The line from a node down to its branches passes no other node: it runs in the node's own column.
  for (const n of nodes) {
    const up = layout.spots.get(n.id);
    for (const child of n.children.slice(1)) {
      for (let row = up.row + 1; row < layout.spots.get(child).row; row += 1) {
        assert.ok(!taken.has(`${up.col},${row}`), `the branch from ${n.id} to ${child} runs through ${taken.get(`${up.col},${row}`)}`);
      }
    }
  }
  return layout;
}

test("no node overlaps another or an edge, in 300 random trees", () => {
  const next = random(7);
  for (let k = 0; k < 300; k += 1) {
    const parents = Array.from({ length: 1 + Math.floor(next() * 60) }, (_, i) => (next() < 0.6 ? i : Math.floor(next() * (i + 1))));
    check(tree(parents));
  }
});

test("two variations of one move are below it in their order", () => {
  const { spots } = check(tree([0, 1, 2, 1, 4, 1]));
  assert.deepEqual([1, 2, 4, 6].map((id) => spots.get(id).row), [0, 0, 1, 2]);
});

test("a deep tree needs no recursion and a wide one no patience", () => {
  assert.equal(layoutOf(tree(Array.from({ length: 50_000 }, (_, i) => i)), 0).rows, 1);
  const wide = layoutOf(tree(Array.from({ length: 50_000 }, () => 0)), 0);
  assert.equal(wide.rows, 50_000);
  const seen = visible(wide, { col0: 0, col1: 4, row0: 1000, row1: 1010 });
  assert.equal(seen.nodes.length, 11);
});

test("the visible part equals a scan of the whole", () => {
  const next = random(3);
  const nodes = tree(Array.from({ length: 400 }, (_, i) => (next() < 0.7 ? i : Math.floor(next() * (i + 1)))));
  const layout = layoutOf(nodes, 0);
  for (let k = 0; k < 50; k += 1) {
    const col0 = Math.floor(next() * 40);
    const row0 = Math.floor(next() * 20);
    const view = { col0, col1: col0 + 8, row0, row1: row0 + 5 };
    const all = [...layout.spots.values()].filter((p) => p.col >= view.col0 && p.col <= view.col1 && p.row >= view.row0 && p.row <= view.row1);
    const seen = visible(layout, view);
    assert.deepEqual(seen.nodes.map((n) => n.id).sort((a, b) => a - b), all.map((n) => n.id).sort((a, b) => a - b));
    for (const n of all) if (n.parent >= 0) assert.ok(seen.edges.some((e) => e.to.id === n.id));
  }
});

test("keys go along the line, to its ends and to neighbours", () => {
  const nodes = tree([0, 1, 2, 1, 4]);
  const byId = new Map(nodes.map((n) => [n.id, n]));
  const layout = layoutOf(nodes, 0);
  const go = (id, key, preferred) => stepByKey(byId, layout, id, key, preferred);
  assert.equal(go(1, "ArrowRight"), 2);
  assert.equal(go(1, "ArrowRight", new Map([[1, 4]])), 4);
  assert.equal(go(3, "ArrowRight"), 3);
  assert.equal(go(4, "ArrowLeft"), 1);
  assert.equal(go(0, "ArrowLeft"), 0);
  assert.equal(go(2, "ArrowDown"), 4);
  assert.equal(go(4, "ArrowUp"), 2);
  assert.equal(go(5, "Home"), 0);
  assert.equal(go(0, "End"), 3);
  assert.equal(go(0, "x"), null);
});
