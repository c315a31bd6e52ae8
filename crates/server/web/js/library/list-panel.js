// The library's panel: search, list, pages; open, tags, recycle bin; import; export.

import { api, json } from "../api.js";
import { sideDot } from "../board/side-dot.js";
import { button, div, fill, h, icon, span } from "../dom.js";
import { language, pick, t } from "../i18n/index.js";
import { colorName, gameTitle, resultWords, rulesWords } from "../moves.js";
import { cardsOf } from "../play/cards.js";
import { engineWords } from "../play/players.js";
import { say, sayProblem } from "../messages.js";
import { placedProblem } from "../records/problems.js";
import { closeBoard, open } from "../session/open.js";
import { addSamples } from "./samples.js";
import { keep, recall } from "../settings.js";
import { dialog, menu } from "../shell/dialog.js";
import { rootOf } from "../tree.js";
import { store } from "../store.js";
import { select } from "../study/analysis-panel.js";
import { showLibraryFile, undone } from "./file-dialog.js";
import { firstMoves, hasUnnumbered } from "./first-moves.js";
import { droppedFiles, importFiles } from "./import.js";
import { showPlayer } from "./player-dialog.js";
import { playersOf } from "./player-model.js";
import { EMPTY, FIELDS, isDate, narrowed, pagesOf, parseSearch, parseTags, SORTS, toParams, writeSearch } from "./query.js";

/** @import { Store } from "../store.js" */
/** @import { Query } from "./query.js" */
/** @import { Progress } from "./import.js" */

const KEY = "tengen.library";

/** The last search, kept between visits. @type {Query} */
let query = { ...EMPTY, ...pickStrings(recall(KEY)), page: 1, deleted: false };

/** @param {any} stored @returns {Partial<Query>} */
function pickStrings(stored) {
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(EMPTY).filter(([k, v]) => typeof v === "string" && typeof stored[k] === "string").map(([k]) => [k, stored[k]]));
}

/** The names of the two sides of a summary, in either of its forms. @param {any} g */
export function namesOf(g) {
  const name = (/** @type {any} */ x) => (typeof x === "string" ? x : x?.name ?? "");
  return { black: name(g.black ?? g.header?.black ?? g.players?.first), white: name(g.white ?? g.header?.white ?? g.players?.second) };
}

/** Whether a name is that of an engine: Tengen's, or a program that the person has registered. @param {string} name */
const isEngine = (name) => !!engineWords(name) || !!store.state.about?.games.some((game) => game.engines.some((e) => e.name === name));

/** The names of a row as they are shown: an engine by its level, and its opponent without a name as the person. @param {any} g */
export function shownNames(g) {
  const { black, white } = namesOf(g);
  const shown = (/** @type {string} */ own, /** @type {string} */ other) => engineWords(own) ?? (own || (isEngine(other) ? t("player.you") : ""));
  return { black: shown(black, white), white: shown(white, black) };
}

/** The names of the suites of puzzles, once a game of one is listed. @type {Map<string, import("../types.js").Text> | null} */
let suites = null;
const PUZZLE = /^([a-z-]+) (\d+)$/;

/** The name of a game in the current language, where it is that of a puzzle. @param {string} name */
function puzzleName(name) {
  const [, id, n] = PUZZLE.exec(name) ?? [];
  const suite = suites?.get(id);
  return suite ? `${pick(suite)} · ${n}` : name;
}

/** Moves the focus to the search field, while the panel is shown. @type {(() => void) | null} */
let focusSearch = null;
export const searchLibrary = () => focusSearch?.();

/** Shows the query in the form and searches, while the panel is there. @type {(() => void) | null} */
let searchAgain = null;

/** Reads the list and the state of the file again, while the panel is there. @type {(() => void) | null} */
let readAgain = null;
export const refreshLibrary = () => readAgain?.();

/** Shows the library with the games of a tag. @param {string} tag */
export function showTag(tag) {
  query = { ...EMPTY, tag };
  keep(KEY, query);
  store.set({ panel: "library" });
  store.flush();
  searchAgain?.();
}

/** @param {HTMLElement} el @param {Store} st */
export function mountLibrary(el, st) {
  /** @type {any[]} */
  let games = [];
  let total = 0;
  let problem = "";
  /** What of the search is not used, since it is no date. */
  const unread = () => {
    const { from, to } = parseSearch(search.value);
    return [from, to].find((date) => date && !isDate(date));
  };
  let loaded = false;
  /** @type {AbortController | null} */
  let loading = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Progress | null} */
  let importing = null;
  /** @type {AbortController | null} */
  let importStop = null;

  const search = h("input", { type: "search", class: "library-search", id: "library-search", placeholder: t("library.search"), "aria-label": t("library.search"), value: writeSearch(query), autocomplete: "off", spellcheck: "false" });
  const filterButton = button("search", t("library.filter"), () => {
    filters.hidden = !filters.hidden;
    filterButton.setAttribute("aria-expanded", String(!filters.hidden));
  }, { class: "quiet icon-only", "aria-expanded": "false", "aria-controls": "library-filters" });
  const filters = h("div", { class: "library-filters", id: "library-filters", hidden: true });
  const importButton = button("save", t("library.import"), () => void showImport(), { id: "library-import" });
  const binButton = button("trash", t("library.bin"), () => ask({ deleted: !query.deleted, page: 1 }), { class: "quiet icon-only", id: "library-bin" });
  const fileButton = button("gear", t("file.open"), () => void showFile(), { class: "quiet icon-only", id: "library-file", hidden: true });
  const fileNotice = h("div", { class: "library-notice", role: "status", hidden: true });
  const status = h("p", { class: "library-status", role: "status" });
  // The player that the search names.
  const playerButton = button("books", t("stats.show"), () => void showPlayer(query.player.trim(), query.player.trim(), query.game ? { game: query.game } : null), { id: "player-statistics", hidden: true });
  const samples = button("books", t("samples.add"), () => void addSamples().then(load, sayProblem), { class: "primary", id: "samples", hidden: true });
  const progressBox = h("div", { class: "import-progress", hidden: true });
  const binTitle = h("div", { class: "library-notice", id: "library-bin-title", hidden: true }, h("p", null, h("strong", null, t("library.bin")), ` · ${t("library.bin.about")}`),
    button("back", t("library.bin.leave"), () => ask({ deleted: false, page: 1 }), { id: "library-bin-leave" }));
  const list = h("ul", { class: "library-list", "aria-label": t("library.panel") });
  const pager = div("library-pager");
  el.classList.add("study-panel", "library-panel");
  fill(el, div("library-head", search, filterButton, binButton, fileButton), fileNotice, binTitle, filters, div("library-row", status, playerButton, samples, importButton), progressBox, list, pager);

  /** Changes the query and searches again. @param {Partial<Query>} patch @param {number} [wait] */
  function ask(patch, wait = 0) {
    query = { ...query, ...patch };
    keep(KEY, query);
    clearTimeout(timer);
    timer = setTimeout(() => void load(), wait);
    drawTop();
  }

  const showFile = () => showLibraryFile({ changed: refreshLibrary });

  /** Where the person's own machine serves the page: the button of the file, and a notice of a damaged one. */
  async function drawFile() {
    fileButton.hidden = !st.state.about?.own_machine;
    if (fileButton.hidden) return;
    const waits = await api.libraryFile().then((file) => undone(file).length > 0, () => false);
    fileNotice.hidden = !waits;
    fill(fileNotice, waits ? [h("p", null, t("file.notice")), button("back", t("file.notice-show"), () => void showFile(), { id: "library-damaged" })] : null);
  }

  async function load() {
    loading?.abort();
    const own = (loading = new AbortController());
    stale = false;
    try {
      const wrong = unread();
      if (wrong) throw new Error(t("library.date.unread", { text: wrong }));
      const answer = await json("GET", "games", { query: toParams(query), signal: own.signal });
      if (own.signal.aborted) return;
      // One request for all lists; without it the names stay as they are.
      if (!suites && answer.games?.some((/** @type {any} */ g) => PUZZLE.test(g.name ?? ""))) {
        suites = await json("GET", "puzzles").then((all) => new Map(all.suites.map((/** @type {any} */ s) => [s.id, s.name])), () => null);
        if (own.signal.aborted) return;
      }
      games = answer.games ?? [];
      total = answer.total ?? games.length;
      problem = "";
    } catch (error) {
      if (own.signal.aborted) return;
      games = [];
      total = 0;
      problem = error instanceof Error ? error.message : String(error);
    }
    loaded = true;
    draw();
  }

  search.addEventListener("input", () => {
    const { text = "", ...named } = parseSearch(search.value);
    const dates = { from: named.from && isDate(named.from) ? named.from : "", to: named.to && isDate(named.to) ? named.to : "" };
    // The field shows every filter, so what is not in it any more is no filter any more.
    ask({ ...Object.fromEntries(FIELDS.map((field) => [field, ""])), ...named, ...dates, text, page: 1 }, 220);
    drawFilters();
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "Enter") {
      /** @type {HTMLElement | null} */ (list.querySelector(".game-open"))?.focus();
      event.preventDefault();
    }
  });
  list.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll(".game-open")]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0) return;
    const next = all[at + (event.key === "ArrowDown" ? 1 : -1)];
    (next ?? (event.key === "ArrowUp" ? search : null))?.focus();
    event.preventDefault();
    event.stopPropagation();
  });

  function drawFilters() {
    const { about } = st.state;
    const text = (/** @type {"player" | "tag" | "from" | "to"} */ key) => {
      const input = h("input", { type: "text", class: "field-input", value: query[key], id: `library-${key}`, placeholder: key === "from" || key === "to" ? "1998-07" : null });
      input.addEventListener("input", () => {
        const value = input.value.trim();
        const wrong = (key === "from" || key === "to") && value !== "" && !isDate(value);
        input.setAttribute("aria-invalid", String(wrong));
        if (wrong) return;
        ask({ [key]: value, page: 1 }, 250);
        search.value = writeSearch(query);
      });
      return h("label", { class: "study-field" }, span("study-field-name", t(`library.${key}`)), input);
    };
    if (filters.contains(document.activeElement)) return;
    // A family as a whole, and the rule sets of it that are games of their own.
    const choices = cardsOf(about?.games ?? []).map(({ game, rules, title }) => /** @type {[string, string]} */ (rules ? [rules.id, title] : [game.kind, gameTitle(game)]));
    fill(filters,
      select(t("new.game"), [["", t("library.game.all")], ...choices], query.game, (game) => { ask({ game, page: 1 }); search.value = writeSearch(query); }),
      select(t("library.result"), /** @type {[string, string][]} */ ([["", t("library.result.all")], ["black", t("library.result.black")], ["white", t("library.result.white")], ["draw", t("end.draw")], ["unknown", t("library.result.unknown")]]), query.result, (result) => { ask({ result, page: 1 }); search.value = writeSearch(query); }),
      text("player"), text("tag"), text("from"), text("to"),
      select(t("library.sort"), SORTS.map((s) => /** @type {[string, string]} */ ([s, t(`library.sort.${s}`)])), query.sort, (sort) => ask({ sort, page: 1 })),
      button("close", t("library.filter.clear"), () => { query = { ...EMPTY, deleted: query.deleted }; search.value = ""; ask({}); document.activeElement instanceof HTMLElement && document.activeElement.blur(); drawFilters(); }, { class: "filter-clear" }));
  }

  function drawTop() {
    binButton.setAttribute("aria-pressed", String(query.deleted));
    el.classList.toggle("bin", query.deleted);
    binTitle.hidden = !query.deleted;
    filterButton.classList.toggle("some", narrowed(query) > 0);
  }

  /** That no game matches, and the fields that there are where the text asks for another. */
  const none = () => t(/[^\s:：]+[:：]\S/.test(query.text) ? "library.empty.fields" : "library.empty", { fields: FIELDS.map((field) => `${field}:`).join(" ") });

  function draw() {
    status.textContent = problem || (total === 0 ? (loaded ? (query.deleted ? t("library.bin.empty") : narrowed(query) > 0 ? none() : t("library.empty.all")) : t("library.busy")) : t(narrowed(query) > 0 ? "library.found" : "library.about", { total: total.toLocaleString() }));
    status.classList.toggle("problem", problem !== "");
    fill(list, games.map(row));
    playerButton.hidden = query.player.trim() === "" || query.deleted || total === 0;
    samples.hidden = !(loaded && !problem && total === 0 && !query.deleted && narrowed(query) === 0);
    const pages = pagesOf(total);
    pager.hidden = pages < 2;
    const to = (/** @type {number} */ page) => ask({ page: Math.min(pages, Math.max(1, Math.round(page) || 1)) });
    const page = h("input", {
      type: "number", class: "field-input page-number", min: 1, max: pages, step: 1, value: String(query.page), "aria-label": t("library.page-number"),
      on: { change: (/** @type {any} */ event) => to(Number(event.target.value)) },
    });
    fill(pager,
      button("first", t("library.first"), () => to(1), { class: "quiet icon-only", disabled: query.page <= 1 }),
      button("prev", t("library.prev"), () => ask({ page: Math.max(1, query.page - 1) }), { class: "quiet icon-only", disabled: query.page <= 1 }),
      page, h("span", null, t("library.pages", { pages: pages.toLocaleString() })),
      button("next", t("library.next"), () => ask({ page: Math.min(pages, query.page + 1) }), { class: "quiet icon-only", disabled: query.page >= pages }),
      button("last", t("library.last"), () => to(pages), { class: "quiet icon-only", disabled: query.page >= pages }));
  }

  /** @param {any} g */
  function row(g) {
    const { about, board } = st.state;
    const names = shownNames(g);
    const side = { black: names.black || colorName(g, "black"), white: names.white || colorName(g, "white") };
    const size = g.size && typeof g.size === "object" ? `${g.size.cols}×${g.size.rows}` : g.size;
    const what = rulesWords(about, g).both;
    const named = names.black !== "" || names.white !== "";
    const event = g.event ?? puzzleName(g.name ?? "");
    const title = named ? `${side.black} – ${side.white}` : event || `${what} · ${timeOf(g.created_ms)}`;
    const facts = (/** @type {number} */ n, moves = "") => [named || event ? what : "", size, n >= 0 ? t("library.moves", { n }) : "", named ? event : moves].filter((x) => x).join(" · ");
    const differs = hasUnnumbered(g);
    const details = span("game-facts", facts(differs ? -1 : g.plies));
    if (!query.deleted && (differs || (!named && g.plies > 0))) void firstMoves(g).then(({ n, moves }) => { details.textContent = facts(n, moves); });
    // Without names and result the title has the whole row.
    const alone = !named && !resultText(g);
    const date = g.date ?? dayOf(g.changed_ms);
    const more = button("tag", t("library.more", { name: title }), () => rowMenu(more, g, title), { class: "quiet icon-only game-more" });
    fill(more, h("span", { "aria-hidden": "true" }, "⋯"));
    const back = query.deleted ? button("back", t("library.restore"), () => void restore(g, title), { class: "game-restore" }) : null;
    return h("li", { class: `library-game ${board && String(board.id) === String(g.id) ? "here" : ""}`, data: { id: g.id } },
      h("button", { type: "button", class: "game-open", "aria-label": t("library.open", { name: title }), on: { click: () => void (query.deleted ? restore(g, title, true) : openGame(g)) } },
        named ? span("game-names",
          span("game-side", sideDot(g, "black"), side.black),
          span("game-side", sideDot(g, "white"), side.white))
          : h("span", { class: alone ? "game-names alone" : "game-names" }, span("game-side", title)),
        alone ? null : span("game-result", resultText(g)),
        details,
        span("game-date", date ?? ""),
        g.tags?.length > 0 ? span("game-tags", g.tags.map((/** @type {string} */ tag) => span("tag", tag))) : null),
      back ?? more);
  }

  /** @param {any} g @param {string} title */
  function rowMenu(/** @type {HTMLElement} */ anchor, g, title) {
    menu(anchor, query.deleted ? [{ label: t("library.restore"), icon: "back", act: () => void restore(g, title) }] : [
      { label: t("action.open"), icon: "open", act: () => void openGame(g) },
      ...playersOf(namesOf(g), shownNames(g), isEngine).map(({ ask, shown }) => ({ label: t("stats.open", { name: shown }), icon: "books", act: () => void showPlayer(ask, shown, g) })),
      { label: t("library.tags.edit"), icon: "tag", act: () => void editTags(g) },
      ...["sgf", "text", "png"].map((format) => ({ label: `${t("action.export")} · ${format.toUpperCase()}`, icon: "save", act: () => download(g, format) })),
      { label: t("library.delete"), icon: "trash", act: () => void remove(g, title) },
    ]);
  }

  /** @param {any} g */
  async function openGame(g) {
    try {
      const found = await api.board(g.id);
      const ended = !!found.result && found.result !== "*";
      // A finished game is studied from its first move.
      await open(found, { paused: true, ...(ended ? { node: rootOf(found).id } : {}) });
      draw();
    } catch (error) {
      sayProblem(error);
    }
  }

  /** @param {any} g @param {string} title */
  async function remove(g, title) {
    try {
      if (String(st.state.board?.id) === String(g.id)) closeBoard();
      await api.remove(g.id);
      say(t("library.deleted", { name: title }), "info", { label: t("library.restore"), act: () => void restore(g, title) });
      await load();
    } catch (error) {
      sayProblem(error);
    }
  }

  /** @param {any} g @param {string} title @param {boolean} [opens] whether the person asked for it to be opened */
  async function restore(g, title, opens = false) {
    try {
      await api.restore(g.id);
      // The board stayed empty if it was this game's.
      if (opens || !store.state.board) await openGame(g);
      say(t("library.restored", { name: title }));
      await load();
    } catch (error) {
      sayProblem(error);
    }
  }

  /** @param {any} g @param {string} format */
  function download(g, format) {
    const link = h("a", { href: api.exportUrl(g.id, format).href, download: "" });
    document.body.append(link);
    link.click();
    link.remove();
  }

  /** @param {any} g */
  async function editTags(g) {
    const input = h("input", { type: "text", class: "field-input", id: "tags-input", value: (g.tags ?? []).join(", "), "aria-label": t("library.tags.hint") });
    const tags = await dialog(t("library.tags.edit"), (close) => [
      h("form", { on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); close(parseTags(input.value)); } } },
        h("p", { class: "hint-text" }, t("library.tags.hint")), input,
        div("dialog-actions", button("", t("action.cancel"), () => close()), h("button", { type: "submit", class: "button primary", id: "tags-save" }, icon("check"), span("label", t("library.tags"))))),
    ], { class: "small" });
    if (!Array.isArray(tags)) return;
    try {
      await api.patch(g.id, { tags });
      await load();
    } catch (error) {
      sayProblem(error);
    }
  }

  /** @param {File[]} files */
  async function bring(files) {
    if (files.length === 0 || importStop) return;
    const own = (importStop = new AbortController());
    await importFiles(files, (at) => {
      importing = at;
      drawImport();
    }, own.signal);
    importStop = null;
    drawImport();
    await load();
  }

  function drawImport() {
    progressBox.hidden = !importing;
    const at = importing;
    if (!at) return;
    const sums = [t("library.import.done", { n: at.imported.toLocaleString() }), at.duplicates > 0 ? t("library.duplicates", { n: at.duplicates.toLocaleString() }) : "", at.problemCount > 0 ? t("library.import.problems", { n: at.problemCount }) : ""].filter((x) => x);
    fill(progressBox,
      at.of === 0 ? h("p", null, t("library.import.none")) : h("p", { role: "status" }, at.over ? sums.join(" · ") : t("library.import.working", { file: at.file })),
      at.over ? null : h("progress", { class: "sweep-progress", max: Math.max(1, at.of), value: at.done + (at.news?.of ? at.news.done / at.news.of * 0.95 : 0), "aria-label": t("library.import.at", { done: at.done, of: at.of }) }),
      at.over ? null : h("p", { class: "train-about" }, [t("library.import.at", { done: at.done, of: at.of }), at.news ? t(`library.import.step.${at.news.step}`, { done: at.news.done.toLocaleString(), of: (at.news.of ?? 0).toLocaleString() }) : "", ...sums].filter((x) => x).join(" · ")),
      at.over && at.nameless ? h("p", null, t("import.no-names")) : null,
      at.problems.length > 0 ? h("details", { class: "import-problems" }, h("summary", null, t("library.import.problems", { n: at.problemCount })),
        h("ul", null, at.problems.map((p) => h("li", null, placedProblem(p))))) : null,
      at.over ? button("close", t("action.close"), () => { importing = null; drawImport(); }) : button("stop", t("study.proof.stop"), () => importStop?.abort()));
  }

  function showImport() {
    const files = h("input", { type: "file", multiple: true, class: "sr-only", id: "library-files", on: { change: () => take() } });
    const folder = h("input", { type: "file", multiple: true, webkitdirectory: true, class: "sr-only", id: "library-folder", on: { change: () => take() } });
    /** @type {(value?: any) => void} */
    let close = () => {};
    const take = () => {
      const chosen = [...(files.files ?? []), ...(folder.files ?? [])];
      close();
      void bring(chosen);
    };
    return dialog(t("library.import.title"), (end) => {
      close = end;
      return [h("p", { class: "hint-text" }, t("library.import.about")), files, folder,
        div("dialog-actions",
          button("books", t("library.import.folder"), () => folder.click()),
          button("open", t("import.file"), () => files.click(), { class: "primary", id: "library-choose" }))];
    });
  }

  // Files dropped on the library are all imported; elsewhere on the page the first one is opened.
  el.addEventListener("drop", (event) => {
    if (!event.dataTransfer || event.dataTransfer.items.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    document.dispatchEvent(new DragEvent("dragleave"));
    void droppedFiles(event.dataTransfer).then(bring);
  });
  el.addEventListener("dragover", (event) => event.preventDefault());

  focusSearch = () => search.focus();
  readAgain = () => {
    void load();
    void drawFile();
  };
  searchAgain = () => {
    search.value = writeSearch(query);
    drawFilters();
    ask({});
  };
  let { panel, board, about } = st.state;
  let stale = false;
  const end = st.watch(["panel", "board", "about"], () => {
    const now = st.state;
    if (now.about !== about) {
      drawFilters();
      void drawFile();
    }
    const other = now.board?.id !== board?.id;
    const shown = now.panel === "library";
    stale ||= other || now.board?.revision !== board?.revision;
    // What is played meanwhile appears when the list is shown again; moves played beside the list, after a pause.
    if (shown && stale && (other || panel !== "library")) void load();
    else if (shown && (now.board?.nodes.length !== board?.nodes.length || now.board?.result !== board?.result)) ask({}, 300);
    else if (other) draw();
    ({ panel, board, about } = now);
  });
  drawFilters();
  drawTop();
  draw();
  void drawFile();
  void load();
  return () => {
    loading?.abort();
    clearTimeout(timer);
    end();
    focusSearch = null;
    searchAgain = null;
    readAgain = null;
  };
}

/** The local day and minute of a time stamp. @param {number | null | undefined} time in milliseconds */
function timeOf(time) {
  const day = dayOf(time);
  if (day === "" || time === undefined || time === null) return "";
  const date = new Date(time);
  return `${day} ${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/** The local day of a time stamp. @param {number | null | undefined} time in milliseconds */
function dayOf(time) {
  if (time === undefined || time === null) return "";
  const date = new Date(time);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  // In the format of records.
  return Number.isNaN(date.getTime()) ? "" : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The result of a row: as records write it in English, else in words. @param {any} g */
export function resultText(g) {
  const { result } = g;
  if (!result || result === "*" || result === "?") return "";
  if (language() !== "en") return resultWords(result, g);
  return /^(0|draw|jigo)$/i.test(result) ? "½–½" : result;
}
