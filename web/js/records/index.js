// Records in and out.
export function registerRecords() {}
export function showOpen() {}
/** @param {HTMLElement} anchor */
export function showExport(anchor) { void anchor; }
