// REST. Every call returns the server's answer, or throws an `ApiError` with a message for people.

/** @import { About, Board, View, ApiProblem, LibraryFile, Recovered, OwnProgram, Player, Players, ProgramAnswer, Clock, Point, TreeNode } from "./types.js" */

/** An error: the server's message if it answered, otherwise `offline`. */
export class ApiError extends Error {
  /**
   * @param {ApiProblem} problem
   * @param {number} status 0 where no answer came
   */
  constructor(problem, status) {
    super(problem.expected ? `${problem.message} — ${problem.expected}` : problem.message);
    this.name = "ApiError";
    this.code = problem.code;
    this.expected = problem.expected;
    this.status = status;
  }

  /** Whether no answer came: the change may or may not have been made, and can be sent again. */
  get offline() {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

let language = "en";

/** The language of the server's messages: `en`, `zh`, `zh-Hant` or `ja`. @param {string} code */
export function setApiLanguage(code) {
  language = code;
}

/** The language of the server's messages. */
export const apiLanguage = () => language;

/** Where a call lies, seen from the page. @param {string} path @param {Record<string, any>} [query] */
export function apiUrl(path, query) {
  const url = new URL(`api/${path}`, document.baseURI);
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") url.searchParams.set(key, String(value));
  }
  return url;
}

/**
 * One request.
 * @param {string} method
 * @param {string} path below `/api/`
 * @param {{ query?: Record<string, any>, json?: any, body?: BodyInit, type?: string, signal?: AbortSignal, keepalive?: boolean }} [options]
 * @returns {Promise<Response>}
 */
export async function request(method, path, options = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": language };
  let body = options.body;
  if (options.json !== undefined) {
    body = JSON.stringify(options.json);
    headers["Content-Type"] = "application/json";
  } else if (options.type) {
    headers["Content-Type"] = options.type;
  }
  let response;
  try {
    response = await fetch(apiUrl(path, options.query), { method, headers, body, signal: options.signal, keepalive: options.keepalive, credentials: "same-origin" });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError({ code: "offline", message: "no answer from Tengen" }, 0);
  }
  if (response.ok) return response;
  /** @type {ApiProblem} */
  let problem = { code: `http-${response.status}`, message: `${response.status} ${response.statusText}` };
  try {
    const said = await response.json();
    if (said && said.error && typeof said.error.message === "string") problem = said.error;
  } catch { /* not JSON: the status must do */ }
  throw new ApiError(problem, response.status);
}

/** @param {string} method @param {string} path @param {Parameters<typeof request>[2]} [options] @returns {Promise<any>} */
export async function json(method, path, options) {
  const response = await request(method, path, options);
  const text = await response.text();
  return text === "" ? null : JSON.parse(text);
}

/**
 * The last line of an answer that reports its progress line by line.
 * @param {Response} response
 * @param {(news: any) => void} hear gets each line of progress
 * @returns {Promise<any>}
 */
export async function lastLine(response, hear) {
  /** @type {any} */
  let last = null;
  const take = (/** @type {string} */ line) => {
    if (line.trim() === "") return;
    last = JSON.parse(line);
    if (last.step) hear(last);
  };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(take);
  }
  take(rest);
  if (last?.error) throw new ApiError(last.error, 400);
  if (!last || last.step) throw new ApiError({ code: "offline", message: "no answer from Tengen" }, 0);
  return last;
}

/** @param {string | number} id */
const game = (id) => `games/${encodeURIComponent(String(id))}`;

/**
 * A move as the server reads it.
 * @param {{ point?: Point | null, move?: string | null }} mv
 */
const asMove = (mv) => (mv.point ? { point: mv.point } : { move: mv.move });

export const api = {
  /** @returns {Promise<About>} */
  about: () => json("GET", "about"),

  /**
   * Creates a game.
   * @param {{ game: string, rules?: string, size?: string | number, setup?: any, moves?: string[], players?: Partial<Players>, clock?: Clock | null, header?: any, tags?: string[], puzzle?: boolean }} spec `puzzle`: its board, which may be deleted for good
   * @returns {Promise<Board>}
   */
  create: (spec) => json("POST", "games", { json: spec }),

  /** @param {string | number} id @returns {Promise<Board>} */
  board: (id) => json("GET", game(id)),

  /**
   * @param {string | number} id
   * @param {{ revision?: number, header?: any, players?: Partial<Players>, current?: number, tags?: string[], result?: string | null }} patch
   * @param {boolean} [keepalive] whether the request goes on when the page is left
   * @returns {Promise<Board>}
   */
  patch: (id, patch, keepalive) => json("PATCH", game(id), { json: patch, keepalive }),

  /** Moves a game into the bin. @param {string | number} id */
  remove: (id) => json("DELETE", game(id)),
  /** Deletes a puzzle's board, or an untouched game, for good. @param {string | number} id */
  discard: (id) => json("DELETE", `${game(id)}?forever=true`),
  /** @param {string | number} id */
  restore: (id) => json("POST", `${game(id)}/restore`),

  /**
   * @param {string | number} id
   * @param {number} parent
   * @param {{ point?: Point | null, move?: string | null }} mv
   * @param {number} [elapsed_ms]
   * @returns {Promise<{ node: number | TreeNode, view: View, revision: number }>}
   */
  play: (id, parent, mv, elapsed_ms) => json("POST", `${game(id)}/moves`, { json: { parent, ...asMove(mv), elapsed_ms } }),

  /** @param {string | number} id @param {number} node @param {AbortSignal} [signal] @returns {Promise<View>} */
  view: (id, node, signal) => json("GET", `${game(id)}/nodes/${node}`, { signal }),

  /** @param {string | number} id @param {number} node @param {any} patch */
  annotate: (id, node, patch) => json("PATCH", `${game(id)}/nodes/${node}`, { json: patch }),
  /** @param {string | number} id @param {number} node */
  prune: (id, node) => json("DELETE", `${game(id)}/nodes/${node}`),
  /** @param {string | number} id */
  undoPrune: (id) => json("POST", `${game(id)}/undo-prune`),

  /** @param {string | number} id @param {number} node @param {AbortSignal} [signal] @returns {Promise<any>} */
  overlay: (id, node, signal) => json("GET", `${game(id)}/nodes/${node}/overlay`, { signal }),

  /** @param {string | number} id @param {number} node @param {Point[]} dead @returns {Promise<any>} */
  score: (id, node, dead) => json("POST", `${game(id)}/nodes/${node}/score`, { json: { dead } }),

  /** Where a file can be fetched from. @param {string | number} id @param {string} format @param {number} [node] */
  exportUrl: (id, format, node) => apiUrl(`${game(id)}/export`, { format, node }),

  /** @param {string | number} id @param {string} format @param {number} [node] @returns {Promise<Response>} */
  export: (id, format, node) => request("GET", `${game(id)}/export`, { query: { format, node } }),

  /**
   * @param {Blob | string} body
   * @param {{ format?: string, game?: string, rules?: string, size?: string, name?: string, tags?: string }} [query]
   * @returns {Promise<{ imported: any[], count?: number, duplicates: any[], duplicate_count?: number, problems: any[], list?: boolean }>} `list`: the body was a short list of moves
   */
  import: (body, query) => json("POST", "import", { query, body, type: "application/octet-stream" }),

  /** @param {Record<string, any>} query */
  games: (query) => json("GET", "games", { query }),
  /** @param {any} position */
  position: (position) => json("POST", "library/position", { json: position }),
  /** The statistics of a player. @param {{ name: string, game?: string, color?: string, moves?: number }} query @returns {Promise<import("./library/player-model.js").PlayerStatistics>} */
  player: (query) => json("GET", "library/player", { query }),
  /** The library's file, backups and damaged libraries. @returns {Promise<LibraryFile>} */
  libraryFile: () => json("GET", "library/file"),
  /** Copies the library to a dated file. @returns {Promise<{ path: string, bytes: number }>} */
  backUp: () => json("POST", "library/backup"),
  /**
   * Saves the games of a damaged library.
   * @param {string} file its name
   * @param {(news: { done: number, of: number }) => void} hear
   * @returns {Promise<Recovered>}
   */
  recover: async (file, hear) => lastLine(await request("POST", "library/recover", { json: { file } }), hear),
  /** The registered programs. @returns {Promise<{ programs: OwnProgram[], protocols: { name: string, games: string[] }[] }>} */
  programs: () => json("GET", "programs"),
  /** Asks for a change of the programs; the terminal shows its code. @param {Record<string, any>} change @returns {Promise<{ id: number, valid_ms: number }>} */
  askProgram: (change) => json("POST", "programs/requests", { json: change }),
  /** Makes a change whose code was typed. @param {number} id @param {string} code @returns {Promise<{ done: boolean, answers: ProgramAnswer[] }>} */
  confirmProgram: (id, code) => json("POST", `programs/requests/${id}`, { json: { code } }),
  puzzles: () => json("GET", "puzzles"),
  /** @param {string} suite @param {number} n */
  puzzle: (suite, n) => json("GET", `puzzles/${encodeURIComponent(suite)}/${n}`),
};
