// The geometry of a board's drawing: where each point is, and which point is under the pointer.

import { has } from "../game.js";

/** @import { Board, GameTraits, Look, Point } from "../types.js" */

/**
 * @typedef {object} Geometry
 * @property {Look} look
 * @property {number} rows
 * @property {number} cols
 * @property {number} cw distance between columns, in units of the drawing
 * @property {number} ch distance between rows
 * @property {number} left x of the first column's points
 * @property {number} top y of the first row's points
 * @property {number} width of the whole drawing
 * @property {number} height of the whole drawing
 * @property {number} pad from the outermost points to the edge of the playing area
 * @property {number} r radius of a stone
 * @property {number} font size of the coordinates
 * @property {boolean} coordinates whether they are shown
 * @property {Geometry} plain the same drawing, unturned: its rows and columns are those that one sees
 * @property {boolean} sideways whether rows and columns have changed places
 * @property {(point: Point) => Point} seen the row and column of a point as one sees them
 * @property {(seen: Point) => Point} unseen the point at a row and column that one sees
 * @property {(point: Point) => { x: number, y: number }} xy the centre of a point
 * @property {(x: number, y: number) => Point | null} at the point at this position of the drawing
 */

/** A Japanese Go board: 22 mm by 23.7 mm between the lines, stones of 22.5 mm. */
const GO_RATIO = 23.7 / 22;
const GO_STONE = 22.5 / 22;

/** The look of a board. @param {{ look?: { style: Look }, style?: Look }} board @returns {Look} */
export const lookOf = (board) => board.look?.style ?? board.style ?? "lines";

/** The size of the coordinates as a share of the drawing: 13 px of 720 px, and 10 px of 360 px on a phone. */
const FONT = 13 / 720;
const PHONE_FONT = 10 / 360;

/** The smallest type in screen pixels that is read on the board. */
export const READABLE = 9;

/**
 * @param {GameTraits & { look?: { style: Look }, style?: Look, size: { rows: number, cols: number } }} board
 * @param {boolean} coordinates
 * @param {boolean} [phone] whether the board is as wide as a phone's screen
 * @param {{ turn?: number, mirror?: boolean }} [how] quarter turns clockwise, and whether left and right are swapped first
 * @returns {Geometry}
 */
export function geometryOf(board, coordinates, phone = false, { turn = 0, mirror = false } = {}) {
  const look = lookOf(board);
  // Where stones fall, down stays down.
  const quarters = look === "holes" ? 0 : turn % 4;
  const sideways = quarters % 2 === 1;
  const rows = sideways ? board.size.cols : board.size.rows;
  const cols = sideways ? board.size.rows : board.size.cols;
  const cw = 100;
  const go = has(board, "liberties");
  const ch = go ? cw * GO_RATIO : cw;
  // Stones of a real set touch; a small gap keeps them apart on a screen.
  const r = look === "lines" ? (go ? (GO_STONE * cw) / 2 - 2 : 47.5) : look === "felt" ? 42 : look === "holes" ? 41 : 30;
  const pad = look === "lines" ? 62 : 50 + (look === "holes" ? 14 : look === "felt" ? 8 : 16);
  // The labels have about the same size on the screen for every board size.
  const share = phone ? PHONE_FONT : FONT;
  const room = look === "lines" ? 1.33 : 1.8;
  // The rim is part of the drawing and as wide as the labels need.
  const font = (share * (Math.max((cols - 1) * cw, (rows - 1) * ch) + 2 * pad)) / (1 - 2 * room * share);
  const rim = coordinates ? font * room : look === "lines" ? 6 : 18;
  const edge = pad + rim;
  const left = edge;
  const top = edge;
  const width = left * 2 + (cols - 1) * cw;
  const height = top * 2 + (rows - 1) * ch;
  /** @type {Geometry} */
  const plain = {
    look, rows, cols, cw, ch, left, top, width, height, pad, r, coordinates, font, sideways: false,
    plain: /** @type {any} */ (null), seen: (p) => p, unseen: (p) => p,
    xy: ([row, col]) => ({ x: left + col * cw, y: top + row * ch }),
    at(x, y) {
      // Adding 0 turns a negative zero into zero.
      const col = Math.round((x - left) / cw) + 0;
      const row = Math.round((y - top) / ch) + 0;
      return row >= 0 && row < rows && col >= 0 && col < cols ? [row, col] : null;
    },
  };
  plain.plain = plain;
  if (quarters === 0 && !mirror) return plain;
  const size = board.size;
  /** @param {Point} p @returns {Point} */
  const seen = ([row, c]) => {
    const col = mirror ? size.cols - 1 - c : c;
    if (quarters === 1) return [col, size.rows - 1 - row];
    if (quarters === 2) return [size.rows - 1 - row, size.cols - 1 - col];
    return quarters === 3 ? [size.cols - 1 - col, row] : [row, col];
  };
  /** @param {Point} p @returns {Point} */
  const unseen = ([a, b]) => {
    const [row, col] = quarters === 1 ? [size.rows - 1 - b, a] : quarters === 2 ? [size.rows - 1 - a, size.cols - 1 - b] : quarters === 3 ? [b, size.cols - 1 - a] : [a, b];
    return [row, mirror ? size.cols - 1 - col : col];
  };
  return {
    ...plain, rows: size.rows, cols: size.cols, plain, sideways, seen, unseen,
    xy: (p) => plain.xy(seen(p)),
    at(x, y) {
      const p = plain.at(x, y);
      return p && unseen(p);
    },
  };
}

/**
 * The star points of a board with stones on the crossings. They are on the third line from the edge, from 13 lines on the fourth.
 * Boards of 7 lines and more have them near the corners, boards of 17 and more also at the middles of the sides; a board with two
 * odd sides has the centre.
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

/** A point as one number, for sets and maps. @param {Point} p */
export const key = (p) => p[0] * 64 + p[1];

/** @param {Point | null | undefined} a @param {Point | null | undefined} b */
export const same = (a, b) => !!a && !!b && a[0] === b[0] && a[1] === b[1];

/** A point as the game writes it. @param {Pick<Board, "coords">} board @param {Point} p */
export function pointName(board, [row, col]) {
  return `${board.coords.columns[col] ?? col + 1}${board.coords.rows[row] ?? row + 1}`;
}
