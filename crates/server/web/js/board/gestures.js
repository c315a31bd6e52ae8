// Gestures on the board: the wheel and a swipe step through the moves, the right button and a long press mark points
// and draw.

/** @import { Point } from "../types.js" */

/**
 * @typedef {object} Gestures
 * @property {(event: PointerEvent | MouseEvent) => Point | null} pointOf
 * @property {() => boolean} active whether the gestures are wanted now
 * @property {(by: number) => void} step
 * @property {(point: Point, how: { shift: boolean }) => void} mark
 * @property {(from: Point, to: Point, how: { shift: boolean, done: boolean }) => void} draw
 */

/** Pixels of the wheel that make one step. */
const NOTCH = 40;
/** Milliseconds after which the wheel starts again. */
const PAUSE = 250;
/** A touch held for this long marks a point. */
const LONG = 480;
/** A swipe is at least this wide, in pixels, and at most half as high. */
const SWIPE = 44;
/** A finger that moves less than this holds still. */
const REST = 9;

/** Whether the page itself scrolls: then the wheel belongs to it. */
const pageScrolls = () => document.documentElement.scrollHeight > innerHeight + 2;

/**
 * Listens for gestures on `el`. The click that ends one is swallowed.
 * @param {HTMLElement} el @param {Gestures} g
 */
export function listenForGestures(el, g) {
  let turned = 0;
  let last = 0;
  el.addEventListener("wheel", (event) => {
    if (event.ctrlKey || event.metaKey || !g.active() || pageScrolls()) return;
    event.preventDefault();
    if (event.timeStamp - last > PAUSE) turned = 0;
    last = event.timeStamp;
    turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * NOTCH;
    const steps = Math.trunc(turned / NOTCH);
    if (steps === 0) return;
    turned = 0;
    g.step(Math.sign(steps));
  }, { passive: false });

  let swallow = false;
  el.addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, true);
  el.addEventListener("contextmenu", (event) => event.preventDefault());

  /** @type {{ id: number, x: number, y: number, point: Point | null, right: boolean, timer: ReturnType<typeof setTimeout> | undefined } | null} */
  let down = null;
  const end = () => {
    clearTimeout(down?.timer);
    down = null;
  };
  el.addEventListener("pointerdown", (event) => {
    swallow = false;
    end();
    if (!g.active() || !event.isPrimary) return;
    const touch = event.pointerType === "touch";
    if (!touch && event.button !== 2) return;
    const own = (down = { id: event.pointerId, x: event.clientX, y: event.clientY, point: g.pointOf(event), right: !touch, timer: /** @type {any} */ (undefined) });
    if (own.right) {
      el.setPointerCapture(event.pointerId);
      return;
    }
    own.timer = setTimeout(() => {
      if (down !== own || !own.point) return;
      swallow = true;
      end();
      g.mark(own.point, { shift: false });
    }, LONG);
  });
  el.addEventListener("pointermove", (event) => {
    if (!down || event.pointerId !== down.id) return;
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > REST) clearTimeout(down.timer);
    if (!down.right || !down.point) return;
    const to = g.pointOf(event);
    if (to) g.draw(down.point, to, { shift: event.shiftKey, done: false });
  });
  el.addEventListener("pointerup", (event) => {
    if (!down || event.pointerId !== down.id) return;
    const { x, y, point, right } = down;
    end();
    const dx = event.clientX - x;
    const dy = event.clientY - y;
    if (!right) {
      if (Math.abs(dx) < SWIPE || Math.abs(dy) > Math.abs(dx) / 2) return;
      swallow = true;
      g.step(dx < 0 ? 1 : -1);
      return;
    }
    const to = g.pointOf(event);
    if (!point) return;
    if (to && (to[0] !== point[0] || to[1] !== point[1])) g.draw(point, to, { shift: event.shiftKey, done: true });
    else {
      g.draw(point, point, { shift: event.shiftKey, done: true });
      if (to) g.mark(point, { shift: event.shiftKey });
    }
  });
  el.addEventListener("pointercancel", end);
}
