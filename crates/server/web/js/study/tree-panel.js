// The tree panel: the drawing of the variations, comment and marks of the position, pruning and promoting.

import { button, div, fill, h, icon, s, span } from "../dom.js";
import { t } from "../i18n/index.js";
import { bareMove, colorOf, describeMove, isUnnumbered, movesIn } from "../moves.js";
import { say, sayProblem } from "../messages.js";
import { goto } from "../session/steps.js";
import { adopt, refresh } from "../session/sync.js";
import { api } from "../api.js";
import { store } from "../store.js";
import { nodeOf, pathTo, rootOf } from "../tree.js";
import { layoutOf, stepByKey, visible } from "./tree-layout.js";
import { commentBox } from "./comment-box.js";
import { moveList } from "./move-list.js";
import { heightGrip } from "../shell/sizes.js";
import { mainFrom, setStudy, study } from "./state.js";

/** @import { Store } from "../store.js" */
/** @import { Board, TreeNode } from "../types.js" */
/** @import { Layout, Spot } from "./tree-layout.js" */

const STEP_X = 30;
const STEP_Y = 30;
const PAD = 20;
const PENS = /** @type {const} */ (["triangle", "square", "circle", "cross", "label"]);

/** @type {WeakMap<Board, { layout: Layout, byId: Map<number, TreeNode> }>} */
const layouts = new WeakMap();
/** @param {Board} board */
function layoutFor(board) {
  let made = layouts.get(board);
  if (!made) {
    made = { layout: layoutOf(board.nodes, rootOf(board).id), byId: new Map(board.nodes.map((n) => [n.id, n])) };
    layouts.set(board, made);
  }
  return made;
}

/** @type {WeakMap<Board, boolean>} */
const decided = new WeakMap();
/** The number of a move. @param {Board} board @param {TreeNode} n */
function numberOf(board, n) {
  let some = decided.get(board);
  if (some === undefined) decided.set(board, (some = board.nodes.some(isUnnumbered)));
  return some ? movesIn(pathTo(board, n.id)) : layoutFor(board).layout.spots.get(n.id)?.col ?? 0;
}
/** @param {Board} board @param {TreeNode} n */
const numberWords = (board, n) => (isUnnumbered(n) ? "" : `${numberOf(board, n)}. `);

/** Removes the node shown with everything after it; this can be undone. */
async function prune() {
  const { board, node } = store.state;
  const at = nodeOf(board, node);
  if (!board || !at || typeof at.parent !== "number") return;
  try {
    await goto(at.parent);
    await api.prune(board.id, at.id);
    await refresh();
    say(t("study.tree.pruned", { move: describeMove(board, at) }));
  } catch (error) {
    sayProblem(error);
  }
}

/** Restores what was pruned last. */
async function undoPrune() {
  const { board } = store.state;
  if (!board) return;
  try {
    const answer = await api.undoPrune(board.id);
    await refresh();
    if (typeof answer?.node === "number") await goto(answer.node);
  } catch (error) {
    sayProblem(error);
  }
}

/** Promotes the variation shown to the main line, at the nearest branch. */
export async function promote() {
  const { board, node } = store.state;
  if (!board || node === null) return;
  const path = pathTo(board, node);
  // The branch nearest to the position is meant.
  const at = [...path].reverse().find((n) => typeof n.parent === "number" && (nodeOf(board, n.parent)?.children[0] ?? n.id) !== n.id);
  if (!at) return;
  try {
    const answer = await api.annotate(board.id, at.id, { promote: true });
    if (answer?.nodes) adopt(answer);
    else await refresh();
    say(t("study.tree.promoted", { move: describeMove(board, at) }));
  } catch (error) {
    sayProblem(error);
  }
}

/** @param {HTMLElement} el @param {Store} st */
export function mountTree(el, st) {
  const drawing = s("svg", { class: "tree-drawing", role: "presentation" });
  const space = div("tree-space", drawing);
  const scroller = h("div", { class: "tree-scroll", tabindex: "0", role: "tree", "aria-label": t("study.tree.label"), id: "tree" }, space);
  const title = h("p", { class: "tree-title" });
  const branches = h("div", { class: "tree-branches", role: "group", "aria-label": t("study.tree.branches") });
  const actions = {
    promote: button("up", t("study.tree.promote"), () => void promote(), { class: "tool" }),
    prune: button("cut", t("study.tree.prune"), () => void prune(), { class: "tool", id: "prune" }),
    undo: button("back", t("library.restore"), () => void undoPrune(), { class: "tool", id: "undo-prune" }),
  };
  const pens = h("div", { class: "pens", role: "group", "aria-label": t("study.marks") });
  const moves = moveList(st);
  const comment = commentBox(st, "", () => scroller.focus());
  el.classList.add("study-panel", "tree-panel");
  const top = div("tree-top", moves.el, scroller);
  fill(el, top, heightGrip("tree", () => top), title, branches, div("tool-row tree-actions", actions.promote, actions.prune, actions.undo), pens, comment.el);

  let view = { col0: -1, col1: -1, row0: -1, row1: -1 };
  /** @type {Board | null} */
  let drawn = null;
  let drawnNode = -1;

  /** Draws the visible part. */
  function draw() {
    const { board, node } = st.state;
    if (!board || node === null) {
      drawing.replaceChildren();
      return;
    }
    const { layout, byId } = layoutFor(board);
    const width = layout.columns.length * STEP_X + 2 * PAD - STEP_X;
    const height = layout.rows * STEP_Y + 2 * PAD - STEP_Y;
    const sight = {
      col0: Math.floor((scroller.scrollLeft - PAD) / STEP_X) - 2, col1: Math.ceil((scroller.scrollLeft + scroller.clientWidth) / STEP_X) + 2,
      row0: Math.floor((scroller.scrollTop - PAD) / STEP_Y) - 2, row1: Math.ceil((scroller.scrollTop + scroller.clientHeight) / STEP_Y) + 2,
    };
    if (drawn === board && drawnNode === node && JSON.stringify(sight) === JSON.stringify(view)) return;
    view = sight;
    drawn = board;
    drawnNode = node;
    space.style.width = `${width}px`;
    space.style.height = `${height}px`;
    // Only the visible part is drawn: an image of a large tree is too much for any browser.
    const x0 = Math.max(0, view.col0 * STEP_X);
    const y0 = Math.max(0, view.row0 * STEP_Y);
    const w = Math.max(1, Math.min(width, (view.col1 + 2) * STEP_X) - x0);
    const hgt = Math.max(1, Math.min(height, (view.row1 + 2) * STEP_Y) - y0);
    drawing.setAttribute("viewBox", `${x0} ${y0} ${w} ${hgt}`);
    drawing.setAttribute("width", String(w));
    drawing.setAttribute("height", String(hgt));
    drawing.style.left = `${x0}px`;
    drawing.style.top = `${y0}px`;
    const on = new Set(pathTo(board, node).map((n) => n.id));
    const faults = new Map((study().review?.mistakes ?? []).map((m) => [m.node, m.kind]));
    const x = (/** @type {Spot} */ p) => PAD + p.col * STEP_X;
    const y = (/** @type {Spot} */ p) => PAD + p.row * STEP_Y;
    const seen = visible(layout, view);
    const lines = seen.edges.map(({ from, to }) => {
      // A branch goes down in its parent's column and leaves it diagonally.
      const bend = Math.max(y(from), y(to) - STEP_Y);
      const d = from.row === to.row ? `M${x(from)} ${y(from)}H${x(to)}` : `M${x(from)} ${y(from)}V${bend}L${x(to)} ${y(to)}`;
      return s("path", { class: on.has(to.id) && on.has(from.id) ? "tree-edge on" : "tree-edge", d });
    });
    lines.sort((a, b) => Number(a.classList.contains("on")) - Number(b.classList.contains("on")));
    const nodes = seen.nodes.map((p) => {
      const n = /** @type {TreeNode} */ (byId.get(p.id));
      const fault = faults.get(p.id);
      const color = colorOf(board, n);
      const group = s("g", {
        class: `tree-node ${color ?? "none"} ${p.id === node ? "here" : ""} ${on.has(p.id) ? "on" : ""} ${fault ? `fault-${fault}` : ""}`, id: `tree-${p.id}`,
        role: "treeitem", "aria-level": p.col + 1, "aria-selected": String(p.id === node), "aria-label": label(board, n, p), transform: `translate(${x(p)} ${y(p)})`, "data-node": p.id,
      });
      if (p.id === node) group.append(s("circle", { class: "tree-here", r: 14 }));
      if (!color) group.append(s("rect", { class: "tree-stone", x: -7, y: -7, width: 14, height: 14, rx: 3 }));
      else group.append(s("circle", { class: "tree-stone", r: 10 }));
      if (color) group.append(s("text", { class: "tree-number", y: 3.6, "text-anchor": "middle", "font-size": p.col > 99 ? 8 : 10 }, isUnnumbered(n) ? "" : numberOf(board, n)));
      if (n.name || n.comment || (n.marks?.length ?? 0) > 0) group.append(s("circle", { class: "tree-note", cx: 8, cy: -8, r: 3.6 }));
      if (fault) group.append(s("circle", { class: "tree-fault", cx: 8, cy: 8, r: 3.6 }));
      return group;
    });
    drawing.replaceChildren(...lines, ...nodes);
    scroller.setAttribute("aria-activedescendant", `tree-${node}`);
  }

  /** @param {Board} board @param {TreeNode} n @param {Spot} p */
  const label = (board, n, p) => `${numberWords(board, n)}${describeMove(board, n)}${n.name ? `, ${n.name}` : ""}${n.comment ? `, ${t("study.comment")}` : ""}${n.children.length > 1 ? `, ${t("study.tree.n-branches", { n: n.children.length })}` : ""}`;

  /** Scrolls to the node shown. */
  function reveal() {
    const { board, node } = st.state;
    if (!board || node === null) return;
    const p = layoutFor(board).layout.spots.get(node);
    if (!p) return;
    const x = PAD + p.col * STEP_X;
    const y = PAD + p.row * STEP_Y;
    const { scrollLeft: left, scrollTop: top, clientWidth: w, clientHeight: hgt } = scroller;
    if (x < left + 40) scroller.scrollLeft = x - 60;
    else if (x > left + w - 40) scroller.scrollLeft = x - w + 60;
    if (y < top + 20) scroller.scrollTop = y - 24;
    else if (y > top + hgt - 20) scroller.scrollTop = y - hgt + 24;
  }

  scroller.addEventListener("scroll", draw, { passive: true });
  scroller.addEventListener("click", (event) => {
    const hit = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (hit) void goto(Number(/** @type {HTMLElement} */ (hit).dataset.node));
  });
  scroller.addEventListener("keydown", (event) => {
    const { board, node } = st.state;
    if (!board || node === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "Delete") {
      event.preventDefault();
      event.stopPropagation();
      void prune();
      return;
    }
    const { layout, byId } = layoutFor(board);
    const to = stepByKey(byId, layout, node, event.key, mainFrom);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    void goto(to);
  });
  const observer = new ResizeObserver(() => { draw(); reveal(); });
  observer.observe(scroller);

  function drawNode() {
    const { board, node } = st.state;
    const at = nodeOf(board, node);
    title.textContent = board && at ? `${numberWords(board, at)}${describeMove(board, at)}${at.name ? ` · ${at.name}` : ""}` : "";
    fill(branches, board && at && at.children.length > 1 ? at.children.slice(0, 24).map((id, i) => {
      const child = nodeOf(board, id);
      return h("button", { class: `button pill ${i === 0 ? "main" : ""}`, on: { click: () => void goto(id) } }, child ? bareMove(child) : "");
    }) : null);
    const path = board && at ? pathTo(board, at.id) : [];
    const offMain = !!board && path.some((n) => typeof n.parent === "number" && nodeOf(board, n.parent)?.children[0] !== n.id);
    actions.promote.disabled = !offMain;
    actions.prune.disabled = !at || typeof at.parent !== "number";
    actions.undo.disabled = !board;
  }

  function drawPens() {
    const { pen } = study();
    fill(pens, PENS.map((p) => h("button", {
      class: "button pen", "aria-pressed": String(pen === p), title: t(`study.mark.${p}`), "aria-label": t(`study.mark.${p}`), data: { pen: p },
      on: { click: () => setStudy({ pen: pen === p ? null : p }) },
    }, p === "label" ? h("span", { class: "pen-label", "aria-hidden": "true" }, "A") : icon(`mark-${p}`))),
    h("button", { class: "button pen", title: t("study.marks.clear"), "aria-label": t("study.marks.clear"), on: { click: () => void clearMarks() } }, icon("erase")),
    span("pens-words", pen ? t(pen === "label" ? "study.marks.label-on" : "study.marks.on") : ""));
  }

  async function clearMarks() {
    const { board, node } = st.state;
    const at = nodeOf(board, node);
    if (!board || !at || !(at.marks?.length || at.arrows?.length)) return;
    try {
      await api.annotate(board.id, at.id, { marks: [], arrows: [] });
      await refresh();
    } catch (error) {
      sayProblem(error);
    }
  }

  let { pen, review } = study();
  const end = st.watch(["board", "node", "study"], (_, changed) => {
    const now = study();
    if (now.pen !== pen) drawPens();
    if (now.review !== review) drawn = null;
    ({ pen, review } = now);
    if (changed.has("board") || changed.has("node")) {
      drawNode();
      reveal();
    }
    draw();
  });
  drawPens();
  drawNode();
  requestAnimationFrame(() => { reveal(); draw(); });
  return () => {
    comment.end();
    moves.end();
    observer.disconnect();
    setStudy({ pen: null });
    end();
  };
}
