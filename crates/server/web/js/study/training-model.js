// Training: the rating and the streak of puzzles, and what comes back after longer and longer breaks.

/**
 * Something that comes back: a missed puzzle, a mistake of one's own game, or an opening line.
 * @typedef {object} Card
 * @property {string} key
 * @property {number} box how often in a row it was right
 * @property {number} due time stamp
 * @property {{ suite: string, n: number, count: number }} [puzzle]
 * @property {{ board: string | number, mistake: import("./mistakes-model.js").Mistake }} [mistake]
 * @property {OpeningLine} [line]
 */
/**
 * An opening line to know by heart.
 * @typedef {object} OpeningLine
 * @property {string} name of the opening, or its moves
 * @property {string} game
 * @property {string} rules
 * @property {string} size
 * @property {import("../types.js").Color} side whose moves are asked for
 * @property {string[]} moves from the start
 * @property {number} first the index of the first move that is asked for
 */
/**
 * @typedef {object} Training
 * @property {number} rating
 * @property {number} count rated puzzles
 * @property {number} streak puzzles solved in a row without help
 * @property {number} best the longest streak
 * @property {string} day the last day of training, such as `2026-11-23`
 * @property {number} days days of training in a row
 * @property {Card[]} cards
 */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The break before a card comes back, by its box. After the last one it is learnt. */
export const BREAKS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 35 * DAY];
/** The most cards; the ones that are due last go first. */
const MOST = 400;

/** @returns {Training} */
export const noTraining = () => ({ rating: 1200, count: 0, streak: 0, best: 0, day: "", days: 0, cards: [] });

/** Whether a stored value is an opening line. @param {any} line */
const isLine = (line) => typeof line?.name === "string" && typeof line.game === "string" && Array.isArray(line.moves) && line.moves.every((/** @type {any} */ m) => typeof m === "string")
  && Number.isInteger(line.first) && line.first >= 0 && line.first < line.moves.length;

/** Checks what the browser has kept. @param {any} stored @returns {Training} */
export function readTraining(stored) {
  const out = noTraining();
  if (typeof stored !== "object" || stored === null) return out;
  for (const key of /** @type {const} */ (["rating", "count", "streak", "best", "days"])) if (Number.isFinite(stored[key]) && stored[key] >= 0) out[key] = stored[key];
  if (typeof stored.day === "string" && /^\d{4}-\d\d-\d\d$/.test(stored.day)) out.day = stored.day;
  const good = (/** @type {any} */ c) => typeof c?.key === "string" && Number.isInteger(c.box) && c.box >= 0 && c.box < BREAKS.length && Number.isFinite(c.due) && (c.puzzle?.suite !== undefined || c.mistake?.mistake !== undefined || isLine(c.line));
  if (Array.isArray(stored.cards)) out.cards = stored.cards.filter(good).slice(0, MOST);
  return out;
}

/** The local day of a time. @param {number} now */
export function dayOf(now) {
  const date = new Date(now);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
}

/** The difficulty of a puzzle on the scale of ratings: the longer its solution, the harder. @param {number} plies */
export const difficultyOf = (plies) => Math.min(2400, 900 + 60 * Math.max(1, plies));

/**
 * After a puzzle: the rating moves as in Elo's formula, more in the beginning.
 * @param {Training} training @param {number} difficulty @param {0 | 0.5 | 1} score @param {number} now @returns {Training}
 */
export function rated(training, difficulty, score, now) {
  const expected = 1 / (1 + 10 ** ((difficulty - training.rating) / 400));
  const step = training.count < 20 ? 40 : 20;
  const streak = score === 1 ? training.streak + 1 : 0;
  return { ...trained(training, now), rating: Math.max(100, Math.round(training.rating + step * (score - expected))), count: training.count + 1, streak, best: Math.max(training.best, streak) };
}

/** A day of training. @param {Training} training @param {number} now @returns {Training} */
export function trained(training, now) {
  const today = dayOf(now);
  if (training.day === today) return training;
  return { ...training, day: today, days: training.day === dayOf(now - DAY) ? training.days + 1 : 1 };
}

/** Something was missed: it comes back soon. @param {Training} training @param {Omit<Card, "box" | "due">} card @param {number} now @returns {Training} */
export function missed(training, card, now) {
  const cards = [...training.cards.filter((c) => c.key !== card.key), { ...card, box: 0, due: now + BREAKS[0] }];
  cards.sort((a, b) => a.due - b.due);
  return { ...training, cards: cards.slice(0, MOST) };
}

/** The key of the card of a line. @param {OpeningLine} line */
const lineKey = (line) => `line/${line.game}/${line.rules}/${line.size}/${line.side}/${line.moves.join(" ")}`;

/** Takes up an opening line, which is asked for at once; it takes the place of its own beginnings. @param {Training} training @param {OpeningLine} line @param {number} now @returns {Training} */
export function learnt(training, line, now) {
  const key = lineKey(line);
  const rest = training.cards.filter((c) => c.key !== key && !(c.line && key.startsWith(`${c.key} `)));
  return { ...training, cards: [{ key, box: 0, due: now, line }, ...rest].slice(0, MOST) };
}

/** A card was answered: a right answer makes the next break longer, a wrong one starts over. @param {Training} training @param {string} key @param {boolean} right @param {number} now @returns {Training} */
export function answered(training, key, right, now) {
  const card = training.cards.find((c) => c.key === key);
  if (!card) return training;
  const rest = training.cards.filter((c) => c !== card);
  const box = right ? card.box + 1 : 0;
  const cards = box >= BREAKS.length ? rest : [...rest, { ...card, box, due: now + BREAKS[box] }].sort((a, b) => a.due - b.due);
  return { ...trained(training, now), cards };
}

/** The cards that are due. @param {Training} training @param {number} now */
export const dueCards = (training, now) => training.cards.filter((c) => c.due <= now);
