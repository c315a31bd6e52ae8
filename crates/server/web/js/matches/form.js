// The form of a new match.

import { button, div, fill, h, icon, span } from "../dom.js";
import { pick, t } from "../i18n/index.js";
import { capital } from "../moves.js";
import { cardsOf } from "../play/cards.js";
import { isFor } from "../play/newgame.js";
import { keep, recall } from "../settings.js";
import { store } from "../store.js";
import { matchApi } from "./data.js";

/** @import { EngineInfo, GameInfo } from "../types.js" */
/** @import { Match } from "./data.js" */

/** The last choices. */
const KEY = "tengen.match";

/** @returns {Record<string, any>} */
const before = () => ({
  card: "", rules: "", size: "", opening: "", engine0: "", engine1: "", level0: "", level1: "", time: "move", move: "1", main: "1", inc: "1", nodes: "10000", games: "10",
  once: "", openings: "balanced", plies: "4", list: "", sprt: false, elo0: "0", elo1: "10", error: "0.05", ...recall(KEY),
});

/**
 * @param {{ back: () => void, started: (match: Match) => void }} how
 * @returns {HTMLElement}
 */
export function matchForm(how) {
  const about = store.state.about;
  const c = before();
  const form = h("form", { class: "match-form" });
  const problem = h("p", { class: "match-problem", role: "alert" });
  if (!about) return form;
  const cards = cardsOf(about.games);

  const draw = () => {
    const focused = document.activeElement?.id;
    const card = cards.find((one) => one.id === c.card) ?? cards.find((one) => one.game.kind === about.default_game) ?? cards[0];
    const info = card.game;
    const rules = (card.rules ? [card.rules] : info.rules).find((r) => r.id === c.rules) ?? card.rules ?? info.rules[0];
    const sizes = (rules.sizes ?? []).map(String);
    const size = sizes.includes(c.size) ? c.size : String(rules.default_size ?? sizes[0] ?? "");
    const openings = (rules.openings ?? []).filter((o) => o.id !== "none");
    const rule = openings.find((o) => o.id === c.opening);
    const engines = info.engines.filter((e) => e.plays !== false && isFor(e, rule ? rule.rules ?? `${rules.id}+${rule.id}` : rules.id, size));
    const cores = about.limits?.threads ?? 1;
    const once = Math.min(Number(c.once) || Math.max(1, Math.floor(cores / 2)), cores);
    const set = (/** @type {string} */ key, /** @type {any} */ value) => {
      c[key] = value;
      draw();
    };
    const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {Node} */ control) => div("field", h("label", { for: id }, label), control);
    const select = (/** @type {string} */ key, /** @type {string} */ label, /** @type {string} */ value, /** @type {[string, string][]} */ options) =>
      field(`match-${key}`, label, h("select", { id: `match-${key}`, value, disabled: options.length < 2, on: { change: (/** @type {any} */ e) => set(key, e.target.value) } }, options.map(([v, words]) => h("option", { value: v }, words))));
    const number = (/** @type {string} */ key, /** @type {string} */ label, /** @type {string} */ value, /** @type {number} */ min, /** @type {number} */ max, /** @type {number | string} */ step) =>
      field(`match-${key}`, label, h("input", { type: "number", id: `match-${key}`, value, min, max, step, required: true, inputmode: "decimal", on: { input: (/** @type {any} */ e) => { c[key] = e.target.value; } } }));
    /** @param {0 | 1} i */
    const player = (i) => {
      const engine = engines.find((e) => e.name === c[`engine${i}`]) ?? engines[0];
      const levels = engine?.levels ?? [];
      const level = levels.find((l) => String(l.level) === String(c[`level${i}`])) ?? levels[Math.max(0, Math.floor((levels.length - 1) / 2) - i)];
      return { engine, level, el: div("match-player",
        select(`engine${i}`, t("matches.engine", { n: i + 1 }), engine?.name ?? "", engines.map((e) => [e.name, pick(e.title) || e.name])),
        engine?.program || levels.length < 2 ? null : select(`level${i}`, t("matches.level", { n: i + 1 }), String(level?.level ?? ""), levels.map((l) => [String(l.level), String(l.level)])),
        // A list would cut the text off.
        engine?.program || !level ? null : h("p", { class: "level-text", id: `match-level-text${i}` }, capital(pick(level.text)))) };
    };
    const [first, second] = [player(0), player(1)];
    const kind = rule ? "start" : c.openings;
    const seconds = (about.limits?.search_ms ?? 600_000) / 1000;
    fill(form,
      h("p", { class: "hint-text" }, t("matches.about")),
      div("form two",
        select("card", t("new.game"), card.id, cards.map((one) => [one.id, one.title])),
        select("rules", t("new.rules"), rules.id, (card.rules ? [card.rules] : info.rules).map((r) => [r.id, pick(r.name) || r.id])),
        select("size", t("keys.group.board"), size, sizes.map((x) => [x, /x/i.test(x) ? x.replace(/x/i, " × ") : `${x} × ${x}`])),
        openings.length === 0 ? null : select("opening", t("new.opening"), rule?.id ?? "", [["", t("new.opening.none")], ...openings.map((o) => /** @type {[string, string]} */ ([o.id, pick(o.name) || o.id]))])),
      div("form two", first.el, second.el),
      div("form two",
        select("time", t("matches.time"), c.time, [["move", t("matches.time.move")], ["clock", t("matches.time.clock")], ["nodes", t("matches.nodes")]]),
        c.time === "move" ? number("move", t("matches.per-move"), c.move, 0.01, seconds, "any") : c.time === "nodes" ? number("nodes", t("matches.nodes"), c.nodes, 1, 1e8, 1) : [
          number("main", t("matches.main"), c.main, 0.1, 180, "any"), number("inc", t("matches.inc"), c.inc, 0, 60, "any")],
        number("games", t("matches.count"), c.games, 2, 10_000, 2),
        cores > 1 ? number("once", t("matches.at-once"), String(once), 1, cores, 1) : null,
        select("openings", t("matches.openings"), kind, rule ? [["start", t("matches.openings.rule")]]
          : [["balanced", t("matches.openings.balanced")], ["start", t("matches.openings.start")], ["list", t("matches.openings.list")]]),
        kind === "balanced" ? number("plies", t("matches.openings.plies"), c.plies, 1, 20, 1) : null),
      kind === "list" ? field("match-list", t("matches.openings.hint"), h("textarea", { id: "match-list", required: true, spellcheck: "false", maxlength: 100_000, value: c.list, on: { input: (/** @type {any} */ e) => { c.list = e.target.value; } } })) : null,
      kind === "start" && !rule ? h("p", { class: "hint-text" }, t("matches.openings.same")) : null,
      h("label", { class: "check", for: "match-sprt" }, h("input", { type: "checkbox", id: "match-sprt", checked: !!c.sprt, on: { change: (/** @type {any} */ e) => set("sprt", e.target.checked) } }), h("span", null, t("matches.sprt"))),
      c.sprt ? div("form three", number("elo0", t("matches.sprt.first"), c.elo0, -1000, 1000, "any"), number("elo1", t("matches.sprt.second"), c.elo1, -1000, 1000, "any"), number("error", t("matches.sprt.error"), c.error, 0.001, 0.49, "any")) : null,
      problem,
      div("dialog-actions", button("", t("action.cancel"), how.back, { id: "match-cancel" }),
        h("button", { type: "submit", class: "button primary big", id: "match-start" }, icon("play"), span("label", t("matches.start")))));
    if (focused) /** @type {HTMLElement | null} */ (form.querySelector(`#${CSS.escape(focused)}`))?.focus();
    const chosen = (/** @type {typeof first} */ one) => ({ engine: one.engine?.name, ...(one.engine?.program ? {} : { level: one.level?.level }) });
    request = () => ({
      game: info.kind, rules: rule ? rule.rules ?? `${rules.id}+${rule.id}` : rules.id, ...(size ? { size } : {}),
      players: [chosen(first), chosen(second)], games: Number(c.games),
      time: c.time === "move" ? { move_ms: Math.round(Number(c.move) * 1000) } : c.time === "nodes" ? { nodes: Number(c.nodes) }
        : { main_ms: Math.round(Number(c.main) * 60_000), increment_ms: Math.round(Number(c.inc) * 1000) },
      openings: kind === "balanced" ? { kind, plies: Number(c.plies) } : kind === "list" ? { kind, text: c.list } : { kind: "start" },
      ...(c.sprt ? { sprt: { elo0: Number(c.elo0), elo1: Number(c.elo1), error: Number(c.error) } } : {}),
      concurrency: Number(c.once) || once,
    });
  };
  /** @type {() => any} */
  let request = () => ({});
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(KEY, c);
    problem.textContent = "";
    matchApi.start(request()).then(how.started, (error) => {
      problem.textContent = error.message;
      problem.scrollIntoView({ block: "nearest" });
    });
  });
  draw();
  return form;
}
