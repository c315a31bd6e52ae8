// Helpers that make elements. Data becomes text nodes and attributes, never markup.

/** @typedef {Node | string | number | null | undefined | false} Kid */
/** @typedef {Kid | Kid[]} Kids */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets the properties in `props`: `class`, `on` (listeners by event), `data` (dataset), `text`; anything else is an attribute.
 * `true` sets an empty attribute; `false` and `null` set none.
 * @param {Element} el
 * @param {Record<string, any> | null | undefined} props
 */
export function assign(el, props) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") {
      for (const [event, fn] of Object.entries(value)) el.addEventListener(event, /** @type {any} */ (fn));
    } else if (key === "data") {
      for (const [name, v] of Object.entries(value)) /** @type {any} */ (el).dataset[name] = String(v);
    } else if (key === "text") {
      el.textContent = String(value);
    } else if (key === "style" || key.startsWith("on")) {
      throw new TypeError(`'${key}' is not set as an attribute: use classes, or listeners in 'on'`);
    } else if (key === "value" && "value" in el) {
      /** @type {any} */ (el).value = value;
    } else {
      el.setAttribute(key, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element | DocumentFragment} el
 * @param {Kids[]} kids
 */
export function append(el, kids) {
  for (const kid of kids.flat()) {
    if (kid === null || kid === undefined || kid === false) continue;
    el.append(kid instanceof Node ? kid : String(kid));
  }
}

/**
 * An HTML element: `h("button", { class: "primary", on: { click } }, "Play")`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Kids} kids
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...kids) {
  const el = document.createElement(tag);
  // A button submits its form only if it says so.
  if (tag === "button") el.setAttribute("type", "button");
  const { value, ...rest } = props ?? {};
  assign(el, rest);
  append(el, kids);
  // A select gets its value after its options.
  if (value !== undefined && value !== null) /** @type {any} */ (el).value = value;
  return el;
}

/** An element with a class. @param {string} cls @param {...Kids} kids */
export const div = (cls, ...kids) => h("div", { class: cls }, ...kids);

/** The same in a line. @param {string} cls @param {...Kids} kids */
export const span = (cls, ...kids) => h("span", { class: cls }, ...kids);

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [attrs]
 * @param {...Kids} kids
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attrs, ...kids) {
  const el = document.createElementNS(SVG, tag);
  assign(el, attrs);
  append(el, kids);
  return /** @type {any} */ (el);
}

/**
 * Replaces the content of `el`.
 * @param {Element} el
 * @param {...Kids} kids
 */
export function fill(el, ...kids) {
  el.replaceChildren();
  append(el, kids);
}

/**
 * A button with an icon and a label; in narrow places only the icon is visible.
 * @param {string} glyph name of an icon (see icons.js)
 * @param {string} label
 * @param {() => void} act
 * @param {Record<string, any>} [props]
 */
export function button(glyph, label, act, props = {}) {
  const { class: cls, ...rest } = props;
  return h("button", { class: `button ${cls ?? ""}`, title: label, on: { click: act }, ...rest },
    glyph ? icon(glyph) : null, span("label", label));
}

/** Whether a keystroke belongs to a field that the person is typing in. @param {EventTarget | null} target */
export function isTyping(target) {
  return target instanceof HTMLElement
    && (target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=range])"));
}

/** @type {Record<string, string>} paths in a 24×24 box, drawn as strokes */
export const ICONS = {
  plus: "M12 5v14M5 12h14",
  back: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  pass: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM8 12h8",
  flag: "M5 21V4M5 4h12l-2.5 4L17 12H5",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5.9 1.2.9 2v.2h5.4v-.2c0-.8.3-1.5.9-2A6 6 0 0 0 12 3z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  first: "M19 5l-9 7 9 7zM6 5v14",
  prev: "M16 5l-9 7 9 7z",
  next: "M8 5l9 7-9 7z",
  last: "M5 5l9 7-9 7zM18 5v14",
  open: "M3 19V6a1 1 0 0 1 1-1h5l2 3h8a1 1 0 0 1 1 1v2M3 19l3-8h16l-3 8z",
  save: "M12 4v11M7 10l5 5 5-5M4 20h16",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM19.4 13.5a7.6 7.6 0 0 0 0-3l2-1.5-2-3.4-2.4 1a7.6 7.6 0 0 0-2.6-1.5L14 2.5h-4l-.4 2.6A7.6 7.6 0 0 0 7 6.6l-2.4-1-2 3.4 2 1.5a7.6 7.6 0 0 0 0 3l-2 1.5 2 3.4 2.4-1a7.6 7.6 0 0 0 2.6 1.5l.4 2.6h4l.4-2.6a7.6 7.6 0 0 0 2.6-1.5l2.4 1 2-3.4z",
  help: "M9.5 9a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.8v.4M12 17v.2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  count: "M4 4h16v16H4zM4 12h16M12 4v16",
  numbers: "M5 8l2-1v7M11 8.2a2 2 0 1 1 3.5 1.3L11 14h4M18 8h3l-2 2.4a1.9 1.9 0 1 1-1.6 3.1",
  drop: "M12 3s6 7 6 11a6 6 0 0 1-12 0c0-4 6-11 6-11z",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 12l5 5 9-10",
  rotate: "M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5",
  mirror: "M12 3v18M9 7v10H3zM15 7v10h6z",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
};

/** @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] ?? "" }));
}
