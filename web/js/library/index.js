// The library part of the page: announces its panel and keys.

/** Called once, before the page is shown. */
export function registerLibrary() {}
