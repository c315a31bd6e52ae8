// The frame of the page: header, board, players, status line, and the tabs.

import { button, div, fill, h, icon, span } from "../dom.js";
import { BoardView } from "../board/board.js";
import { t } from "../i18n/index.js";
import { registerKeys } from "../keys.js";
import { rulesWords } from "../moves.js";
import { allPanels, onRegistered } from "../panels.js";
import { hands } from "../play/hands.js";
import { mountPlayers } from "../play/players.js";
import { mountStatus } from "../play/status.js";
import { mountToolbar } from "../play/toolbar.js";
import { matchesButton } from "../matches/index.js";
import { showNewGame } from "../play/newgame.js";
import { showExport, showOpen } from "../records/index.js";
import { store } from "../store.js";
import { mountStrip } from "../study/candidate-strip.js";
import { mountLeft } from "../study/left-column.js";
import { openingAt } from "../study/move-list.js";
import { announceMoves } from "./live.js";
import { grip } from "./sizes.js";
import { showKeys } from "./help.js";
import { showSettings } from "./settings-dialog.js";

/** Pixels that stay above the board when the page scrolls. */
const MARGIN = 4;

/** The board on the page, for parts that need its geometry. @type {{ current: BoardView | null }} */
const boardView = { current: null };

/**
 * Brings a tab's panel into view where it is below the screen, as far as the board above it stays in view.
 * @param {HTMLElement} panel @param {Element} board
 */
function reveal(panel, board) {
  const [{ top, bottom }, { top: first, bottom: last }] = [panel.getBoundingClientRect(), board.getBoundingClientRect()];
  if (last > top) panel.scrollIntoView({ block: "nearest", behavior: "smooth" });
  else scrollBy({ top: Math.max(0, Math.min(bottom - innerHeight, first - MARGIN)), behavior: "smooth" });
}

/** Builds the page in the current language. Returns a function that removes it. */
export function mountShell() {
  const app = /** @type {HTMLElement} */ (document.getElementById("app"));
  /** @type {(() => void)[]} */
  const ends = [];
  const board = new BoardView(store, hands);
  boardView.current = board;
  hands.pitch = () => board.pitch();

  const name = span("game-name");
  const state = h("span", { class: "save-state", role: "status" });
  const matches = matchesButton();
  ends.push(matches.end);
  const header = h("header", { class: "top" },
    h("h1", { class: "brand" }, h("span", { class: "brand-mark", "aria-hidden": "true" }), span("brand-name", "Tengen"), h("span", { class: "brand-zh", lang: "zh" }, "天元")),
    name,
    state,
    h("nav", { class: "top-actions", "aria-label": t("nav.main") },
      button("plus", t("action.new"), () => showNewGame(), { class: "primary", id: "new-game" }),
      button("open", t("action.open"), () => showOpen(), { id: "open-record" }),
      button("save", t("action.export"), () => showExport(/** @type {HTMLElement} */ (document.getElementById("export"))), { id: "export" }),
      matches.el,
      button("gear", t("action.settings"), () => showSettings(), { class: "quiet", id: "settings" }),
      button("help", t("action.keys"), () => showKeys(), { class: "quiet", id: "keys" })));

  const players = h("section", { class: "players", "aria-label": t("nav.players") });
  const status = h("section", { class: "status", "aria-label": t("nav.status") });
  const toolbar = h("section", { class: "toolbar", role: "toolbar", "aria-label": t("nav.toolbar") });
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("nav.panels") });
  const body = h("div", { class: "panel-body", role: "tabpanel", id: "panel", tabindex: "-1" });
  const side = h("aside", { class: "side" }, players, toolbar, status, h("section", { class: "panels" }, tabs, body));
  side.append(grip({ name: "side", label: t("size.width"), target: () => side, axis: "x", sign: -1, least: 300, most: () => innerWidth * 0.55 }));
  const left = h("aside", { class: "left", "aria-label": t("keys.group.moves") });
  const under = h("div", { class: "under-board", id: "under-board" });
  const beside = h("div", { class: "beside-board", id: "beside-board" });
  const strip = h("section", { class: "candidate-strip", "aria-label": t("study.candidates") });
  const main = h("main", { class: "table" }, left, div("board-area", beside, div("board-fit", board.el), under), strip, side);
  fill(app, header, main);

  ends.push(() => board.destroy(), mountLeft(left, store), mountStrip(strip), mountPlayers(players), mountStatus(status), mountToolbar(toolbar), announceMoves());

  const top = () => {
    const { about, board: b, saving, connection } = store.state;
    const { game, rules, both } = rulesWords(about, b);
    name.textContent = b ? [both, `${b.size.cols}×${b.size.rows}`, openingAt(b, store.state.node)].filter(Boolean).join(" · ") : "";
    document.title = b ? `${game || rules} — Tengen` : "Tengen 天元";
    const word = connection === "offline" ? "offline" : !b ? "" : saving;
    state.dataset.state = word;
    state.textContent = word ? t(`save.${word}`) : "";
    state.title = state.textContent;
    name.title = name.textContent;
  };
  ends.push(store.watch(["about", "board", "node", "saving", "connection"], top));
  top();

  /** @type {Map<string, HTMLElement>} */
  const mounted = new Map();
  /** @type {(() => void)[]} */
  const panelEnds = [];
  let drawn = "";
  let seen = "";
  const showTabs = () => {
    const all = allPanels().filter((p) => !p.when || p.when(store.state));
    const shown = all.find((p) => p.id === store.state.panel) ?? all[0];
    // A tab that is replaced between press and release loses the click.
    const now = [...all, shown].map((p) => p?.id).join();
    if (now !== drawn) fill(tabs, all.map((p) => h("button", {
      role: "tab", class: "tab", id: `tab-${p.id}`, "aria-controls": "panel", "aria-selected": p === shown ? "true" : "false",
      tabindex: p === shown ? "0" : "-1",
      on: {
        click: () => {
          store.set({ panel: p.id });
          store.flush();
          reveal(/** @type {HTMLElement} */ (body.parentElement), board.el);
        },
        keydown: (/** @type {KeyboardEvent} */ event) => {
          const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
          if (by === 0) return;
          event.preventDefault();
          event.stopPropagation();
          const next = all[(all.indexOf(p) + by + all.length) % all.length];
          store.set({ panel: next.id });
          store.flush();
          document.getElementById(`tab-${next.id}`)?.focus();
        },
      },
    }, p.icon ? icon(p.icon) : null, h("span", null, t(p.titleKey)))));
    if (shown && !mounted.has(shown.id)) {
      const el = h("div", { class: "panel", data: { panel: shown.id } });
      mounted.set(shown.id, el);
      const end = shown.mount(el, store);
      if (end) panelEnds.push(end);
    }
    for (const [id, el] of mounted) {
      if (id === shown?.id) {
        if (el.parentElement !== body) body.append(el);
        el.hidden = false;
      } else {
        el.hidden = true;
      }
    }
    if (!shown) return;
    body.setAttribute("aria-labelledby", `tab-${shown.id}`);
    if (drawn === now && seen === shown.id) return;
    drawn = now;
    seen = shown.id;
    // In the next frame: to ask for a place at once would lay the page out in the middle of an update.
    requestAnimationFrame(() => {
      const tab = document.getElementById(`tab-${seen}`);
      if (tab) tabs.scrollLeft = Math.max(0, tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2);
    });
  };
  ends.push(store.watch(["panel", "board", "mode", "about"], showTabs), onRegistered(showTabs));
  // On narrow screens the stylesheet places the candidates below the board, once a person has chosen their tab.
  const analysing = () => main.classList.toggle("analysing", store.state.panel === "analysis");
  ends.push(store.watch(["panel"], analysing));
  analysing();
  showTabs();
  for (const panel of allPanels()) if (panel.keys) ends.push(registerKeys(panel.keys));
  ends.push(registerKeys([
    { keys: "b", labelKey: "keys.board", groupKey: "keys.group.board", act: () => board.focus() },
    { keys: "?", labelKey: "keys.help", groupKey: "keys.group.page", act: () => void showKeys() },
    { keys: ",", labelKey: "action.settings", groupKey: "keys.group.page", act: () => void showSettings() },
  ]));

  return () => {
    panelEnds.forEach((end) => end());
    ends.forEach((end) => end());
    boardView.current = null;
  };
}
