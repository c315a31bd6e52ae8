// The small boards of the games under way. A board is drawn once; then stones come and go.

import { geometryOf } from "../board/geometry.js";
import { sideDot } from "../board/side-dot.js";
import { stone } from "../board/stones.js";
import { paints, plate, surface } from "../board/surface.js";
import { div, fill, h, s, span } from "../dom.js";
import { t } from "../i18n/index.js";
import { colorName } from "../moves.js";
import { clockText } from "../play/clock.js";
import { store } from "../store.js";
import { playerName } from "./data.js";

/** @import { Color, Point } from "../types.js" */
/** @import { LiveGame, Match } from "./data.js" */

/** @param {Match} m @param {number} number of the game */
function liveBoard(m, number) {
  const g = geometryOf(m, false);
  const id = `live-${m.id}-${number}`;
  const board = h("div", { class: `board preview look-${g.look}`, role: "img", data: { theme: store.state.settings.boardTheme } });
  board.style.setProperty("--ratio", String(g.width / g.height));
  const layer = s("g");
  const last = s("circle", { class: "live-last", r: g.r * 0.36 });
  const pieces = s("svg", { class: "pieces", viewBox: `0 0 ${g.width} ${g.height}`, "aria-hidden": "true" }, paints(id), layer, g.look === "holes" ? plate(g, id) : null, last);
  board.append(surface(g, { coords: { columns: [], rows: [] } }, `${id}-s`), pieces);
  const names = div("live-names");
  const facts = div("live-facts");
  const el = div("live-game", names, board, facts);
  /** @type {Map<string, { color: Color, el: Element }>} */
  const on = new Map();
  /** @param {LiveGame} live */
  const draw = (live) => {
    const seen = new Set();
    for (const color of /** @type {const} */ (["black", "white"])) {
      for (const p of live.stones[color]) {
        const key = String(p);
        seen.add(key);
        const old = on.get(key);
        if (old?.color === color) continue;
        old?.el.remove();
        const { x, y } = g.xy(p);
        const piece = s("g", { transform: `translate(${x} ${y})` }, stone(g, id, color));
        layer.append(piece);
        on.set(key, { color, el: piece });
      }
    }
    for (const [key, { el: piece }] of on) if (!seen.has(key)) { piece.remove(); on.delete(key); }
    const at = live.last && g.xy(live.last);
    last.setAttribute("visibility", at ? "visible" : "hidden");
    if (at) {
      last.setAttribute("cx", String(at.x));
      last.setAttribute("cy", String(at.y));
    }
    // Player 0 or 1 by colour, and the clocks by seat.
    const seats = { black: live.black, white: 1 - live.black };
    const name = (/** @type {Color} */ color) => playerName(m, seats[color]);
    const side = (/** @type {Color} */ color) => {
      const ms = live.clocks_ms[live.players.indexOf(seats[color])];
      return span(`live-side${live.to_move === seats[color] ? " active" : ""}`, sideDot(m, color),
        span("live-name", name(color)), ms === null || ms === undefined ? null : span("live-clock", clockText(ms, true)));
    };
    fill(names, side("black"), side("white"));
    fill(facts, h("span", null, t("matches.game", { n: live.game })), h("span", null, t("matches.move", { n: live.ply })));
    board.setAttribute("aria-label", t("matches.board", { game: live.game, black: name("black"), b: colorName(m, "black"), white: name("white"), w: colorName(m, "white"), ply: live.ply }));
  };
  return { el, draw };
}

/** The boards of a match. `draw` shows those that are under way now. */
export function liveBoards() {
  const el = div("live-games");
  /** @type {Map<number, ReturnType<typeof liveBoard>>} */
  const boards = new Map();
  return {
    el,
    /** @param {Match} m */
    draw(m) {
      const now = new Set(m.live.map((live) => live.game));
      for (const [game, board] of boards) if (!now.has(game)) { board.el.remove(); boards.delete(game); }
      for (const live of m.live) {
        let board = boards.get(live.game);
        if (!board) {
          board = liveBoard(m, live.game);
          boards.set(live.game, board);
          el.append(board.el);
        }
        board.draw(live);
      }
      el.hidden = boards.size === 0;
    },
  };
}
