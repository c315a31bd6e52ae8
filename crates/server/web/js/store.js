// The observable state of the page. Panels read `store.state`, change it with `set`, and observe it with `watch`.

/** @import { About, Analysis, Board, Color, Point, Settings, View } from "./types.js" */

/**
 * @typedef {object} State
 * @property {About | null} about the capabilities of the server
 * @property {Board | null} board the current game with its tree
 * @property {number | null} node the node shown
 * @property {View | null} view the position at `node`; while it loads, the previous one
 * @property {{ parent: number, point: Point | null, move: string | null, color: Color, player?: "first" | "second" } | null} pending shown, not yet acknowledged
 * @property {"saved" | "saving" | "unsaved"} saving
 * @property {"connecting" | "online" | "offline"} connection
 * @property {{ node: number, since: number, analysis: Analysis | null } | null} thinking the engine that is thinking about its move
 * @property {boolean} paused whether engines wait
 * @property {string} mode `play`, or the mode that has taken over the board: `setup`, `score`, …
 * @property {Point | null} hover the point under the pointer
 * @property {Point | null} cursor the point of the keyboard cursor, `null` without keyboard focus
 * @property {Point | null} aimed the point of a first tap that waits for the second
 * @property {{ kind: "info" | "problem", text: string, actions?: { label: string, act: () => void }[], at: number } | null} message the message under the board
 * @property {string} panel the tab shown
 * @property {{ id: number, tag: string }[]} matches of two engines; the games of each have its tag
 * @property {any} overlay the facts at `node`, once requested
 * @property {{ point: Point, text: string, strength: import("./study/score.js").Strength }[] | null} hint
 * @property {Settings} settings
 * @property {string} language that of the page now: its texts are loaded after the setting is made
 * @property {Record<string, any>} study the state of the study panels
 */

/** @type {Settings} */
export const DEFAULT_SETTINGS = {
  language: "auto",
  theme: "auto",
  boardTheme: "wood",
  coordinates: true,
  numbers: "off",
  sound: false,
  confirmTap: "auto",
  legalDots: true,
  forbiddenMarks: true,
  liberties: false,
  animate: true,
  turn: 0,
  mirror: false,
  loose: false,
  pace: 500,
  ponder: true,
  teaching: false,
};

/** @returns {State} */
function initial() {
  return {
    about: null, board: null, node: null, view: null, pending: null, saving: "saved", connection: "connecting",
    thinking: null, paused: false, mode: "play", hover: null, cursor: null, aimed: null, message: null,
    panel: "", matches: [], overlay: null, hint: null, settings: { ...DEFAULT_SETTINGS }, language: "", study: {},
  };
}

/** @typedef {keyof State} Key */
/** @typedef {(state: Readonly<State>, changed: Set<Key>) => void} Watcher */

/** A new store, for the page or for a test. */
export function createStore() {
  const state = initial();
  /** @type {Set<{ keys: Set<Key> | null, fn: Watcher }>} */
  const watchers = new Set();
  /** @type {Set<Key>} */
  let changed = new Set();
  let queued = false;

  /** Notifies the watchers of all changes since the last time. */
  function flush() {
    queued = false;
    const changes = changed;
    if (changes.size === 0) return;
    changed = new Set();
    for (const w of [...watchers]) {
      if (!watchers.has(w)) continue;
      if (w.keys && ![...w.keys].some((k) => changes.has(k))) continue;
      try {
        w.fn(state, changes);
      } catch (error) {
        console.error(error);
      }
    }
  }

  return {
    /** Read-only: change it with `set`. */
    state: /** @type {Readonly<State>} */ (state),

    /**
     * Changes several values at once. Watchers are notified once, before the browser paints.
     * @param {Partial<State>} patch
     */
    set(patch) {
      for (const [key, value] of Object.entries(patch)) {
        const k = /** @type {Key} */ (key);
        if (state[k] === value) continue;
        /** @type {any} */ (state)[k] = value;
        changed.add(k);
      }
      if (changed.size > 0 && !queued) {
        queued = true;
        queueMicrotask(flush);
      }
    },

    /**
     * Calls `fn` whenever one of `keys` (or, with `null`, anything) changes. Returns a function that stops it.
     * @param {Key[] | null} keys
     * @param {Watcher} fn
     * @returns {() => void}
     */
    watch(keys, fn) {
      const watcher = { keys: keys && new Set(keys), fn };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },

    flush,
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */

/** The store of the page. */
export const store = createStore();
