// A list that creates only its visible rows, all of one height; it serves trees of any size.

import { h } from "../dom.js";

/**
 * @template T
 * @typedef {object} VirtualList
 * @property {HTMLElement} el
 * @property {(rows: T[]) => void} set the rows to show
 * @property {(index: number, first?: boolean) => void} reveal scrolls to a row, so that it is the first one where asked
 * @property {() => void} end
 */

/**
 * @template T
 * @param {{ rowHeight: number, row: (item: T, index: number) => HTMLElement, label: string, at: () => number }} how `at`: the current
 *   row, which stays in view when the list gets another height
 * @returns {VirtualList<T>}
 */
export function virtualList({ rowHeight, row, label, at }) {
  const inner = h("div", { class: "virtual-inner", role: "presentation" });
  const el = h("div", { class: "virtual", tabindex: "0", role: "tree", "aria-label": label }, inner);
  /** @type {T[]} */
  let rows = [];
  let first = -1;
  let last = -1;

  /** @param {boolean} force */
  function draw(force) {
    const height = el.clientHeight || 240;
    // A browser's largest element is some million pixels high; more rows are never opened.
    const from = Math.max(0, Math.floor(el.scrollTop / rowHeight) - 12);
    const to = Math.min(rows.length, Math.ceil((el.scrollTop + height) / rowHeight) + 12);
    if (!force && from === first && to === last) return;
    first = from;
    last = to;
    inner.style.height = `${rows.length * rowHeight}px`;
    inner.replaceChildren(...rows.slice(from, to).map((item, i) => {
      const made = row(item, from + i);
      made.style.top = `${(from + i) * rowHeight}px`;
      made.style.height = `${rowHeight}px`;
      return made;
    }));
  }

  el.addEventListener("scroll", () => draw(false), { passive: true });
  /** @param {number} index @param {boolean} [first] */
  function reveal(index, first = false) {
    if (index < 0) return;
    const top = index * rowHeight;
    if (first || top < el.scrollTop) el.scrollTop = top;
    else if (top + rowHeight > el.scrollTop + el.clientHeight) el.scrollTop = top + rowHeight - el.clientHeight;
    draw(false);
  }

  const observer = new ResizeObserver(() => {
    draw(false);
    reveal(at());
  });
  observer.observe(el);
  return {
    el,
    set(next) {
      rows = next;
      draw(true);
    },
    reveal,
    end: () => observer.disconnect(),
  };
}
