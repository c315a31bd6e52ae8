// The analysis panel: start and stop, settings, candidates with their lines, and the explanation.

import { button, div, fill, h, icon, span } from "../dom.js";
import { has, hasUnit, infoOf } from "../game.js";
import { pick, punctuated, t } from "../i18n/index.js";
import { isChoice, moveWords, parsePoint } from "../moves.js";
import { play } from "../session/play.js";
import { isTerminal } from "../session/standing.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { evalBar } from "./evalbar.js";
import { explainBox } from "./explain.js";
import { togglesFor } from "./facts.js";
import { graph } from "./graph.js";
import { byWork, candidatesHere } from "./candidates.js";
import { hideLine, showCandidate } from "./lines.js";
import { hasOwners, ownersOn, toggleOwners } from "./ownership.js";
import { toggleLive } from "./live.js";
import { toggleFact } from "./overlay.js";
import { compact, duration, isProof, listScore, longScore } from "./score.js";
import { analysisHere, choose, linesOf, setStudy, study } from "./state.js";

/** @import { Store } from "../store.js" */
/** @import { Candidate } from "./candidates.js" */

/** Time limits that the menu offers, in seconds. */
const SECONDS = [1, 3, 10, 30, 120, 600];
const LINES = [1, 2, 3, 5, 8, 12, 20];

/** What a click on a candidate does. @param {Candidate} c @param {import("../types.js").Board} board */
export function playWords({ move, score }, board) {
  const words = longScore(score, board, t);
  return isChoice(move) ? punctuated(`${moveWords(move)}: ${words}`) : t("study.candidate.play", { move: moveWords(move), score: words });
}

/** Plays a candidate. @param {Candidate} c */
export function playCandidate(c) {
  const { board, view } = store.state;
  if (!board || !view || store.state.mode !== "play") return;
  hideLine();
  const point = c.point ?? parsePoint(board, c.move, view);
  void play(point ? { point } : { move: c.move });
}

/**
 * What the scores of the list are: exact results, estimates, chances.
 * @param {readonly Candidate[]} list @param {import("../types.js").Board} board
 */
function legendOf(list, board) {
  if (list.length === 0) return "";
  const exact = list.filter((c) => isProof(c.score)).length;
  const chances = study().choices.unit === "percent" || list.every((c) => c.score.value === undefined);
  const estimate = chances ? t("study.legend.percent") : t(`study.legend.${board.unit}`) + (byWork(board, list) ? t("study.legend.order") : "");
  if (exact === 0) return estimate;
  return exact === list.length ? t(`study.legend.exact.${board.unit}`) : t("study.legend.mixed", { estimate });
}

/**
 * A labelled choice.
 * @param {string} label @param {[string, string][]} options value and words @param {string} value @param {(value: string) => void} set
 */
export function select(label, options, value, set) {
  const el = h("select", { class: "field-input", value, on: { change: () => set(el.value) } }, options.map(([v, words]) => h("option", { value: v }, words)));
  return h("label", { class: "study-field" }, span("study-field-name", label), el);
}

/**
 * Whether the moves have more visits than the search has made: those that an earlier search left count at the moves alone.
 * @param {import("../types.js").Analysis} analysis @param {import("../types.js").Board} board
 */
const hasKept = ({ nodes, lines }, board) => byWork(board, lines) && lines.reduce((sum, line) => sum + line.work, 0) > nodes;

/**
 * The work of an analysis. An engine may have no depth, and a program may count nothing.
 * @param {import("../types.js").Analysis} analysis @param {import("../types.js").Board} board
 */
function effortOf(analysis, board) {
  const { depth, nodes, time_ms } = analysis;
  const work = nodes > 0 ? (hasKept(analysis, board) ? t("study.effort.new", { n: compact(nodes) }) : compact(nodes)) : "";
  return [depth > 0 ? t("study.depth", { depth }) : "", work, duration(time_ms)].filter(Boolean).join(" · ");
}

/** @param {HTMLElement} el @param {Store} st */
export function mountAnalysis(el, st) {
  const bar = evalBar();
  const course = graph();
  const go = h("button", { class: "button primary study-go", id: "analyse", on: { click: () => toggleLive() } });
  const facts = h("p", { class: "study-work", role: "status", "aria-live": "off" });
  const settings = h("div", { class: "study-settings", id: "study-settings", hidden: true });
  const gear = button("gear", t("study.settings"), () => {
    settings.hidden = !settings.hidden;
    gear.setAttribute("aria-expanded", String(!settings.hidden));
  }, { class: "quiet icon-only", "aria-expanded": "false", "aria-controls": "study-settings" });
  const eye = button("eye", t("study.hide"), () => setStudy({ shown: !study().shown }), { class: "quiet icon-only", id: "study-hide" });
  const list = h("ol", { class: "candidates", "aria-label": t("study.candidates") });
  const toggles = h("div", { class: "study-toggles", role: "group", "aria-label": t("study.facts") });
  const why = explainBox();
  const legend = h("p", { class: "legend" });
  const note = h("button", { class: "panel-comment", title: t("study.comment"), on: { click: () => store.set({ panel: "tree" }) } });
  el.classList.add("study-panel");
  fill(el, bar.el, course.el, div("study-head", go, facts, eye, gear), settings, div("study-row", toggles, why.button), legend, list, why.el, note);

  /** @type {{ key: string, row: HTMLElement, c: Candidate }[]} */
  let rows = [];

  /** One row of the list. Its texts change in place, so that the element under the pointer stays. @param {Candidate} c */
  const makeRow = (c) => {
    const entry = { key: c.move, c, row: h("li", { class: "candidate-row" }) };
    const show = (/** @type {number} */ max) => showCandidate(entry.c, "list", max);
    const move = h("button", { class: "candidate-move", on: { click: () => playCandidate(entry.c) } },
      span("candidate-rank"), span("candidate-name"));
    const line = h("button", {
      class: "candidate-line",
      on: {
        click: () => show(30),
        focus: () => show(30),
        blur: () => showCandidate(null, "list"),
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
          const now = study().focus?.max ?? 30;
          const max = Math.min(now, entry.c.points.length) + (event.key === "ArrowRight" ? 1 : -1);
          show(Math.max(1, Math.min(entry.c.points.length, max)));
          event.preventDefault();
          event.stopPropagation();
        },
      },
    });
    entry.row.append(move, span("candidate-value"), span("candidate-effort"), line);
    // Only a mouse that moves: a row that scrolls under it is not meant.
    entry.row.addEventListener("pointermove", ({ target }) => {
      const word = /** @type {HTMLElement | null | undefined} */ (target instanceof Element ? target.closest("[data-ply]") : null);
      show(Number(word?.dataset.ply ?? 30));
    });
    entry.row.addEventListener("pointerleave", () => showCandidate(null, "list"));
    return entry;
  };

  /** @param {typeof rows[number]} entry */
  const drawRow = ({ row, c }) => {
    const board = /** @type {import("../types.js").Board} */ (st.state.board);
    const unit = hasUnit(board) ? study().choices.unit : "percent";
    row.className = `candidate-row strength-${c.strength}`;
    const [move, value, effort, line] = /** @type {HTMLElement[]} */ ([...row.children]);
    const set = (/** @type {Element | null | undefined} */ node, /** @type {string} */ text) => { if (node && node.textContent !== text) node.textContent = text; };
    set(move.children[0], String(c.rank));
    set(move.children[1], moveWords(c.move));
    move.setAttribute("aria-label", playWords(c, board));
    set(value, listScore(c.score, unit, t));
    value.title = longScore(c.score, board, t);
    // The choices of an opening rule share one search.
    set(effort, c.work > 0 ? compact(c.work) : "");
    effort.title = c.work > 0 ? t(board.unit === "points" ? "study.effort.visits" : "study.strategy.positions", { n: c.work.toLocaleString() }) : "";
    const rest = c.pv.slice(1, 16);
    const words = rest.join(" ");
    if (line.dataset.words !== words) {
      line.dataset.words = words;
      fill(line, rest.map((text, i) => h("span", { class: "pv-move", data: { ply: i + 2 } }, moveWords(text))));
      line.setAttribute("aria-label", t("study.candidate.line", { line: [c.move, ...rest].map(moveWords).join(" ") }));
    }
  };

  const draw = () => {
    const { board, view, mode } = st.state;
    const { on, busy, problem, shown } = study();
    const analysis = analysisHere();
    // At the end of a game nothing runs.
    const over = isTerminal();
    const runs = on && !over;
    fill(go, icon(runs ? "stop" : "target"), span("label", t(runs ? "study.proof.stop" : "study.start")));
    go.setAttribute("aria-pressed", String(runs));
    go.disabled = !board || over;
    eye.setAttribute("aria-pressed", String(!shown));
    eye.title = t(shown ? "study.hide" : "study.show");
    const alone = mode === "guess" || mode === "puzzle" || !!study().trial?.hidden;
    if (problem) facts.textContent = problem;
    else if (alone) facts.textContent = t("study.alone");
    else if (over) facts.textContent = t("study.over");
    else if (analysis && board) facts.textContent = effortOf(analysis, board);
    else facts.textContent = t(on ? "study.waiting" : "study.off");
    facts.title = analysis && board && facts.textContent && hasKept(analysis, board) ? t("study.effort.new-about") : "";
    facts.classList.toggle("working", busy);
    const list_ = view && board && !alone ? candidatesHere() : [];
    const next = list_.map((c) => {
      const entry = rows.find((r) => r.key === c.move) ?? makeRow(c);
      entry.c = c;
      return entry;
    });
    if (next.length !== rows.length || next.some((r, i) => r !== rows[i])) {
      rows = next;
      fill(list, rows.map((r) => r.row));
    }
    // The list keeps its height while a new search starts, so that nothing below it jumps.
    list.style.setProperty("--rows", String(Math.min(linesOf(board), view?.legal.length ?? linesOf(board))));
    // A program may answer with a move and nothing else.
    const only = analysis?.best && !alone && analysis.lines.length === 0 ? analysis.best : "";
    legend.textContent = only ? t("study.only-move", { move: moveWords(only) }) : board && hasUnit(board) ? legendOf(list_, board) : "";
    legend.hidden = legend.textContent === "";
    // Without the engine the list takes no height, except where something is below it.
    const idle = !on && list_.length === 0;
    list.classList.toggle("idle", idle);
    list.dataset.hint = idle ? t("study.idle") : "";
    rows.forEach(drawRow);
  };

  const drawToggles = () => {
    const { board } = st.state;
    const { choices } = study();
    const kinds = board ? togglesFor(board) : [];
    toggles.hidden = kinds.length === 0;
    // Each chip has a key, in their order.
    const first = hasOwners(board) ? 2 : 1;
    fill(toggles, hasOwners(board) ? h("button", {
      class: "button pill fact-toggle fact-owners", id: "toggle-owners", "aria-pressed": String(ownersOn()), title: `${t("study.owners")} (Alt 1)`, on: { click: toggleOwners },
    }, h("span", { class: "pill-dot", "aria-hidden": "true" }), t("study.owners")) : null, kinds.map((kind, i) => h("button", {
      class: `button pill fact-toggle fact-${kind}`, "aria-pressed": String(choices.facts[kind]), title: `${t(`study.facts.${kind}`)} (Alt ${i + first})`,
      on: { click: () => toggleFact(kind) },
    }, h("span", { class: "pill-dot", "aria-hidden": "true" }), t(`study.facts.${kind}`))));
  };

  const drawSettings = () => {
    const { about, board } = st.state;
    const { choices } = study();
    const engines = infoOf(about, board)?.engines ?? [];
    const engine = engines.find((e) => e.name === choices.engine) ?? engines[0];
    const cores = about?.limits?.cores ?? about?.limits?.threads ?? 1;
    fill(settings,
      engines.length > 1 ? select(t("new.engine"), [["", t("study.engine.auto")], ...engines.map((e) => /** @type {[string, string]} */ ([e.name, pick(e.title) || e.name]))], choices.engine, (engineName) => choose({ engine: engineName })) : null,
      select(t("study.level"), [["0", t("study.level.best")], ...(engine?.levels ?? []).map((l) => /** @type {[string, string]} */ ([String(l.level), `${l.level} · ${pick(l.text)}`]))], String(choices.level), (v) => choose({ level: Number(v) })),
      select(t("study.seconds"), SECONDS.map((n) => /** @type {[string, string]} */ ([String(n), t("study.seconds.n", { n })])), String(choices.seconds), (v) => choose({ seconds: Number(v) })),
      has(board, "mobility") ? h("label", { class: "check", for: "study-every" },
        h("input", { type: "checkbox", id: "study-every", checked: choices.every, on: { change: (/** @type {any} */ e) => choose({ every: e.target.checked }) } }), h("span", null, t("study.every"))) : null,
      select(t("study.lines"), LINES.map((n) => /** @type {[string, string]} */ ([String(n), String(n)])), String(choices.lines), (v) => choose({ lines: Number(v) })),
      cores > 1 ? select(t("study.threads"), [["0", t("study.threads.auto")], ...Array.from({ length: cores }, (_, i) => /** @type {[string, string]} */ ([String(i + 1), String(i + 1)]))], String(choices.threads), (v) => choose({ threads: Number(v) })) : null,
      board && hasUnit(board) ? select(t("study.unit"), [["value", t(`study.unit.${board.unit}`)], ["percent", t("study.unit.percent")]], choices.unit, (v) => choose({ unit: v === "percent" ? "percent" : "value" })) : null);
  };

  let signature = "";
  const all = () => {
    draw();
    const { board, about, node } = st.state;
    // The comment is seen beside the candidates; it is written in the tree.
    note.textContent = nodeOf(board, node)?.comment ?? "";
    note.hidden = note.textContent === "";
    const { choices } = study();
    const now = JSON.stringify([board?.game, board?.features, about?.version, choices, hasOwners(board) && ownersOn()]);
    if (now === signature) return;
    signature = now;
    drawToggles();
    // A control that is in use is not rebuilt.
    if (!settings.contains(document.activeElement)) drawSettings();
  };
  const end = st.watch(["study", "board", "view", "node", "mode", "about"], all);
  all();
  return () => {
    bar.end();
    course.end();
    why.end();
    end();
    hideLine();
  };
}
