// The proof viewer: solves the position, and steps through the proof with every defence listed and answered.

import { button, fill, h, icon, s } from "../dom.js";
import { changesStones } from "../game.js";
import { t } from "../i18n/index.js";
import { registerLayer } from "../panels.js";
import { colorName, moveWords } from "../moves.js";
import { socket } from "../session.js";
import { store } from "../store.js";
import { pointName, same } from "../board/geometry.js";
import { stoneAt } from "../board/points.js";
import { announce } from "../shell/live.js";
import { select } from "./analysis-panel.js";
import { movesTo, ProofTree } from "./proof-model.js";
import { compact, duration, opposite, pointOf, signed } from "./score.js";
import { setStudy, showLine, study } from "./state.js";
import { viewAfter } from "./view-preview.js";
import { heightGrip } from "../shell/sizes.js";
import { virtualList } from "./virtual-list.js";

/** @import { Store } from "../store.js" */
/** @import { Item, ProofData } from "./proof-model.js" */
/** @import { Color, Point, View } from "../types.js" */

/**
 * The proof that is open.
 * @typedef {object} Shown
 * @property {number} node the node of its root
 * @property {ProofTree} tree
 * @property {Color} side the side that wins
 * @property {Item} at
 * @property {string} kind `vcf`, `vct` or `exact`
 */

const SECONDS = [1, 5, 20, 60, 300];
const ROW = 30;
/** Maximum number of rows that "open all" expands. */
const MAX_ROWS = 20_000;

/** The kinds of proof of a game. @param {import("../types.js").GameTraits | null | undefined} game */
export const kindsFor = (game) => game?.proofs ?? [];

/** @returns {Shown | null} */
const shownNow = () => study().proof;

/** @type {(item: Item) => void} */
let select_ = () => {};

/** The points of a line; an unlisted reply is left out. @param {(string | null)[]} moves @returns {(Point | null)[]} */
function pointsOf(moves) {
  const { board } = store.state;
  return board ? moves.map((m) => pointOf(board, m)) : [];
}

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

/** The value of a reply for the proving side, short enough for a mark or a row. @param {import("./proof-model.js").Value} value */
function valueWords({ result, plies, margin }) {
  if (typeof margin === "number") return signed(margin);
  if (result === "draw") return "=";
  return t(`study.score.${result === "win" ? "win" : "loss"}-short`, { n: plies ?? "" });
}

/** The text on a reply on the board: its value, or the plies left to the win. @param {Shown} proof @param {Item} item */
function replyWords(proof, item) {
  const value = proof.tree.value(item);
  if (proof.tree.missing(item)) return "?";
  return value && proof.kind === "exact" ? valueWords(value) : proof.tree.left(item);
}

/** Registers the layers of a proof. Called once. */
export function registerProofLayer() {
  registerLayer({
    id: "study-proof",
    order: 82,
    watch: ["study", "panel"],
    draw(layer, view, { geometry: g, state }) {
      const proof = shownNow();
      if (!proof || state.panel !== "proof" || !state.board) return;
      const taken = movesTo(proof.at).map((m) => pointOf(/** @type {any} */ (state.board), m));
      if (proof.at.kind !== "attack") return;
      for (const item of proof.tree.items(proof.at)) {
        const p = pointOf(state.board, item.move);
        if (!p || stoneAt(view, p) || taken.some((q) => same(p, q))) continue;
        const { x, y } = g.xy(p);
        const words = String(replyWords(proof, item));
        const size = words.length > 2 ? 24 : words.length > 1 ? 28 : 34;
        layer.append(s("g", { class: "proof-reply", transform: `translate(${x} ${y})` }, s("circle", { r: g.r * 0.66 }),
          s("text", { y: size * 0.36, "font-size": size, "text-anchor": "middle" }, words)));
      }
    },
    describe(point) {
      const proof = shownNow();
      const { board } = store.state;
      if (!proof || !board || store.state.panel !== "proof" || proof.at.kind !== "attack") return null;
      const item = proof.tree.items(proof.at).find((i) => same(pointOf(board, i.move), point));
      return item && proof.kind !== "exact" ? t("study.proof.defence", { n: proof.tree.left(item) }) : null;
    },
    click(point) {
      const proof = shownNow();
      const { board, view } = store.state;
      if (!proof || !board || !view || store.state.panel !== "proof") return false;
      if (proof.at.kind === "attack") {
        const name = pointName(board, point);
        const taken = movesTo(proof.at).some((m) => same(pointOf(board, m), point));
        const reply = taken || stoneAt(view, point) ? null : proof.tree.reply(proof.at, name);
        if (reply) select_(reply);
      } else {
        const next = proof.tree.next(proof.at);
        if (next && same(pointOf(board, next.move), point)) select_(next);
      }
      // While a proof is open, no move is played.
      return true;
    },
  });
}

/** @param {HTMLElement} el @param {Store} st */
export function mountProof(el, st) {
  let kind = "";
  let seconds = 20;
  /** @type {import("../socket.js").Request | null} */
  let work = null;
  /** The node of the position that is being solved. @type {number | null} */
  let asked = null;
  let message = "";
  /** The game and the node that the message and the last answer are about. */
  let about = "";
  /** @type {any} the last answer, with or without a tree */
  let lastAnswer = null;
  /** The reply whose answer is being searched. @type {{ item: Item, request: import("../socket.js").Request } | null} */
  let inquiry = null;

  const kindField = h("div", { class: "proof-kind" });
  const go = button("target", t("study.proof.solve"), () => (work ? work.cancel() : void solve()), { class: "primary", id: "solve" });
  const words = h("p", { class: "proof-words", role: "status" });
  const line = h("p", { class: "proof-line" });
  const steps = h("div", { class: "proof-steps", role: "group", "aria-label": t("study.proof.steps") });
  const list = virtualList({ rowHeight: ROW, row: makeRow, label: t("study.proof.tree") });
  list.el.classList.add("proof-tree");
  el.classList.add("study-panel", "proof-panel");
  fill(el, h("div", { class: "study-head" }, kindField, go), words, line, steps, list.el, heightGrip("proof", () => list.el));

  /** @type {Item[]} */
  let rows = [];

  /** @param {Item} item @param {number} index */
  function makeRow(item, index) {
    const proof = /** @type {Shown} */ (shownNow());
    const here = item === proof.at;
    const items = proof.tree.items(item);
    const color = item.kind === "attack" ? proof.side : opposite(proof.side);
    const name = item.move ? moveWords(item.move) : t("study.proof.others");
    const left = proof.tree.left(item);
    const row = h("div", {
      class: `proof-row ${item.kind} ${here ? "here" : ""}`, role: "treeitem", id: `proof-${index}`, "aria-level": item.depth + 1,
      "aria-expanded": items.length > 0 ? String(item.open) : null, "aria-selected": String(here), data: { index },
      on: {
        click: (/** @type {MouseEvent} */ event) => {
          if (event.target instanceof Element && event.target.closest(".proof-fold") && items.length > 0) toggle(item);
          choose(item);
        },
      },
    },
    h("span", { class: "proof-indent" }),
    h("span", { class: "proof-fold", "aria-hidden": "true" }, items.length > 0 ? (item.open ? "▾" : "▸") : ""),
    h("span", { class: `side-dot ${color}`, "aria-hidden": "true" }), h("span", { class: "proof-move" }, name),
    h("span", { class: "proof-left" }, leftWords(proof, item, left, items.length)));
    row.style.setProperty("--depth", String(Math.min(item.depth, 16)));
    return row;
  }

  /** The end of a row: the result of the item, or its distance to the win. @param {Shown} proof @param {Item} item @param {number} left @param {number} below */
  function leftWords(proof, item, left, below) {
    if (proof.tree.missing(item)) return "?";
    const value = proof.tree.value(item);
    if (value && proof.kind === "exact") return valueWords(value);
    if (item.kind !== "attack" || below > 0) return t("study.proof.plies", { n: left });
    return proof.kind === "exact" ? "" : t("study.proof.wins");
  }

  /** @param {Item} item */
  function toggle(item) {
    const proof = shownNow();
    if (!proof) return;
    if (item.open) {
      // The current item must stay visible.
      for (let up = proof.at.parent; up; up = up.parent) if (up === item) proof.at = item;
      proof.tree.fold(item);
    } else {
      proof.tree.open(item);
    }
    refresh();
  }

  function refresh() {
    const proof = shownNow();
    rows = proof ? proof.tree.rows() : [];
    list.set(rows);
    list.el.hidden = !proof;
  }

  /** Goes to an item of the proof. @param {Item} item */
  function choose(item) {
    const proof = shownNow();
    if (!proof) return;
    proof.tree.reveal(item);
    // The children of the current item are always visible.
    item.open = true;
    const next = { ...proof, at: item };
    setStudy({ proof: next });
    refresh();
    list.reveal(rows.indexOf(item));
    draw();
    list.el.setAttribute("aria-activedescendant", `proof-${rows.indexOf(item)}`);
    void showBoard(next);
    void complete(next);
    announce(`${item.move ? moveWords(item.move) : t("study.proof.others")}, ${t("study.proof.plies", { n: proof.tree.left(item) })}`);
  }
  select_ = choose;

  /**
   * Requests what the server did not send: every reply of the other side and the answer to each of them, first to the
   * current one.
   * @param {Shown} proof
   */
  async function complete(proof) {
    const { board } = st.state;
    const { at, tree } = proof;
    if (inquiry && inquiry.item !== at) inquiry.request.cancel();
    const moves = movesTo(at);
    if (!board || moves.some((m) => m === null)) return;
    const known = /** @type {string[]} */ (moves);
    if (at.kind !== "attack") {
      if (tree.missing(at)) await inquire(tree, at, known, false);
      return;
    }
    if (proof.kind !== "exact" && !tree.cut(at)) return;
    const view = await viewAfter(proof.node, known);
    if (!view || view.outcome || shownNow()?.at !== at) return;
    tree.addReplies(at, [...view.legal.map((p) => pointName(board, p)), ...(view.can_pass ? ["pass"] : [])]);
    redraw();
    // In an exact endgame each reply has its own value. In a won position all replies lose, so their answers wait for a
    // click.
    if (proof.kind !== "exact") return;
    for (const move of tree.items(at).map((item) => item.move)) {
      const item = tree.items(at).find((i) => i.move === move);
      if (item && move && tree.missing(item)) await inquire(tree, item, [...known, move], true);
      if (shownNow()?.at !== at || shownNow()?.tree !== tree) return;
    }
  }

  /**
   * Requests the answer to one reply.
   * @param {ProofTree} tree
   * @param {Item} item
   * @param {string[]} moves that lead to it
   * @param {boolean} quiet whether it runs in the background
   */
  async function inquire(tree, item, moves, quiet) {
    const { board } = st.state;
    const proof = shownNow();
    if (!board || !proof || proof.tree !== tree || inquiry?.item === item) return;
    const request = socket.request({ do: "solve", board: board.id, node: proof.node, moves, kind: proof.kind, limits: { time_ms: seconds * 1000 } });
    const own = (inquiry = { item, request });
    if (!quiet) message = t("study.proof.working");
    draw();
    try {
      const answer = await request.done;
      if (answer.type === "proof" && shownNow()?.tree === tree) {
        if (!quiet) message = resultWords(answer, opposite(proof.side));
        const data = proofData(answer);
        if (data) tree.graft(item, data);
        if (answer.result !== "unknown" && answer.result !== "none") tree.setValue(item, { result: answer.result, plies: answer.plies, margin: answer.margin });
      }
    } catch (error) {
      if (!quiet) message = error instanceof Error ? error.message : String(error);
    }
    if (inquiry === own) inquiry = null;
    if (shownNow()?.tree === tree) redraw();
  }

  /** Shows the new parts of the proof. */
  function redraw() {
    const proof = shownNow();
    refresh();
    draw();
    if (proof) setStudy({ proof: { ...proof } });
  }

  /** Shows the position of an item: from the server if stones may change colour or be captured, otherwise as numbered stones. @param {Shown} proof */
  async function showBoard(proof) {
    const moves = movesTo(proof.at);
    if (changesStones(store.state.board) && moves.every((m) => m !== null)) {
      const view = await viewAfter(proof.node, /** @type {string[]} */ (moves));
      if (shownNow()?.at !== proof.at) return;
      if (view) {
        showLine(null);
        look(view);
        return;
      }
    }
    showLine({ points: pointsOf(moves), toMove: proof.side, node: proof.node, max: moves.length });
  }

  /** The view of the game, while the proof's own is shown. @type {View | null} */
  let real = null;
  /** The proof's own view. @type {View | null} */
  let looked = null;
  /** @param {View} view */
  function look(view) {
    const proof = shownNow();
    if (!proof || !st.state.view) return;
    real ??= st.state.view;
    looked = { ...view, node: proof.node };
    store.set({ view: looked });
  }
  function lookAway() {
    if (real && st.state.view === looked) store.set({ view: real });
    real = null;
    looked = null;
  }

  async function solve() {
    const { board, node, view } = st.state;
    if (!board || node === null || !view || work) return;
    close();
    lastAnswer = null;
    asked = node;
    message = t("study.proof.working");
    const own = (work = socket.request({ do: "solve", board: board.id, node, kind: kind || kindsFor(board)[0], limits: { time_ms: seconds * 1000 } }, (m) => {
      const nodes = m.nodes ?? m.analysis?.nodes;
      if (typeof nodes === "number") message = t("study.proof.at", { n: compact(nodes) });
      draw();
    }));
    draw();
    try {
      const answer = await own.done;
      if (work !== own) return;
      work = null;
      if (answer.type !== "proof" || st.state.board?.id !== board.id || st.state.node !== node) {
        message = answer.type === "proof" || st.state.node !== node ? "" : t("study.proof.stopped");
        draw();
        return;
      }
      lastAnswer = answer;
      message = resultWords(answer);
      const data = proofData(answer);
      if (data) {
        const tree = new ProofTree(data);
        setStudy({ proof: { node, tree, side: data.side, at: tree.root, kind: answer.kind ?? kind } });
        choose(tree.root);
      }
    } catch (error) {
      if (work === own) work = null;
      message = error instanceof Error ? error.message : String(error);
    }
    draw();
  }

  /** @param {any} answer @param {Color} [side] to move, where the server does not say */
  function resultWords(answer, side) {
    const { board, view } = st.state;
    if (!board || !view) return "";
    const color = colorName(board, answer.side ?? side ?? view.to_move);
    const effort = [answer.nodes_searched > 0 ? t("study.work", { n: compact(answer.nodes_searched) }) : "", typeof answer.time_ms === "number" ? duration(answer.time_ms) : ""].filter((x) => x).join(" · ");
    const what = typeof answer.margin === "number" ? t("study.proof.margin", { color, n: signed(answer.margin) })
      : answer.result === "win" ? t("study.proof.win", { color, n: answer.plies ?? "?" })
        : answer.result === "loss" ? t("study.proof.loss", { color, n: answer.plies ?? "?" })
          : answer.result === "draw" ? t("study.proof.draw")
            : answer.result === "none" ? t("study.proof.none", { color, kind: t(`study.proof.kind.${answer.kind ?? kind}`) })
              : t("study.proof.unknown", { color });
    return effort ? `${what} (${effort})` : what;
  }

  function draw() {
    const { board, node } = st.state;
    const proof = shownNow();
    const kinds = board ? kindsFor(board) : [];
    if (!kinds.includes(kind)) kind = kinds[0] ?? "";
    fill(go, icon(work ? "stop" : "target"), h("span", { class: "label" }, t(work ? "study.proof.stop" : "study.proof.solve")));
    go.disabled = kinds.length === 0 || node === null;
    words.textContent = message || (!board ? t("status.welcome") : kinds.length === 0 ? t("study.proof.not-here") : t("study.proof.about"));
    words.classList.toggle("working", !!work);
    const pv = lastAnswer && !proof && Array.isArray(lastAnswer.line ?? lastAnswer.pv) ? lastAnswer.line ?? lastAnswer.pv : null;
    fill(line, pv && board ? pv.map((/** @type {string} */ m, /** @type {number} */ i) => {
      const show = () => node !== null && showLine({ points: pv.map((/** @type {string} */ x) => pointOf(board, x)), toMove: st.state.view?.to_move ?? "black", node, max: i + 1 });
      return h("button", { type: "button", class: "pv-move", on: { pointerenter: show, focus: show, click: show } }, moveWords(m));
    }) : null);
    steps.hidden = !proof;
    if (proof) {
      const next = proof.tree.next(proof.at);
      const others = proof.at.kind === "attack" ? proof.tree.items(proof.at) : [];
      fill(steps,
        button("prev", t("study.proof.prev"), () => proof.at.parent && choose(proof.at.parent), { class: "tool", disabled: !proof.at.parent }),
        button("next", t("study.proof.next"), () => next && choose(next), { class: "tool", disabled: !next, id: "proof-next" }),
        button("open", t("study.proof.open-all"), () => { proof.tree.openAll(proof.at, MAX_ROWS); refresh(); }, { class: "tool" }),
        button("close", t("action.close"), close, { class: "tool" }),
        h("p", { class: "proof-hint" }, proof.at.kind === "attack"
          ? (proof.kind === "exact" ? t(others.length === 0 ? "study.proof.over" : "study.proof.choose-exact", { n: others.length })
            : others.length === 0 ? t("study.proof.end") : t("study.proof.choose", { n: others.filter((o) => o.kind === "defence").length }))
          : next?.move ? t("study.proof.answer", { move: moveWords(next.move) }) : inquiry?.item === proof.at ? t("study.proof.working") : t("study.proof.over")));
    }
    list.el.hidden = !proof;
  }

  function drawKinds() {
    const { board } = st.state;
    const kinds = board ? kindsFor(board) : [];
    if (!kinds.includes(kind)) kind = kinds[0] ?? "";
    fill(kindField,
      kinds.length > 1 ? select(t("study.proof.kind"), kinds.map((k) => /** @type {[string, string]} */ ([k, t(`study.proof.kind.${k}`)])), kind, (v) => { kind = v; }) : null,
      select(t("study.seconds"), SECONDS.map((n) => /** @type {[string, string]} */ ([String(n), t("study.seconds.n", { n })])), String(seconds), (v) => { seconds = Number(v); }));
  }

  function close() {
    inquiry?.request.cancel();
    lookAway();
    if (study().proof) setStudy({ proof: null });
    showLine(null);
    lastAnswer = null;
    message = "";
    refresh();
    draw();
  }

  list.el.addEventListener("keydown", (event) => {
    const proof = shownNow();
    if (!proof || event.ctrlKey || event.metaKey || event.altKey) return;
    const i = rows.indexOf(proof.at);
    /** @type {Item | null | undefined} */
    let to = null;
    switch (event.key) {
      case "ArrowDown": to = rows[i + 1]; break;
      case "ArrowUp": to = rows[i - 1]; break;
      case "ArrowRight": to = proof.tree.next(proof.at); break;
      case "ArrowLeft": to = proof.at.parent; break;
      case "PageDown": to = rows[Math.min(rows.length - 1, i + 10)]; break;
      case "PageUp": to = rows[Math.max(0, i - 10)]; break;
      case "Home": to = rows[0]; break;
      case "End": to = rows.at(-1); break;
      case "n": to = proof.tree.sibling(proof.at, 1) ?? (proof.at.parent ? proof.tree.sibling(proof.at.parent, 1) : null); break;
      case "p": to = proof.tree.sibling(proof.at, -1) ?? (proof.at.parent ? proof.tree.sibling(proof.at.parent, -1) : null); break;
      case "*": proof.tree.openAll(proof.at, MAX_ROWS); refresh(); break;
      case "Enter": case " ": toggle(proof.at); break;
      case "Escape": close(); break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (to) choose(to);
  });

  let game = st.state.board?.game;
  const end = st.watch(["board", "node", "panel", "mode"], () => {
    const { board, node, panel, mode } = st.state;
    const proof = shownNow();
    if (node !== asked) work?.cancel();
    // A mode such as the set-up has the board for itself.
    if (proof && (node !== proof.node || panel !== "proof" || mode !== "play")) close();
    const here = `${board?.id} ${node}`;
    if (about !== here) {
      about = here;
      message = "";
      lastAnswer = null;
    }
    if (board?.game !== game) {
      game = board?.game;
      message = "";
      drawKinds();
    }
    draw();
  });
  drawKinds();
  refresh();
  draw();
  return () => {
    work?.cancel();
    work = null;
    close();
    end();
    list.end();
  };
}

/** Steps in the open proof, from anywhere on the page. @param {1 | -1} way */
export function stepProof(way) {
  const proof = shownNow();
  if (!proof || store.state.panel !== "proof") return false;
  const to = way > 0 ? proof.tree.next(proof.at) : proof.at.parent;
  if (to) select_(to);
  return true;
}
