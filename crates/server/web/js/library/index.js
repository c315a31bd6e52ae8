// The library part of the page: registers its panels and keys.

import { registerKeys } from "../keys.js";
import { registerPanel } from "../panels.js";
import { store } from "../store.js";
import { mountLibrary, searchLibrary } from "./list-panel.js";
import { mountOpenings } from "./openings-panel.js";

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
