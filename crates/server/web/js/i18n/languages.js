// The languages of the page. The texts of each are in the folder of its tag, and loaded when it is chosen.

/**
 * @typedef {object} Texts
 * @property {Record<string, string>} default by key; every language has the same keys
 * @property {(text: string) => string} [write] goes over each text that is shown
 */

/** @type {Record<string, { name: string, load: () => Promise<Texts> }>} by language tag */
export const LANGUAGES = {
  en: { name: "English", load: () => import("./en/index.js") },
  "zh-Hans": { name: "简体中文", load: () => import("./zh-hans/index.js") },
  "zh-Hant": { name: "繁體中文", load: () => import("./zh-hant/index.js") },
  ja: { name: "日本語", load: () => import("./ja/index.js") },
};

/**
 * The supported language that fits best to those that a browser prefers.
 * @param {readonly string[]} preferred
 */
export function choose(preferred) {
  for (const tag of preferred) {
    const low = tag.toLowerCase();
    if (low.startsWith("zh")) {
      const traditional = /^zh-(hant|tw|hk|mo)/.test(low);
      return traditional ? "zh-Hant" : "zh-Hans";
    }
    const found = Object.keys(LANGUAGES).find((l) => l === low.split("-")[0]);
    if (found) return found;
  }
  return "en";
}

/** The language of a setting, a tag of `LANGUAGES` or `auto`. @param {string} setting */
export const tagOf = (setting) => (Object.hasOwn(LANGUAGES, setting) ? setting : choose(navigator.languages ?? [navigator.language]));
