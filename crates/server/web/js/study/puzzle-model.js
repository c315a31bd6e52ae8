// Puzzles: the judgement of a try, the progress in a solution, and the solved puzzles.

/** @import { Point } from "../types.js" */

/** @typedef {"solved" | "helped" | "failed"} Mark */
/** @typedef {Record<string, Record<string, Mark>>} Progress by suite, then by number */
/**
 * @typedef {object} Puzzle
 * @property {string} suite
 * @property {number} n from 1
 * @property {string} game
 * @property {string} [rules]
 * @property {any} [size]
 * @property {any} [setup]
 * @property {string[]} [moves]
 * @property {any} [task]
 * @property {string[]} answers the moves that solve it
 * @property {string[]} [line] one solution, from an answer on
 * @property {string} [kind]
 * @property {string} [target] a stone of the chain that is to be captured or saved
 * @property {any} [hint]
 */

/** Checks a stored progress. @param {unknown} stored @returns {Progress} */
export function readProgress(stored) {
  /** @type {Progress} */
  const out = {};
  if (typeof stored !== "object" || stored === null) return out;
  for (const [suite, marks] of Object.entries(stored)) {
    if (typeof marks !== "object" || marks === null) continue;
    const kept = Object.entries(marks).filter(([n, mark]) => /^\d+$/.test(n) && ["solved", "helped", "failed"].includes(mark));
    if (kept.length > 0) out[suite] = Object.fromEntries(kept);
  }
  return out;
}

/**
 * Stores a result. A puzzle solved without help stays so; otherwise the better result counts.
 * @param {Progress} progress
 * @param {string} suite
 * @param {number} n
 * @param {Mark} mark
 * @returns {Progress}
 */
export function withMark(progress, suite, n, mark) {
  const rank = { failed: 0, helped: 1, solved: 2 };
  const old = progress[suite]?.[n];
  if (old && rank[old] >= rank[mark]) return progress;
  return { ...progress, [suite]: { ...progress[suite], [n]: mark } };
}

/** @param {Progress} progress @param {string} suite @param {number} count */
export function tally(progress, suite, count) {
  const marks = Object.entries(progress[suite] ?? {}).filter(([n]) => Number(n) >= 1 && Number(n) <= count).map(([, m]) => m);
  const of = (/** @type {Mark} */ m) => marks.filter((x) => x === m).length;
  return { solved: of("solved"), helped: of("helped"), failed: of("failed"), count };
}

/** The next unsolved puzzle after `n`, cyclically; the next one if all are solved. @param {Progress} progress @param {string} suite @param {number} n @param {number} count */
export function nextPuzzle(progress, suite, n, count) {
  const marks = progress[suite] ?? {};
  for (let i = 1; i <= count; i += 1) {
    const at = ((n - 1 + i) % count) + 1;
    if (marks[at] !== "solved") return at;
  }
  return (n % count) + 1;
}

/** @param {string} a @param {string} b */
const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();

/**
 * Judges a try, as far as the puzzle itself knows.
 * @param {Puzzle} puzzle
 * @param {string[]} played moves of both sides since the puzzle's position
 * @param {string} move the try
 * @returns {"right" | "wrong" | "unknown"} `unknown`: off the known solution, where only the engine can judge
 */
export function judge(puzzle, played, move) {
  if (played.length === 0) return puzzle.answers.some((a) => same(a, move)) ? "right" : "wrong";
  const line = puzzle.line ?? [];
  const onLine = played.every((p, i) => line[i] !== undefined && same(p, line[i]));
  if (onLine && line[played.length] !== undefined && same(line[played.length], move)) return "right";
  return "unknown";
}

/** The next move of the known solution; `null` off it or at its end. @param {Puzzle} puzzle @param {string[]} played */
export function nextInLine(puzzle, played) {
  const line = puzzle.line ?? [];
  if (played.length === 0) return line[0] ?? puzzle.answers[0] ?? null;
  return played.every((p, i) => line[i] !== undefined && same(p, line[i])) ? line[played.length] ?? null : null;
}

/**
 * A line turned or mirrored so that it begins with another point, where the position looks the same that way: the first move of a
 * game, say. `null` if the point is no equal of the line's first.
 * @param {readonly Point[]} line @param {Point} point @param {{ rows: number, cols: number }} size @param {{ black: Point[], white: Point[] }} stones
 * @returns {Point[] | null}
 */
export function turnedLine(line, point, { rows, cols }, stones) {
  const equal = (/** @type {Point} */ a, /** @type {Point} */ b) => a[0] === b[0] && a[1] === b[1];
  for (let n = 1; n < 8; n += 1) {
    if (n & 4 && rows !== cols) break;
    /** @param {Point} p @returns {Point} */
    const turn = ([row, col]) => {
      const [r, c] = [n & 1 ? rows - 1 - row : row, n & 2 ? cols - 1 - col : col];
      return n & 4 ? [c, r] : [r, c];
    };
    const keeps = [stones.black, stones.white].every((list) => list.every((p) => list.some((q) => equal(q, turn(p)))));
    if (keeps && line.length > 0 && equal(turn(line[0]), point)) return line.map(turn);
  }
  return null;
}

/** Whether the solution was played to its end. @param {Puzzle} puzzle @param {string[]} played */
export function complete(puzzle, played) {
  const length = Math.max(1, puzzle.line?.length ?? 1);
  return played.length >= length || (played.length === length - 1 && length % 2 === 0);
}
