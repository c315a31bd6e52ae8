// What an import reports, in words: the server sends what a problem is about as data.

import { api } from "../api.js";
import { infoOf } from "../game.js";
import { pick, t } from "../i18n/index.js";
import { capital, gameTitle } from "../moves.js";
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

/** The same with its file, if it has a name, and its place in it. @param {any} problem @returns {string} */
export function placedProblem(problem) {
  const [what, { file, line, column, offset }] = [problemWords(problem), problem ?? {}];
  if (isRemark(problem)) return what;
  const place = line ? t("import.where", { line, column: column ?? 1 }) : Number.isInteger(offset) ? t("import.where-byte", { offset }) : "";
  if (!file) return place ? capital(t("library.import.problem", { file: place, what })) : what;
  return t("library.import.problem", { file: place ? t("import.where-in", { file, place }) : file, what });
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
