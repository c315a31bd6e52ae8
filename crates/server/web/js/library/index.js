// The library part of the page: registers its panels and keys.

import { api } from "../api.js";
import { t } from "../i18n/index.js";
import { registerKeys } from "../keys.js";
import { registerPanel } from "../panels.js";
import { say } from "../messages.js";
import { store } from "../store.js";
import { showLibraryFile, undone } from "./file-dialog.js";
import { mountLibrary, refreshLibrary, searchLibrary } from "./list-panel.js";
import { mountOpenings } from "./openings-panel.js";

/** Reports what is wrong with the library's file when the page begins, until the person has dealt with it. */
export async function reportLibraryFile() {
  if (!store.state.about?.own_machine) return;
  const file = await api.libraryFile().catch(() => null);
  if (!file) return;
  if (file.read_only) say(t("file.read-only"), "problem");
  if (undone(file).some((f) => f.new)) void showLibraryFile({ known: file, changed: refreshLibrary });
}

/** Called once, before the page is shown. */
export function registerLibrary() {
  registerPanel({ id: "openings", titleKey: "openings.panel", icon: "books", order: 70, mount: mountOpenings });
  registerPanel({ id: "library", titleKey: "library.panel", icon: "open", order: 80, mount: mountLibrary });
  registerKeys([{
    keys: "/", labelKey: "library.key", groupKey: "keys.group.study",
    act: () => {
      store.set({ panel: "library" });
      store.flush();
      searchLibrary();
    },
  }]);
}
