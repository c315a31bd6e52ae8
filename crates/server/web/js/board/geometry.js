// Where the points of a board lie in the drawing, and which point lies under a pointer.

/** @import { Board, Point } from "../types.js" */

/**
 * How a board looks: stones on crossings (`lines`), discs in squares (`felt`), a plate with holes (`holes`), signs on paper (`paper`).
 * @typedef {"lines" | "felt" | "holes" | "paper"} Look
 */
/**
 * @typedef {object} Geometry
 * @property {Look} look
 * @property {number} rows
 * @property {number} cols
 * @property {number} cw distance of columns, in units of the drawing
 * @property {number} ch distance of rows
 * @property {number} left x of the first column's points
 * @property {number} top y of the first row's points
 * @property {number} width of the whole drawing
 * @property {number} height of the whole drawing
 * @property {number} pad from the points at the rim to the edge of what is played on
 * @property {number} r radius of a stone
 * @property {number} font size of the coordinates
 * @property {boolean} coordinates whether there is room for them
 * @property {(point: Point) => { x: number, y: number }} xy the middle of a point
 * @property {(x: number, y: number) => Point | null} at the point at a place of the drawing
 */

/** A Japanese board: 22 mm by 23.7 mm between lines, stones of 22.5 mm. */
const GO_RATIO = 23.7 / 22;
const GO_STONE = 22.5 / 22;

/** Whether stones fall to the lowest free point of their column. @param {{ game: string, rules?: string }} board */
export const hasGravity = (board) => /connect-?four|gravity/.test(`${board.game} ${board.rules ?? ""}`);

/** @param {{ game: string, rules?: string, size: { rows: number, cols: number } }} board @returns {Look} */
export function lookOf(board) {
  if (board.game === "othello") return "felt";
  if (hasGravity(board)) return "holes";
  if (/mnk|tic-tac-toe/.test(board.game) && Math.max(board.size.rows, board.size.cols) <= 6) return "paper";
  return "lines";
}

/**
 * @param {{ game: string, rules?: string, size: { rows: number, cols: number } }} board
 * @param {boolean} coordinates
 * @returns {Geometry}
 */
export function geometryOf(board, coordinates) {
  const { rows, cols } = board.size;
  const look = lookOf(board);
  const cw = 100;
  const ch = board.game === "go" ? cw * GO_RATIO : cw;
  // Stones of a real set touch; a hair of room keeps them apart on a screen.
  const r = look === "lines" ? (board.game === "go" ? (GO_STONE * cw) / 2 - 2 : 47.5) : look === "felt" ? 42 : look === "holes" ? 41 : 30;
  const pad = look === "lines" ? 62 : 50 + (look === "holes" ? 14 : look === "felt" ? 8 : 16);
  const side = Math.max(rows, cols);
  // Letters keep about one size on the screen, whatever the size of the board.
  const font = look === "lines" ? 30 * Math.max(0.8, Math.min(1.35, side / 15)) : 34 * Math.max(0.42, Math.min(1, side / 8));
  const rim = coordinates ? font * (look === "lines" ? 1.33 : 1.8) : look === "lines" ? 6 : 18;
  const edge = pad + rim;
  const left = edge;
  const top = edge;
  const width = left * 2 + (cols - 1) * cw;
  const height = top * 2 + (rows - 1) * ch;
  return {
    look, rows, cols, cw, ch, left, top, width, height, pad, r, coordinates, font,
    xy: ([row, col]) => ({ x: left + col * cw, y: top + row * ch }),
    at(x, y) {
      // Adding nothing turns a negative zero into zero.
      const col = Math.round((x - left) / cw) + 0;
      const row = Math.round((y - top) / ch) + 0;
      return row >= 0 && row < rows && col >= 0 && col < cols ? [row, col] : null;
    },
  };
}

/**
 * The star points of a board whose stones stand on the lines: on the third line from the edge up to 12 lines, on the fourth from
 * 13 on; corners from 7 lines on, the centre where both sides are odd, the middles of the sides from 17 lines on.
 * @param {number} rows
 * @param {number} cols
 * @returns {Point[]}
 */
export function starPoints(rows, cols) {
  /** @param {number} side */
  const lines = (side) => {
    const edge = side >= 13 ? 3 : 2;
    return { corners: side >= 7 ? [edge, side - 1 - edge] : [], middle: side % 2 === 1 && side >= 3 ? (side - 1) / 2 : null };
  };
  const r = lines(rows);
  const c = lines(cols);
  const long = rows >= 17 && cols >= 17;
  /** @type {Point[]} */
  const stars = r.corners.flatMap((row) => c.corners.map((col) => /** @type {Point} */ ([row, col])));
  if (r.middle !== null && c.middle !== null) stars.push([r.middle, c.middle]);
  if (long && r.middle !== null) for (const col of c.corners) stars.push([r.middle, col]);
  if (long && c.middle !== null) for (const row of r.corners) stars.push([row, c.middle]);
  return stars.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** One number for a point, for sets and maps. @param {Point} p */
export const key = (p) => p[0] * 64 + p[1];

/** @param {Point | null | undefined} a @param {Point | null | undefined} b */
export const same = (a, b) => !!a && !!b && a[0] === b[0] && a[1] === b[1];

/** A point as the game writes it. @param {Pick<Board, "coords">} board @param {Point} p */
export function pointName(board, [row, col]) {
  return `${board.coords.columns[col] ?? col + 1}${board.coords.rows[row] ?? row + 1}`;
}
