// The languages of the page: one flat dictionary each, all with the same keys.

import en from "./en.js";
import ja from "./ja.js";
import zhHans from "./zh-hans.js";
import { toTraditional } from "./hant.js";
import { setApiLanguage } from "../api.js";

/** @import { Text } from "../types.js" */

/** @type {Record<string, { name: string, words: Record<string, string>, write?: (text: string) => string }>} by language tag; `write` goes over what is shown */
export const LANGUAGES = {
  en: { name: "English", words: en },
  "zh-Hans": { name: "简体中文", words: zhHans },
  "zh-Hant": { name: "繁體中文", words: zhHans, write: toTraditional },
  ja: { name: "日本語", words: ja },
};

let current = "en";

/** The current language, a tag of `LANGUAGES`. */
export const language = () => current;

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

/** Switches to `setting`, a tag of `LANGUAGES` or `auto`. Returns whether the language changed. @param {string} setting */
export function setLanguage(setting) {
  const tag = LANGUAGES[setting] ? setting : choose(navigator.languages ?? [navigator.language]);
  const changed = tag !== current;
  current = tag;
  document.documentElement.lang = tag;
  setApiLanguage(tag === "zh-Hans" ? "zh" : tag);
  return changed;
}

/**
 * Inserts values into a text: `{name}` becomes `values.name`.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 */
export function fillIn(text, values) {
  if (!values) return text;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, key, one, many) => {
    if (!(key in values)) return whole;
    const value = String(values[key]);
    return one === undefined ? value : `${value} ${/^[+−-]?1$/.test(value) ? one : many}`;
  });
}

/**
 * Texts that a stop, a comma or a colon joins, with the signs of the current language.
 * @param {string} text with those of English, each before a space
 */
export const punctuated = (text) => (current === "en" ? text
  : text.replace(/([.,:]) /g, (_, sign) => (sign === "." ? "。" : sign === ":" ? "：" : current === "ja" ? "、" : "，")));

/** A Chinese text in the script of the current language. @param {string} text */
const write = (text) => LANGUAGES[current].write?.(text) ?? text;

/** Whether a key has a text. @param {string} key */
export const hasText = (key) => key in LANGUAGES.en.words;

/**
 * A text of the page in the current language.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values) {
  const words = LANGUAGES[current].words;
  const text = words[key] ?? /** @type {Record<string, string>} */ (en)[key];
  if (text === undefined) {
    console.warn(`no text for '${key}'`);
    return key;
  }
  return fillIn(write(text), values);
}

/**
 * A text that the server sends in several languages, in the current one.
 * @param {Text | string | Record<string, string> | null | undefined} text
 */
export function pick(text) {
  if (text === null || text === undefined) return "";
  if (typeof text === "string") return write(text);
  const texts = /** @type {Record<string, string>} */ (text);
  if (!current.startsWith("zh")) return texts[current] || texts.en || Object.values(texts)[0] || "";
  const words = (current === "zh-Hant" && texts["zh-Hant"]) || write(texts.zh || texts.en || "");
  // A point is set off from the words beside it.
  return words.replace(/(?<=[a-z]\d+)(?=[与與])|(?<=[与與])(?=[a-z]\d)/g, " ");
}
