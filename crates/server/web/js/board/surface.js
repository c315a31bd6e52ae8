// The surface of a board: wood with its grain, felt, paper, the frame with holes; lines, star points and coordinates.
// It is drawn once per board, in its own drawing that is not repainted while stones change.

import { s } from "../dom.js";
import { starPoints } from "./geometry.js";

/** @import { Geometry } from "./geometry.js" */
/** @import { Board, Point } from "../types.js" */

/** A small generator of repeatable numbers in [0, 1): the grain of a board looks the same every time. @param {number} seed */
export function numbers(seed) {
  let x = seed >>> 0 || 1;
  return () => {
    x ^= x << 13; x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5; x >>>= 0;
    return x / 4294967296;
  };
}

/**
 * Straight grain: long lines close together that drift together.
 * @param {Geometry} g
 */
function grain(g) {
  const next = numbers(20261);
  const { width: w, height: h } = g;
  const group = s("g", { class: "grain" });
  // One slow drift for all lines, so that they never cross.
  const bend = [0, 1, 2, 3].map(() => (next() - 0.5) * w * 0.025);
  let x = -w * 0.02;
  while (x < w * 1.02) {
    const dense = 0.5 + 0.5 * Math.sin((x / w) * 9 + 1.3) * Math.sin((x / w) * 23);
    x += w * (0.004 + 0.011 * next() * (1.15 - dense * 0.6));
    const at = (/** @type {number} */ i) => (x + bend[i] + (next() - 0.5) * w * 0.0025).toFixed(1);
    const dark = next() < 0.72;
    group.append(s("path", {
      class: dark ? "grain-dark" : "grain-light",
      d: `M${at(0)} ${-2} C${at(1)} ${(h * 0.33).toFixed(1)} ${at(2)} ${(h * 0.66).toFixed(1)} ${at(3)} ${h + 2}`,
      "stroke-width": (w * (0.0006 + 0.0032 * next() * next())).toFixed(2),
      opacity: (0.05 + 0.22 * next() * next()).toFixed(3),
    }));
  }
  // Short fibres.
  for (let i = 0; i < 150; i += 1) {
    const fx = next() * w;
    const fy = next() * h;
    const length = h * (0.01 + 0.05 * next());
    group.append(s("path", { class: "grain-dark", d: `M${fx.toFixed(1)} ${fy.toFixed(1)}v${length.toFixed(1)}`, "stroke-width": "1.6", opacity: (0.05 + next() * 0.1).toFixed(3) }));
  }
  return group;
}

/** @param {Geometry} g */
function lines(g) {
  const a = g.xy([0, 0]);
  const b = g.xy([g.rows - 1, g.cols - 1]);
  let d = "";
  for (let row = 1; row < g.rows - 1; row += 1) d += `M${a.x} ${g.xy([row, 0]).y}H${b.x}`;
  for (let col = 1; col < g.cols - 1; col += 1) d += `M${g.xy([0, col]).x} ${a.y}V${b.y}`;
  const width = g.rows > 13 ? 2.6 : 2.2;
  const group = s("g", { class: "grid-lines" },
    s("path", { d, "stroke-width": width }),
    s("rect", { x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y, "stroke-width": width * 1.9 }));
  for (const star of starPoints(g.rows, g.cols)) {
    const { x, y } = g.xy(star);
    group.append(s("circle", { class: "star", cx: x, cy: y, r: g.rows >= 13 ? 9 : 8 }));
  }
  return group;
}

/** @param {Geometry} g */
function squares(g) {
  const x0 = g.left - g.cw / 2;
  const y0 = g.top - g.ch / 2;
  const w = g.cols * g.cw;
  const h = g.rows * g.ch;
  let d = "";
  for (let row = 1; row < g.rows; row += 1) d += `M${x0} ${y0 + row * g.ch}h${w}`;
  for (let col = 1; col < g.cols; col += 1) d += `M${x0 + col * g.cw} ${y0}v${h}`;
  return { x0, y0, w, h, d };
}

/** @param {Geometry} g @param {string} id */
function felt(g, id) {
  const { x0, y0, w, h, d } = squares(g);
  const group = s("g", { class: "felt" },
    s("rect", { class: "felt-cloth", x: x0, y: y0, width: w, height: h, rx: 4, fill: `url(#${id}-felt)` }),
    s("path", { class: "felt-lines", d, "stroke-width": 2.4 }),
    s("rect", { class: "felt-rim", x: x0, y: y0, width: w, height: h, rx: 4, "stroke-width": 5 }));
  // The four dots of an Othello board are two squares from the corners.
  if (g.rows >= 6 && g.cols >= 6) {
    for (const r of [2, g.rows - 2]) for (const c of [2, g.cols - 2]) group.append(s("circle", { class: "felt-dot", cx: x0 + c * g.cw, cy: y0 + r * g.ch, r: 7 }));
  }
  return group;
}

/** @param {Geometry} g @param {string} id */
function paper(g, id) {
  const { x0, y0, w, h, d } = squares(g);
  return s("g", { class: "paper" },
    s("rect", { class: "paper-sheet", x: x0 - 14, y: y0 - 14, width: w + 28, height: h + 28, rx: 14, fill: `url(#${id}-paper)` }),
    s("path", { class: "paper-lines", d, "stroke-width": 5, "stroke-linecap": "round" }));
}

/** The plate in front of the stones, with holes; it lies over the stones, so it is not part of the surface. @param {Geometry} g @param {string} id */
export function plate(g, id) {
  const { x0, y0, w, h } = squares(g);
  const e = 14;
  let d = `M${x0 - e + 22} ${y0 - e}h${w + 2 * e - 44}a22 22 0 0 1 22 22v${h + 2 * e - 44}a22 22 0 0 1 -22 22h${-(w + 2 * e - 44)}a22 22 0 0 1 -22 -22v${-(h + 2 * e - 44)}a22 22 0 0 1 22 -22z`;
  const group = s("g", { class: "plate", "pointer-events": "none" });
  const rims = s("g", { class: "plate-rims" });
  for (let row = 0; row < g.rows; row += 1) {
    for (let col = 0; col < g.cols; col += 1) {
      const { x, y } = g.xy([row, col]);
      d += `M${x - 40} ${y}a40 40 0 1 0 80 0a40 40 0 1 0 -80 0z`;
      rims.append(s("circle", { class: "rim-shade", cx: x, cy: y - 0.8, r: 40.5 }), s("circle", { class: "rim-light", cx: x, cy: y + 1.4, r: 41.5 }));
    }
  }
  group.append(s("path", { d, "fill-rule": "evenodd", fill: `url(#${id}-plate)` }), rims);
  return group;
}

/**
 * The labels of the columns and rows that one sees.
 * @param {Geometry} g @param {Board["coords"]} coords @returns {Board["coords"]}
 */
function seenLabels(g, coords) {
  const of = (/** @type {Point} */ at, /** @type {boolean} */ down) => {
    const [row, col] = g.unseen(at);
    return (down !== g.sideways ? coords.rows[row] : coords.columns[col]) ?? "";
  };
  return {
    ...coords,
    columns: Array.from({ length: g.plain.cols }, (_, col) => of([0, col], false)),
    rows: Array.from({ length: g.plain.rows }, (_, row) => of([row, 0], true)),
  };
}

/** @param {Geometry} g @param {Board["coords"]} coords */
function labels(g, coords) {
  const group = s("g", { class: "coords" });
  const size = g.font;
  const off = g.pad + (g.left - g.pad) / 2 - (g.look === "lines" ? 6 : 2);
  const sides = coords.sides ?? "left top right bottom";
  const on = (/** @type {string} */ side) => sides === "all" || sides === "" || sides.includes(side);
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ label) =>
    group.append(s("text", { x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle" }, label));
  for (let col = 0; col < g.cols; col += 1) {
    const { x } = g.xy([0, col]);
    const label = coords.columns[col] ?? "";
    if (on("top")) text(x, g.top - off, label);
    if (on("bottom")) text(x, g.height - g.top + off, label);
  }
  for (let row = 0; row < g.rows; row += 1) {
    const { y } = g.xy([row, 0]);
    const label = coords.rows[row] ?? "";
    if (on("left")) text(g.left - off, y, label);
    if (on("right")) text(g.width - g.left + off, y, label);
  }
  return group;
}

/** @param {string} id @param {string} name @param {[string, string][]} stops @param {Record<string, any>} [at] */
const linear = (id, name, stops, at) => s("linearGradient", { id: `${id}-${name}`, x1: 0, y1: 0, x2: 1, y2: 1, ...at },
  stops.map(([offset, cls]) => s("stop", { offset, class: cls })));

/** @param {string} id @param {string} name @param {[string, string][]} stops @param {Record<string, any>} [at] */
const radial = (id, name, stops, at) => s("radialGradient", { id: `${id}-${name}`, cx: 0.36, cy: 0.3, r: 0.78, ...at },
  stops.map(([offset, cls]) => s("stop", { offset, class: cls })));

/** Paints that stones and surfaces share; their colours are the stylesheet's (board.css). @param {string} id */
export function paints(id) {
  return s("defs", null,
    linear(id, "wood", [["0", "wood-1"], ["0.45", "wood-2"], ["1", "wood-3"]]),
    radial(id, "felt", [["0", "felt-1"], ["1", "felt-2"]], { cx: 0.4, cy: 0.35, r: 0.9 }),
    linear(id, "paper", [["0", "paper-1"], ["1", "paper-2"]]),
    linear(id, "plate", [["0", "plate-1"], ["1", "plate-2"]], { x2: 0.3 }),
    radial(id, "black", [["0", "black-1"], ["0.3", "black-2"], ["0.72", "black-3"], ["1", "black-4"]]),
    radial(id, "white", [["0", "white-1"], ["0.55", "white-2"], ["0.86", "white-3"], ["1", "white-4"]]),
    radial(id, "red", [["0", "red-1"], ["0.6", "red-2"], ["1", "red-3"]]),
    radial(id, "yellow", [["0", "yellow-1"], ["0.6", "yellow-2"], ["1", "yellow-3"]]),
    radial(id, "shadow", [["0", "shadow-1"], ["0.72", "shadow-2"], ["1", "shadow-3"]], { cx: 0.5, cy: 0.5, r: 0.5 }));
}

/**
 * The whole surface of a board.
 * @param {Geometry} turned
 * @param {Pick<Board, "coords">} board
 * @param {string} id a prefix for the names of its paints
 */
export function surface(turned, board, id) {
  const g = turned.plain;
  const el = s("svg", { class: `surface look-${g.look}`, viewBox: `0 0 ${g.width} ${g.height}`, "aria-hidden": "true", focusable: "false" }, paints(id));
  // The stylesheet rounds the corners by the same ratio.
  const rx = g.width * 0.011;
  const edge = g.width * 0.0018;
  el.append(s("rect", { class: "wood", x: 0, y: 0, width: g.width, height: g.height, rx, fill: `url(#${id}-wood)` }));
  const clip = s("clipPath", { id: `${id}-clip` }, s("rect", { width: g.width, height: g.height, rx }));
  el.append(s("defs", null, clip), s("g", { "clip-path": `url(#${id}-clip)` }, grain(g)),
    s("rect", { class: "wood-edge", x: edge / 2, y: edge / 2, width: g.width - edge, height: g.height - edge, rx, "stroke-width": edge }));
  if (g.look === "lines") el.append(lines(g));
  if (g.look === "felt") el.append(felt(g, id));
  if (g.look === "paper") el.append(paper(g, id));
  if (g.look === "holes") el.append(s("rect", { class: "pit", x: g.left - g.cw / 2 - 12, y: g.top - g.ch / 2 - 12, width: g.cols * g.cw + 24, height: g.rows * g.ch + 24, rx: 20 }));
  if (g.coordinates) el.append(labels(g, seenLabels(turned, board.coords)));
  return el;
}
