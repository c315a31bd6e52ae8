// Imports files and whole folders, one after another, and tells what became of each.

import { ApiError, request } from "../api.js";

/** What can hold games, by the end of its name; a name without an ending is tried too. */
const HOLDS = /\.(sgf|mgt|psq|rec|lib|rif|ggf|wtb|wth|pos|txt|obf|xml|json|jsonl|bdt|pro)$/i;
/** WTHOR's lists of players and tournaments, which belong to the games beside them. */
const LISTS = /\.(jou|trn)$/i;

/**
 * @typedef {object} Progress
 * @property {number} done files
 * @property {number} of files
 * @property {string} file that is being read
 * @property {number} imported games
 * @property {number} duplicates
 * @property {{ file: string, what: string, line?: number, column?: number }[]} problems at most some hundred
 * @property {number} problemCount
 * @property {{ step: string, done: number, of?: number } | null} news of the file that is being read
 * @property {boolean} over
 */

const MOST_PROBLEMS = 300;

/** @param {string} name */
export const mayHoldGames = (name) => HOLDS.test(name) || (!/\.[a-z0-9]{1,5}$/i.test(name) && !name.startsWith("."));

/**
 * Every file of what was dropped, folders gone through.
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
      // A reader tells some hundred entries at a time, and none at the end.
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
 * @param {(progress: Progress) => void} tell
 * @param {AbortSignal} signal
 * @returns {Promise<Progress>}
 */
export async function importFiles(files, tell, signal) {
  const games = files.filter((f) => mayHoldGames(f.name));
  // Lists of names go first, so that the games that follow find them.
  const list = [...files.filter((f) => LISTS.test(f.name)), ...games];
  /** @type {Progress} */
  const at = { done: 0, of: list.length, file: "", imported: 0, duplicates: 0, problems: [], problemCount: 0, news: null, over: false };
  /** @param {string} file @param {any} problem */
  const note = (file, problem) => {
    at.problemCount += 1;
    if (at.problems.length < MOST_PROBLEMS) at.problems.push({ file, what: words(problem), line: problem?.line, column: problem?.column });
  };
  tell({ ...at });
  for (const file of list) {
    if (signal.aborted) break;
    at.file = file.name;
    tell({ ...at });
    try {
      const answer = await importOne(file, (news) => {
        at.news = news;
        tell({ ...at });
      }, signal);
      at.imported += answer.count ?? answer.imported?.length ?? 0;
      at.duplicates += answer.duplicate_count ?? answer.duplicates?.length ?? 0;
      const problems = answer.problems ?? [];
      for (const problem of problems) note(file.name, problem);
      at.problemCount += Math.max(0, (answer.problem_count ?? 0) - problems.length);
    } catch (error) {
      if (signal.aborted) break;
      note(file.name, { what: error instanceof Error ? error.message : String(error) });
      // Without an answer the rest would fail alike.
      if (error instanceof ApiError && error.offline) break;
    }
    at.news = null;
    at.done += 1;
    tell({ ...at });
  }
  at.over = true;
  tell({ ...at });
  return at;
}

/**
 * Imports one file; the server tells line by line how far it is, the result last.
 * @param {File} file
 * @param {(news: any) => void} hear
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
async function importOne(file, hear, signal) {
  const response = await request("POST", "import", { query: { name: file.name, progress: 1 }, body: file, type: "application/octet-stream", signal });
  /** @type {any} */
  let last = null;
  const take = (/** @type {string} */ line) => {
    if (line.trim() === "") return;
    last = JSON.parse(line);
    if (last.step) hear(last);
  };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(take);
  }
  take(rest);
  if (last?.error) throw new ApiError(last.error, 400);
  if (!last || last.step) throw new ApiError({ code: "offline", message: "no answer from Tengen" }, 0);
  return last;
}

/** A problem in words, whichever way it is told. @param {any} problem @returns {string} */
export function words(problem) {
  const what = problem?.what ?? problem?.message ?? problem;
  if (what && typeof what === "object") {
    const chinese = typeof document !== "undefined" && document.documentElement.lang.startsWith("zh");
    return String((chinese ? what.zh : what.en) ?? what.en ?? JSON.stringify(what));
  }
  return String(what);
}
