// What the page knows of matches: the list, kept up to date by the server, and the words for it.

import { json } from "../api.js";
import { infoOf } from "../game.js";
import { pick, punctuated, t } from "../i18n/index.js";
import { resultWords } from "../moves.js";
import { store } from "../store.js";

/** @import { Board, Color, Point, Text, GameTraits, Look } from "../types.js" */
/** @typedef {{ wins: number, draws: number, losses: number, points: number }} Tally */
/** @typedef {{ name: string, engine: string | null, level: number | null, program: boolean }} MatchPlayer */
/** @typedef {{ player?: number, kind: string, text: Text, what?: string, cause?: Text, count?: number }} Fault `cause`: what happened, in words */
/** @typedef {{ value: number | null, low: number | null, high: number | null }} Elo null: infinite */
/** @typedef {{ players: (Tally & { black: Tally, white: Tally, faults: Fault[] })[], elo: Elo | null, pairs: number[] | null, curve: (number | null)[][], sprt?: { llr: number, low: number, high: number, outcome: "open" | "accepted" | "rejected" } }} Table */
/** @typedef {{ game: number, players: number[], black: number, winner: number | null, result: string, end: string, plies: number, opening: string, fault?: Fault, board: number | null }} GameRow */
/** @typedef {{ game: number, players: number[], black: number, to_move: number | null, ply: number, stones: { black: Point[], white: Point[] }, last: Point | null, line: Point[], clocks_ms: (number | null)[] }} LiveGame */
/**
 * A match; `table`, `live`, `from` and `games` are not in lists.
 * @typedef {GameTraits & { id: number, status: "waiting" | "preparing" | "running" | "stopped" | "finished", played: number, total: number, points: number[],
 *   problem: Text | null, openings_found?: number, players: MatchPlayer[], created_ms: number, tag: string, game: string, rules: string, rules_name: Text,
 *   size: { rows: number, cols: number }, style: Look, time: Record<string, number>, sprt: { elo0: number, elo1: number, error: number } | null,
 *   table: Table | null, live: LiveGame[], from: number, games: GameRow[] }} Match
 */

/** @param {number | string} id @param {string} [act] */
const at = (id, act) => `matches/${id}${act ? `/${act}` : ""}`;

/** The routes. */
export const matchApi = {
  /** @param {any} settings @returns {Promise<Match>} */
  start: (settings) => json("POST", "matches", { json: settings }),
  /** @param {number} id @param {"stop" | "resume"} act */
  act: (id, act) => json("POST", at(id, act), { json: {} }),
  /** @param {number} id */
  remove: (id) => json("DELETE", at(id)),
};

/** Whether a match is played, or will be. @param {Pick<Match, "status">} m */
export const isActive = (m) => m.status === "waiting" || m.status === "preparing" || m.status === "running";

/** The name of a player as the page shows it: engines of Tengen by their title and level. @param {Match} m @param {number} i */
export function playerName(m, i) {
  const player = m.players[i];
  if (player.program) return player.name;
  const end = / \(\d\)$/.exec(player.name)?.[0] ?? "";
  const engines = infoOf(store.state.about, /** @type {any} */ (m))?.engines ?? [];
  const engine = player.engine ? engines.find((e) => e.name === player.engine) : engines[0];
  const level = player.level ?? engine?.levels.length ?? "";
  const own = !engine || engine === engines[0];
  return (own ? t("player.engine-level", { level }) : `${pick(engine.title) || engine.name} · ${level}`) + end;
}

/** Points as people write them: 6½. @param {number} points */
export const pointsText = (points) => (points % 1 === 0 ? String(points) : points < 1 ? "½" : `${Math.floor(points)}½`);

/** The score of both players. @param {Match} m */
export const scoreText = (m) => t("matches.score", { a: pointsText(m.points[0]), b: pointsText(m.points[1]) });

/** A number with its sign; an infinite one by the sign of `infinite`. @param {number | null} n @param {number} infinite */
const signed = (n, infinite) => (n === null ? (infinite > 0 ? "+∞" : "−∞") : `${n < 0 ? "−" : "+"}${Math.abs(n).toFixed(0)}`);

/** `+35 [−12, +83]`. @param {Elo} elo @param {Tally} tally of the same player */
export const eloText = (elo, tally) => `${signed(elo.value, tally.wins - tally.losses)} [${signed(elo.low, -1)}, ${signed(elo.high, 1)}]`;

/**
 * The range of the axis for a curve of Elo. It holds the last interval, and the curve after its noisy start. An infinite number is null.
 * @param {Table["curve"]} curve games, Elo, and the interval after them
 */
export function eloRange(curve) {
  const shown = [...curve.slice(Math.floor(curve.length / 4)).map((p) => p[1]), ...curve.at(-1)?.slice(2) ?? []];
  return Math.ceil(Math.max(100, ...shown.map((n) => Math.abs(n ?? 0))) / 100) * 100;
}

/** How far a match is, in words. @param {Match} m */
export function statusText(m) {
  const status = t(`matches.status.${m.status}`, { found: m.openings_found ?? 0, of: m.total / 2 });
  return t("matches.summary", { done: m.played, of: m.total, status });
}

/** How a game ended, in words. @param {Match} m @param {GameRow} row */
export function endText(m, row) {
  const fault = row.fault && row.fault.player !== undefined && !/T/.test(row.result) ? punctuated(`${playerName(m, row.fault.player)}: ${pick(row.fault.text)}`) : "";
  const why = fault || (row.end === "length" ? t("matches.end.length") : "");
  const how = row.winner === null ? t("end.draw") : resultWords(row.result.replace(/\+F$/, "+"), /** @type {Board} */ (/** @type {unknown} */ (m)));
  return why ? `${how} · ${why}` : how;
}
