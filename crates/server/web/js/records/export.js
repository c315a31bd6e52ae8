// Export: the server writes the file, the browser saves it.

import { api } from "../api.js";
import { hasText, pick, t } from "../i18n/index.js";
import { say, sayProblem } from "../messages.js";
import { menu } from "../shell/dialog.js";
import { store } from "../store.js";
import { copyLink } from "./link.js";

/** The file name in the server's answer. @param {string | null} disposition @param {string} fallback */
export function fileName(disposition, fallback) {
  const star = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "");
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? "");
  let name = fallback;
  try {
    name = star ? decodeURIComponent(star[1]) : plain ? plain[1] : fallback;
  } catch { /* a name that cannot be read */ }
  return name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, "_");
}

/** The text of a header that the server percent-encodes. @param {string | null} value */
function decoded(value) {
  try {
    return decodeURIComponent(value ?? "");
  } catch {
    return value ?? "";
  }
}

/** Saves the game shown as a file. @param {string} format */
async function save(format) {
  const { board, node } = store.state;
  if (!board) return;
  try {
    const response = await api.export(board.id, format, node ?? undefined);
    const blob = await response.blob();
    const url = URL.createObjectURL(blob);
    const a = document.createElement("a");
    a.href = url;
    a.download = fileName(response.headers.get("Content-Disposition"), `tengen-${board.id}.${format}`);
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    const losses = decoded(response.headers.get("X-Tengen-Losses"));
    say(t(losses ? "export.losses" : "export.done", { name: a.download, losses }));
  } catch (error) {
    sayProblem(error);
  }
}

/** Copies the position as text. */
async function copyText() {
  const { board, node } = store.state;
  if (!board) return;
  try {
    const response = await api.export(board.id, "text", node ?? undefined);
    await navigator.clipboard.writeText(await response.text());
    say(t("export.copied"));
  } catch (error) {
    sayProblem(error);
  }
}

/** The menu of formats. @param {HTMLElement} anchor */
export function showExport(anchor) {
  const { about, board } = store.state;
  if (!board) {
    say(t("export.none"), "problem");
    return;
  }
  const formats = (about?.formats ?? []).filter((f) => f.writes !== false && (!f.games || f.games.includes(board.game)));
  menu(anchor, [
    { label: t("link.copy"), icon: "link", act: () => void copyLink() },
    { label: t("export.copy-text"), icon: "edit", act: () => void copyText() },
    ...formats.map((f) => ({ label: formatWords(f.name, pick(f.text) || f.name), icon: "save", act: () => void save(f.name) })),
  ]);
}

/** @param {string} name @param {string} text */
function formatWords(name, text) {
  const key = `format.${name}`;
  return hasText(key) ? t(key) : text;
}
