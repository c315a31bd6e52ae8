// A mock server for work on the look of the page: it serves the page and stores boards without any rules. Run it with
// `node mock/server.js [port]`. There is no WebSocket, so the page shows that it is offline, and engines do not move.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../..", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const text = (en, zh = en) => ({ en, zh });
const levels = [1, 2, 3, 4, 5].map((level) => ({ level, text: text(`Level ${level}`, `等级 ${level}`) }));
const rule = (id, name, sizes, style = "lines", openings = []) => ({ id, name, sizes, default_size: sizes[0], style, openings });
const ABOUT = {
  version: "mock", default_game: "gomoku", formats: [], limits: {},
  games: [
    { kind: "mnk", name: text("m,n,k", "m,n,k 棋"), title: text("Tic-tac-toe, Connect four", "井字棋、四子棋"), named_by_rules: true, features: ["rows", "gravity"], piece: "stone", unit: "none", proofs: ["exact"], engines: [{ name: "mnk", levels }], rules: [rule("tic-tac-toe", text("Tic-tac-toe", "井字棋"), ["3x3"], "paper"), rule("connect-four", text("Connect four", "四子棋"), ["7x6"], "holes")] },
    { kind: "gomoku", name: text("Gomoku", "五子棋"), features: ["rows", "threats", "forbidden", "openings"], piece: "stone", unit: "none", proofs: ["vcf", "vct"], engines: [{ name: "gomoku", levels }], rules: [rule("freestyle", text("Freestyle", "自由"), ["15x15", "19x19"], "lines", [{ id: "swap2", name: text("Swap2") }]), rule("renju", text("Renju", "连珠"), ["15x15"])] },
    { kind: "othello", name: text("Othello", "黑白棋"), features: ["pass", "flips", "mobility", "stable", "discs"], piece: "disc", unit: "discs", proofs: ["exact"], start: { white: [[3, 3], [4, 4]], black: [[3, 4], [4, 3]] }, engines: [{ name: "othello", levels }], rules: [rule("othello", text("Othello", "黑白棋"), ["8x8"], "felt")] },
    { kind: "go", name: text("Go", "围棋"), features: ["pass", "captures", "liberties", "ko", "territory", "komi", "handicap"], piece: "stone", unit: "points", proofs: [], letters: "ABCDEFGHJKLMNOPQRST", engines: [{ name: "go", levels }], rules: [rule("chinese", text("Chinese", "中国规则"), ["19x19", "13x13", "9x9"])] },
  ],
};

const boards = [];

function create(spec) {
  const [cols, rows] = String(spec.size ?? "15x15").split("x").map(Number);
  const info = ABOUT.games.find((g) => g.kind === spec.game);
  const letters = info.letters ?? "abcdefghijklmnopqrst";
  const style = (info.rules.find((r) => r.id === spec.rules) ?? info.rules[0]).style;
  const { features, piece, unit, proofs } = info;
  const board = {
    id: boards.length + 1, revision: 1, game: spec.game, features, piece, unit, proofs, style, look: { style, stars: [] }, rules: spec.rules ?? "", size: { rows, cols }, header: {}, clock: spec.clock ?? null,
    coords: { columns: [...letters].slice(0, cols), rows: Array.from({ length: rows }, (_, i) => String(style === "felt" ? i + 1 : rows - i)) },
    players: spec.players, result: null, tags: [], current: 0, nodes: [{ id: 0, parent: null, children: [] }], saved: true,
  };
  boards.push(board);
  return board;
}

function view(board, id) {
  const path = [];
  for (let n = board.nodes[id]; n; n = board.nodes[n.parent]) path.unshift(n);
  const stones = { black: [], white: [] };
  const info = ABOUT.games.find((g) => g.kind === board.game);
  Object.assign(stones, structuredClone(info.start ?? {}));
  for (const n of path) if (n.point) stones[n.color].push(n.point);
  const to_move = path.length % 2 === 1 ? "black" : "white";
  const taken = new Set([...stones.black, ...stones.white].map(String));
  const legal = [];
  for (let r = 0; r < board.size.rows; r += 1) for (let c = 0; c < board.size.cols; c += 1) if (!taken.has(String([r, c]))) legal.push([r, c]);
  return {
    node: id, ply: path.length - 1, to_move, player_to_move: to_move === "black" ? "first" : "second", stones, last: path.at(-1).point ?? null, line: [], captured: [], flipped: [],
    captures: { black: 0, white: 0 }, ...(info.features.includes("discs") ? { counts: { black: stones.black.length, white: stones.white.length } } : {}),
    legal, choices: [], can_pass: info.features.includes("pass"), forbidden: [], outcome: null, hash: "",
  };
}

async function answer(request, url) {
  let body = "";
  for await (const chunk of request) body += chunk;
  const sent = body ? JSON.parse(body) : {};
  const path = url.pathname.split("/").slice(2);
  if (path[0] === "about") return ABOUT;
  if (path[0] !== "games") return null;
  if (path.length === 1) return create(sent);
  const board = boards[Number(path[1]) - 1];
  if (!board) return null;
  if (path.length === 2) {
    if (request.method === "PATCH") Object.assign(board, sent, { revision: board.revision + 1 });
    return board;
  }
  if (path[2] === "moves") {
    const before = view(board, sent.parent);
    const id = board.nodes.length;
    board.nodes.push({ id, parent: sent.parent, children: [], color: before.to_move, point: sent.point, move: sent.move ?? board.coords.columns[sent.point[1]] + board.coords.rows[sent.point[0]] });
    board.nodes[sent.parent].children.push(id);
    board.current = id;
    board.revision += 1;
    return { node: id, view: view(board, id), revision: board.revision };
  }
  if (path[2] === "nodes") return view(board, Number(path[3]));
  return null;
}

const port = Number(process.argv[2] ?? 8123);
createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost");
  response.setHeader("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'");
  if (url.pathname.startsWith("/api/")) {
    const said = await answer(request, url);
    response.writeHead(said ? 200 : 404, { "Content-Type": "application/json" });
    response.end(JSON.stringify(said ?? { error: { code: "not-found", message: "not here" } }));
    return;
  }
  try {
    const file = join(WEB, normalize(url.pathname === "/" ? "/index.html" : url.pathname));
    const data = await readFile(file);
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(data);
  } catch {
    response.writeHead(404).end();
  }
}).listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${port}/`));
