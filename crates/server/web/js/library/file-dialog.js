// The library as a file: where it is, backups on demand, and damaged libraries whose games can be saved.

import { api, ApiError } from "../api.js";
import { button, div, fill, h } from "../dom.js";
import { punctuated, t } from "../i18n/index.js";
import { keep, recall } from "../settings.js";
import { dialog } from "../shell/dialog.js";

/** @import { BesideFile, LibraryFile, Recovered } from "../types.js" */

/** Damaged files that the person has dealt with: their games are saved, or the notice was dismissed. */
const DONE = "tengen.damaged-done";

/** @param {BesideFile} file */
const mark = (file) => `${file.name} ${file.changed_ms}`;

/** @returns {string[]} */
const doneMarks = () => {
  const stored = recall(DONE);
  return Array.isArray(stored) ? stored.filter((x) => typeof x === "string") : [];
};

/** Forgets the notice about a damaged file. @param {BesideFile} file */
const dismiss = (file) => keep(DONE, [...doneMarks().filter((m) => m !== mark(file)), mark(file)].slice(-50));

/** Damaged files that nobody has dealt with. @param {LibraryFile} file */
export const undone = (file) => file.damaged.filter((f) => !doneMarks().includes(mark(f)));

/** Bytes as people read them. @param {number} bytes */
function sizeWords(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const at = bytes < 1e6 ? 1 : bytes < 1e9 ? 2 : 3;
  return `${(bytes / 1000 ** at).toFixed(at === 1 ? 0 : 1)} ${["", "kB", "MB", "GB"][at]}`;
}

/** The local day and minute. @param {number} ms */
function moment(ms) {
  const date = new Date(ms);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What went wrong, in words. @param {unknown} error */
const problemOf = (error) => (error instanceof ApiError && !error.offline ? error.message : t("problem.no-server"));

/** The counts of a recovery, and the games with a loss by their old numbers. @param {Recovered} got @param {string} name */
function report(got, name) {
  const numbers = (/** @type {{ game: number }[]} */ list, /** @type {number} */ count) =>
    list.map((loss) => loss.game).join(t("programs.comma")) + (count > list.length ? " …" : "");
  return [
    h("p", null, [
      t("file.saved", { n: got.recovered.toLocaleString(), name }),
      got.duplicates > 0 ? t("library.duplicates", { n: got.duplicates.toLocaleString() }) : "",
    ].filter((x) => x).join(" · ")),
    h("p", null, got.lost_count > 0
      ? t("file.lost", { n: got.lost_count.toLocaleString(), games: numbers(got.lost, got.lost_count) })
      : t("file.none-lost")),
    got.incomplete_count > 0 ? h("p", null, t("file.incomplete", { n: got.incomplete_count.toLocaleString(), games: numbers(got.incomplete, got.incomplete_count) })) : null,
  ];
}

/**
 * Shows the library's file.
 * @param {{ changed?: () => void, known?: LibraryFile }} [how] `changed` is called when games were saved
 */
export async function showLibraryFile(how = {}) {
  await dialog(t("file.title"), () => {
    const el = div("programs library-file");
    void start(el, how);
    return [el];
  }, { class: "wide" });
}

/** @param {HTMLElement} el @param {{ changed?: () => void, known?: LibraryFile }} how */
async function start(el, how) {
  /** @type {LibraryFile} */
  let file;
  /** @type {{ content: (Node | null)[], good: boolean } | null} */
  let said = null;
  /** What is under way. */
  let busy = "";
  const bar = h("progress", { class: "sweep-progress", max: 1, value: 0 });

  /** @param {BesideFile} f */
  const damagedRow = (f) => h("li", { class: "program" },
    div("program-text", h("strong", null, f.name), h("span", null, `${moment(f.changed_ms)} · ${sizeWords(f.bytes)}`), h("code", null, f.path)),
    div("program-acts",
      button("back", t("file.recover"), () => void recover(f), { class: undone(file).includes(f) ? "primary" : "", disabled: busy !== "", "aria-label": punctuated(`${t("file.recover")}: ${f.name}`) })));

  const draw = () => {
    const news = undone(file);
    fill(el,
      news.length > 0 && !said ? h("div", { class: "program-said bad", role: "alert" },
        h("p", null, t(news.some((f) => f.new) ? "file.damaged-now" : "file.damaged-before")), h("p", null, t("file.damaged-about"))) : null,
      file.read_only ? h("p", { class: "program-said bad", role: "alert" }, t("file.read-only")) : null,
      said ? h("div", { class: `program-said${said.good ? "" : " bad"}`, role: "status" }, said.content) : null,
      busy ? div("import-progress", h("p", { role: "status" }, busy), bar) : null,
      file.damaged.length > 0 ? [h("h3", null, t("file.damaged")), h("ul", { class: "program-list" }, file.damaged.map(damagedRow)),
        news.length > 0 ? div("dialog-actions", button("close", t("file.dismiss"), () => { news.forEach(dismiss); how.changed?.(); draw(); }, { id: "file-dismiss", disabled: busy !== "" })) : null] : null,
      h("h3", null, t("file.now")),
      h("p", { class: "program-text" }, h("code", { id: "file-path" }, file.path), h("span", null, sizeWords(file.bytes))),
      h("h3", null, t("file.backups")),
      file.backups.length === 0 ? h("p", { class: "hint-text" }, t("file.no-backup"))
        : h("ul", { class: "program-list" }, file.backups.map((f) => h("li", { class: "program" },
          div("program-text", h("strong", null, `${moment(f.changed_ms)} · ${sizeWords(f.bytes)}`), h("code", null, f.path))))),
      div("dialog-actions", button("save", t("file.back-up"), () => void backUp(), { class: news.length > 0 ? "" : "primary", id: "file-back-up", disabled: busy !== "" })));
  };

  const load = async () => {
    file = await api.libraryFile();
  };

  /** Does something long and shows how it ended. @param {string} words @param {() => Promise<{ content: (Node | null)[], good: boolean }>} work */
  const run = async (words, work) => {
    busy = words;
    said = null;
    bar.removeAttribute("value");
    draw();
    try {
      said = await work();
      await load();
    } catch (error) {
      said = { content: [h("p", null, problemOf(error))], good: false };
    }
    busy = "";
    draw();
    el.querySelector(".program-said")?.scrollIntoView({ block: "nearest" });
  };

  const backUp = () => run(t("file.backing-up"), async () => {
    const made = await api.backUp();
    return { content: [h("p", null, t("file.backed-up", { size: sizeWords(made.bytes) })), h("p", null, h("code", { id: "file-made" }, made.path))], good: true };
  });

  const recover = (/** @type {BesideFile} */ f) => run(t("file.recovering", { name: f.name }), async () => {
    const got = await api.recover(f.name, ({ done, of }) => {
      bar.max = Math.max(1, of);
      bar.value = done;
    });
    dismiss(f);
    how.changed?.();
    return { content: report(got, f.name), good: got.lost_count === 0 && got.incomplete_count === 0 };
  });

  if (how.known) {
    file = how.known;
    draw();
    return;
  }
  fill(el, h("p", { class: "hint-text" }, t("status.loading")));
  try {
    await load();
    draw();
  } catch (error) {
    fill(el, h("p", { class: "program-said bad", role: "status" }, problemOf(error)));
  }
}
