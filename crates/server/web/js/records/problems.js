// What an import reports, in words: the server sends what a problem is about as data.

import { infoOf } from "../game.js";
import { pick, t } from "../i18n/index.js";
import { gameTitle } from "../moves.js";
import { store } from "../store.js";

/**
 * Whether the reader only reports what it assumed, such as the game of a list.
 * @param {any} problem
 */
export const isRemark = (problem) => problem?.kind === "assumed-game" || (problem?.stored === true && problem.line === 1 && problem.column === 1);

/** What is wrong, or what the reader assumed. @param {any} problem @returns {string} */
export function problemWords(problem) {
  switch (problem?.kind) {
    case "no-record": return t("import.unreadable");
    case "rules": return pick(problem.text);
    case "assumed-game": {
      const info = infoOf(store.state.about, problem);
      return t("import.assumed", { game: info ? gameTitle(info, problem.size) : problem.game, size: `${problem.size.cols}×${problem.size.rows}` });
    }
    case "unknown-game": return t("import.unknown-game", { found: problem.found, expected: pick(problem.expected) });
    case "remark": return pick(problem.text);
    default: return pick(problem?.text ?? problem?.what ?? problem?.message ?? problem);
  }
}

/** The same with its place in the file. @param {any} problem @returns {string} */
export function placedProblem(problem) {
  const where = problem?.line && !isRemark(problem) ? t("import.where", { line: problem.line, column: problem.column ?? 1 }) : "";
  return where + problemWords(problem);
}
