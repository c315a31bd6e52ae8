// Import and export of records.

import { registerKeys } from "../keys.js";
import { showExport } from "./export.js";
import { copyLink } from "./link.js";
import { listenForRecords, showOpen } from "./open.js";

/** Called once, before the page is shown. */
export function registerRecords() {
  listenForRecords();
  registerKeys([
    { keys: "o", labelKey: "import.title", groupKey: "keys.group.game", act: () => void showOpen() },
    { keys: "Ctrl+s", labelKey: "action.export", groupKey: "keys.group.game", act: () => showExport(/** @type {HTMLElement} */ (document.getElementById("export"))) },
    { keys: "Shift+l", labelKey: "keys.link", groupKey: "keys.group.game", act: () => void copyLink() },
  ]);
}

export { showExport, showOpen };
