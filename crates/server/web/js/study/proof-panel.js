// The proof viewer: solves the position, and steps through the proof with every defence listed and answered.

import { sideDot } from "../board/side-dot.js";
import { button, div, fill, h, icon, span } from "../dom.js";
import { changesStones, has } from "../game.js";
import { punctuated, t } from "../i18n/index.js";
import { colorName, moveWords } from "../moves.js";
import { socket } from "../connection.js";
import { store } from "../store.js";
import { pointName } from "../board/geometry.js";
import { announce } from "../shell/live.js";
import { select } from "./analysis-panel.js";
import { askedNow, CHAIN_KINDS, chosenAfter, endOf, isAboutChains, isAsked, isHold, isWhole, keepAsked, mark, setAsked } from "./proof-chains.js";
import { onChain, onChoice, shownNow } from "./proof-layer.js";
import { movesTo, pathTo, proofData, ProofTree } from "./proof-model.js";
import { resultWords, valueWords } from "./proof-words.js";
import { compact, opposite, pointOf } from "./score.js";
import { setStudy, showLine, study } from "./state.js";
import { askStrategy, canWalk, endWords, hintWords, positionsFrom, signOf, strategyData } from "./strategy.js";
import { viewAfter } from "./view-preview.js";
import { heightGrip } from "../shell/sizes.js";
import { virtualList } from "./virtual-list.js";

/** @import { Store } from "../store.js" */
/** @import { Shown } from "./proof-layer.js" */
/** @import { Item } from "./proof-model.js" */
/** @import { StrategyAnswer } from "./strategy.js" */
/** @import { Color, Point } from "../types.js" */

const SECONDS = [1, 5, 20, 60, 300];
const ROW = 30;
/** Maximum number of rows that "open all" expands. */
const MAX_ROWS = 20_000;

/** The kind of proof that is recorded, not searched. */
const STRATEGY = "strategy";

/** The points of a line; an unlisted reply is left out. @param {(string | null)[]} moves @returns {(Point | null)[]} */
function pointsOf(moves) {
  const { board } = store.state;
  return board ? moves.map((m) => pointOf(board, m)) : [];
}

/** @param {HTMLElement} el @param {Store} st */
export function mountProof(el, st) {
  let kind = "";
  /** The side that moves first in a question about chains. @type {Color} */
  let first = st.state.view?.to_move ?? "black";
  /** Whether the person chose the kind. */
  let picked = false;
  let seconds = 20;
  /** The next longer time limit, the same where there is none. */
  const next = () => SECONDS.find((n) => n > seconds) ?? seconds;
  /** What a strategy says of the position shown. @type {StrategyAnswer | null} */
  let strategy = null;
  /** @type {import("../socket.js").Request | null} */
  let work = null;
  /** The node of the position that is being solved. @type {number | null} */
  let asked = null;
  let message = "";
  /** The game and the node that the message and the last answer are about. */
  let about = st.state.view?.node === st.state.node ? `${st.state.board?.id} ${st.state.node}` : "";
  /** @type {any} the last answer, with or without a tree */
  let lastAnswer = null;
  /** The reply whose answer is being searched. @type {{ item: Item, request: import("../socket.js").Request } | null} */
  let inquiry = null;

  const kindField = div("proof-kind");
  const go = button("target", t("study.proof.solve"), () => (work ? work.cancel() : void solve()), { class: "primary", id: "solve" });
  const words = h("p", { class: "proof-words", role: "status" });
  const longer = button("target", "", searchLonger, { class: "proof-longer", id: "proof-longer", hidden: true });
  const proofs = h("div", { class: "proof-which", role: "group", "aria-label": t("study.chain.proofs"), hidden: true });
  const line = h("p", { class: "proof-line" });
  const path = h("nav", { class: "proof-path", "aria-label": t("study.proof.path") });
  const steps = h("div", { class: "proof-steps", role: "group", "aria-label": t("study.proof.steps") });
  const list = virtualList({ rowHeight: ROW, row: makeRow, label: t("study.proof.tree"), at: () => rows.indexOf(/** @type {Item} */ (shownNow()?.at)) });
  list.el.classList.add("proof-tree");
  el.classList.add("study-panel", "proof-panel");
  fill(el, div("study-head", kindField, go), words, longer, proofs, line, path, steps, list.el, heightGrip("proof", () => list.el));

  /** @type {Item[]} */
  let rows = [];

  /** @param {Item} item @param {number} index */
  function makeRow(item, index) {
    const proof = /** @type {Shown} */ (shownNow());
    const here = item === proof.at;
    const items = proof.tree.items(item);
    const color = item.kind === "attack" ? proof.side : opposite(proof.side);
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
    span("proof-indent"),
    h("span", { class: "proof-fold", "aria-hidden": "true" }, items.length > 0 ? (item.open ? "▾" : "▸") : ""),
    store.state.board ? sideDot(store.state.board, color) : null, span("proof-move", nameOf(item)),
    span("proof-left", leftWords(proof, item, left, items.length)));
    row.style.setProperty("--depth", String(Math.min(item.depth, 16)));
    return row;
  }

  /** The name of an item. @param {Item} item */
  function nameOf({ kind: what, move }) {
    if (move) return moveWords(move);
    return t(what === "attack" ? "study.strategy.here" : "study.proof.others");
  }

  /** The end of a row: the result of the item, what follows in a strategy, or its distance to the win. @param {Shown} proof @param {Item} item @param {number} left @param {number} below */
  function leftWords(proof, item, left, below) {
    const end = endWords(proof.tree, item);
    const sign = signOf(proof.tree, item);
    if (end !== null) return sign ? [icon(sign), " ", end] : end;
    if (proof.tree.missing(item)) return "?";
    const value = proof.tree.value(item);
    if (value && proof.kind === "exact") return valueWords(value);
    if (item.kind !== "attack" || below > 0) return isHold(proof) ? "" : t("study.proof.plies", { n: left });
    if (isAboutChains(proof.kind)) return t(`study.chain.end.${endOf(proof.claim)}`);
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
    // What a search found is not said of other positions of a strategy.
    if (proof.tree.isRecorded(item) || proof.tree.recorded(item)) message = "";
    const next = { ...proof, at: item };
    setStudy({ proof: next });
    refresh();
    draw();
    list.reveal(rows.indexOf(item), proof.tree.isRecorded(item));
    list.el.setAttribute("aria-activedescendant", `proof-${rows.indexOf(item)}`);
    void showBoard(next);
    void complete(next);
    const end = endWords(proof.tree, item) ?? (isHold(proof) ? "" : t("study.proof.plies", { n: proof.tree.left(item) }));
    announce(punctuated([nameOf(item), end].filter(Boolean).join(", ")));
  }
  onChoice(choose);
  onChain((stone) => {
    const { board, view } = st.state;
    if (!board || !view || !isAboutChains(kind)) return false;
    const asked = askedNow();
    // A click on the chain of the search or of the open proof changes nothing.
    if ((work || shownNow()) && isAsked(view, board, asked, stone)) return true;
    forget();
    mark(view, chosenAfter(kind, view, board, asked?.chains ?? [], stone));
    if (isWhole(kind, askedNow())) void solve();
    else draw();
    return true;
  });

  /** Asks the same question again, with the next longer time limit. */
  function searchLonger() {
    seconds = next();
    drawKinds();
    void solve();
    go.focus({ preventScroll: true });
  }

  /** Whether all the chains of the question were chosen. */
  const whole = () => isWhole(kind, askedNow()) && askedNow()?.node === st.state.node;
  /** What a request for a proof says about the chains. @param {string} what */
  const aboutChain = (what) => {
    const [chain, other] = askedNow()?.chains ?? [];
    return isAboutChains(what) ? { chain, other } : {};
  };
  /** The moves that lead to an item from the game's position. Any unlisted reply is answered as a pass is. @param {Shown} proof @param {(string | null)[]} moves @returns {(string | null)[]} */
  const played = (proof, moves) => [...(proof.lead ?? []), ...(isAboutChains(proof.kind) ? moves.map((m) => m ?? "pass") : moves)];

  /** Ends the search or closes the proof of the last question. */
  function forget() {
    const own = work;
    work = null;
    own?.cancel();
    close();
  }

  /**
   * Requests what the server did not send: every reply of the other side and the answer to each of them, first to the
   * current one.
   * @param {Shown} proof
   */
  async function complete(proof) {
    const { board } = st.state;
    const { at, tree } = proof;
    if (inquiry && inquiry.item !== at) inquiry.request.cancel();
    const moves = played(proof, movesTo(at));
    if (!board || moves.some((m) => m === null)) return;
    const known = /** @type {string[]} */ (moves);
    if (tree.isRecorded(at)) return;
    if (at.kind !== "attack") {
      if (tree.unanswered(at) && tree.recorded(at)?.by === "move") await look(proof, known);
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

  /** Shows the strategy's answer to the current reply. @param {Shown} proof @param {string[]} moves that lead to it */
  async function look({ at, tree, node }, moves) {
    const { board } = st.state;
    if (!board) return;
    try {
      const answer = await askStrategy(board.id, node, moves);
      if (answer && tree.unanswered(at)) tree.graft(at, strategyData(answer));
    } catch (error) {
      message = error instanceof Error ? error.message : String(error);
    }
    if (shownNow()?.tree === tree) redraw();
  }

  /** Finds the win again that a search has against the current reply, or stops that search. */
  function findWin() {
    const proof = shownNow();
    if (inquiry) inquiry.request.cancel();
    else if (proof) void inquire(proof.tree, proof.at, /** @type {string[]} */ (played(proof, movesTo(proof.at))), false);
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
    const request = socket.request({ do: "solve", board: board.id, node: proof.node, moves, kind: proof.kind, ...aboutChain(proof.kind), limits: { time_ms: seconds * 1000 } });
    const own = (inquiry = { item, request });
    if (!quiet) message = t("study.proof.working");
    draw();
    try {
      const answer = await request.done;
      if (answer.type === "proof" && shownNow()?.tree === tree) {
        if (!quiet) message = resultWords(board, answer, opposite(proof.side));
        const data = proofData(answer);
        if (data) tree.graft(item, data);
        if (answer.result !== "unknown" && answer.result !== "none") tree.setValue(item, { result: answer.result, plies: answer.plies, margin: answer.margin });
      }
    } catch (error) {
      if (!quiet) message = error instanceof Error ? error.message : String(error);
    }
    if (inquiry === own) {
      inquiry = null;
      if (message === t("study.proof.working")) message = t("study.proof.stopped");
    }
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
    const all = played(proof, moves);
    if (changesStones(store.state.board) && all.every((m) => m !== null)) {
      const view = await viewAfter(proof.node, /** @type {string[]} */ (all));
      const now = shownNow();
      if (now?.at !== proof.at) return;
      // The game stays where it is: an engine or a clock does not wait at a position of the proof.
      setStudy({ proof: { ...now, view: view && { ...view, node: proof.node } } });
      if (view) {
        showLine(null);
        return;
      }
    }
    showLine({ points: pointsOf(moves), toMove: proof.tree.root.move ? proof.side : opposite(proof.side), node: proof.node, max: moves.length });
  }

  async function solve() {
    const { board, node, view } = st.state;
    const chains = isAboutChains(kind);
    if (!board || node === null || !view || work || (chains && !whole())) return;
    close();
    if (kind === STRATEGY && strategy && canWalk(strategy)) {
      show(new ProofTree(strategyData(strategy)), node, strategy.side, STRATEGY);
      return;
    }
    lastAnswer = null;
    asked = node;
    message = t("study.proof.working");
    const limit = seconds;
    setAsked("searching");
    const own = (work = socket.request({ do: "solve", board: board.id, node, kind: kind || kinds()[0], ...aboutChain(kind), ...(chains ? { first } : {}), limits: { time_ms: seconds * 1000 } }, (m) => {
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
        if (st.state.node === node) setAsked("open");
        draw();
        return;
      }
      lastAnswer = { ...answer, seconds: limit };
      message = resultWords(board, lastAnswer, view.to_move);
      setAsked(answer.result === "unknown" ? "open" : "answered");
      const data = proofData(answer);
      if (data) show(new ProofTree(data), node, data.side, answer.kind ?? kind, answer);
    } catch (error) {
      if (work !== own) return;
      work = null;
      setAsked("open");
      message = error instanceof Error ? error.message : String(error);
    }
    draw();
  }

  /**
   * Opens a proof.
   * @param {ProofTree} tree @param {number} node @param {Color} side @param {string} what its kind
   * @param {{ claim?: string | null, first?: Color }} [of] of an answer about chains
   */
  function show(tree, node, side, what, { claim, first: mover } = {}) {
    const lead = mover && mover !== st.state.view?.to_move ? ["pass"] : [];
    setStudy({ proof: { node, tree, side, at: tree.root, kind: what, claim, lead } });
    choose(tree.root);
  }

  /** Opens another proof of the last answer. @param {any} one */
  function showOther(one) {
    const data = proofData(one);
    const proof = shownNow();
    if (data && proof) show(new ProofTree(data), proof.node, data.side, proof.kind, { claim: one.claim, first: lastAnswer.first });
  }

  /** The kinds of proof here. */
  const kinds = () => [...(st.state.board?.proofs ?? []), ...(has(st.state.board, "liberties") ? CHAIN_KINDS : []), ...(strategy ? [STRATEGY] : [])];

  /** What the panel says before anything is asked. */
  function aboutWords() {
    const { board } = st.state;
    if (!board) return t("status.welcome");
    if (isAboutChains(kind)) return t(`study.chain.${askedNow()?.chains.length === 1 && !whole() ? "second" : "about"}.${kind}`);
    if (kind !== STRATEGY || !strategy) return t(kinds().length === 0 ? "study.proof.not-here" : "study.proof.about");
    const color = colorName(board, strategy.side);
    const proof = shownNow();
    const n = proof?.kind === STRATEGY ? positionsFrom(proof.tree, proof.at) ?? strategy.positions : strategy.positions;
    return n > 1 ? t("study.strategy.about", { color, n: n.toLocaleString() }) : t("study.strategy.about-search", { color });
  }

  function draw() {
    const { board, node } = st.state;
    const proof = shownNow();
    const walks = kind === STRATEGY && strategy;
    const label = work ? "study.proof.stop" : !walks ? "study.proof.solve" : canWalk(walks) ? "study.strategy.walk" : "study.strategy.find";
    fill(go, icon(work ? "stop" : walks ? "proof" : "target"), span("label", t(label)));
    // A walk that is open is not begun.
    if (proof?.kind === STRATEGY && document.activeElement === go) list.el.focus({ preventScroll: true });
    go.hidden = !!walks && proof?.kind === STRATEGY;
    go.disabled = kinds().length === 0 || node === null || (isAboutChains(kind) && !whole()) || (!!walks && locating);
    words.textContent = message || aboutWords();
    words.classList.toggle("working", !!work);
    const open = !work && !proof && lastAnswer && lastAnswer.kind !== STRATEGY && lastAnswer.result === "unknown" && !lastAnswer.complete;
    longer.hidden = !open || next() === seconds;
    fill(longer, icon("target"), span("label", t("study.chain.longer", { n: next() })));
    const all = proof && lastAnswer?.others?.length > 0 ? [lastAnswer, ...lastAnswer.others] : [];
    proofs.hidden = all.length === 0;
    fill(proofs, board ? all.map((one) => h("button", {
      class: "pv-move", "aria-pressed": String(one.side === proof?.side && one.claim === proof?.claim), on: { click: () => showOther(one) },
    }, t(`study.chain.claim.${one.claim}`, { color: colorName(board, one.side) }))) : null);
    const pv = lastAnswer && !proof && Array.isArray(lastAnswer.line ?? lastAnswer.pv) ? lastAnswer.line ?? lastAnswer.pv : null;
    const points = pv && board ? pointsOf(pv) : [];
    fill(line, pv && board ? pv.map((/** @type {string} */ m, /** @type {number} */ i) => {
      const show = () => node !== null && showLine({ points, toMove: st.state.view?.to_move ?? "black", node, max: i + 1 });
      return h("button", { class: "pv-move", on: { pointermove: show, focus: show, click: show } }, moveWords(m));
    }) : null);
    steps.hidden = !proof;
    path.hidden = !proof;
    fill(path, proof ? pathTo(proof.at).map((item) => h("button", {
      class: "pv-move", "aria-current": item === proof.at ? "step" : null, on: { click: () => choose(item) },
    }, nameOf(item))) : null);
    path.scrollLeft = path.scrollWidth;
    if (proof) {
      const recorded = proof.tree.unanswered(proof.at) ? proof.tree.recorded(proof.at) : undefined;
      const next = proof.tree.next(proof.at);
      fill(steps,
        button("prev", t("study.proof.prev"), () => proof.at.parent && choose(proof.at.parent), { class: "tool", disabled: !proof.at.parent }),
        button("next", t("study.proof.next"), () => next && choose(next), { class: "tool", disabled: !next, id: "proof-next" }),
        button("open", t("study.proof.open-all"), () => { proof.tree.openAll(proof.at, MAX_ROWS); refresh(); }, { class: "tool" }),
        button("close", t("action.close"), close, { class: "tool" }),
        h("p", { class: "proof-hint" }, hint(proof)),
        recorded && recorded.by !== "move" ? button(inquiry ? "stop" : "target", t(inquiry ? "study.proof.stop" : "study.strategy.find"), findWin, { class: "primary proof-find", id: "proof-find" }) : null);
    }
    list.el.hidden = !proof;
  }

  /** What to do at the current item of a proof. @param {Shown} proof */
  function hint(proof) {
    const { at, tree, kind: what } = proof;
    if (at.kind === "attack") {
      const replies = tree.items(at);
      if (tree.isRecorded(at)) return t("study.strategy.choose", { n: replies.length });
      if (what === "exact") return t(replies.length === 0 ? "study.over" : "study.proof.choose-exact", { n: replies.length });
      if (replies.length === 0) return t(isAboutChains(what) ? `study.chain.done.${endOf(proof.claim)}` : "study.proof.end");
      return t(isHold(proof) ? "study.chain.choose" : "study.proof.choose", { n: replies.filter((o) => o.kind === "defence").length });
    }
    const next = tree.next(at);
    if (next?.move) return t("study.proof.answer", { move: moveWords(next.move) });
    if (inquiry?.item === at) return t("study.proof.working");
    const recorded = tree.recorded(at);
    if (!recorded) return t("study.over");
    return recorded.by === "move" ? t("study.proof.working") : hintWords(recorded);
  }

  function drawKinds() {
    const all = kinds();
    if (!all.includes(kind)) kind = all[0] ?? "";
    if (!picked && all.includes(STRATEGY)) kind = STRATEGY;
    const set = (/** @type {string} */ v) => {
      const fields = isAboutChains(kind) === isAboutChains(v);
      // An answer about chains is of its kind; the proof of another question stays open.
      if (isAboutChains(kind)) forget();
      kind = v;
      picked = true;
      if (st.state.view) keepAsked(kind, st.state.view);
      if (!fields) drawKinds();
      draw();
    };
    const { board } = st.state;
    const colors = /** @type {[string, string][]} */ (board ? ["black", "white"].map((c) => [c, colorName(board, /** @type {Color} */ (c))]) : []);
    const move = (/** @type {string} */ v) => {
      first = /** @type {Color} */ (v);
      forget();
      draw();
    };
    fill(kindField,
      all.length > 1 ? select(t("study.proof.kind"), all.map((k) => /** @type {[string, string]} */ ([k, t(`study.proof.kind.${k}`)])), kind, set) : null,
      isAboutChains(kind) ? select(t("study.chain.mover"), colors, first, move) : null,
      select(t("study.seconds"), SECONDS.map((n) => /** @type {[string, string]} */ ([String(n), t("study.seconds.n", { n })])), String(seconds), (v) => { seconds = Number(v); }));
  }

  function close() {
    inquiry?.request.cancel();
    if (study().proof) setStudy({ proof: null });
    showLine(null);
    lastAnswer = null;
    message = "";
    setAsked("chosen");
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

  /** The position whose place in a strategy is known, or is being asked for. */
  let located = "";
  /** Whether the answer is still to come. */
  let locating = false;
  /** Asks for the place of the position shown in a strategy. */
  async function locate() {
    const { board, node, panel } = st.state;
    const here = board?.strategy && node !== null && panel === "proof" ? `${board.id} ${node}` : "";
    if (here === located) return;
    located = here;
    locating = true;
    let found = null;
    try {
      if (here && board && node !== null) found = await askStrategy(board.id, node, []);
    } catch {
      // Without an answer the other kinds of proof are still there.
    }
    if (located !== here) return;
    locating = false;
    const changed = !found !== !strategy;
    strategy = found;
    if (changed) drawKinds();
    draw();
  }

  let game = st.state.board?.game;
  const end = st.watch(["board", "node", "view", "panel", "mode"], () => {
    const { board, node, panel, mode } = st.state;
    const proof = shownNow();
    if (node !== asked) work?.cancel();
    // A mode such as the set-up has the board for itself.
    if (proof && (node !== proof.node || panel !== "proof" || mode !== "play")) close();
    const here = `${board?.id} ${node}`;
    if (about !== here && st.state.view?.node === node) {
      about = here;
      first = st.state.view.to_move;
      keepAsked(kind, st.state.view);
      drawKinds();
      message = "";
      lastAnswer = null;
    }
    if (board?.game !== game) {
      game = board?.game;
      message = "";
      drawKinds();
    }
    void locate();
    draw();
  });
  drawKinds();
  refresh();
  draw();
  void locate();
  return () => {
    work?.cancel();
    work = null;
    close();
    end();
    list.end();
  };
}
