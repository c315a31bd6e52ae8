// The board on the page: surface, stones, layers, pointer, keyboard cursor, and texts for screen readers.

import { h, s } from "../dom.js";
import { pick, t } from "../i18n/index.js";
import { colorName, movesIn } from "../moves.js";
import { allLayers, onRegistered } from "../panels.js";
import { geometryOf, key, pointName, same } from "./geometry.js";
import { listenForGestures } from "./gestures.js";
import { drawGhost } from "./marks.js";
import { stoneAt } from "./points.js";
import { mayMove, Stones } from "./stones.js";
import { paints, plate, surface } from "./surface.js";
import { pathTo } from "../tree.js";

/** @import { Store, Key } from "../store.js" */
/** @import { Board, Color, Point, View } from "../types.js" */
/** @import { Geometry } from "./geometry.js" */
/** @import { Extras, Layer } from "../panels.js" */

/** Whether the page is as narrow as a phone: the coordinates are drawn larger there. */
const PHONE = matchMedia("(max-width: 560px)");

/**
 * The handlers of the board.
 * @typedef {object} Hands
 * @property {(point: Point, how: { touch: boolean, shift: boolean, alt: boolean }) => void} play a point was chosen
 * @property {(point: Point) => { color: Color } | null} ghost the stone that would be placed there, if any
 * @property {(by: number) => void} [step] the wheel was turned, or a finger wiped over the board
 * @property {(point: Point, how: { shift: boolean }) => void} [mark] a point was marked
 * @property {(from: Point, to: Point, how: { shift: boolean, done: boolean }) => void} [draw] an arrow is drawn
 */

let count = 0;

export class BoardView {
  /**
   * @param {Store} store
   * @param {Hands} hands
   */
  constructor(store, hands) {
    this.store = store;
    this.hands = hands;
    this.id = `b${(count += 1)}`;
    /** @type {Geometry} */
    this.g = geometryOf({ size: { rows: 15, cols: 15 } }, true);
    this.signature = "";
    this.stones = new Stones(this.id);
    this.behind = s("g", { class: "behind" });
    this.front = s("g", { class: "front" });
    this.overlays = s("g", { class: "overlays" });
    this.ghosts = s("g", { class: "ghosts", "pointer-events": "none" });
    this.cursor = s("g", { class: "cursor", "pointer-events": "none" });
    this.cells = s("g", { class: "cells", role: "presentation" });
    this.svg = s("svg", { class: "pieces", role: "presentation", focusable: "false" });
    this.holder = h("div", { class: "board-surface", "aria-hidden": "true" });
    this.el = h("div", {
      class: "board", tabindex: "0", role: "grid", id: "board", "aria-describedby": "board-keys",
    }, this.holder, this.svg, h("p", { id: "board-keys", class: "sr-only" }, t("board.keys")));
    /** @type {Map<string, SVGGElement>} */
    this.layers = new Map();
    /** @type {SVGRectElement[][]} */
    this.grid = [];
    /** @type {Point} */
    this.at = [7, 7];
    /** @type {View | null} */
    this.shown = null;
    /** The position of the last update. @type {View | null} */
    this.view = null;
    /** The stones that a layer shows instead of the view's. @type {View["stones"] | null} */
    this.over = null;
    /** The width of the drawing in screen pixels. */
    this.width = 0;
    this.#listen();
    const resized = () => this.update(new Set(["settings"]));
    PHONE.addEventListener("change", resized);
    // In pixels, for drawings whose size is in percent are laid out whenever any text of the page changes.
    const sized = new ResizeObserver(([{ contentRect: { width, height } }]) => {
      for (const { style } of [this.holder, this.svg]) [style.width, style.height] = [`${width}px`, `${height}px`];
      this.width = this.svg.getBoundingClientRect().width;
      for (const layer of allLayers()) if (layer.sized) this.#draw(layer);
    });
    sized.observe(this.el);
    /** @type {(() => void)[]} */
    this.ends = [
      () => sized.disconnect(),
      store.watch(null, (_, changed) => this.update(changed)),
      onRegistered(() => this.update(new Set(["view"]))),
      () => PHONE.removeEventListener("change", resized),
    ];
    this.update(new Set(["board", "view"]));
  }

  /** Removes the board. */
  destroy() {
    this.ends.forEach((end) => end());
    this.el.remove();
  }

  /** The distance between two lines in screen pixels. */
  pitch() {
    return (this.svg.getBoundingClientRect().width / this.g.width) * this.g.cw;
  }

  /** @param {Set<Key>} changed */
  update(changed) {
    const { board, settings } = this.store.state;
    const table = board ?? this.#empty();
    const signature = JSON.stringify([table.look, table.features, table.size, table.coords, settings.coordinates, settings.turn, settings.mirror, settings.loose, PHONE.matches, document.documentElement.lang]);
    if (signature !== this.signature) {
      this.signature = signature;
      this.#rebuild(table);
      changed = new Set(["view", "board"]);
    }
    if (this.el.dataset.theme !== settings.boardTheme) this.el.dataset.theme = settings.boardTheme;
    const view = this.#position();
    if (view !== this.view) changed = new Set([...changed, "view"]);
    this.view = view;
    const over = board && view ? allLayers().map((layer) => layer.stones?.(view)).find((stones) => stones) ?? null : null;
    const other = over !== this.over;
    this.over = over;
    if (other || ["view", "pending", "board"].some((k) => changed.has(/** @type {Key} */ (k)))) this.#stones(!other);
    for (const layer of allLayers()) {
      if (changed.has("view") || (layer.watch ?? []).some((k) => changed.has(k)) || !this.layers.has(layer.id)) this.#draw(layer);
    }
    for (const [id, el] of this.layers) {
      if (!allLayers().some((l) => l.id === id)) {
        el.remove();
        this.layers.delete(id);
      }
    }
    if (["view", "hover", "cursor", "aimed", "pending", "mode", "thinking", "board", "study", "panel"].some((k) => changed.has(/** @type {Key} */ (k)))) this.#ghost();
    if (changed.has("hover") || changed.has("cursor")) {
      const p = this.store.state.cursor ?? this.store.state.hover;
      for (const layer of allLayers()) layer.hover?.(p);
    }
    // Layers change often: their texts are as new as the last step of the keyboard cursor.
    if (["view", "board", "pending", "overlay", "mode", "cursor"].some((k) => changed.has(/** @type {Key} */ (k)))) this.#words();
  }

  /** The position that the board shows: a layer's, or the game's. @returns {View | null} */
  #position() {
    const { view } = this.store.state;
    return view && (allLayers().map((layer) => layer.position?.()).find((position) => position) ?? view);
  }

  /** The board shown before the first game. @returns {any} */
  #empty() {
    const columns = Array.from({ length: 15 }, (_, i) => String.fromCharCode(97 + i));
    const rows = Array.from({ length: 15 }, (_, i) => String(15 - i));
    return { size: { rows: 15, cols: 15 }, coords: { columns, rows } };
  }

  /** @param {Board} board */
  #rebuild(board) {
    const { settings } = this.store.state;
    this.g = geometryOf(board, settings.coordinates, PHONE.matches, settings);
    const g = this.g;
    this.shown = null;
    this.stones.reset(g, settings.loose);
    this.layers.clear();
    this.overlays.replaceChildren();
    this.holder.replaceChildren(surface(g, board, `${this.id}s`));
    this.svg.setAttribute("viewBox", `0 0 ${g.width} ${g.height}`);
    this.el.className = `board look-${g.look}`;
    // The stylesheet keeps the aspect ratio, so that nothing jumps when the drawing arrives.
    this.el.style.setProperty("--ratio", String(g.width / g.height));
    this.front.replaceChildren(...(g.look === "holes" ? [plate(g.plain, this.id)] : []));
    this.svg.replaceChildren(paints(this.id), this.behind, this.stones.shadows, this.stones.layer, this.front, this.overlays, this.ghosts, this.cursor, this.cells);
    this.cells.replaceChildren();
    this.grid = [];
    this.at = [Math.floor(g.rows / 2), Math.floor(g.cols / 2)];
    // The cursor of the board before may be none of this one's points.
    if (this.store.state.cursor) this.store.set({ cursor: this.at });
    this.el.setAttribute("aria-rowcount", String(g.rows));
    this.el.setAttribute("aria-colcount", String(g.cols));
    for (let row = 0; row < g.rows; row += 1) {
      const line = s("g", { role: "row", "aria-rowindex": row + 1 });
      /** @type {SVGRectElement[]} */
      const cells = [];
      for (let col = 0; col < g.cols; col += 1) {
        const { x, y } = g.xy([row, col]);
        const cell = s("rect", {
          id: `${this.id}-${row}-${col}`, class: "cell", role: "gridcell", "aria-colindex": col + 1,
          x: x - g.cw / 2, y: y - g.ch / 2, width: g.cw, height: g.ch,
        });
        line.append(cell);
        cells.push(cell);
      }
      this.cells.append(line);
      this.grid.push(cells);
    }
  }

  /** @param {boolean} move whether changes may be animated */
  #stones(move) {
    const { pending, board, settings } = this.store.state;
    const { view } = this;
    if (!view || !board) {
      this.stones.show({ black: [], white: [] }, { move: false });
      return;
    }
    let stones = this.over ?? view.stones;
    if (pending?.point && pending.parent === view.node && !stoneAt(view, pending.point)) {
      stones = { ...stones, [pending.color]: [...stones[pending.color], pending.point] };
    }
    this.stones.show(stones, { move: move && mayMove(settings.animate) && this.shown !== null, last: view.last });
    this.shown = view;
  }

  /** @param {Layer} layer */
  #draw(layer) {
    const { board } = this.store.state;
    const { view } = this;
    let el = this.layers.get(layer.id);
    if (!el) {
      el = s("g", { "data-layer": layer.id, "pointer-events": "none" });
      this.layers.set(layer.id, el);
      const later = allLayers().slice(allLayers().indexOf(layer) + 1).map((l) => this.layers.get(l.id)).find((x) => x);
      // Layers below 0 are under the stones.
      const home = (layer.order ?? 0) < 0 ? this.behind : this.overlays;
      home.insertBefore(el, later?.parentNode === home ? later : null);
    }
    el.replaceChildren();
    if (!view || !board) return;
    try {
      layer.draw(el, view, this.extras(board));
    } catch (error) {
      console.error(`layer ${layer.id}`, error);
    }
  }

  /** @param {Board} board @returns {Extras} */
  extras(board) {
    return { geometry: this.g, state: this.store.state, standing: this.over ? { stones: this.over } : /** @type {View} */ (this.view), name: (p) => pointName(board, p), scale: this.width / this.g.width };
  }

  #ghost() {
    const { hover, cursor, aimed, pending } = this.store.state;
    const { view } = this;
    this.ghosts.replaceChildren();
    this.cursor.replaceChildren();
    const point = aimed ?? hover ?? cursor;
    const taken = allLayers().some((layer) => layer.takesClicks?.());
    if (view && point && !pending && !taken && (this.store.state.mode === "setup" || !stoneAt(view, point))) {
      const ghost = this.hands.ghost(point);
      if (ghost) drawGhost(this.ghosts, this.g, this.id, { point: this.#lands(point), color: ghost.color, strong: same(point, aimed) });
    }
    if (cursor) {
      const { x, y } = this.g.xy(cursor);
      const r = this.g.cw / 2 - 3;
      this.cursor.append(s("rect", { class: "cursor-frame", x: x - r, y: y - r, width: r * 2, height: r * 2, rx: 12 }));
      this.el.setAttribute("aria-activedescendant", `${this.id}-${cursor[0]}-${cursor[1]}`);
    } else {
      this.el.removeAttribute("aria-activedescendant");
    }
  }

  /** Where a stone put into this column comes to rest, if stones fall here. @param {Point} point @returns {Point} */
  #lands(point) {
    const { view } = this;
    if (this.g.look !== "holes" || !view) return point;
    return view.legal.find((p) => p[1] === point[1]) ?? point;
  }

  /** Updates the screen reader text of every point. */
  #words() {
    const { board } = this.store.state;
    const { view } = this;
    if (!board || !view) {
      this.el.setAttribute("aria-label", t("board.empty"));
      return;
    }
    this.el.setAttribute("aria-label", t("board.label", { rows: board.size.rows, cols: board.size.cols, ply: movesIn(pathTo(board, view.node)) }));
    const on = new Map();
    for (const p of view.stones.black) on.set(key(p), "black");
    for (const p of view.stones.white) on.set(key(p), "white");
    const bad = new Map(view.forbidden.map((f) => [key(f.point), pick(f.why)]));
    const legal = this.g.look === "felt" ? new Set(view.legal.map(key)) : null;
    const { look } = this.g;
    const piece = (/** @type {Color} */ color) => (look === "lines" ? t(`stone.${color}`) : look === "felt" ? t(`disc.${color}`) : colorName(board, color));
    // Where stones fall a column is a move, but not the name of its cells.
    const name = (/** @type {Point} */ p) => (look === "holes" ? t("point.cell", { col: pointName(board, p), row: board.size.rows - p[0] }) : pointName(board, p));
    for (let row = 0; row < this.grid.length; row += 1) {
      for (let col = 0; col < this.grid[row].length; col += 1) {
        /** @type {Point} */
        const p = [row, col];
        const k = key(p);
        const words = [name(p), on.has(k) ? piece(on.get(k)) : t("stone.none")];
        if (same(view.last, p)) words.push(t("point.last"));
        if (bad.has(k)) words.push(t("point.forbidden", { why: bad.get(k) ?? "" }));
        if (legal?.has(k)) words.push(t("point.legal"));
        for (const layer of allLayers()) {
          const more = layer.describe?.(p);
          if (more) words.push(more);
        }
        const label = words.join(", ");
        const cell = this.grid[row][col];
        if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      }
    }
  }

  /** @param {PointerEvent | MouseEvent} event @returns {Point | null} */
  #pointOf(event) {
    const box = this.svg.getBoundingClientRect();
    if (box.width === 0) return null;
    const scale = this.g.width / box.width;
    return this.g.at((event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
  }

  #listen() {
    const { el, store } = this;
    listenForGestures(el, {
      pointOf: (event) => this.#pointOf(event),
      active: () => !!store.state.view && store.state.mode === "play",
      step: (by) => this.hands.step?.(by),
      mark: (point, how) => this.hands.mark?.(point, how),
      draw: (from, to, how) => this.hands.draw?.(from, to, how),
    });
    el.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") return;
      const p = this.#pointOf(event);
      if (!same(p, store.state.hover) && p !== store.state.hover) store.set({ hover: p, cursor: null });
    });
    el.addEventListener("pointerleave", () => store.set({ hover: null }));
    el.addEventListener("pointerdown", (event) => {
      this.touch = event.pointerType === "touch";
      // A click of the mouse does not show the keyboard cursor.
      if (!this.touch) event.preventDefault();
    });
    el.addEventListener("click", (event) => {
      const p = this.#pointOf(event);
      // A screen reader clicks a cell without a position.
      const cell = event.detail === 0 && event.target instanceof Element ? event.target.closest(".cell") : null;
      const point = cell ? this.#cellPoint(cell) : p;
      if (!point) return;
      this.#choose(point, { touch: !!this.touch, shift: event.shiftKey, alt: event.altKey });
    });
    el.addEventListener("focus", () => {
      if (el.matches(":focus-visible") && !store.state.cursor) store.set({ cursor: this.at });
    });
    el.addEventListener("blur", () => store.set({ cursor: null }));
    el.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey) return;
      const step = /** @type {Record<string, Point>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] })[event.key];
      if (step && !event.altKey && !event.shiftKey && store.state.cursor) {
        const { plain } = this.g;
        const [row, col] = this.g.seen(store.state.cursor);
        this.at = this.g.unseen([Math.min(plain.rows - 1, Math.max(0, row + step[0])), Math.min(plain.cols - 1, Math.max(0, col + step[1]))]);
        store.set({ cursor: this.at, hover: null });
      } else if ((event.key === "Enter" || event.key === " " && !(event.shiftKey && store.state.mode === "play")) && store.state.cursor) {
        this.#choose(store.state.cursor, { touch: false, shift: event.shiftKey, alt: event.altKey });
      } else if (event.key.toLowerCase() === "k" && !event.altKey && store.state.cursor) {
        this.hands.mark?.(store.state.cursor, { shift: event.shiftKey });
      } else if (event.key === "Escape" && store.state.cursor) {
        el.blur();
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Moves the keyboard focus to the board. */
  focus() {
    this.store.set({ cursor: this.at, hover: null });
    this.el.focus();
  }

  /** @param {Element} cell @returns {Point | null} */
  #cellPoint(cell) {
    const [, row, col] = cell.id.split("-").map(Number);
    return Number.isInteger(row) && Number.isInteger(col) ? [row, col] : null;
  }

  /** @param {Point} point @param {{ touch: boolean, shift: boolean, alt: boolean }} how */
  #choose(point, how) {
    for (const layer of [...allLayers()].reverse()) {
      if (layer.click?.(point, how)) return;
    }
    this.hands.play(this.g.look === "holes" ? this.#lands(point) : point, how);
  }
}
