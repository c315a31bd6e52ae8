// The user's settings, stored in the browser.

import { DEFAULT_SETTINGS, store } from "./store.js";

/** @import { Settings } from "./types.js" */

/** Where the browser keeps them. */
export const KEY = "tengen.settings";

/** @type {Record<string, readonly any[]>} values that a setting may have; others are ignored */
const ALLOWED = {
  theme: ["auto", "light", "dark"],
  boardTheme: ["wood", "slate", "paper"],
  numbers: ["off", "last", "all"],
  confirmTap: ["auto", "always", "never"],
  turn: [0, 1, 2, 3],
  pace: [0, 500, 1000, 2000],
};

/**
 * Checks stored settings: unknown keys and values are left out.
 * @param {unknown} stored
 * @returns {Settings}
 */
export function readSettings(stored) {
  /** @type {any} */
  const settings = { ...DEFAULT_SETTINGS };
  if (typeof stored === "object" && stored !== null) {
    for (const [key, value] of Object.entries(stored)) {
      if (!(key in settings) || typeof value !== typeof settings[key]) continue;
      if (ALLOWED[key] && !ALLOWED[key].includes(value)) continue;
      settings[key] = value;
    }
  }
  return settings;
}

/** Reads a value kept in the browser; `null` where there is none or it may not be read. @param {string} key @returns {any} */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a value in the browser, where it allows that. @param {string} key @param {any} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the setting then lasts as long as the page.
  }
}

/** Loads the settings and stores changes; changes of another tab are applied here too. */
export function loadSettings() {
  store.set({ settings: readSettings(recall(KEY)) });
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) store.set({ settings: readSettings(recall(KEY)) });
  });
}

/** Changes settings. @param {Partial<Settings>} patch */
export function setSettings(patch) {
  const settings = { ...store.state.settings, ...patch };
  store.set({ settings });
  keep(KEY, settings);
}
