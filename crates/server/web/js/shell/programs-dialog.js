// The person's own engines: programs that are registered, tested and removed with a code that only the terminal shows.

import { api, ApiError } from "../api.js";
import { button, div, fill, h, span } from "../dom.js";
import { pick, t } from "../i18n/index.js";
import { gameTitle } from "../moves.js";
import { store } from "../store.js";
import { dialog } from "./dialog.js";

/** @import { OwnProgram, ProgramAnswer } from "../types.js" */

/** Names of protocols as people know them. @type {Record<string, string>} */
const PROTOCOLS = { gtp: "GTP", gomocup: "Gomocup (Piskvork)", nboard: "NBoard", json: "JSON lines" };

/** @param {string} kind */
const gameName = (kind) => {
  const info = store.state.about?.games.find((g) => g.kind === kind);
  return info ? gameTitle(info) : kind;
};

/** What went wrong, in words. @param {unknown} error */
const problemOf = (error) => (error instanceof ApiError && !error.offline ? error.message : t("problem.no-server"));

/** Shows the programs. */
export async function showPrograms() {
  await dialog(t("programs.title"), () => {
    const el = div("programs");
    void start(el);
    return [el];
  }, { class: "wide" });
}

/** @param {HTMLElement} el */
async function start(el) {
  /** @type {{ programs: OwnProgram[], protocols: { name: string, games: string[] }[] }} */
  let all;
  const filled = { name: "", command: "", protocol: "gtp", games: /** @type {string[] | null} */ (null), replace: false };
  /** @type {{ words: string, good: boolean, answers: ProgramAnswer[] } | null} */
  let said = null;

  const load = async () => {
    all = await api.programs();
  };

  const list = () => (all.programs.length === 0
    ? h("p", { class: "hint-text" }, t("programs.none"))
    : h("ul", { class: "program-list" }, all.programs.map((p) => h("li", { class: "program" },
      div("program-text",
        h("strong", null, p.name), h("span", null, `${PROTOCOLS[p.protocol] ?? p.protocol} · ${p.games.map(gameName).join(t("programs.comma"))}`),
        h("code", null, p.command)),
      div("program-acts",
        button("play", t("programs.test"), () => void ask({ do: "test", name: p.name }, t("programs.testing", { name: p.name })), { "aria-label": t("programs.test-name", { name: p.name }) }),
        button("close", t("programs.remove"), () => void ask({ do: "remove", name: p.name }, ""), { "aria-label": t("programs.remove-name", { name: p.name }) }))))));

  const outcome = () => (said === null ? null : h("div", { class: `program-said${said.good ? "" : " bad"}`, role: "status" }, h("p", null, said.words),
    said.answers.map((a) => h("p", null, a.why ? t("programs.fails", { game: gameName(a.game), why: pick(a.why) })
      : t("programs.answers", { game: gameName(a.game), move: a.move ?? "", s: (a.ms / 1000).toFixed(1) })))));

  const form = () => {
    const usual = () => all.protocols.find((p) => p.name === filled.protocol)?.games ?? [];
    const chosen = () => filled.games ?? usual();
    const games = h("fieldset", { class: "segments" });
    const drawGames = () => fill(games, h("legend", null, t("programs.games")), (store.state.about?.games ?? []).map((g) => h("label", { class: `segment${chosen().includes(g.kind) ? " chosen" : ""}` },
      h("input", {
        type: "checkbox", id: `program-game-${g.kind}`, class: "sr-only", checked: chosen().includes(g.kind),
        on: {
          change: (/** @type {any} */ e) => {
            filled.games = e.target.checked ? [...chosen(), g.kind] : chosen().filter((kind) => kind !== g.kind);
            drawGames();
            document.getElementById(`program-game-${g.kind}`)?.focus();
          },
        },
      }), gameName(g.kind))));
    drawGames();
    const text = (/** @type {"name" | "command"} */ key, /** @type {number} */ most, /** @type {string} */ example) => div("field", h("label", { for: `program-${key}` }, t(`programs.${key}`)),
      h("input", { id: `program-${key}`, type: "text", required: true, maxlength: most, value: filled[key], placeholder: example, autocomplete: "off", spellcheck: "false", on: { input: (/** @type {any} */ e) => { filled[key] = e.target.value; } } }));
    return h("form", {
      class: "form program-form", method: "dialog", on: {
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const { name, command, protocol, replace } = filled;
          void ask({ do: "add", name: name.trim(), command: command.trim(), protocol, games: chosen(), replace }, t("programs.testing", { name: name.trim() }));
        },
      },
    },
    h("h3", null, t("programs.add")),
    div("form two", text("name", 40, "GNU Go"),
      div("field", h("label", { for: "program-protocol" }, t("programs.protocol")),
        h("select", { id: "program-protocol", value: filled.protocol, on: { change: (/** @type {any} */ e) => { filled.protocol = e.target.value; filled.games = null; drawGames(); } } },
          all.protocols.map((p) => h("option", { value: p.name }, PROTOCOLS[p.name] ?? p.name))))),
    text("command", 4000, "gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead"), games,
    h("label", { class: "check", for: "program-replace" }, h("input", { type: "checkbox", id: "program-replace", checked: filled.replace, on: { change: (/** @type {any} */ e) => { filled.replace = e.target.checked; } } }), h("span", null, t("programs.replace"))),
    div("dialog-actions", h("button", { type: "submit", class: "button primary", id: "program-add" }, span("label", t("programs.add-button")))));
  };

  const draw = () => fill(el, h("p", { class: "hint-text" }, t("programs.about")), outcome(), list(), form());

  /** Asks for a change, then for its code. @param {Record<string, any>} what @param {string} busy words while a program runs */
  const ask = async (what, busy) => {
    said = null;
    try {
      const { id } = await api.askProgram(what);
      code(id, what, busy);
    } catch (error) {
      said = { words: problemOf(error), good: false, answers: [] };
      draw();
      el.querySelector(".program-said")?.scrollIntoView({ block: "nearest" });
    }
  };

  /** @param {number} id @param {Record<string, any>} what @param {string} busy */
  const code = (id, what, busy) => {
    const status = h("p", { class: "program-status", role: "status" });
    const input = h("input", { id: "program-code", type: "text", required: true, maxlength: 20, autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "abc-def" });
    const confirm = h("button", { type: "submit", class: "button primary", id: "program-confirm" }, span("label", t("programs.confirm")));
    const submit = async () => {
      confirm.disabled = true;
      status.className = "program-status";
      status.textContent = busy;
      try {
        const { done, answers } = await api.confirmProgram(id, input.value);
        await load();
        store.set({ about: await api.about() });
        said = { words: t(`programs.${what.do}-${done ? "done" : "failed"}`, { name: what.name }), good: done, answers };
        if (done && what.do === "add") Object.assign(filled, { name: "", command: "", games: null, replace: false });
        draw();
        /** @type {HTMLElement | null} */ (el.querySelector("#program-name"))?.focus();
      } catch (error) {
        const open = error instanceof ApiError && (error.code === "wrong-code" || error.offline);
        status.textContent = problemOf(error);
        status.className = "program-status bad";
        // After the last try, or too late, this request has no code any more.
        confirm.disabled = !open;
        input.disabled = !open;
        input.select();
      }
    };
    fill(el, h("form", { class: "form program-code", method: "dialog", on: { submit: (/** @type {Event} */ e) => { e.preventDefault(); void submit(); } } },
      h("p", null, t(`programs.code-${what.do}`, { name: what.name })),
      what.command ? h("code", { class: "program-command" }, what.command) : null,
      h("p", { class: "hint-text" }, t("programs.code-about")),
      div("field", h("label", { for: "program-code" }, t("programs.code")), input), status,
      div("dialog-actions",
        h("button", { class: "button", id: "program-back", on: { click: draw } }, span("label", t("programs.back"))), confirm)));
    input.focus();
  };

  fill(el, h("p", { class: "hint-text" }, t("status.loading")));
  try {
    await load();
    draw();
    /** @type {HTMLElement | null} */ (el.querySelector("#program-name"))?.focus();
  } catch (error) {
    fill(el, h("p", { class: "program-said bad", role: "status" }, problemOf(error)));
  }
}
