// Traditional Chinese, made from the simplified text: word by word where the word differs, else character by character.

import { SIMPLIFIED, TRADITIONAL, WORDS } from "./tables.js";

const traditional = [...TRADITIONAL];
/** @type {Map<string, string>} */
const CHARACTERS = new Map([...SIMPLIFIED].map((character, i) => [character, traditional[i]]));
const FORMS = new Map(WORDS);
/** A word of the table, the longest first, or any one character. */
const PIECES = new RegExp([...FORMS.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[{}]/g, "\\$&")).join("|") + "|[\\s\\S]", "gu");

/** @type {Map<string, string>} what was converted before */
const converted = new Map();

/** A simplified text in traditional Chinese. @param {string} text */
export function toTraditional(text) {
  let found = converted.get(text);
  if (found === undefined) {
    found = text.replace(PIECES, (piece) => FORMS.get(piece) ?? CHARACTERS.get(piece) ?? piece);
    if (converted.size < 5000) converted.set(text, found);
  }
  return found;
}

/** The two rows of characters, for the test. */
export const ROWS = { SIMPLIFIED, TRADITIONAL };
