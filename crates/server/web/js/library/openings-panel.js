// The openings panel: the moves that the library's games played from the position shown, and these games.

import { api, json } from "../api.js";
import { sideDot } from "../board/side-dot.js";
import { fill, h, icon, span } from "../dom.js";
import { t } from "../i18n/index.js";
import { colorName, moveWords } from "../moves.js";
import { sayProblem } from "../messages.js";
import { open } from "../session/open.js";
import { play } from "../session/play.js";
import { nodeOf, pathTo } from "../tree.js";
import { inPercent } from "../study/score.js";
import { light, setStudy, study } from "../study/state.js";
import { firstMoves, hasUnnumbered } from "./first-moves.js";
import { lineBox } from "./line-box.js";
import { resultText, shownNames } from "./list-panel.js";
import { ownList, ownMoves } from "./own-moves.js";
import { bar, statisticsOf } from "./statistics.js";

/** @import { Store } from "../store.js" */
/** @import { Statistic } from "./statistics.js" */

/** @type {Map<string, any>} */
const kept = new Map();

/** @param {HTMLElement} el @param {Store} st */
export function mountOpenings(el, st) {
  const status = h("p", { class: "library-status", role: "status" });
  const table = h("ol", { class: "openings" });
  const legend = h("p", { class: "openings-legend" });
  const own = h("section", { class: "own", "aria-label": t("lines.own") });
  const trainer = lineBox();
  const heading = h("h3", { class: "openings-heading" });
  const games = h("ul", { class: "library-list" });
  el.classList.add("study-panel");
  fill(el, status, table, legend, own, heading, games, trainer.el);
  /** @type {AbortController | null} */
  let loading = null;
  let shown = "";

  async function look() {
    const { board, node, view, panel } = st.state;
    if (panel !== "openings" || !board || node === null || view?.node !== node) return;
    const path = pathTo(board, node);
    // After a set-up the moves alone do not lead here: the request has the position itself.
    const place = path.some((n) => n.setup) ? { setup: { ...view.stones, to_move: view.to_move } } : { moves: path.filter((n) => n.move).map((n) => n.move) };
    const key = JSON.stringify([board.id, board.game, board.rules, board.size, place]);
    if (key === shown) return;
    shown = key;
    loading?.abort();
    const now = (loading = new AbortController());
    const known = kept.get(key);
    if (known) {
      draw(known);
      return;
    }
    status.textContent = t("library.busy");
    // Stepping through a game asks only where the user pauses.
    await new Promise((r) => setTimeout(r, 90));
    if (now.signal.aborted) return;
    try {
      const answer = await json("POST", "library/position", { json: { game: board.game, rules: board.rules, size: `${board.size.cols}x${board.size.rows}`, ...place }, signal: now.signal });
      if (now.signal.aborted) return;
      if (kept.size > 300) kept.clear();
      // The game on the table counts among the others once it goes on from here.
      if (nodeOf(board, node)?.children.length === 0) answer.total = Math.max(0, (answer.total ?? 0) - 1);
      kept.set(key, answer);
      draw(answer);
    } catch (error) {
      if (now.signal.aborted) return;
      status.textContent = error instanceof Error ? error.message : String(error);
      fill(table);
      fill(legend);
      fill(own);
      fill(games);
      setStudy({ openings: null });
    }
  }

  /** @param {any} answer */
  function draw(answer) {
    const { board, view } = st.state;
    if (!board || !view) return;
    const list = statisticsOf(board, answer.statistics ?? [], view.to_move);
    setStudy({ openings: list });
    status.textContent = (answer.total ?? 0) === 0 ? t("openings.none") : t("openings.about", { total: Number(answer.total).toLocaleString() });
    fill(table, list.map(row));
    fill(legend, list.some((s) => s.strategy) ? [icon("proof"), t("openings.strategy.about")] : null);
    fill(own);
    const at = shown;
    void ownMoves(answer.games ?? [], view.to_move).then((moves) => {
      if (shown === at) fill(own, ownList(moves));
    });
    // The current game is one of them and is not listed.
    const others = (answer.games ?? []).filter((/** @type {any} */ g) => String(g.id) !== String(board.id));
    heading.textContent = others.length > 0 ? t("library.position") : "";
    fill(games, others.slice(0, 40).map((/** @type {any} */ g) => {
      const names = shownNames(g);
      const facts = (/** @type {number} */ n) => [g.event, n >= 0 ? t("library.moves", { n }) : ""].filter((x) => x).join(" · ");
      const details = span("game-facts", facts(hasUnnumbered(g) ? -1 : g.plies));
      if (hasUnnumbered(g)) void firstMoves(g).then(({ n }) => { details.textContent = facts(n); });
      return h("li", { class: "library-game" }, h("button", { class: "game-open", on: { click: () => void openAt(g) } },
        span("game-names", span("game-side", sideDot(g, "black"), names.black || colorName(g, "black")), span("game-side", sideDot(g, "white"), names.white || colorName(g, "white"))),
        span("game-result", resultText(g)), details, span("game-date", g.date ?? "")));
    }));
  }

  /** @param {Statistic} s */
  function row(s) {
    const parts = bar(s);
    const shares = { black: inPercent(parts.black / 100), draws: inPercent(parts.draws / 100), white: inPercent(parts.white / 100) };
    const words = t("openings.bar", shares);
    const track = h("span", { class: "opening-bar", role: "img", "aria-label": words, title: words },
      (/** @type {const} */ (["black", "draws", "white"])).map((k) => {
        const part = span(`opening-part ${k}`, parts[k] >= 14 ? shares[k] : "");
        part.style.flexGrow = String(parts[k]);
        return part;
      }));
    return h("li", null, h("button", {
      class: "opening-row", "aria-label": [t("openings.play", { move: moveWords(s.move), n: s.games }), s.strategy ? t("openings.strategy") : "", words].filter(Boolean).join(", "),
      on: {
        click: () => {
          light(null);
          void play(s.point ? { point: s.point } : { move: s.move });
        },
        pointermove: () => light(s.point ? [s.point] : null), pointerleave: () => light(null), focus: () => light(s.point ? [s.point] : null), blur: () => light(null),
      },
    }, span("opening-name", moveWords(s.move), s.strategy ? h("span", { class: "opening-proven", title: t("openings.strategy") }, icon("proof")) : null), span("opening-games", `${s.games.toLocaleString()} · ${inPercent(s.share)}`), track));
  }

  /** @param {any} g */
  async function openAt(g) {
    try {
      const board = await api.board(g.id);
      // The games of the list reach the position after `ply` moves of their main line.
      let node = board.nodes.find((n) => n.parent === null || n.parent === undefined);
      for (let i = 0; node && i < (g.ply ?? 0); i += 1) {
        const next = board.nodes.find((n) => n.id === node?.children[0]);
        if (!next) break;
        node = next;
      }
      await open(board, { paused: true, node: typeof g.node === "number" ? g.node : node?.id });
    } catch (error) {
      sayProblem(error);
    }
  }

  const end = st.watch(["panel", "board", "node", "view"], () => {
    if (st.state.panel !== "openings" && study().openings) {
      setStudy({ openings: null });
      shown = "";
      // Games may be added or deleted meanwhile.
      kept.clear();
    }
    void look();
  });
  void look();
  return () => {
    loading?.abort();
    end();
    trainer.end();
    setStudy({ openings: null });
  };
}
