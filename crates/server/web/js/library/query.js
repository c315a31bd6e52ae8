// A search of the library as a value: read from the form, sent to the server, kept between visits.

/**
 * @typedef {object} Query
 * @property {string} game
 * @property {string} player
 * @property {string} black
 * @property {string} white
 * @property {string} event
 * @property {string} size of the board: 19, 7x6
 * @property {string} result
 * @property {string} from a year, a month or a day: 1998, 1998-07, 1998-07-21
 * @property {string} to
 * @property {string} tag
 * @property {string} text
 * @property {string} sort
 * @property {boolean} deleted the recycle bin instead of the library
 * @property {number} page from 1
 */

/** @type {Readonly<Query>} */
export const EMPTY = { game: "", player: "", black: "", white: "", event: "", size: "", result: "", from: "", to: "", tag: "", text: "", sort: "changed", deleted: false, page: 1 };

const PER_PAGE = 30;

/** The words before a colon that the search field knows. */
export const FIELDS = /** @type {const} */ (["game", "player", "black", "white", "event", "size", "result", "from", "to", "tag"]);
const FIELD = new RegExp(`(?:(${FIELDS.join("|")})[:：])?(?:"([^"]*)"|(\\S+))`, "gi");

/** The sort orders of the list. */
export const SORTS = ["changed", "newest", "oldest", "date", "black", "white", "longest"];

/** The query parameters for the server. @param {Query} query */
export function toParams(query) {
  /** @type {Record<string, string | number | boolean>} */
  const out = {};
  for (const [key, value] of Object.entries(query)) {
    if (key === "page" || key === "deleted") continue;
    const text = String(value).trim();
    if (text !== "") out[key] = text;
  }
  if (query.deleted) out.deleted = true;
  out.page = query.page;
  out.per_page = PER_PAGE;
  return out;
}

/** How many filters are set. @param {Query} query */
export const narrowed = (query) => /** @type {const} */ ([...FIELDS, "text"]).filter((k) => query[k].trim() !== "").length;

/**
 * Parses the search field: `tag:x`, `player:x`, `size:9`, `result:B+`, `from:1998`, `game:go`, quotes; the rest is free
 * text.
 * @param {string} typed
 * @returns {Partial<Query>}
 */
export function parseSearch(typed) {
  /** @type {Record<string, string>} */
  const out = {};
  const words = [];
  for (const [, key, quoted, bare] of typed.matchAll(FIELD)) {
    const value = quoted ?? bare ?? "";
    // The filters of the panel know a result by its word.
    if (key?.toLowerCase() === "result") out.result = { "b+": "black", "w+": "white" }[value.toLowerCase()] ?? value;
    else if (key) out[key.toLowerCase()] = value;
    else words.push(value);
  }
  return { ...out, text: words.join(" ") };
}

/** The search field's text of a query. @param {Query} query */
export function writeSearch(query) {
  const quote = (/** @type {string} */ v) => (/\s/.test(v) ? `"${v}"` : v);
  const named = FIELDS.filter((k) => query[k] !== "").map((k) => `${k}:${quote(query[k])}`);
  return [...named, query.text].filter((x) => x !== "").join(" ");
}

/** Whether a text is a date that may lack its day or month. @param {string} text */
export function isDate(text) {
  const m = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text.trim());
  return !!m && (m[2] === undefined || (Number(m[2]) >= 1 && Number(m[2]) <= 12)) && (m[3] === undefined || (Number(m[3]) >= 1 && Number(m[3]) <= 31));
}

/** The number of pages. @param {number} total */
export const pagesOf = (total) => Math.max(1, Math.ceil(total / PER_PAGE));

/** Tags from a line of text, separated by commas or spaces of either script, without repetitions. @param {string} text */
export function parseTags(text) {
  return [...new Set(text.split(/[,，、;；\n]+/).map((tag) => tag.trim().replace(/\s+/g, " ")).filter((tag) => tag !== ""))];
}
