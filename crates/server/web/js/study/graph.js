// The graph of the game: black's win probability above, white's below. It reacts to clicks, drags and arrow keys.

import { div, h, s } from "../dom.js";
import { t } from "../i18n/index.js";
import { colorName, describeMove, isUnnumbered, movesIn } from "../moves.js";
import { endWords } from "../play/ending.js";
import { seatName } from "../play/players.js";
import { goto } from "../session/steps.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";
import { certainties, nextFault, numbered, pathsOf, placesOf, scalesOf } from "./graph-model.js";
import { SIGNS } from "./mistakes-model.js";
import { reviewScore } from "./score.js";
import { heightGrip } from "../shell/sizes.js";
import { shownLine, study } from "./state.js";

/** @import { Place } from "./graph-model.js" */

const PAD = 6;

/** Makes a graph that follows the state. @returns {{ el: HTMLElement, end: () => void }} */
export function graph() {
  const svg = s("svg", { class: "graph-drawing", "aria-hidden": "true", focusable: "false" });
  const tip = h("p", { class: "graph-tip", "aria-hidden": "true" });
  const plot = h("div", { class: "graph-plot", role: "slider", tabindex: "0", "aria-label": t("study.graph.label"), "aria-valuemin": "0" }, svg);
  const el = div("graph", plot, heightGrip("graph", () => plot), tip);

  /** @type {Place[]} */
  let places = [];
  let width = 0;
  let height = 0;
  /** @type {number | null} */
  let over = null;
  const scales = () => scalesOf(places.length, { width, height, pad: PAD });
  const cursor = s("line", { class: "graph-here" });
  const hover = s("line", { class: "graph-over" });
  const dot = s("circle", { class: "graph-dot", r: 4.5 });

  /** The move number of a place: the choices of an opening rule have none. @param {number} i */
  const numberAt = (i) => movesIn(shownLine().slice(0, i + 1));

  const at = () => places.findIndex((p) => p.node === store.state.node);

  const measure = () => {
    const box = plot.getBoundingClientRect();
    if (Math.abs(box.width - width) < 0.5 && Math.abs(box.height - height) < 0.5) return;
    width = Math.round(box.width);
    height = Math.round(box.height);
    svg.setAttribute("viewBox", `0 0 ${Math.max(1, width)} ${Math.max(1, height)}`);
    drawAll();
  };

  /** Redraws the curve, if scores, line or size changed. */
  function drawAll() {
    const { scores, review } = study();
    const faults = new Map((review?.mistakes ?? []).map((m) => [m.node, m]));
    places = placesOf(shownLine(), hidden() ? new Map() : scores, hidden() ? new Map() : faults);
    if (width < 2 || height < 2) return;
    const sc = scales();
    const { curve, area } = pathsOf(places, sc);
    const middle = sc.y(0.5);
    /** @type {SVGElement[]} */
    const parts = [
      s("rect", { class: "graph-ground", x: 0, y: 0, width, height }),
      s("path", { class: "graph-area", d: area }),
      s("line", { class: "graph-middle", x1: 0, x2: width, y1: middle, y2: middle }),
    ];
    const ticks = numbered(places.map((p) => numberAt(p.index)), width / 52);
    for (const x of ticks.map(sc.x)) parts.push(s("line", { class: "graph-tick", x1: x, x2: x, y1: 0, y2: height }));
    for (const { from, to, result } of certainties(places)) {
      const half = places.length > 1 ? (sc.x(1) - sc.x(0)) / 2 : 4;
      const x = Math.max(0, sc.x(from) - half);
      const y = result === "black" ? 0 : result === "white" ? height - 4 : middle - 2;
      parts.push(s("rect", { class: `graph-certain ${result}`, x, y, width: Math.max(0, Math.min(width, sc.x(to) + half) - x), height: 4 }));
    }
    parts.push(s("path", { class: "graph-curve", d: curve }));
    for (const p of places) {
      if (!p.fault || !p.known) continue;
      parts.push(s("circle", { class: `graph-fault fault-${p.fault}`, cx: sc.x(p.index), cy: sc.y(p.known.win), r: p.fault === "inaccuracy" ? 2.6 : 3.8 }));
    }
    // Above all that is filled, each on its own ground.
    for (const i of ticks) parts.push(s("text", { class: "graph-number", x: sc.x(i) - 3, y: height - 4, "text-anchor": "end" }, numberAt(i)));
    svg.replaceChildren(...parts, hover, cursor, dot);
    drawHere();
  }

  /** Moves the cursor to the position shown. */
  function drawHere() {
    const sc = scales();
    const i = Math.max(0, at());
    const x = sc.x(i);
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: 0, y2: height })) cursor.setAttribute(name, String(value));
    const known = places[i]?.known;
    dot.setAttribute("cx", String(x));
    dot.setAttribute("cy", String(sc.y(known?.win ?? 0.5)));
    dot.classList.toggle("gone", !known);
    hover.classList.toggle("gone", over === null);
    if (over !== null) for (const [name, value] of Object.entries({ x1: sc.x(over), x2: sc.x(over), y1: 0, y2: height })) hover.setAttribute(name, String(value));
    plot.setAttribute("aria-valuemax", String(Math.max(0, places.length - 1)));
    plot.setAttribute("aria-valuenow", String(i));
    plot.setAttribute("aria-valuetext", words(places[i]));
    tip.textContent = words(places[over ?? i]);
  }

  const hidden = () => store.state.mode === "guess" || store.state.mode === "puzzle";

  /** @param {Place | undefined} place */
  function words(place) {
    const { board } = store.state;
    const node = nodeOf(board, place?.node);
    if (!place || !board || !node) return "";
    const move = `${!place.move || isUnnumbered(node) ? "" : `${numberAt(place.index)}. `}${describeMove(board, node)}`;
    const sign = place.fault ? ` ${SIGNS[/** @type {keyof typeof SIGNS} */ (place.fault)] ?? ""} ${t(`study.kind.${place.fault}`)}` : "";
    const known = hidden() ? null : study().scores.get(place.node);
    if (!known) return move + sign;
    const { score, player } = known;
    return `${move}${sign} · ${endWords(board, place.node, score) || t("study.graph.score", { name: player ? seatName(player) : colorName(board, "black"), score: reviewScore(score, board, t) })}`;
  }

  /** @param {number | undefined} i */
  const go = (i) => {
    const place = i === undefined ? undefined : places[Math.min(places.length - 1, Math.max(0, i))];
    if (place) void goto(place.node);
  };
  /** @param {PointerEvent} event */
  const placeAt = (event) => scales().at(event.clientX - plot.getBoundingClientRect().left);

  let dragging = false;
  plot.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    dragging = true;
    plot.setPointerCapture(event.pointerId);
    go(placeAt(event));
  });
  plot.addEventListener("pointermove", (event) => {
    const i = placeAt(event);
    if (i !== over && event.pointerType !== "touch") {
      over = i;
      drawHere();
    }
    if (dragging && places[i]?.node !== store.state.node) go(i);
  });
  const drop = () => { dragging = false; };
  plot.addEventListener("pointerup", drop);
  plot.addEventListener("pointercancel", drop);
  plot.addEventListener("pointerleave", () => {
    over = null;
    drawHere();
  });
  plot.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const i = Math.max(0, at());
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: i - 1, ArrowRight: i + 1, ArrowDown: i - 1, ArrowUp: i + 1, PageUp: i + 10, PageDown: i - 10, Home: 0, End: places.length - 1 });
    if (event.key in steps) go(steps[event.key]);
    else if (event.key === "m" || event.key === "M") go(nextFault(places, i, event.shiftKey ? -1 : 1)?.index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const observer = new ResizeObserver(measure);
  observer.observe(plot);
  let { scores, review } = study();
  const end = store.watch(["board", "node", "study", "mode"], (_, changed) => {
    const now = study();
    const moved = changed.has("node") && at() < 0;
    if (changed.has("board") || changed.has("mode") || moved || now.scores !== scores || now.review !== review) {
      ({ scores, review } = now);
      drawAll();
    } else {
      drawHere();
    }
  });
  drawAll();
  return { el, end: () => { observer.disconnect(); end(); } };
}

/** Goes to the next or the previous mistake of the line shown. @param {1 | -1} way */
export function stepFault(way) {
  const faults = new Map((study().review?.mistakes ?? []).map((m) => [m.node, m]));
  const places = placesOf(shownLine(), study().scores, faults);
  const i = places.findIndex((p) => p.node === store.state.node);
  const next = nextFault(places, i, way);
  if (!next) return false;
  void goto(next.node);
  return true;
}
