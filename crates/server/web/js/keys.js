// The registry of shortcuts. `?` shows the list of them.

import { isTyping } from "./dom.js";

/**
 * @typedef {object} Shortcut
 * @property {string} keys the keys, as in `KeyboardEvent.key`, with `Shift+`, `Ctrl+` or `Alt+` before it where
 *   the key lacks them: `n`, `?`, `Ctrl+z`, `Shift+ArrowLeft`; alternatives are separated by spaces. `Ctrl` is also ⌘.
 * @property {string} labelKey dictionary key of the action
 * @property {string} [groupKey] dictionary key of its heading
 * @property {() => (void | boolean)} act `false`: not handled, the next shortcut may act
 * @property {() => boolean} [when] whether it is active
 * @property {boolean} [hidden] not in the list
 */

/** @type {Shortcut[]} */
const shortcuts = [];

/**
 * Registers shortcuts; later ones have precedence. Returns a function that removes them.
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
 * An event in the notation of `keys`.
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, shiftKey?: boolean }} event
 */
export function chord(event) {
  const named = event.key.length > 1;
  const letter = /^\p{L}$/u.test(event.key);
  const key = event.key === " " ? "Space" : letter ? event.key.toLowerCase() : event.key;
  return [
    event.ctrlKey || event.metaKey ? "Ctrl+" : "",
    event.altKey ? "Alt+" : "",
    // A character such as ? includes the Shift already.
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
    // Space and Enter on a control belong to the control.
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
