// Dialogs: the browser's own element, which keeps the focus inside and closes on Escape and on the browser's Back.

import { div, h, icon } from "../dom.js";
import { enterDialog } from "../history.js";
import { t } from "../i18n/index.js";

/** @typedef {{ (value?: any): void }} Close */

/**
 * Opens a dialog. `build` returns its content and may close it.
 * @param {string} title
 * @param {(close: Close) => (Node | string | null)[]} build
 * @param {{ class?: string }} [how]
 * @returns {Promise<any>} what it was closed with; `undefined` when it was dismissed
 */
export function dialog(title, build, how = {}) {
  return new Promise((resolve) => {
    /** @type {any} */
    let result;
    const el = h("dialog", { class: `dialog ${how.class ?? ""}`, "aria-label": title });
    /** @type {Close} */
    const close = (value) => {
      result = value;
      el.close();
    };
    const content = build(close);
    el.append(
      h("header", { class: "dialog-head" }, h("h2", null, title),
        h("button", { class: "button quiet", "aria-label": t("action.close"), title: t("action.close"), on: { click: () => close() } }, icon("close"))),
      div("dialog-body", content));
    const left = enterDialog(() => close());
    el.addEventListener("close", () => {
      left();
      el.remove();
      resolve(result);
    });
    // A click outside the dialog dismisses it.
    el.addEventListener("pointerdown", (event) => {
      if (event.target !== el) return;
      const box = el.getBoundingClientRect();
      if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) close();
    });
    document.body.append(el);
    el.showModal();
    // The first control gets the focus, not the close button.
    /** @type {HTMLElement | null} */ (el.querySelector(".dialog-body input[type=radio]:checked") ?? el.querySelector(".dialog-body :is(input, select, textarea, button):not([type=file])"))?.focus();
  });
}

/**
 * A menu below a button.
 * @param {HTMLElement} anchor
 * @param {{ label: string, icon?: string, act: () => void }[]} items
 */
export function menu(anchor, items) {
  document.querySelector(".menu")?.remove();
  const el = h("div", { class: "menu", role: "menu" }, items.map((item) =>
    h("button", { role: "menuitem", class: "menu-item", on: { click: () => { end(); item.act(); } } },
      item.icon ? icon(item.icon) : null, h("span", null, item.label))));
  const end = (/** @type {Event} */ event = new Event("end")) => {
    if (event.type === "pointerdown" && event.target instanceof Node && el.contains(event.target)) return;
    if (event instanceof KeyboardEvent) {
      const all = /** @type {HTMLElement[]} */ ([...el.children]);
      const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        event.stopPropagation();
        all[(at + (event.key === "ArrowDown" ? 1 : -1) + all.length) % all.length].focus();
        return;
      }
      if (event.key !== "Escape" && event.key !== "Tab") return;
      anchor.focus();
    }
    el.remove();
    document.removeEventListener("pointerdown", end, true);
    document.removeEventListener("keydown", end, true);
  };
  const box = anchor.getBoundingClientRect();
  document.body.append(el);
  const width = el.offsetWidth;
  el.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
  const below = box.bottom + 6;
  el.style.top = `${below + el.offsetHeight > innerHeight - 8 ? Math.max(8, box.top - el.offsetHeight - 6) : below}px`;
  document.addEventListener("pointerdown", end, true);
  document.addEventListener("keydown", end, true);
  /** @type {HTMLElement | null} */ (el.firstElementChild)?.focus();
}
