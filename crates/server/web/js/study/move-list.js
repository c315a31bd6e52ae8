// The moves of the line shown in the game's notation, each with its time and its mark; the opening's name above them.

import { sideDot } from "../board/side-dot.js";
import { button, div, fill, h, span } from "../dom.js";
import { has } from "../game.js";
import { pick, t } from "../i18n/index.js";
import { bareMove, colorName, colorOf, isUnnumbered } from "../moves.js";
import { clockText } from "../play/clock.js";
import { say, sayProblem } from "../messages.js";
import { goto } from "../session/steps.js";
import { nodeOf, pathTo } from "../tree.js";
import { SIGNS } from "./mistakes-model.js";
import { shownLine, study } from "./state.js";

/** @import { Store } from "../store.js" */
/** @import { Board, TreeNode } from "../types.js" */

/** The name of the opening at a node: that of the last named position before it. @param {Board | null} board @param {number | null} node */
export function openingAt(board, node) {
  if (!board || node === null) return "";
  return pick([...pathTo(board, node)].reverse().find((n) => n.opening)?.opening);
}

/** A line as a transcript, the moves one after the other. @param {readonly TreeNode[]} line */
const transcriptOf = (line) => line.filter((n) => n.point).map((n) => n.move).join("");

/** @param {Store} st @returns {{ el: HTMLElement, end: () => void }} */
export function moveList(st) {
  const name = h("p", { class: "opening-title" });
  const list = h("div", { class: "moves", role: "listbox", tabindex: "0", "aria-label": t("keys.group.moves") });
  const script = h("code", { class: "transcript-text", tabindex: "0" });
  const copy = button("link", t("moves.copy"), () => {
    navigator.clipboard.writeText(script.textContent ?? "").then(() => say(t("moves.copied")), sayProblem);
  }, { class: "quiet icon-only" });
  const transcript = div("transcript", script, copy);
  const el = div("move-list", name, list, transcript);

  /** @type {TreeNode[]} */
  let line = [];
  /** @type {Map<number, HTMLElement>} */
  let rows = new Map();
  let signature = "";

  /** @param {Board} board @param {TreeNode} n @param {number | null} number of the move, if it has one */
  function row(board, n, number) {
    // The choice of an offered fifth move is the other player's stone: what marks the choice is no mark of that move.
    const chosen = n.fifth === "choice";
    const fault = chosen ? undefined : faults().get(n.id);
    const time = chosen || n.elapsed_ms === undefined ? "" : clockText(n.elapsed_ms, false);
    const words = bareMove(n);
    const color = colorOf(board, n);
    const label = [number === null ? "" : `${number}.`, color ? colorName(board, color) : "", words, fault ? t(`study.kind.${fault}`) : "", time].filter(Boolean).join(" ");
    return h("div", { class: "move-row", role: "option", id: `move-${n.id}-${own}`, "aria-label": label, data: { node: n.id } },
      span("move-ply", number), sideDot(board, color ?? "none"),
      span("move-name", words, fault ? span(`fault-sign fault-${fault}`, SIGNS[fault]) : null),
      n.comment ? h("span", { class: "move-note", title: t("study.comment") }, "•") : null,
      span("move-time", time));
  }

  const faults = () => new Map((study().review?.mistakes ?? []).map((m) => [m.node, m.kind]));

  function draw() {
    const { board, node, mode } = st.state;
    line = board ? shownLine() : [];
    const alone = mode === "guess";
    const now = JSON.stringify([board?.id, alone, line.map((n) => [n.id, n.elapsed_ms, n.comment ? 1 : 0]), [...faults()], document.documentElement.lang]);
    if (now !== signature) {
      signature = now;
      rows = new Map();
      const shown = alone ? line.slice(0, Math.max(1, line.findIndex((n) => n.id === node) + 1)) : line;
      let number = 0;
      fill(list, board ? shown.slice(1).map((n) => {
        const el_ = row(board, n, isUnnumbered(n) ? null : (number += 1));
        rows.set(n.id, el_);
        return el_;
      }) : null);
    }
    for (const [id, el_] of rows) {
      const here = id === node;
      if (el_.classList.contains("here") !== here) el_.classList.toggle("here", here);
      el_.setAttribute("aria-selected", String(here));
    }
    const here = node === null ? undefined : rows.get(node);
    if (here) list.setAttribute("aria-activedescendant", here.id);
    else list.removeAttribute("aria-activedescendant");
    name.textContent = openingAt(board, node);
    name.title = name.textContent;
    const flips = has(board, "flips") && !alone;
    transcript.hidden = !flips;
    script.textContent = flips ? transcriptOf(line) : "";
    if (here && here !== revealed) revealSoon();
    revealed = here;
  }

  /** The row that the list was scrolled to. @type {HTMLElement | undefined} */
  let revealed;
  let soon = 0;
  /** Scrolls in the next frame: to ask for a place at once would lay the page out in the middle of an update. */
  const revealSoon = () => { soon ||= requestAnimationFrame(reveal); };

  /** Scrolls the list, and nothing around it. */
  function reveal() {
    soon = 0;
    const here = revealed;
    if (!here) return;
    const top = here.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top - 4;
    else if (top + here.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + here.offsetHeight - list.clientHeight + 4;
  }

  list.addEventListener("click", (event) => {
    const hit = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (hit) void goto(Number(/** @type {HTMLElement} */ (hit).dataset.node));
  });
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const i = Math.max(0, line.findIndex((n) => n.id === st.state.node));
    const to = /** @type {Record<string, number>} */ ({ ArrowUp: i - 1, ArrowLeft: i - 1, ArrowDown: i + 1, ArrowRight: i + 1, Home: 0, End: line.length - 1 })[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const n = nodeOf(st.state.board, line[Math.max(0, Math.min(line.length - 1, to))]?.id);
    if (n) void goto(n.id);
  });
  const own = (count += 1);
  const end = st.watch(["board", "node", "study", "mode"], draw);
  draw();
  // A list that was hidden, or is sized by its bar, shows the move as well.
  const observer = new ResizeObserver(revealSoon);
  observer.observe(list);
  return { el, end: () => { observer.disconnect(); cancelAnimationFrame(soon); end(); } };
}

/** Lists made so far: their rows have ids of their own. */
let count = 0;
