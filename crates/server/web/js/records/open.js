// Import: paste, drop or choose a file of any format that the server reads.

import { api, ApiError } from "../api.js";
import { button, div, fill, h, isTyping } from "../dom.js";
import { has, infoOf } from "../game.js";
import { t } from "../i18n/index.js";
import { capital, gameTitle } from "../moves.js";
import { cardsOf } from "../play/cards.js";
import { problemWords, say, sayProblem } from "../messages.js";
import { open } from "../session/open.js";
import { mainEnd } from "../session/standing.js";
import { dialog } from "../shell/dialog.js";
import { store } from "../store.js";
import { rootOf } from "../tree.js";
import { openLink } from "./link.js";
import { isRemark, lacksNames, placedProblem } from "./problems.js";

/**
 * A pasted list whose game was a guess.
 * @typedef {object} Guessed
 * @property {string} text
 * @property {string | number} [game] the stored game
 * @property {{ game: string, rules: string, size: { rows: number, cols: number } }} [other] the next likely game
 */

/** Maximum size of a file, until the server has sent its limit. */
const MOST = 64 * 1024 * 1024;

/**
 * Sends a record to the server and opens its first game.
 * @param {Blob | string} body
 * @param {{ format?: string, game?: string, rules?: string, size?: string, name?: string }} [query]
 * @param {{ instead?: boolean }} [how] `instead`: of the game that is open
 * @returns {Promise<Awaited<ReturnType<typeof api.import>> | null>}
 */
async function importRecord(body, query = {}, how = {}) {
  const link = typeof body === "string" ? /#(p=\S+)/.exec(body.trim()) : null;
  if (link) {
    await openLink(link[1]);
    return null;
  }
  const answer = await api.import(body, query);
  const first = answer.imported?.[0] ?? answer.duplicates?.[0];
  const id = first?.id ?? first?.game;
  if (id !== undefined) {
    // A record is studied from its first move; a bare list of moves means the position at its end.
    const board = await api.board(id);
    await open(board, { paused: true, node: (answer.list && mainEnd(board)) || rootOf(board).id, ...how });
  }
  return answer;
}

/**
 * Sends files one after the other and shows the result. What goes wrong with all of them is only returned with `how.dialog`. Where the game of a pasted list is a guess, the next likely game is
 * one click away, and any other can be chosen.
 * @param {Iterable<Blob | string>} bodies
 * @param {{ game?: string, rules?: string, size?: string }} [query] the game of lists of moves, which do not name it
 * @param {{ instead?: boolean, dialog?: boolean }} [how]
 */
async function importAll(bodies, query = {}, { dialog = false, ...how } = {}) {
  const sum = { imported: 0, duplicates: 0, problems: /** @type {any[]} */ ([]) };
  /** @type {Guessed | null} */
  let guessed = null;
  if (!dialog) say(t("import.reading"));
  for (const body of bodies) {
    const name = body instanceof File ? body.name : "";
    if (typeof body !== "string" && body.size > MOST) {
      sum.problems.push({ what: t("import.large", { name }), own: true });
      continue;
    }
    if (typeof body === "string" ? body.trim() === "" : body.size === 0) {
      sum.problems.push({ what: name ? t("import.empty-file", { name }) : t("import.empty"), own: true });
      continue;
    }
    try {
      const answer = await importRecord(body, { ...query, ...(name ? { name } : {}) }, how);
      if (!answer) {
        sum.imported += 1;
        continue;
      }
      sum.imported += answer.count ?? answer.imported?.length ?? 0;
      sum.duplicates += answer.duplicate_count ?? answer.duplicates?.length ?? 0;
      sum.problems.push(...(answer.problems ?? []));
      if (await lacksNames(name, answer)) sum.problems.push({ kind: "no-names" });
      const guess = (answer.problems ?? []).find((p) => p.kind === "assumed-game");
      if (typeof body === "string" && guess) guessed = { text: body, game: answer.imported?.[0]?.id, other: (guess.others ?? []).find((/** @type {NonNullable<Guessed["other"]>} */ other) => mayBe(other, body)) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.offline) {
        if (dialog) return problemWords(error);
        sayProblem(error);
        return "";
      }
      sum.problems.push({ what: error.message, file: name });
    }
  }
  const { text, kind } = resultOf(sum);
  if (dialog && sum.imported + sum.duplicates === 0) return text;
  const wrong = sum.problems.filter((p) => !isRemark(p));
  say(text, kind, ...(guessed ? waysOut(guessed) : []), ...(wrong.length > 1 ? [{ label: t("import.show"), act: () => void showProblems(wrong) }] : []));
  return "";
}

/** Whether a list of moves may be a game of these rules: one with a pass needs rules that have passes. @param {NonNullable<Guessed["other"]>} other @param {string} text */
function mayBe(other, text) {
  const rules = infoOf(store.state.about, other)?.rules.find((r) => r.id === other.rules);
  return !/\bpass\b/i.test(text) || !rules || has(rules, "pass");
}

/** Lists what is wrong with the files that were read. @param {any[]} problems */
function showProblems(problems) {
  return dialog(t("library.import.problems", { n: problems.length }), (close) => [
    h("ul", { class: "problem-list" }, problems.map((p) => h("li", null, placedProblem(p)))),
    div("dialog-actions", button("", t("action.close"), () => close(), { class: "primary" })),
  ]);
}

/** What leads from a list that was read as the wrong game to the right one. @param {Guessed} guessed */
function waysOut(guessed) {
  const { other } = guessed;
  const info = other && infoOf(store.state.about, other);
  const ways = [{ label: t("import.another-game"), act: () => void showOpen(guessed) }];
  if (other && info) ways.unshift({ label: t("import.as", { game: gameTitle(info, other.size) }), act: () => void openAs(guessed, { game: other.game, rules: other.rules, size: `${other.size.cols}x${other.size.rows}` }) });
  return ways;
}

/** Opens a list as another game, and removes the one that it was read as. @param {Guessed} guessed @param {{ game?: string, rules?: string, size?: string }} query @param {boolean} [dialog] */
async function openAs(guessed, query, dialog) {
  const problem = await importAll([guessed.text], query, { dialog, instead: guessed.game !== undefined && store.state.board?.id === guessed.game });
  const { board } = store.state;
  if (guessed.game !== undefined && board && board.id !== guessed.game) await api.remove(guessed.game).catch(() => {});
  return problem;
}

/**
 * The result of an import in words. A remark of the reader is no problem.
 * @param {{ imported: number, duplicates: number, problems: any[] }} sum
 * @returns {{ text: string, kind: "info" | "problem" }}
 */
export function resultOf({ imported, duplicates, problems }) {
  const first = problems.find((p) => !isRemark(p)) ?? problems[0];
  const words = first ? placedProblem(first) : "";
  // The name of a file stays as it is.
  const what = first?.own || first?.file && !isRemark(first) ? words : capital(words);
  if (imported + duplicates === 0) return { text: what || t("import.nothing"), kind: "problem" };
  const wrong = problems.filter((p) => !isRemark(p)).length;
  if (wrong > 1) return { text: t("import.with-problems", { n: imported + duplicates, what: t("library.import.problems", { n: wrong }) }), kind: "problem" };
  if (first) return { text: t("import.with-problems", { n: imported + duplicates, what }), kind: isRemark(first) ? "info" : "problem" };
  const key = duplicates === 0 ? "import.done" : imported === 0 ? "import.done-known" : "import.done-both";
  return { text: t(key, { n: imported, known: duplicates }), kind: "info" };
}

/**
 * The dialog: a field to paste into, the game of a list of moves, and a button for files.
 * @param {Guessed} [again] a list that was read as the wrong game, which is removed
 */
export function showOpen(again) {
  return dialog(t("import.title"), (close) => {
    const cards = cardsOf(store.state.about?.games ?? []);
    const game = h("select", { id: "import-game", class: "field-input" }, h("option", { value: "" }, t("import.game.any")), cards.map(({ id, title }) => h("option", { value: id }, title)));
    const area = h("textarea", { id: "import-text", rows: 8, placeholder: t("import.placeholder"), "aria-label": t("import.text"), spellcheck: "false" });
    if (again) area.value = again.text;
    const files = h("input", {
      type: "file", id: "import-file", multiple: true, class: "sr-only",
      on: { change: () => { close(); void importAll([...(files.files ?? [])]); } },
    });
    const problem = h("p", { class: "library-status problem", role: "alert", id: "import-problem" });
    return [
      h("p", { class: "hint-text" }, t("import.help")),
      div("field", area), problem,
      div("field", h("label", { for: "import-game" }, t("import.game")), game),
      files,
      div("dialog-actions",
        button("open", t("import.file"), () => files.click(), { id: "import-choose" }),
        button("check", t("action.open"), () => {
          const text = area.value;
          if (text.trim() === "") {
            problem.textContent = t("import.empty");
            area.focus();
            return;
          }
          // What cannot be read stays in the field, to be put right.
          const card = cards.find(({ id }) => id === game.value);
          void openAs({ ...again, text }, card ? { game: card.game.kind, ...(card.rules ? { rules: card.rules.id } : {}) } : {}, true).then((words) => {
            problem.textContent = words;
            if (words === "") close();
          });
        }, { class: "primary", id: "import-go" })),
    ];
  });
}

/** Paste and drop work on the whole page. */
export function listenForRecords() {
  document.addEventListener("paste", (event) => {
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (files.length > 0) void importAll(files);
    else if (text.trim() !== "") void importAll([text]);
    else return;
    event.preventDefault();
  });
  const veil = h("div", { class: "drop-veil", hidden: true, "aria-hidden": "true" });
  document.body.append(veil);
  let depth = 0;
  const show = (/** @type {boolean} */ on) => {
    veil.hidden = !on;
    fill(veil, h("p", null, t("import.drop")));
  };
  document.addEventListener("dragenter", (event) => {
    event.preventDefault();
    depth += 1;
    show(true);
  });
  document.addEventListener("dragleave", () => {
    depth -= 1;
    if (depth <= 0) show(false);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    show(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (files.length > 0) void importAll(files);
    else if (text.trim() !== "") void importAll([text]);
  });
}
