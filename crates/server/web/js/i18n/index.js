// The texts of the page in the current language.

import { setApiLanguage } from "../api.js";
import { LANGUAGES, tagOf } from "./languages.js";

/** @import { Text } from "../types.js" */
/** @import { Texts } from "./languages.js" */

let current = "en";
/** @type {Texts | null} those of `current`, once loaded */
let texts = null;
/** The language that was asked for last. */
let asked = "";

/** The current language, a tag of `LANGUAGES`. */
export const language = () => current;

/**
 * Loads the texts of `setting`, a tag of `LANGUAGES` or `auto`, and switches to them. Until then, and if they cannot be
 * loaded, the current language stays. Returns whether the language changed; another one may have been asked for meanwhile.
 * @param {string} setting
 */
export async function setLanguage(setting) {
  const tag = tagOf(setting);
  asked = tag;
  if (tag === current && texts) return false;
  const loaded = await LANGUAGES[tag].load();
  if (asked !== tag || (tag === current && texts)) return false;
  current = tag;
  texts = loaded;
  document.documentElement.lang = tag;
  setApiLanguage(tag === "zh-Hans" ? "zh" : tag);
  return true;
}

/** Whether a value is a name or words, not a number or a point of the board. @param {string} value */
const isName = (value) => /[A-Za-z]{2}|\p{Script=Han}/u.test(value);

/**
 * Inserts values into a text: `{name}` becomes `values.name`.
 * @param {string} text
 * @param {Record<string, string | number>} [values]
 * @param {boolean} [apart] whether Latin letters at the ends of a name are set off from Chinese characters beside them
 */
export function fillIn(text, values, apart = false) {
  if (!values) return text;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, key, one, many, /** @type {number} */ at) => {
    if (!(key in values)) return whole;
    const value = String(values[key]);
    if (one !== undefined) return `${value} ${/^[+−-]?1$/.test(value) ? one : many}`;
    if (!apart || !isName(value)) return value;
    const han = (/** @type {string | undefined} */ beside) => /\p{Script=Han}/u.test(beside ?? "");
    const [before, after] = [han(text[at - 1]) && /^\w/.test(value), han(text[at + whole.length]) && /[\w)]$/.test(value)];
    return `${before ? " " : ""}${value}${after ? " " : ""}`;
  });
}

/**
 * Texts that a stop, a comma or a colon joins, with the signs of the current language.
 * @param {string} text with those of English, each before a space
 */
export const punctuated = (text) => (current === "en" ? text
  : text.replace(/([.,:]) /g, (_, sign) => (sign === "." ? "。" : sign === ":" ? "：" : current === "ja" ? "、" : "，")));

/** A Chinese text in the script of the current language. @param {string} text */
const write = (text) => texts?.write?.(text) ?? text;

/** Whether a key has a text. @param {string} key */
export const hasText = (key) => key in (texts?.default ?? {});

/**
 * A text of the page in the current language.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values) {
  const text = texts?.default[key];
  if (text === undefined) {
    console.warn(`no text for '${key}'`);
    return key;
  }
  return fillIn(write(text), values, current.startsWith("zh"));
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
