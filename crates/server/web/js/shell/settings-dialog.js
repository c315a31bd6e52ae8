// The settings: language, appearance, input.

import { div, h, span } from "../dom.js";
import { t } from "../i18n/index.js";
import { LANGUAGES } from "../i18n/languages.js";
import { setSettings } from "../settings.js";
import { store } from "../store.js";
import { dialog } from "./dialog.js";
import { showPrograms } from "./programs-dialog.js";

/** @import { Settings } from "../types.js" */

/**
 * @param {string} label
 * @param {keyof Settings} key
 * @param {[string, string][]} options value and words
 */
function choice(label, key, options) {
  const id = `set-${key}`;
  return div("field", h("label", { for: id }, label),
    h("select", { id, value: store.state.settings[key], on: { change: (/** @type {any} */ e) => setSettings(/** @type {any} */ ({ [key]: typeof store.state.settings[key] === "number" ? Number(e.target.value) : e.target.value })) } },
      options.map(([value, words]) => h("option", { value }, words))));
}

/** @param {string} label @param {keyof Settings} key */
function check(label, key) {
  const id = `set-${key}`;
  return h("label", { class: "check", for: id },
    h("input", { type: "checkbox", id, checked: !!store.state.settings[key], on: { change: (/** @type {any} */ e) => setSettings(/** @type {any} */ ({ [key]: e.target.checked })) } }),
    h("span", null, label));
}

/** Shows the settings; a change takes effect at once. */
export async function showSettings() {
  let end = () => {};
  const again = await dialog(t("action.settings"), (close) => {
    const problem = h("p", { class: "form-problem", role: "alert", hidden: true }, t("settings.language.failed"));
    const languages = choice(t("settings.language"), "language", [["auto", t("settings.auto")], ...Object.entries(LANGUAGES).map(([tag, l]) => /** @type {[string, string]} */ ([tag, l.name]))]);
    end = store.watch(["language", "settings"], (state, changed) => {
      // A new language rebuilds the dialog. One that could not be loaded has gone back to the former.
      if (changed.has("language")) return close(true);
      const select = /** @type {HTMLSelectElement} */ (languages.querySelector("select"));
      problem.hidden = select.value === state.settings.language;
      select.value = state.settings.language;
    });
    return [div("settings", problem, div("form two",
      languages,
      choice(t("settings.theme"), "theme", [["auto", t("settings.auto")], ["light", t("settings.light")], ["dark", t("settings.dark")]]),
      choice(t("keys.group.board"), "boardTheme", [["wood", t("settings.wood")], ["slate", t("settings.slate")], ["paper", t("settings.paper")]]),
      choice(t("settings.numbers"), "numbers", [["off", t("settings.numbers.off")], ["last", t("settings.numbers.last")], ["all", t("settings.numbers.all")]]),
      choice(t("settings.tap"), "confirmTap", [["auto", t("settings.tap.auto")], ["always", t("settings.tap.always")], ["never", t("settings.tap.never")]]),
      choice(t("settings.pace"), "pace", [["0", t("settings.pace.full")], ["500", t("settings.pace.half")], ["1000", t("settings.pace.one")], ["2000", t("settings.pace.two")]])),
    div("checks",
      check(t("settings.coordinates"), "coordinates"), check(t("settings.legal"), "legalDots"), check(t("settings.forbidden"), "forbiddenMarks"),
      check(t("settings.liberties"), "liberties"), check(t("settings.animate"), "animate"), check(t("settings.loose"), "loose"), check(t("settings.sound"), "sound"),
      // A server for others lets no engine think on a person's time.
      store.state.about?.limits?.ponder_ms ? check(t("settings.ponder"), "ponder") : null),
    div("dialog-actions", h("button", { class: "button", id: "programs", on: { click: () => close("programs") } }, span("label", t("settings.programs")))))];
  });
  end();
  if (again === "programs") void showPrograms();
  else if (again) void showSettings();
}
