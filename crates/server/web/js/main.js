// The entry point: settings, language, server, then the last game.

import { api } from "./api.js";
import { language, setLanguage, t } from "./i18n/index.js";
import { listenForKeys } from "./keys.js";
import { registerLiberties } from "./board/chains.js";
import { registerMarks } from "./board/marks.js";
import { registerPlay } from "./play/index.js";
import { registerRecords } from "./records/index.js";
import { socket } from "./connection.js";
import { problemWords, say, sayProblem } from "./messages.js";
import { capital } from "./moves.js";
import { isHere, keepAddress } from "./session/address.js";
import { open } from "./session/open.js";
import { keepOwnTurn, keepTakenBack } from "./session/play.js";
import { sendCurrentNow } from "./session/sync.js";
import { keep, loadSettings, recall, setSettings } from "./settings.js";
import { announce } from "./shell/live.js";
import { mountShell } from "./shell/shell.js";
import { loadSizes } from "./shell/sizes.js";
import { store } from "./store.js";
import { openLink } from "./records/link.js";
import { isHeld } from "./play/toolbar.js";
import { showNewGame } from "./play/newgame.js";
import { registerStudy } from "./study/index.js";
import { isTask, openAddress } from "./study/puzzles.js";
import { beginStudy } from "./study/state.js";
import { registerTeaching } from "./study/teach.js";
import { registerLibrary, reportLibraryFile } from "./library/index.js";
import { registerMatches } from "./matches/index.js";

/** Applies the theme: light, dark, or the system's. */
function applyTheme() {
  const { theme } = store.state.settings;
  document.documentElement.dataset.theme = theme === "auto" ? "" : theme;
}

/** Whether a game is in the bin. @param {string} id */
async function isBinned(id) {
  const bin = await api.games({ deleted: true, per_page: 200 }).catch(() => null);
  return !!bin?.games?.some((/** @type {any} */ g) => String(g.id) === id);
}

/** Opens a game that comes back from the bin. @param {string} id */
async function restored(id) {
  await api.restore(id);
  await open(await api.board(id), { paused: true });
}

/** Opens what the URL names, a game, a puzzle or a position, or the last game, or shows the dialog of a new game. */
async function begin() {
  const hash = location.hash.slice(1);
  /** What is wrong with the address: the last game opens in its place. */
  let wrong = hash === "" || isTask(hash) || /^g=\d+$/.test(hash) ? "" : t("link.no-game", { link: location.hash.slice(0, 60) });
  if (hash.startsWith("p=")) {
    await openLink(hash);
    return;
  }
  if (isTask(hash)) {
    if (await openAddress(hash) || location.hash.slice(1) !== hash) return;
    wrong = t("study.puzzle.gone");
  }
  if (wrong) {
    keepAddress();
    say(wrong, "problem");
    if (store.state.board) return;
  }
  const named = hash && !wrong ? hash.slice(2) : null;
  const id = named ?? recall("tengen.last");
  if (id !== null && id !== undefined) {
    try {
      const board = await api.board(id);
      // The browser's Back was used again meanwhile.
      if (named && location.hash.slice(1) !== hash) return;
      await open(board, { paused: true });
      if (wrong) say(wrong, "problem");
      // A person's game resumes; two engines wait for a click.
      const players = Object.values(store.state.board?.players ?? {});
      if (players.some((p) => p?.kind !== "engine") && !isHeld(store.state.board?.id ?? "")) store.set({ paused: false });
      return;
    } catch (error) {
      if (named && await isBinned(named)) {
        say(t("game.deleted"), "problem", { label: t("library.restore"), act: () => void restored(named).catch(sayProblem) });
      } else if (named) {
        say(capital(problemWords(error)), "problem");
      }
      if (named && store.state.board) {
        keepAddress();
        return;
      }
      if (!named) keep("tengen.last", null);
    }
  }
  showNewGame();
}

/** The setting whose language is shown. */
let shown = "";

/** Shows the page in the language of the settings once its texts are loaded. @param {() => void} redraw */
async function applyLanguage(redraw) {
  const wanted = store.state.settings.language;
  try {
    if (await setLanguage(wanted)) {
      // A message is text of the old language, and so is what a screen reader has heard last.
      store.set({ message: null, language: language() });
      announce("");
      redraw();
    }
    shown = wanted;
  } catch {
    if (store.state.settings.language !== wanted) return;
    setSettings({ language: shown });
    say(t("settings.language.failed"), "problem");
  }
}

/** Loads the first texts, in English where those of the visitor's language do not come. Returns what is wrong, or nothing. */
async function firstTexts() {
  shown = store.state.settings.language;
  try {
    await setLanguage(shown);
    return "";
  } catch {
    shown = "en";
    await setLanguage("en");
    return t("settings.language.failed");
  }
}

/** For a page that has got no texts at all. */
const NO_TEXTS = ["Tengen did not load completely. Please reload the page.", "页面未能完整加载，请刷新。", "ページを読み込めませんでした。再読み込みしてください。"];

async function start() {
  loadSettings();
  loadSizes();
  applyTheme();
  /** @type {string} */
  let untranslated;
  try {
    untranslated = await firstTexts();
  } catch {
    /** @type {HTMLElement} */ (document.getElementById("app")).textContent = NO_TEXTS.join(" ");
    return;
  }
  // Those that watch the settings hear of them once all are registered.
  store.set({ settings: { ...store.state.settings }, language: language() });
  registerMarks();
  registerLiberties();
  beginStudy();
  registerTeaching();
  registerPlay();
  registerRecords();
  registerStudy();
  registerLibrary();
  registerMatches();
  listenForKeys(document);
  let unmount = mountShell();
  store.watch(["settings"], () => {
    applyTheme();
    void applyLanguage(() => {
      unmount();
      unmount = mountShell();
    });
  });
  socket.connect();
  window.addEventListener("online", () => socket.hurry());
  // Closing the socket ends all work of the server for this page.
  window.addEventListener("pagehide", () => {
    sendCurrentNow();
    keepTakenBack();
    keepOwnTurn();
    socket.close();
  });
  window.addEventListener("beforeunload", (event) => {
    if (store.state.saving === "unsaved") event.preventDefault();
  });
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  window.addEventListener("hashchange", () => {
    if (location.hash && !isHere()) void begin();
  });
  for (let wait = 300; store.state.about === null; wait = Math.min(wait * 2, 4000)) {
    try {
      store.set({ about: await api.about() });
      if (store.state.message?.kind === "problem") store.set({ message: null });
    } catch {
      say(t("problem.no-server"), "problem");
      await new Promise((r) => setTimeout(r, wait));
    }
  }
  await begin();
  if (untranslated) say(untranslated, "problem");
  void reportLibraryFile();
}

void start();
