// The registry of shortcuts. `?` shows the list; it is made from the same entries that act.

import { isTyping } from "./dom.js";

/**
 * @typedef {object} Shortcut
 * @property {string} keys what is pressed, in the words of `KeyboardEvent.key`, with `Shift+`, `Ctrl+`, `Alt+` before it where
 *   the key does not tell: `n`, `?`, `Ctrl+z`, `Shift+ArrowLeft`; several ways stand apart by spaces. `Ctrl` is also ⌘.
 * @property {string} labelKey key of what it does, in the dictionaries
 * @property {string} [groupKey] key of the heading it stands under
 * @property {() => (void | boolean)} act `false`: not dealt with, the next may have it
 * @property {() => boolean} [when] whether it acts now
 * @property {boolean} [hidden] not in the list
 */

/** @type {Shortcut[]} */
const shortcuts = [];

/**
 * Adds shortcuts; later ones come first. Returns what takes them away again.
 * @param {Shortcut[]} list
 */
export function registerKeys(list) {
  shortcuts.unshift(...list);
  return () => {
    for (const item of list) {
      const i = shortcuts.indexOf(item);
      if (i >= 0) shortcuts.splice(i, 1);
    }
  };
}

/** @returns {readonly Shortcut[]} */
export const allKeys = () => shortcuts;

/**
 * How an event would be written in `keys`.
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, shiftKey?: boolean }} event
 */
export function chord(event) {
  const named = event.key.length > 1;
  const letter = /^\p{L}$/u.test(event.key);
  const key = event.key === " " ? "Space" : letter ? event.key.toLowerCase() : event.key;
  return [
    event.ctrlKey || event.metaKey ? "Ctrl+" : "",
    event.altKey ? "Alt+" : "",
    // A sign such as ? already says that Shift was held.
    event.shiftKey && (named || letter || key === "Space") ? "Shift+" : "",
    key,
  ].join("");
}

/** A shortcut for people, each way as the signs on its keys: `Ctrl+ArrowLeft n` as `[["Ctrl", "←"], ["N"]]`. @param {string} keys */
export function pretty(keys) {
  /** @type {Record<string, string>} */
  const signs = {
    ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc", Enter: "↵", PageUp: "PgUp", PageDown: "PgDn",
    Delete: "Del", Shift: "⇧",
  };
  return keys.split(" ").map((way) => way.split(/\+(?=.)/).map((k) => signs[k] ?? (k.length === 1 ? k.toUpperCase() : k)));
}

/** Listens for keys. @param {Document} doc */
export function listenForKeys(doc) {
  doc.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
    if (doc.querySelector("dialog[open]")) return;
    const pressed = chord(event);
    // Space and Enter on a control are the control's.
    if ((pressed === "Enter" || pressed === "Space") && event.target instanceof Element && event.target.closest("button, a, summary, input, [role=tab]")) return;
    for (const shortcut of shortcuts) {
      if (!shortcut.keys.split(" ").includes(pressed)) continue;
      if (shortcut.when && !shortcut.when()) continue;
      if (shortcut.act() === false) continue;
      event.preventDefault();
      return;
    }
  });
}
