// What the page says under the board.

import { ApiError } from "./api.js";
import { t } from "./i18n/index.js";
import { store } from "./store.js";

/** Shows a gentle line under the board. @param {string} text @param {"info" | "problem"} [kind] @param {{ label: string, act: () => void }[]} actions buttons after it */
export function say(text, kind = "info", ...actions) {
  store.set({ message: { kind, text, actions, at: Date.now() } });
}

/** What went wrong, in words. @param {unknown} error */
export function problemWords(error) {
  if (error instanceof ApiError) return error.offline ? t("problem.offline") : error.message;
  console.error(error);
  return t("problem.other", { what: String(error instanceof Error ? error.message : error) });
}

/** Says what went wrong. @param {unknown} error */
export function sayProblem(error) {
  if (!(error instanceof DOMException && error.name === "AbortError")) say(problemWords(error), "problem");
}
