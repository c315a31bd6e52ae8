// Matches of two engines: the button in the header, the dialog with all matches, and what the server reports of them.

import { ICONS, button, div, fill, h, span } from "../dom.js";
import { onReturn } from "../history.js";
import { language, punctuated, t } from "../i18n/index.js";
import { registerKeys } from "../keys.js";
import { rulesWords } from "../moves.js";
import { socket } from "../connection.js";
import { say } from "../messages.js";
import { dialog } from "../shell/dialog.js";
import { store } from "../store.js";
import { isActive, playerName, scoreText, statusText } from "./data.js";
import { matchForm } from "./form.js";
import { matchView } from "./view.js";

/** @import { Match } from "./data.js" */

ICONS.podium = "M9 20V5h6v15M3 20v-9h6M15 14h6v6M2 20h20";

/** Every match, the newest first. @type {Match[]} */
let list = [];
/** Called when the list changes. @type {Set<() => void>} */
const readers = new Set();
/** The view to show first: the number of a match, `new`, or the list. @type {number | "new" | null} */
let shown = null;
let showing = false;

/** Called once, before the page is shown. */
export function registerMatches() {
  onReturn(({ match }) => void showMatches(match));
  registerKeys([{ keys: "t", labelKey: "matches.key", groupKey: "keys.group.page", when: () => !!store.state.about, act: () => void showMatches() }]);
  // The list comes again after a reconnect.
  socket.request({ do: "matches" }, ({ matches }) => {
    const before = new Map(list.map((m) => [m.id, m.status]));
    // A game that ends is no other match.
    if (matches.length !== list.length) store.set({ matches });
    list = matches;
    for (const m of list) {
      const old = before.get(m.id);
      if (m.status === "finished" && old && old !== "finished") say(t("matches.over", { a: playerName(m, 0), score: scoreText(m), b: playerName(m, 1) }));
    }
    readers.forEach((read) => read());
  });
}

/** The button in the header; it shows how far a match is. @returns {{ el: HTMLElement, end: () => void }} */
export function matchesButton() {
  const badge = h("span", { class: "match-badge", "aria-hidden": "true" });
  const el = button("podium", t("matches.key"), () => void showMatches(), { class: "quiet", id: "matches" });
  el.append(badge);
  const draw = () => {
    const active = list.filter(isActive);
    const m = active.find((one) => one.status !== "waiting") ?? active[0];
    badge.textContent = m ? `${m.played}/${m.total}` : "";
    el.title = m ? punctuated(`${t("matches.key")}: ${statusText(m)}`) : t("matches.key");
    el.classList.toggle("active", !!m);
  };
  readers.add(draw);
  draw();
  return { el, end: () => readers.delete(draw) };
}

/** Shows the matches. @param {typeof shown} [first] the one to begin with */
export async function showMatches(first = shown) {
  if (showing || !store.state.about) return;
  showing = true;
  shown = first;
  /** @type {() => void} */
  let end = () => {};
  await dialog(t("matches.key"), (close) => {
    const root = div("matches");
    // Announcements are made inside: a dialog hides the rest of the page from screen readers.
    const live = h("p", { class: "sr-only", role: "status" });
    const problem = h("p", { class: "match-problem", role: "alert", hidden: true });
    const wrong = (/** @type {unknown} */ error) => {
      problem.hidden = false;
      problem.textContent = error instanceof Error ? error.message : String(error);
    };
    const show = (/** @type {typeof shown} */ what) => {
      end();
      end = () => {};
      shown = what;
      problem.hidden = true;
      if (what === "new") {
        fill(root, matchForm({ back: () => show(null), started: (m) => show(m.id) }));
        root.querySelector("select")?.focus();
        return;
      }
      const part = what === null ? listView(show) : matchView(what, { close, back: () => show(null), problem: wrong, say: (text) => { live.textContent = text; } });
      end = part.end;
      fill(root, part.el);
      /** @type {HTMLElement | null} */ (root.querySelector(what === null ? "#match-new" : ".match-title"))?.focus();
    };
    show(shown === "new" || (shown !== null && !list.some((m) => m.id === shown)) ? null : shown ?? list.find(isActive)?.id ?? null);
    return [problem, root, live];
  }, { class: "full" });
  end();
  showing = false;
}

/** When a match was started. @param {Match} m */
const dateOf = (m) => new Date(m.created_ms).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });

/** The list of matches. @param {(what: typeof shown) => void} show */
function listView(show) {
  const rows = h("ul", { class: "match-all" });
  const draw = () => {
    const focused = /** @type {HTMLElement | null} */ (rows.contains(document.activeElement) ? document.activeElement : null)?.dataset.match;
    fill(rows, list.length === 0 ? h("li", { class: "match-none" }, t("matches.none")) : list.map((m) => h("li", null, h("button", {
      class: `match-row ${m.status}`, data: { match: m.id }, on: { click: () => show(m.id) },
    }, span("match-names", `${playerName(m, 0)} – ${playerName(m, 1)}`), span("match-score", m.played > 0 ? scoreText(m) : ""),
    span("match-facts", [rulesWords(store.state.about, m).both, `${m.size.cols}×${m.size.rows}`, dateOf(m)].join(" · ")), span("match-facts", statusText(m))))));
    if (focused) /** @type {HTMLElement | null} */ (rows.querySelector(`[data-match="${focused}"]`))?.focus();
  };
  readers.add(draw);
  draw();
  return {
    el: h("div", null, h("p", { class: "hint-text" }, t("matches.about")), button("plus", t("matches.new"), () => show("new"), { class: "primary", id: "match-new" }), rows),
    end: () => void readers.delete(draw),
  };
}
