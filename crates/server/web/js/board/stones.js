// The stones of each look, and their animations: appear, turn over, disappear.

import { s } from "../dom.js";
import { key } from "./geometry.js";
import { numbers } from "./surface.js";

/** @import { Color, Point } from "../types.js" */
/** @import { Geometry } from "./geometry.js" */

/** The most that a stone lies off its point, to both sides together, as a share of the distance of the lines. */
const LOOSE = 0.07;

/** Whether things may move: the person's setting and the system's. @param {boolean} wanted */
export const mayMove = (wanted) => wanted && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * One stone at the origin.
 * @param {Geometry} g
 * @param {string} id prefix of the paints
 * @param {Color} color
 * @param {number} [grain] which of the shell's grains a white stone shows
 */
export function stone(g, id, color, grain = 0) {
  const el = s("g", { class: `stone ${color}` });
  if (g.look === "paper") {
    const r = g.r;
    el.append(color === "black"
      ? s("path", { class: "sign-x", d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`, pathLength: 2 })
      : s("circle", { class: "sign-o", r: r * 1.08, pathLength: 2, transform: "rotate(-90)" }));
    return el;
  }
  if (g.look === "holes") {
    const paint = color === "black" ? "red" : "yellow";
    el.append(s("circle", { r: g.r, fill: `url(#${id}-${paint})` }), s("circle", { class: `disc-ring ${paint}`, r: g.r * 0.68 }));
    return el;
  }
  if (g.look === "felt") {
    // A thin rim of the other colour: a disc is black on one side and white on the other.
    el.append(s("circle", { class: `disc-under ${color}`, r: g.r, cy: 3.5 }), s("circle", { r: g.r, fill: `url(#${id}-${color})` }));
    return el;
  }
  el.append(s("circle", { r: g.r, fill: `url(#${id}-${color})` }));
  if (color === "white") {
    el.append(s("circle", { class: "shell-rim", r: g.r - 0.6 }));
    const r = g.r * 0.8;
    let d = "";
    for (let i = -2; i <= 2; i += 1) {
      const y = i * r * 0.36;
      const x = Math.sqrt(Math.max(0, r * r - y * y));
      d += `M${(-x).toFixed(1)} ${y.toFixed(1)}Q0 ${(y + r * 0.12).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}`;
    }
    el.append(s("path", { class: "shell", d, transform: `rotate(${(grain * 37) % 180})` }));
  }
  return el;
}

/**
 * A stone on the board. `body` is what `el` contains once no turn is under way.
 * @typedef {object} Placed
 * @property {Color} color
 * @property {SVGGElement} el
 * @property {SVGGElement} body
 * @property {Element | null} shadow
 * @property {Animation | null} turning
 */

/** Keeps the stones on the board in sync with a view. */
export class Stones {
  /** @param {string} id prefix of the paints */
  constructor(id) {
    this.id = id;
    this.shadows = s("g", { class: "shadows" });
    this.layer = s("g", { class: "stones" });
    /** @type {Map<number, Placed>} */
    this.at = new Map();
    /** @type {Geometry | null} */
    this.g = null;
    this.loose = false;
  }

  /** Starts on another board. @param {Geometry} g @param {boolean} [loose] whether stones may lie a little off their points */
  reset(g, loose = false) {
    this.g = g;
    this.loose = loose;
    this.at.clear();
    this.layer.replaceChildren();
    this.shadows.replaceChildren();
  }

  /**
   * Shows these stones; those that differ from before appear, turn over or disappear.
   * @param {{ black: Point[], white: Point[] }} stones
   * @param {{ move: boolean, last?: Point | null }} how `move`: whether it may be seen happening
   */
  show(stones, how) {
    const wanted = new Map();
    for (const p of stones.black) wanted.set(key(p), { color: "black", p });
    for (const p of stones.white) wanted.set(key(p), { color: "white", p });
    // A jump elsewhere in the game is shown at once: only small changes are animated.
    let changes = 0;
    for (const [k, w] of wanted) if (this.at.get(k)?.color !== w.color) changes += 1;
    for (const k of this.at.keys()) if (!wanted.has(k)) changes += 1;
    const move = how.move && changes <= 40;
    for (const [k, old] of [...this.at]) {
      if (!wanted.has(k)) this.#go(k, old, move);
    }
    let turn = 0;
    for (const [k, { color, p }] of wanted) {
      const old = this.at.get(k);
      if (!old) this.#come(p, color, move);
      else if (old.color !== color) this.#turn(p, old, color, move, (turn += 1));
    }
  }

  /** Where a stone lies: on its point, or a little off it, always by the same. @param {Point} p */
  #lie(p) {
    const g = /** @type {Geometry} */ (this.g);
    const { x, y } = g.xy(p);
    if (!this.loose || g.look !== "lines") return { x, y };
    const next = numbers(p[0] * 977 + p[1] * 131 + 7);
    next();
    return { x: x + (next() - 0.5) * g.cw * LOOSE, y: y + (next() - 0.5) * g.cw * LOOSE };
  }

  /** @param {Point} p @param {Color} color @param {boolean} move */
  #come(p, color, move) {
    const g = /** @type {Geometry} */ (this.g);
    const { x, y } = this.#lie(p);
    const body = stone(g, this.id, color, p[0] * 7 + p[1] * 13);
    const el = s("g", { transform: `translate(${x} ${y})`, "data-point": `${p[0]},${p[1]}` }, body);
    this.layer.append(el);
    let shadow = null;
    if (g.look === "lines" || g.look === "felt") {
      shadow = s("circle", { cx: x + g.r * 0.07, cy: y + g.r * 0.13, r: g.r * 1.13, fill: `url(#${this.id}-shadow)` });
      this.shadows.append(shadow);
    }
    this.at.set(key(p), { color, el, body, shadow, turning: null });
    if (!move) return;
    if (g.look === "holes") {
      const fall = y + g.ch * 0.2;
      const time = 140 + 55 * (p[0] + 1);
      body.animate([{ transform: `translateY(${-fall}px)`, easing: "cubic-bezier(.5,0,.9,.6)" }, { transform: "translateY(0)", offset: 0.78, easing: "ease-out" },
        { transform: "translateY(-12px)", offset: 0.88, easing: "ease-in" }, { transform: "translateY(0)" }], { duration: time });
    } else if (g.look === "paper") {
      const line = /** @type {SVGElement} */ (body.firstElementChild);
      line.animate([{ strokeDasharray: "2", strokeDashoffset: "2" }, { strokeDasharray: "2", strokeDashoffset: "0" }], { duration: 220, easing: "ease-out" });
    } else {
      body.animate([{ transform: "scale(1.14)", opacity: 0.55 }, { transform: "scale(1)", opacity: 1 }], { duration: 110, easing: "ease-out" });
    }
  }

  /** @param {number} k @param {Placed} old @param {boolean} move */
  #go(k, old, move) {
    this.at.delete(k);
    old.shadow?.remove();
    if (!move) {
      old.el.remove();
      return;
    }
    // A disappearing stone no longer counts.
    old.el.removeAttribute("data-point");
    old.turning?.cancel();
    const body = /** @type {SVGGElement} */ (old.el.firstElementChild);
    const fade = body.animate([{ transform: "scale(1)", opacity: 1 }, { transform: "scale(.72)", opacity: 0 }], { duration: 200, easing: "ease-in", fill: "forwards" });
    fade.onfinish = fade.oncancel = () => old.el.remove();
  }

  /** @param {Point} p @param {Placed} old @param {Color} color @param {boolean} move @param {number} nth */
  #turn(p, old, color, move, nth) {
    const g = /** @type {Geometry} */ (this.g);
    const next = stone(g, this.id, color, p[0] * 7 + p[1] * 13);
    // A stone that is still turning is drawn by the body of an earlier turn: the new turn replaces that one.
    const before = /** @type {SVGGElement} */ (old.el.firstElementChild);
    old.turning?.cancel();
    old.turning = null;
    old.color = color;
    old.body = next;
    if (!move) {
      before.replaceWith(next);
      return;
    }
    const delay = Math.min(nth - 1, 8) * 28;
    const close = before.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0.04)" }], { duration: 110, delay, easing: "ease-in", fill: "forwards" });
    old.turning = close;
    close.onfinish = () => {
      old.turning = null;
      before.replaceWith(next);
      next.animate([{ transform: "scaleX(0.04)" }, { transform: "scaleX(1)" }], { duration: 130, easing: "ease-out" });
    };
  }
}
