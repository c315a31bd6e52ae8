// One match: its boards, the table with Elo and the test, the list of games.

import { api, apiUrl } from "../api.js";
import { sideDot } from "../board/side-dot.js";
import { button, div, fill, h, s, span } from "../dom.js";
import { keepDialog } from "../history.js";
import { language, pick, punctuated, t } from "../i18n/index.js";
import { LANGUAGES } from "../i18n/languages.js";
import { showTag } from "../library/list-panel.js";
import { colorName, rulesWords } from "../moves.js";
import { socket } from "../connection.js";
import { open } from "../session/open.js";
import { store } from "../store.js";
import { rootOf } from "../tree.js";
import { liveBoards } from "./boards.js";
import { eloRange, eloText, endText, isActive, matchApi, playerName, pointsText, statusText } from "./data.js";

/** @import { Close } from "../shell/dialog.js" */
/** @import { GameRow, Match, Table } from "./data.js" */

/** How many games the list shows at first: the newest. */
const SHOWN = 100;

/**
 * @param {number} id
 * @param {{ close: Close, back: () => void, problem: (error: unknown) => void, say: (text: string) => void }} how
 * @returns {{ el: HTMLElement, end: () => void }}
 */
export function matchView(id, how) {
  /** @type {Match | null} */
  let match = null;
  /** @type {Map<number, GameRow>} by the number of the game */
  const games = new Map();
  let all = false;
  /** The finished games that were there when the view was opened are not announced. */
  let announced = -1;
  let drawn = "";
  const title = h("h3", { class: "match-title", tabindex: "-1" });
  const about = h("p", { class: "match-about" });
  const status = h("p", { class: "match-status" });
  const bar = h("progress", { class: "match-progress", "aria-label": t("matches.games") });
  const actions = div("match-actions");
  const live = liveBoards();
  const table = div("match-table");
  const list = h("ol", { class: "match-games" });
  const more = button("", "", () => { all = true; drawGames(); }, { class: "match-more" });
  const games_title = h("h4", null, t("matches.games"));
  const el = div("match-view",
    div("match-head", button("prev", t("matches.all"), how.back, { class: "quiet icon-only", id: "match-back" }), title),
    about, status, bar, actions,
    div("match-parts", div("match-now", live.el, table), div("match-list", games_title, list, more)));

  const request = socket.request({ do: "match", match: id }, (message) => {
    const news = /** @type {Match} */ (message.match);
    // A new connection sends every game again.
    if (news.from === 0) games.clear();
    const known = games.size;
    match = news;
    for (const row of news.games) games.set(row.game, row);
    const whole = games.size === news.played;
    draw(games.size !== known || news.games.length > 0);
    if (!whole) return;
    const newest = news.games.at(-1);
    if (announced >= 0 && games.size > announced && newest) how.say(t("matches.game-ended", { n: newest.game, how: endText(news, newest) }));
    announced = games.size;
  });
  request.done.then((answer) => answer.type === "error" && how.back(), how.problem);

  /** @param {boolean} changed whether games were finished */
  function draw(changed) {
    const m = match;
    if (!m) return;
    title.textContent = `${playerName(m, 0)} – ${playerName(m, 1)}`;
    about.textContent = [rulesWords(store.state.about, m).both, `${m.size.cols}×${m.size.rows}`, timeText(m)].filter(Boolean).join(" · ");
    status.textContent = m.problem && !isActive(m) ? t("matches.problem", { what: pick(m.problem) }) : statusText(m);
    bar.max = m.total;
    bar.value = m.played;
    live.draw(m);
    const buttons = `${m.status}${m.played > 0}`;
    if (buttons !== drawn) drawActions(m);
    drawn = buttons;
    if (!changed && table.firstChild) return;
    fill(table, m.table ? tableOf(m, m.table) : null);
    drawGames();
  }

  function drawGames() {
    const m = match;
    if (!m) return;
    const rows = [...games.values()].reverse();
    const shown = all ? rows : rows.slice(0, SHOWN);
    const focused = /** @type {HTMLElement | null} */ (list.contains(document.activeElement) ? document.activeElement : null)?.dataset.game;
    fill(list, shown.map((row) => gameRow(m, row)));
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-game="${focused}"]`))?.focus();
    games_title.hidden = rows.length === 0 && !isActive(m);
    if (rows.length === 0 && isActive(m)) fill(list, h("li", { class: "match-none" }, t("matches.games.none")));
    more.hidden = shown.length === rows.length;
    more.textContent = t("matches.games.more", { n: rows.length });
  }

  /** @param {Match} m @param {GameRow} row */
  function gameRow(m, row) {
    const [black, white] = [row.black, 1 - row.black].map((i) => span(`match-side${row.winner === i ? " won" : ""}`,
      sideDot(m, i === row.black ? "black" : "white"), playerName(m, i)));
    const what = endText(m, row);
    return h("li", null, h("button", {
      class: "match-game", data: { game: row.game }, disabled: row.board === null, title: pick(row.fault?.cause),
      "aria-label": punctuated(`${t("matches.open", { n: row.game, names: `${playerName(m, row.black)} – ${playerName(m, 1 - row.black)}` })}. ${what}`),
      on: { click: () => void show(row) },
    }, span("match-number", row.game), span("match-sides", black, white),
    span("match-end", what), span("match-plies", t("library.moves", { n: row.plies }))));
  }

  /** @param {GameRow} row */
  async function show(row) {
    try {
      const board = await api.board(/** @type {number} */ (row.board));
      keepDialog({ match: id });
      how.close();
      await open(board, { paused: true, node: rootOf(board).id, over: true });
      store.set({ panel: "review" });
    } catch (error) {
      how.problem(error);
    }
  }

  /** @param {Match} m */
  function drawActions(m) {
    const act = (/** @type {"stop" | "resume"} */ what) => () => void matchApi.act(id, what).catch(how.problem);
    const held = document.activeElement?.id;
    const report = (/** @type {boolean} */ save) => {
      const lang = /** @type {HTMLSelectElement | null} */ (actions.querySelector("#report-language"))?.value ?? language();
      const link = h("a", { href: apiUrl(`matches/${id}/report`, { lang, download: save || null }).href, target: save ? null : "_blank", rel: "noopener", download: save ? "" : null });
      document.body.append(link);
      link.click();
      link.remove();
    };
    /** Deleting asks again on the button itself. @type {HTMLButtonElement} */
    const remove = button("trash", t("matches.delete"), () => {
      if (remove.dataset.sure) void matchApi.remove(id).then(how.back, how.problem);
      else {
        remove.dataset.sure = "1";
        remove.classList.add("danger");
        /** @type {Element} */ (remove.querySelector(".label")).textContent = t("matches.delete-sure");
      }
    }, { id: "match-delete" });
    fill(actions,
      isActive(m) ? button("stop", t("study.proof.stop"), act("stop"), { id: "match-stop" }) : null,
      m.status === "stopped" ? button("play", t("matches.again"), act("resume"), { id: "match-resume", class: "primary" }) : null,
      m.played === 0 ? null : [
        button("chart", t("matches.report"), () => report(false), { id: "match-report" }),
        button("save", t("matches.report.save"), () => report(true), { id: "match-save" }),
        h("select", { id: "report-language", "aria-label": t("matches.report.language"), value: language() }, Object.entries(LANGUAGES).map(([tag, l]) => h("option", { value: tag }, l.name))),
        button("books", t("matches.library"), () => { how.close(); showTag(m.tag); }, { id: "match-library" }),
      ],
      isActive(m) ? null : remove);
    if (held && held.startsWith("match-")) (document.getElementById(held) ?? /** @type {HTMLElement | null} */ (actions.querySelector("button")))?.focus();
  }

  return { el, end: () => request.cancel() };
}

/** The time control in words. @param {Match} m */
function timeText({ time }) {
  const seconds = (/** @type {number} */ ms) => ms / 1000;
  const parts = [];
  if (time.move_ms) parts.push(t("clock.move", { s: seconds(time.move_ms) }));
  if (time.main_ms) parts.push(t(time.increment_ms ? "clock.main" : "clock.minutes", { min: seconds(time.main_ms) / 60, inc: seconds(time.increment_ms ?? 0) }));
  if (time.nodes) parts.push(`${t("matches.nodes")}: ${time.nodes.toLocaleString()}`);
  return punctuated(parts.join(", "));
}

/** The table of results with Elo, its curve and the test. @param {Match} m @param {Table} result */
function tableOf(m, result) {
  const head = [t("matches.player"), t("matches.points"), t("matches.wins"), t("matches.draws"), t("matches.losses"),
    ...(/** @type {const} */ (["black", "white"])).map((c) => t("matches.as.black", { color: colorName(m, c) }))];
  const faulty = result.players.some((p) => p.faults.length > 0);
  const of = (/** @type {import("./data.js").Tally} */ x) => `${pointsText(x.points)}/${x.wins + x.draws + x.losses}`;
  const rows = result.players.map((p, i) => h("tr", null, h("th", { scope: "row" }, playerName(m, i)),
    [pointsText(p.points), p.wins, p.draws, p.losses, of(p.black), of(p.white)].map((cell) => h("td", null, cell)),
    faulty ? h("td", { class: "match-faults" }, p.faults.map((f) => `${pick(f.text)} ${f.count}`).join(", ") || "–") : null));
  const name = playerName(m, 0);
  const { sprt } = result;
  const two = (/** @type {number} */ n) => n.toFixed(2).replace("-", "−");
  return [h("div", { class: "match-scroll", tabindex: "0", role: "group", "aria-label": t("matches.table") },
    h("table", null, h("caption", { class: "sr-only" }, t("matches.table")), h("thead", null, h("tr", null, head.map((x) => h("th", { scope: "col" }, x)), faulty ? h("th", { scope: "col", class: "match-faults" }, t("matches.faults")) : null)),
      h("tbody", null, rows))),
  h("p", { class: "match-elo" }, result.elo ? t("matches.elo", { name, elo: eloText(result.elo, result.players[0]) }) : t("matches.elo.none")),
  sprt ? h("p", { class: "match-sprt" }, t("matches.sprt.line", { llr: two(sprt.llr), low: two(sprt.low), high: two(sprt.high) })) : null,
  sprt && sprt.outcome !== "open" && m.sprt ? h("p", null, t("matches.decided", { elo: sprt.outcome === "accepted" ? m.sprt.elo1 : m.sprt.elo0 })) : null,
  result.curve.length > 1 ? curve(result, name) : null];
}

/** The curve of Elo with its interval. @param {Table} result @param {string} name */
function curve(result, name) {
  const [w, height, left] = [420, 130, 40];
  const points = result.curve;
  const range = eloRange(points);
  const x = (/** @type {number} */ i) => left + ((w - left - 6) * i) / (points.length - 1);
  const y = (/** @type {number} */ elo) => height / 2 - (Math.max(-range, Math.min(range, elo)) / range) * (height / 2 - 10);
  /** @param {(number | null)[]} p @param {number} k */
  const bounded = (p, k) => p[k] ?? (k === 2 || (k === 1 && p[2] === null) ? -range : range);
  const line = (/** @type {number} */ k) => points.map((p, i) => `${x(i).toFixed(1)},${y(bounded(p, k)).toFixed(1)}`);
  return h("figure", { class: "match-curve" },
    s("svg", { viewBox: `0 0 ${w} ${height}`, role: "img", "aria-label": t("matches.curve", { name }) },
      [-range, 0, range].map((elo) => s("g", null, s("line", { class: "curve-grid", x1: left, x2: w, y1: y(elo), y2: y(elo) }),
        s("text", { x: left - 5, y: y(elo) + 4, "text-anchor": "end" }, elo > 0 ? `+${elo}` : String(elo).replace("-", "−")))),
      s("polygon", { class: "curve-band", points: [...line(2), ...line(3).reverse()].join(" ") }),
      s("polyline", { class: "curve-line", points: line(1).join(" ") })),
    h("figcaption", null, t("matches.curve", { name })));
}
