// The tab of the game's details: players, date, place, tags. Changes are saved at once.

import { api } from "../api.js";
import { div, fill, h } from "../dom.js";
import { t } from "../i18n/index.js";
import { colorName, resultWords } from "../moves.js";
import { registerPanel } from "../panels.js";
import { say, sayProblem } from "../messages.js";
import { adopt } from "../session/sync.js";
import { store } from "../store.js";

/** @import { Board } from "../types.js" */

/** Sends a change of the game's header or tags. @param {Parameters<typeof api.patch>[1]} patch */
async function change(patch) {
  const { board } = store.state;
  if (!board) return;
  try {
    adopt(await api.patch(board.id, patch));
    say(t("game.saved"));
  } catch (error) {
    sayProblem(error);
  }
}

/** @param {HTMLElement} el */
function mount(el) {
  let shown = "";
  /** @param {string} id @param {string} label @param {string} value @param {(value: string) => void} save */
  const field = (id, label, value, save) => div("field", h("label", { for: `game-${id}` }, label),
    h("input", { id: `game-${id}`, type: "text", value, maxlength: 200, autocomplete: "off", on: { change: (/** @type {any} */ e) => save(e.target.value.trim()) } }));
  const draw = () => {
    const { board } = store.state;
    if (!board) {
      shown = "";
      fill(el, h("p", { class: "hint-text" }, t("status.welcome")));
      return;
    }
    const state = JSON.stringify([board.id, board.header, board.tags, board.result]);
    // While the user types here, changes of other tabs wait.
    if (state === shown || (el.contains(document.activeElement) && shown.startsWith(JSON.stringify([board.id]).slice(0, -1)))) return;
    shown = state;
    const header = board.header ?? {};
    const side = (/** @type {"black" | "white"} */ c) => field(c, t("game.name", { color: colorName(board, c) }), header[c]?.name ?? "", (name) => void change({ header: { [c]: { name: name || null } } }));
    const rank = (/** @type {"black" | "white"} */ c) => field(`${c}-rank`, t("game.rank", { color: colorName(board, c) }), header[c]?.rank ?? "", (value) => void change({ header: { [c]: { rank: value || null } } }));
    const text = (/** @type {string} */ key) => field(key, t(`game.${key}`), header[key] ?? "", (value) => void change({ header: { [key]: value || null } }));
    fill(el,
      board.result && board.result !== "*" ? h("p", { class: "game-result" }, resultWords(board.result, board)) : null,
      div("form two", side("black"), side("white"), rank("black"), rank("white"), text("event"), text("round"), text("place"), text("date")),
      div("form game-more",
        field("tags", t("game.tags"), (board.tags ?? []).join(", "), (value) => void change({ tags: value.split(/[,，]/).map((x) => x.trim()).filter(Boolean) })),
        div("field", h("label", { for: "game-comment" }, t("game.comment")),
          h("textarea", { id: "game-comment", rows: 3, value: header.comment ?? "", maxlength: 4000, on: { change: (/** @type {any} */ e) => void change({ header: { comment: e.target.value.trim() || null } }) } }))));
  };
  draw();
  return store.watch(["board"], draw);
}

/** Registers the tab. */
export function registerGamePanel() {
  registerPanel({ id: "game", titleKey: "keys.group.game", icon: "edit", order: 90, mount: (el) => mount(el) });
}
