// The new-game dialog: game, rules, size, opening, who plays, level, clock.

import { div, fill, h, icon, span } from "../dom.js";
import { has } from "../game.js";
import { api } from "../api.js";
import { pick, t } from "../i18n/index.js";
import { capital } from "../moves.js";
import { problemWords, sayProblem } from "../messages.js";
import { openMade } from "../session/open.js";
import { keep, recall, setSettings } from "../settings.js";
import { dialog } from "../shell/dialog.js";
import { store } from "../store.js";
import { cardOf, cardsOf, hasCard } from "./cards.js";
import { clockLabel } from "./clock.js";
import { gameEmblem } from "./emblems.js";
import { boardPreview } from "./preview.js";

/** @import { Clock, GameInfo, RuleSet } from "../types.js" */

/**
 * The last choices.
 * @typedef {object} Choices
 * @property {string} game
 * @property {Record<string, string>} rules by game
 * @property {Record<string, string>} size by game and rules
 * @property {Record<string, boolean>} [ownSize] by game and rules, whether columns and rows are chosen one by one
 * @property {Record<string, number>} komi by game and rules, where it is not the usual one
 * @property {number} handicap stones
 * @property {Record<string, string>} opening by game and rules
 * @property {Record<string, number>} level by engine
 * @property {Record<string, string>} engine by game
 * @property {"human-first" | "human-second" | "people" | "engines"} who
 * @property {string} [begins] the engine for some rules alone against which the person chose to begin
 * @property {string} clock
 * @property {OwnClock} [ownClock] the clock that was typed in
 * @property {string} first name
 * @property {string} second name
 */

/** @returns {Choices} */
function before() {
  const kept = recall("tengen.new") ?? {};
  return { game: "", rules: {}, size: {}, opening: {}, komi: {}, handicap: 0, level: {}, engine: {}, who: "human-first", clock: "none", first: "", second: "", ...kept };
}

/** @typedef {{ main: number, kind: "none" | "increment" | "byo-yomi" | "canadian", increment: number, periods: number, period: number, moves: number, minutes: number }} OwnClock times in minutes (`main`, `minutes`) and seconds */

/** The clocks to choose from. @type {Record<string, Clock | null>} */
const CLOCKS = {
  none: null,
  "3+2": { main_ms: 180_000, increment_ms: 2000 },
  "5+0": { main_ms: 300_000 },
  "10+5": { main_ms: 600_000, increment_ms: 5000 },
  "30+15": { main_ms: 1_800_000, increment_ms: 15_000 },
  "move-10": { move_ms: 10_000 },
  "move-30": { move_ms: 30_000 },
  "10+5x30": { main_ms: 600_000, period_ms: 30_000, periods: 5 },
};

/** The choice of a clock that one types in. */
const OWN = "own";

/** @returns {OwnClock} */
const usualOwn = () => ({ main: 20, kind: "byo-yomi", increment: 10, periods: 3, period: 30, moves: 25, minutes: 10 });

/** The clock of the dialog's choice. @param {Choices} c @returns {Clock | null} */
export function clockOf(c) {
  if (c.clock !== OWN) return CLOCKS[c.clock] ?? null;
  const own = { ...usualOwn(), ...c.ownClock };
  const main = own.main > 0 ? { main_ms: Math.round(own.main * 60_000) } : {};
  if (own.kind === "byo-yomi") return { ...main, period_ms: Math.round(own.period * 1000), periods: own.periods };
  if (own.kind === "canadian") return { ...main, period_ms: Math.round(own.minutes * 60_000), period_moves: own.moves };
  // Without overtime there is a main time.
  return { main_ms: Math.max(1000, Math.round(own.main * 60_000)), ...(own.kind === "increment" && own.increment > 0 ? { increment_ms: Math.round(own.increment * 1000) } : {}) };
}

/** Whether an engine is for games by these rules on this size. @param {import("../types.js").EngineInfo} engine @param {string} rules @param {string} size */
export const isFor = (engine, rules, size) => !engine.only || engine.only.some((o) => o.rules === rules && o.size === (/x/i.test(size) ? size.toLowerCase() : `${size}x${size}`));

/** The engines that are opponents by the chosen rules; others only solve, or are for other rules. @param {Choices} c @param {GameInfo} info @param {RuleSet | undefined} rules */
const opponents = (c, info, rules) => info.engines.filter((e) => e.plays !== false && isFor(e, rulesText(c, rules), sizeOf(c, rules, keyOf(c, rules))));

/**
 * The engine that plays: the chosen one, else the first with levels, else the first. The second of two engines is chosen by itself.
 * @param {Choices} c @param {GameInfo} info @param {RuleSet | undefined} rules @param {"" | "-2"} [of]
 */
export function engineOf(c, info, rules, of = "") {
  const all = opponents(c, info, rules);
  return all.find((e) => e.name === c.engine?.[c.game + of]) ?? all.find((e) => e.levels.length > 1) ?? all[0];
}

/**
 * Who plays. An engine for some rules alone plays the first player's win: it begins, unless the person chose otherwise.
 * @param {Choices} c @param {GameInfo} info @param {RuleSet | undefined} rules @returns {Choices["who"]}
 */
function whoOf(c, info, rules) {
  const engine = engineOf(c, info, rules);
  return c.who === "human-first" && engine?.only && c.begins !== engine.name ? "human-second" : c.who;
}

/** Where the choices for a rule set are kept. @param {Choices} c @param {RuleSet | undefined} rules */
const keyOf = (c, rules) => `${c.game}/${rules?.id ?? ""}`;

/** The rules with their opening, as the server reads them. @param {Choices} c @param {RuleSet | undefined} rules */
function rulesText(c, rules) {
  const opening = rules?.openings?.find((o) => o.id === c.opening[keyOf(c, rules)]);
  return opening ? opening.rules ?? `${rules?.id}+${opening.id}` : rules?.id ?? "";
}

/** What white gets with handicap stones, if nothing else is chosen. */
const HANDICAP_KOMI = 0.5;

/** The size chosen for a rule set. @param {Choices} c @param {RuleSet | undefined} rules @param {string} key */
const sizeOf = (c, rules, key) => c.size[key] || String(rules?.default_size ?? rules?.sizes?.[0] ?? "");

/** The most columns and rows of any board. The server refuses what a game does not take, in words. */
const MOST = 25;

/** Whether columns and rows are chosen one by one: a rule set with one board has no others. @param {Choices} c @param {RuleSet | undefined} rules @param {string} key */
const isOwnSize = (c, rules, key) => (rules?.sizes?.length ?? 0) > 1 && (!!c.ownSize?.[key] || !rules?.sizes?.map(String).includes(sizeOf(c, rules, key)));

/** The columns and rows of a size such as `9` or `7x13`. @param {string} size */
function sidesOf(size) {
  const [cols, rows] = size.split(/x/i).map(Number);
  return [cols || 15, rows || cols || 15];
}

/** The handicap stones that the chosen board has room for. @param {Choices} c @param {RuleSet | undefined} rules @param {string} key */
const handicapOf = (c, rules, key) => {
  const stones = Math.min(Number(c.handicap) || 0, isOwnSize(c, rules, key) ? 0 : rules?.handicap?.[sizeOf(c, rules, key)] ?? 0);
  return stones >= 2 ? stones : 0;
};

/** @param {Choices} c @param {RuleSet | undefined} rules @param {string} key */
const komiOf = (c, rules, key) => c.komi?.[key] ?? (handicapOf(c, rules, key) > 0 ? HANDICAP_KOMI : rules?.komi ?? 0);

/**
 * What is kept of the komi typed: that of the game begun. Typed under rules that were not played, it is forgotten.
 * @param {Choices} c @param {string} key of the rules played
 */
function usedKomi(c, key) {
  const { [key]: _, ...others } = before().komi;
  return c.komi?.[key] === undefined ? others : { ...others, [key]: c.komi[key] };
}

/** Komi and handicap as the server reads them, after the rules' name. @param {Choices} c @param {RuleSet | undefined} rules @param {string} key */
function extras(c, rules, key) {
  if (rules?.komi === undefined) return "";
  const [komi, stones] = [komiOf(c, rules, key), handicapOf(c, rules, key)];
  return (komi === rules.komi ? "" : `,komi=${komi}`) + (stones > 0 ? `,handicap=${stones},placement=fixed` : "");
}

/**
 * Where the dialog draws handicap stones: the first star points in the order of custom. The server places them.
 * @param {RuleSet | undefined} rules @param {string} size @param {number} n @returns {{ black: import("../types.js").Point[], white: import("../types.js").Point[] } | undefined}
 */
function handicapStones(rules, size, n) {
  if (!rules || n < 2) return undefined;
  const [cols, rows] = size.split(/x/i).map(Number);
  const edge = rows >= 13 ? 3 : 2;
  const [top, mid, low, left, half, right] = [edge, (rows - 1) / 2, rows - 1 - edge, edge, (cols - 1) / 2, cols - 1 - edge];
  /** @type {import("../types.js").Point[]} */
  const order = [[low, left], [top, right], [top, left], [low, right], [mid, left], [mid, right], [low, half], [top, half]];
  // An odd number of five and more has the centre.
  const black = n >= 5 && n % 2 === 1 ? [...order.slice(0, n - 1), /** @type {import("../types.js").Point} */ ([mid, half])] : order.slice(0, n);
  return { black, white: [] };
}

/** The request for the chosen game. @param {Choices} c @param {GameInfo} info @param {RuleSet | undefined} rules */
function specOf(c, info, rules) {
  const key = keyOf(c, rules);
  const engine = (/** @type {"" | "-2"} */ of) => {
    const chosen = engineOf(c, info, rules, of);
    const levels = chosen?.levels ?? [];
    const level = levels.find((l) => l.level === c.level[(chosen?.name ?? "") + of])?.level ?? levels[Math.floor((levels.length - 1) / 2)]?.level;
    return { kind: /** @type {const} */ ("engine"), engine: chosen?.name, level };
  };
  const who = whoOf(c, info, rules);
  const human = (/** @type {string} */ name) => ({ kind: /** @type {const} */ ("human"), ...(name ? { name } : {}) });
  const players = {
    first: who === "human-first" || who === "people" ? human(c.first) : engine(""),
    second: who === "human-second" || who === "people" ? human(who === "human-second" ? c.first : c.second) : engine(who === "engines" ? "-2" : ""),
  };
  const id = rules?.id ?? "";
  return {
    game: c.game,
    ...(id ? { rules: rulesText(c, rules) + extras(c, rules, key) } : {}),
    size: c.size[key] || (rules?.default_size !== undefined ? String(rules.default_size) : undefined),
    players,
    clock: clockOf(c),
  };
}

let showing = false;

/** Shows the dialog of a new game and starts the game. */
export async function showNewGame() {
  let { about } = store.state;
  if (!about || showing) return;
  showing = true;
  let started = false;
  const c = before();
  if (!about.games.some((g) => g.kind === c.game)) c.game = about.default_game ?? about.games[0].kind;
  await dialog(t("action.new"), (close) => {
    const form = h("form", { class: "new-game", method: "dialog", novalidate: true });
    const start = async () => {
      const info = /** @type {GameInfo} */ (about?.games.find((g) => g.kind === c.game));
      const rules = rulesOf(info, c);
      const spec = specOf(c, info, rules);
      keep("tengen.new", { ...c, komi: usedKomi(c, keyOf(c, rules)) });
      try {
        const board = await api.create(spec);
        started = true;
        close();
        void openMade(board).catch(sayProblem);
      } catch (error) {
        // The dialog stays, with what was chosen.
        if (!form.isConnected) sayProblem(error);
        else showWords(form, problemWords(error));
      }
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const wrong = /** @type {HTMLInputElement | null} */ (form.querySelector("input[type=number]:invalid"));
      sayRange(form, wrong);
      if (!wrong) void start();
    });
    form.addEventListener("input", (event) => {
      if (event.target instanceof HTMLInputElement && event.target.validity.valid) sayRange(form, null);
    });
    const draw = () => {
      const focused = document.activeElement?.id;
      if (about) drawForm(form, c, about.games, draw);
      if (focused) /** @type {HTMLElement | null} */ (form.querySelector(`#${CSS.escape(focused)}`))?.focus();
    };
    draw();
    // An engine may have been registered since the page was opened.
    void api.about().then((now) => {
      if (!form.isConnected || JSON.stringify(now.games) === JSON.stringify(about?.games)) return;
      about = now;
      store.set({ about });
      draw();
    }, () => {});
    return [form];
  }, { class: "wide" });
  showing = false;
  // Who starts a game with the keyboard plays with it.
  if (started && document.activeElement === document.body) document.getElementById("board")?.focus({ preventScroll: true });
}

/** Says what a field takes, and goes to it; with `null` says nothing. @param {HTMLElement} form @param {HTMLInputElement | null} field */
function sayRange(form, field) {
  for (const one of form.querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
  if (!field) {
    showWords(form, "");
    return;
  }
  const { min, max, step } = field;
  const name = field.labels?.[0]?.textContent ?? "";
  field.setAttribute("aria-invalid", "true");
  field.focus();
  showWords(form, t(step === "any" ? "new.range" : step === "1" ? "new.range-whole" : "new.range-step", { name, least: min.replace("-", "−"), most: max, step }));
}

/** Shows what is wrong above the button; nothing without words. @param {HTMLElement} form @param {string} text */
function showWords(form, text) {
  const words = /** @type {HTMLElement} */ (form.querySelector("#new-problem"));
  words.hidden = text === "";
  words.textContent = text;
  if (text) words.scrollIntoView({ block: "nearest" });
}

/**
 * A field for a number. What is typed is taken at once and redraws nothing, for a click on Start ends the typing, too.
 * @param {string} id @param {{ value: number, least: number, most: number, step: number | "any" }} range @param {(n: number) => void} take
 */
const numberField = (id, { value, least, most, step }, take) => h("input", {
  id, type: "number", min: least, max: most, step, value: String(value), required: true, inputmode: step === 1 ? "numeric" : "decimal",
  on: { input: (/** @type {any} */ e) => { if (e.target.validity.valid) take(e.target.valueAsNumber); } },
});

/** @param {GameInfo} info @param {Choices} c */
const rulesOf = (info, c) => info.rules.find((r) => r.id === c.rules[c.game] || r.aliases?.includes(c.rules[c.game])) ?? info.rules[0];

/**
 * @param {HTMLFormElement} form
 * @param {Choices} c
 * @param {GameInfo[]} games
 * @param {() => void} again
 */
function drawForm(form, c, games, again) {
  const info = games.find((g) => g.kind === c.game) ?? games[0];
  const rules = rulesOf(info, c);
  const key = keyOf(c, rules);
  const sizes = (rules?.sizes ?? []).map(String);
  const size = c.size[key] || String(rules?.default_size ?? sizes[0] ?? "");
  const openings = rules?.openings ?? [];
  const offered = opponents(c, info, rules);
  const { first, second } = specOf(c, info, rules).players;
  const chosenWho = whoOf(c, info, rules);
  // White moves first after handicap stones.
  const handicap = handicapOf(c, rules, key) > 0;
  const nameLabel = (/** @type {"first" | "second"} */ who) => (handicap ? t("game.name", { color: t(who === "first" ? "color.black" : "color.white") }) : t(`new.name.${who}`));
  const set = (/** @type {() => void} */ change) => {
    change();
    again();
  };
  const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {Node} */ control) => div("field", h("label", { for: id }, label), control);
  const select = (/** @type {string} */ id, /** @type {string} */ value, /** @type {[string, string][]} */ options, /** @type {(v: string) => void} */ change) =>
    h("select", { id, value, disabled: options.length < 2, on: { change: (/** @type {any} */ e) => set(() => change(e.target.value)) } }, options.map(([v, words]) => h("option", { value: v }, words)));
  /** @type {[Choices["who"], string][]} */
  const who = [["human-first", t(handicap ? "new.who.black" : "new.who.first")], ["human-second", t(handicap ? "new.who.white" : "new.who.second")], ["people", t("new.who.people")], ["engines", t("new.who.engines")]];
  const cards = cardsOf(games);
  const chosenCard = cardOf(cards, info, rules);
  const choose = (/** @type {import("./cards.js").Card} */ card) => {
    c.game = card.game.kind;
    if (card.rules) c.rules[c.game] = card.rules.id;
    else if (rulesOf(card.game, c) && hasCard(card.game, rulesOf(card.game, c))) c.rules[c.game] = card.game.rules[0].id;
  };
  const own = isOwnSize(c, rules, key);
  /** Columns or rows: a menu, as typing would leave the other fields behind. @param {"cols" | "rows"} name @param {0 | 1} i */
  const side = (name, i) => {
    const el = select(`size-${name}`, String(sidesOf(size)[i]), Array.from({ length: MOST }, (_, n) => [String(n + 1), String(n + 1)]), (v) => {
      const sides = sidesOf(size);
      sides[i] = Number(v);
      c.size[key] = sides.join("x");
    });
    el.setAttribute("aria-label", t(`new.size.${name}`));
    return el;
  };
  const stones = rules?.start?.[size] ?? handicapStones(rules, size, handicapOf(c, rules, key));
  /** The fields of an engine. @param {import("../types.js").Player} player @param {"" | "-2"} of @param {string} label @param {string} levelLabel */
  const engineFields = ({ engine, level }, of, label, levelLabel) => {
    const levels = offered.find((e) => e.name === engine)?.levels ?? [];
    return div("field level",
      div("form two",
        offered.length < 2 ? null : field(`engine${of}`, label, select(`engine${of}`, engine ?? "", offered.map((e) => [e.name, pick(e.title) || e.name]), (v) => {
          c.engine = { ...c.engine, [c.game + of]: v };
          delete c.begins;
        })),
        levels.length < 2 ? null : field(`level${of}`, levelLabel, div("level-row",
          h("input", {
            type: "range", id: `level${of}`, min: levels[0].level, max: levels.at(-1)?.level, step: 1, value: String(level),
            on: { input: (/** @type {any} */ e) => set(() => { c.level[(engine ?? "") + of] = Number(e.target.value); }) },
          }),
          h("output", { for: `level${of}`, class: "level-number" }, level ?? "")))),
      h("p", { class: "level-text" }, capital(pick(levels.find((l) => l.level === level)?.text))));
  };

  fill(form,
    h("fieldset", { class: "games" }, h("legend", { class: "sr-only" }, t("new.game")),
      cards.map((card) => h("label", { class: `game-card${card === chosenCard ? " chosen" : ""}` },
        h("input", { type: "radio", name: "game", id: `game-${card.id}`, value: card.id, checked: card === chosenCard, class: "sr-only", on: { change: () => set(() => choose(card)) } }),
        gameEmblem(card.game, card.rules), h("span", null, card.title)))),
    h("fieldset", { class: "segments" }, h("legend", null, t("new.who")),
      who.map(([value, words]) => h("label", { class: `segment${chosenWho === value ? " chosen" : ""}` },
        h("input", { type: "radio", name: "who", id: `who-${value}`, value, checked: chosenWho === value, class: "sr-only", on: { change: () => set(() => { c.who = value; c.begins = engineOf(c, info, rules)?.name; }) } }), words))),
    c.who === "people" ? null
      : c.who !== "engines" ? engineFields(first.kind === "engine" ? first : second, "", t("new.engine"), t("new.level"))
        : [engineFields(first, "", t("matches.engine", { n: 1 }), t("matches.level", { n: 1 })), engineFields(second, "-2", t("matches.engine", { n: 2 }), t("matches.level", { n: 2 }))],
    div("new-board", rules ? boardPreview(rules, size, stones) : null, div("form two",
      field("rules", t("new.rules"), select("rules", rules?.id ?? "", info.rules.map((r) => [r.id, pick(r.name) || r.id]), (v) => {
        c.rules[c.game] = v;
        const next = rulesOf(info, c);
        // A chosen size stays if the new rules have it; a default size becomes the default of the new rules.
        const kept = !!c.size[key] || String(rules?.default_size) === String(next.default_size);
        const to = `${c.game}/${next.id}`;
        if (kept && (next.sizes ?? []).map(String).includes(size)) c.size[to] = size;
        else if (own && (next.sizes?.length ?? 0) > 1) c.size[to] = size;
        if (own) c.ownSize = { ...c.ownSize, [to]: true };
      })),
      openings.length < 2 ? null : field("opening", t("new.opening"), select("opening", openings.some((o) => o.id === c.opening[key]) ? c.opening[key] : "",
        openingOptions(openings), (v) => { c.opening[key] = v; })),
      field("size", t("keys.group.board"), div("size-row",
        select("size", own ? OWN : size, [...sizes.map((x) => /** @type {[string, string]} */ ([x, /x/i.test(x) ? x.replace(/x/i, " × ") : `${x} × ${x}`])), .../** @type {[string, string][]} */ (sizes.length > 1 ? [[OWN, t("new.size.own")]] : [])], (v) => {
          c.ownSize = { ...c.ownSize, [key]: v === OWN };
          c.size[key] = v === OWN ? sidesOf(size).join("x") : v;
        }),
        own ? [side("cols", 0), span("size-times", "×"), side("rows", 1)] : null)),
      rules?.komi === undefined ? null : field("komi", t("new.komi"), numberField("komi", { value: komiOf(c, rules, key), least: -150, most: 150, step: 0.5 },
        (n) => { c.komi = { ...c.komi, [key]: n }; })),
      rules?.komi === undefined ? null : field("handicap", t("new.handicap"), select("handicap", String(handicapOf(c, rules, key)),
        [["0", t("new.handicap.none")], ...Array.from({ length: Math.max(0, (own ? 0 : rules.handicap?.[size] ?? 0) - 1) }, (_, i) => /** @type {[string, string]} */ ([String(i + 2), t("new.handicap.n", { n: i + 2 })]))],
        (v) => { c.handicap = Number(v); const { [key]: _, ...rest } = c.komi ?? {}; c.komi = rest; })),
      field("clock", t("new.clock"), select("clock", c.clock in CLOCKS || c.clock === OWN ? c.clock : "none",
        [...Object.keys(CLOCKS).map((k) => /** @type {[string, string]} */ ([k, clockLabel(CLOCKS[k])])), [OWN, t("clock.own")]], (v) => { c.clock = v; })),
      c.who === "engines" ? null : field("name-first", c.who === "people" ? nameLabel("first") : t("new.name.you"),
        h("input", { id: "name-first", type: "text", maxlength: 60, value: c.first, autocomplete: "off", on: { input: (/** @type {any} */ e) => { c.first = e.target.value; } } })),
      c.who !== "people" ? null : field("name-second", nameLabel("second"),
        h("input", { id: "name-second", type: "text", maxlength: 60, value: c.second, autocomplete: "off", on: { input: (/** @type {any} */ e) => { c.second = e.target.value; } } })))),
    c.clock === OWN ? ownClock(c, has(rules ?? {}, "territory"), set) : null,
    c.who === "people" || c.who === "engines" ? null : h("label", { class: "check", for: "teaching" },
      h("input", { type: "checkbox", id: "teaching", checked: store.state.settings.teaching, on: { change: (/** @type {any} */ e) => setSettings({ teaching: e.target.checked }) } }),
      h("span", null, t("new.teaching"))),
    h("p", { class: "form-problem", id: "new-problem", role: "alert", hidden: true }),
    div("dialog-actions", h("button", { type: "submit", class: "button primary big", id: "start" }, icon("play"), span("label", t("new.start")))));
}

/**
 * The fields of a clock that one types in.
 * @param {Choices} c @param {boolean} canadian whether Canadian byo-yomi is offered @param {(change: () => void) => void} set
 */
function ownClock(c, canadian, set) {
  const own = { ...usualOwn(), ...c.ownClock };
  if (own.kind === "canadian" && !canadian) own.kind = "byo-yomi";
  c.ownClock = own;
  const number = (/** @type {"main" | "increment" | "periods" | "period" | "moves" | "minutes"} */ key, /** @type {number} */ least, /** @type {number} */ most, /** @type {number} */ step) => div("field", h("label", { for: `clock-${key}` }, t(`clock.own.${key}`)),
    numberField(`clock-${key}`, { value: own[key], least, most, step: step === 1 ? 1 : "any" }, (n) => { own[key] = n; }));
  /** @type {[OwnClock["kind"], string][]} */
  const kinds = [["none", t("clock.own.none")], ["increment", t("clock.own.kind-increment")], ["byo-yomi", t("clock.own.kind-byo-yomi")]];
  if (canadian) kinds.push(["canadian", t("clock.own.kind-canadian")]);
  return h("fieldset", { class: "own-clock" }, h("legend", null, t("clock.own")), div("form two",
    number("main", own.kind === "none" || own.kind === "increment" ? 0.1 : 0, 1440, 0.5),
    div("field", h("label", { for: "clock-kind" }, t("clock.own.kind")),
      h("select", { id: "clock-kind", value: own.kind, on: { change: (/** @type {any} */ e) => set(() => { own.kind = e.target.value; }) } }, kinds.map(([v, words]) => h("option", { value: v }, words)))),
    own.kind === "increment" ? number("increment", 0, 3600, 0.5) : null,
    own.kind === "byo-yomi" ? [number("periods", 1, 100, 1), number("period", 1, 3600, 0.5)] : null,
    own.kind === "canadian" ? [number("moves", 1, 500, 1), number("minutes", 0.1, 600, 0.5)] : null));
}

/** @param {NonNullable<RuleSet["openings"]>} openings @returns {[string, string][]} */
function openingOptions(openings) {
  /** @type {[string, string][]} */
  const named = openings.filter((o) => o.id !== "none").map((o) => [o.id, pick(o.name) || o.id]);
  return [["", t("new.opening.none")], ...named];
}
