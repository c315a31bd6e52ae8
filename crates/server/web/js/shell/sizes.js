// Sizes that the person drags: widths of the columns and heights of parts of the panels. They are remembered in the
// browser.

import { h } from "../dom.js";
import { keep, recall } from "../settings.js";
import { t } from "../i18n/index.js";

/** The storage key: pixels by name. */
const KEY = "tengen.sizes";

/** @type {Record<string, number>} */
let sizes = {};

/** @param {string} name */
function apply(name) {
  const { style } = document.documentElement;
  if (name in sizes) style.setProperty(`--size-${name}`, `${sizes[name]}px`);
  else style.removeProperty(`--size-${name}`);
}

/** Reads the remembered sizes. Called once. */
export function loadSizes() {
  const kept = recall(KEY);
  sizes = {};
  for (const [name, px] of Object.entries(typeof kept === "object" && kept !== null ? kept : {})) {
    if (/^[a-z]+$/.test(name) && typeof px === "number" && px >= 40 && px <= 4000) sizes[name] = Math.round(px);
  }
  Object.keys(sizes).forEach(apply);
}

/** @param {string} name @param {number | null} px `null`: as the stylesheet has it */
function set(name, px) {
  if (px === null) delete sizes[name];
  else sizes[name] = Math.round(px);
  apply(name);
}

/**
 * A bar that is dragged to size `target`, which the stylesheet sizes by `--size-NAME`. The arrow keys move it, a double click or
 * Delete gives the size of the stylesheet back.
 * @param {{ name: string, label: string, target: () => Element | null, axis: "x" | "y", sign?: 1 | -1, least: number, most: () => number }} how
 *   `sign`: −1 where the target grows to the left or upwards
 */
export function grip({ name, label, target, axis, sign = 1, least, most }) {
  const el = h("div", {
    class: `grip grip-${axis}`, role: "separator", tabindex: "0", title: label, "aria-label": label, "aria-orientation": axis === "x" ? "vertical" : "horizontal", data: { grip: name },
  });
  const scale = () => /** @type {any} */ (el).currentCSSZoom ?? 1;
  // A width of a column is a length of the page, a height one of the zoomed column.
  const size = () => {
    const box = target()?.getBoundingClientRect();
    return box ? (axis === "x" ? box.width : box.height / scale()) : 0;
  };
  const say = () => el.setAttribute("aria-valuenow", String(Math.round(size())));
  const change = (/** @type {number} */ px) => {
    set(name, Math.max(least, Math.min(most(), px)));
    say();
  };
  /** @type {{ at: number, size: number } | null} */
  let from = null;
  const place = (/** @type {PointerEvent} */ event) => (axis === "x" ? event.clientX : event.clientY / scale());
  el.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    el.focus({ preventScroll: true });
    el.setPointerCapture(event.pointerId);
    el.classList.add("held");
    from = { at: place(event), size: size() };
  });
  el.addEventListener("pointermove", (event) => {
    if (from) change(from.size + sign * (place(event) - from.at));
  });
  const drop = () => {
    if (!from) return;
    from = null;
    el.classList.remove("held");
    keep(KEY, sizes);
  };
  el.addEventListener("pointerup", drop);
  el.addEventListener("pointercancel", drop);
  const reset = () => {
    set(name, null);
    keep(KEY, sizes);
    say();
  };
  el.addEventListener("dblclick", reset);
  el.addEventListener("keydown", (event) => {
    const [less, more] = axis === "x" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    if (event.key === less || event.key === more) {
      change(size() + sign * (event.key === more ? 16 : -16));
      keep(KEY, sizes);
    } else if (event.key === "Delete" || event.key === "Backspace") reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  el.addEventListener("focus", say);
  return el;
}

/** A bar below a part of a panel, which sizes its height. @param {string} name @param {() => Element | null} target */
export const heightGrip = (name, target) => grip({ name, label: t("size.height"), target, axis: "y", least: 60, most: () => Math.max(120, innerHeight * 0.8) });
