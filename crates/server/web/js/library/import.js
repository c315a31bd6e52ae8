// Imports files and whole folders, one file after another, and reports the result of each.

import { ApiError, lastLine, request } from "../api.js";
import { t } from "../i18n/index.js";
import { lacksNames, problemWords } from "../records/problems.js";

/** Extensions of files that can contain games; a name without an extension is tried too. */
const HOLDS = /\.(sgf|mgt|psq|rec|lib|rif|ggf|wtb|wth|pos|txt|obf|xml|json|jsonl|bdt|pro)$/i;
/** WTHOR's lists of players and tournaments, which belong to the games of the same folder. */
const LISTS = /\.(jou|trn)$/i;

/**
 * @typedef {object} Progress
 * @property {number} done files
 * @property {number} of files
 * @property {string} file that is being read
 * @property {number} imported games
 * @property {number} duplicates
 * @property {{ file: string, what: string, line?: number, column?: number, offset?: number }[]} problems at most some hundred
 * @property {number} problemCount
 * @property {{ step: string, done: number, of?: number } | null} news of the file that is being read
 * @property {boolean} nameless whether games of WTHOR have no names, for they are in files that were not imported
 * @property {boolean} over
 */

const MAX_PROBLEMS = 300;
/** As many files may have been chosen one by one. */
const CHOSEN = 20;

/** @param {string} name */
const mayHoldGames = (name) => HOLDS.test(name) || (!/\.[a-z0-9]{1,5}$/i.test(name) && !name.startsWith("."));

/**
 * Every dropped file, including those in folders.
 * @param {DataTransfer} data
 * @returns {Promise<File[]>}
 */
export async function droppedFiles(data) {
  const entries = [...data.items].map((i) => i.webkitGetAsEntry?.()).filter((e) => e !== null && e !== undefined);
  if (entries.length === 0) return [...data.files];
  /** @type {File[]} */
  const files = [];
  const queue = /** @type {any[]} */ (entries);
  for (let i = 0; i < queue.length && files.length < 200_000; i += 1) {
    const entry = queue[i];
    if (entry.isFile) {
      const file = await new Promise((yes) => entry.file(yes, () => yes(null)));
      if (file) files.push(file);
    } else if (entry.isDirectory) {
      const reader = entry.createReader();
      // A reader returns some hundred entries at a time, and an empty list at the end.
      for (;;) {
        const some = await new Promise((yes) => reader.readEntries(yes, () => yes([])));
        if (some.length === 0) break;
        queue.push(...some);
      }
    }
  }
  return files;
}

/**
 * @param {File[]} files
 * @param {(progress: Progress) => void} report
 * @param {AbortSignal} signal
 * @returns {Promise<Progress>}
 */
export async function importFiles(files, report, signal) {
  const games = files.filter((f) => mayHoldGames(f.name));
  // Lists of names come first, since the games that follow need them.
  const list = [...files.filter((f) => LISTS.test(f.name)), ...games];
  /** @type {Progress} */
  const at = { done: 0, of: list.length, file: "", imported: 0, duplicates: 0, problems: [], problemCount: 0, news: null, nameless: false, over: false };
  /** @param {string} file @param {any} problem */
  const note = (file, problem) => {
    at.problemCount += 1;
    if (at.problems.length < MAX_PROBLEMS) at.problems.push({ file, what: problemWords(problem), line: problem?.line, column: problem?.column, offset: problem?.offset });
  };
  // A file that was chosen by itself is not left out without a word; a folder may hold anything.
  if (list.length > 0 && files.length <= CHOSEN) {
    for (const file of files) if (!list.includes(file)) note(file.name, { what: t("library.import.left-out") });
  }
  report({ ...at });
  for (const file of list) {
    if (signal.aborted) break;
    at.file = file.name;
    report({ ...at });
    try {
      const answer = await importOne(file, (news) => {
        at.news = news;
        report({ ...at });
      }, signal);
      at.imported += answer.count ?? answer.imported?.length ?? 0;
      at.duplicates += answer.duplicate_count ?? answer.duplicates?.length ?? 0;
      at.nameless ||= await lacksNames(file.name, answer);
      const problems = answer.problems ?? [];
      for (const problem of problems) note(file.name, problem);
      at.problemCount += Math.max(0, (answer.problem_count ?? 0) - problems.length);
    } catch (error) {
      if (signal.aborted) break;
      note(file.name, { what: error instanceof Error ? error.message : String(error) });
      // Without a connection the rest would fail the same way.
      if (error instanceof ApiError && error.offline) break;
    }
    at.news = null;
    at.done += 1;
    report({ ...at });
  }
  at.over = true;
  report({ ...at });
  return at;
}

/**
 * Imports one file. The server answers with lines of progress and the result last.
 * @param {File} file
 * @param {(news: any) => void} hear
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
async function importOne(file, hear, signal) {
  const response = await request("POST", "import", { query: { name: file.name, progress: 1 }, body: file, type: "application/octet-stream", signal });
  return lastLine(response, hear);
}
