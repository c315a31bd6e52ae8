// The registries of tabs beside the board and of layers on it.

/** @import { Store, State } from "./store.js" */
/** @import { Point, View } from "./types.js" */
/** @import { Geometry } from "./board/geometry.js" */
/** @import { Shortcut } from "./keys.js" */

/**
 * A tab beside the board.
 * @typedef {object} Panel
 * @property {string} id also the value of `state.panel` while it is shown
 * @property {string} titleKey dictionary key of its title
 * @property {string} [icon] name of an icon
 * @property {number} [order] smaller is further left
 * @property {(el: HTMLElement, store: Store) => (void | (() => void))} mount fills `el`; may return a function that cleans up.
 *   It is called when the tab is first shown and again after a change of language.
 * @property {(state: Readonly<State>) => boolean} [when] whether the tab is shown; default: always
 * @property {Shortcut[]} [keys] its shortcuts
 */

/**
 * Helpers for a layer while it draws.
 * @typedef {object} Extras
 * @property {Geometry} geometry the geometry of the board
 * @property {Readonly<State>} state
 * @property {Pick<View, "stones">} standing the stones on the board: the view's, or those of a layer
 * @property {(point: Point) => string} name a point in the game's notation
 * @property {number} scale the screen pixels of one unit of the drawing
 */

/**
 * A layer over the stones, redrawn whenever the view or one of `watch` changes.
 * @typedef {object} Layer
 * @property {string} id
 * @property {number} [order] larger is above; stones are at 0, marks at 100
 * @property {(keyof State)[]} [watch] what it depends on besides the view
 * @property {boolean} [sized] whether it also depends on the size of the board on the screen
 * @property {(layer: SVGGElement, view: View, extras: Extras) => void} draw `layer` is empty when it is called
 * @property {() => View | null} [position] the position to show instead of the game's; the same object until it changes
 * @property {(view: View) => View["stones"] | null} [stones] the stones to show instead of the view's; the same object until they change
 * @property {(point: Point | null) => void} [hover] the point under the pointer or the keyboard cursor changed
 * @property {(point: Point) => string | null} [describe] text for screen readers at this point, besides the stone
 * @property {() => boolean} [takesClicks] whether clicks are this layer's now: no stone is shown under the pointer
 * @property {(point: Point, event: { shift: boolean, alt: boolean }) => boolean} [click] a point was clicked; `true`: it is handled,
 *   and nothing is played
 */

/** @type {Panel[]} */
const panels = [];
/** @type {Layer[]} */
const layers = [];
/** @type {Set<() => void>} */
const listeners = new Set();

const notify = () => listeners.forEach((fn) => fn());

/** @template {{ id: string, order?: number }} T @param {T[]} list @param {T} item */
function insert(list, item) {
  const old = list.findIndex((x) => x.id === item.id);
  if (old >= 0) list.splice(old, 1);
  list.push(item);
  list.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  notify();
  return () => {
    const i = list.indexOf(item);
    if (i >= 0) list.splice(i, 1);
    notify();
  };
}

/** @param {Panel} panel */
export const registerPanel = (panel) => insert(panels, panel);

/** @param {Layer} layer */
export const registerLayer = (layer) => insert(layers, layer);

/** @returns {readonly Panel[]} */
export const allPanels = () => panels;

/** @returns {readonly Layer[]} */
export const allLayers = () => layers;

/** Hears of panels and layers that come and go. @param {() => void} fn */
export function onRegistered(fn) {
  listeners.add(fn);
  return () => void listeners.delete(fn);
}
