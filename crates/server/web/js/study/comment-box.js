// The name of a position and the comment on it: they are saved after a pause, and when one leaves them or the position.

import { div, h } from "../dom.js";
import { api } from "../api.js";
import { t } from "../i18n/index.js";
import { sayProblem } from "../messages.js";
import { refresh } from "../session/sync.js";
import { store } from "../store.js";
import { nodeOf } from "../tree.js";

/** @import { Store } from "../store.js" */

/** Delay before a comment is saved, in milliseconds. */
const SAVE = 700;

/**
 * @param {Store} st @param {string} prefix of the ids of its fields @param {() => void} leave takes the focus after Escape
 * @returns {{ el: HTMLElement, end: () => void }}
 */
export function commentBox(st, prefix, leave) {
  const name = h("input", { type: "text", class: "node-name", id: `${prefix}node-name`, placeholder: t("study.name"), "aria-label": t("study.name"), maxlength: "60", autocomplete: "off" });
  const comment = h("textarea", { class: "comment", rows: "3", id: `${prefix}comment`, placeholder: t("study.comment.about"), "aria-label": t("study.comment"), maxlength: "20000" });
  const commentState = h("p", { class: "comment-state", role: "status" });
  const el = div("comment-box", name, comment, commentState);

  /** @type {{ board: string | number, node: number, what: { name?: string, comment?: string } } | null} */
  let unsaved = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let commentNode = -1;
  async function save() {
    clearTimeout(timer);
    const mine = unsaved;
    unsaved = null;
    if (!mine) return;
    commentState.textContent = t("save.saving");
    try {
      await api.annotate(mine.board, mine.node, mine.what);
      commentState.textContent = t("save.saved");
      if (store.state.board?.id === mine.board) await refresh();
    } catch (error) {
      // A text written meanwhile is newer; the text of another position is saved first.
      const later = /** @type {typeof mine | null} */ (unsaved);
      if (!later || later.node === mine.node) unsaved = { ...mine, what: { ...mine.what, ...later?.what } };
      commentState.textContent = t("save.unsaved");
      sayProblem(error);
      timer = setTimeout(() => void save(), 3000);
    }
  }
  for (const [key, field] of /** @type {["name" | "comment", HTMLInputElement | HTMLTextAreaElement][]} */ ([["name", name], ["comment", comment]])) {
    field.addEventListener("input", () => {
      const { board, node } = st.state;
      if (!board || node === null) return;
      unsaved = { board: board.id, node, what: { ...(unsaved?.node === node ? unsaved.what : {}), [key]: field.value } };
      commentState.textContent = "";
      clearTimeout(timer);
      timer = setTimeout(() => void save(), SAVE);
    });
    field.addEventListener("blur", () => void save());
    field.addEventListener("keydown", (event) => {
      const { key: pressed } = /** @type {KeyboardEvent} */ (event);
      if (pressed === "Escape" || (pressed === "Enter" && field === name)) {
        field.blur();
        leave();
      }
    });
  }

  function draw() {
    const { board, node } = st.state;
    const at = nodeOf(board, node);
    if (node !== commentNode) {
      void save();
      commentNode = node ?? -1;
      commentState.textContent = "";
      name.value = at?.name ?? "";
      comment.value = at?.comment ?? "";
    } else if (!unsaved) {
      if (document.activeElement !== name) name.value = at?.name ?? "";
      if (document.activeElement !== comment && comment.value !== (at?.comment ?? "")) comment.value = at?.comment ?? "";
    }
    name.disabled = comment.disabled = !at;
  }

  const end = st.watch(["board", "node"], draw);
  draw();
  return {
    el,
    end() {
      void save();
      end();
    },
  };
}
