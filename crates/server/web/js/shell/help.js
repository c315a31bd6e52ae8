// The list of shortcuts, made from the registry.

import { div, h, span } from "../dom.js";
import { t } from "../i18n/index.js";
import { allKeys, pretty } from "../keys.js";
import { dialog } from "./dialog.js";

/** @import { Shortcut } from "../keys.js" */

const ORDER = ["keys.group.board", "keys.group.game", "keys.group.moves", "keys.group.study", "keys.group.page"];

/** Shows every shortcut. */
export function showKeys() {
  return dialog(t("action.keys"), () => {
    /** @type {Map<string, Shortcut[]>} */
    const groups = new Map();
    for (const shortcut of allKeys()) {
      if (shortcut.hidden) continue;
      const group = shortcut.groupKey ?? "keys.group.page";
      groups.set(group, [...(groups.get(group) ?? []), shortcut]);
    }
    const rank = (/** @type {string} */ k) => (ORDER.includes(k) ? ORDER.indexOf(k) : ORDER.length);
    const fixed = h("dl", null, row([["←", "→", "↑", "↓"]], t("keys.cursor")), row([["↵"]], t("keys.place")), row([["K"]], t("keys.mark")), row([["Esc"]], t("keys.leave")));
    const mouse = h("dl", null, row([[t("keys.wheel")]], t("keys.mouse.wheel")), row([[t("keys.swipe")]], t("keys.mouse.wheel")), row([[t("keys.right")]], t("keys.mouse.mark")), row([[t("keys.drag")]], t("keys.mouse.draw")));
    return [div("keys-list", h("section", null, h("h3", null, t("keys.group.cursor")), fixed), h("section", null, h("h3", null, t("keys.group.mouse")), mouse),
      [...groups].sort((a, b) => rank(a[0]) - rank(b[0])).map(([group, list]) =>
        h("section", null, h("h3", null, t(group)), h("dl", null, list.map((k) => row(pretty(k.keys), t(k.labelKey)))))))];
  }, { class: "wide" });
}

/** @param {string[][]} ways @param {string} label */
function row(ways, label) {
  return div("key-row", h("dt", null, ways.map((way) => span("key-way", way.map((k) => h("kbd", null, k))))), h("dd", null, label));
}
