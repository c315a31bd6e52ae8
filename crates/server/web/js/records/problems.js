// What an import reports, in words: the server sends what a problem is about as data.

import { api } from "../api.js";
import { infoOf } from "../game.js";
import { pick, t } from "../i18n/index.js";
import { gameTitle } from "../moves.js";
import { store } from "../store.js";

/**
 * Whether the reader only reports what it assumed, such as the game of a list.
 * @param {any} problem
 */
export const isRemark = (problem) => ["assumed-game", "no-names"].includes(problem?.kind) || (problem?.stored === true && problem.line === 1 && problem.column === 1);

/** What is wrong, or what the reader assumed. @param {any} problem @returns {string} */
export function problemWords(problem) {
  switch (problem?.kind) {
    case "no-record": return t("import.unreadable");
    case "no-names": return t("import.no-names");
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

/**
 * Whether the games of a WTHOR file have no names: they are in files of their own, and those were not imported.
 * @param {string} file its name
 * @param {{ imported?: { black?: string | null, white?: string | null }[], duplicates?: { game?: string | number }[] }} answer
 */
export async function lacksNames(file, { imported = [], duplicates = [] }) {
  if (!/\.wt[bh]$/i.test(file)) return false;
  if (imported.length > 0) return imported.every((g) => !g.black && !g.white);
  const known = duplicates[0]?.game;
  const board = known === undefined ? null : await api.board(known).catch(() => null);
  return !!board && !board.players.first.name && !board.players.second.name;
}
