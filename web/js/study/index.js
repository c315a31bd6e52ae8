// The study part of the page: announces its panels, layers and keys.

/** Called once, before the page is shown. */
export function registerStudy() {}
