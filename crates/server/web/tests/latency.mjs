// Measures the latency of the page: from a click on the board to the frame with the stone, and to the frame after the engine's
// first line on the new position. `node latency.mjs [CLICKS]` prints median and worst. It needs a program built with --release
// and an idle machine.

import { newGame, openPage, place, startBrowser, startServer } from "./browser/harness.js";

const CLICKS = Math.max(100, Number(process.argv[2] ?? 120));

/** Points of one colour of a pattern without five in a row. @param {number} wanted */
const pattern = (wanted) => Array.from({ length: 361 }, (_, i) => [Math.floor(i / 19), i % 19]).filter(([r, c]) => ((c >> 1) + r) % 2 === wanted);

/** Before the page's own scripts: notes when the first line of the newest analysis comes. */
function hearLines() {
  const seen = /** @type {any} */ (window).seen = { asked: -1, first: 0 };
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    /** @param {any[]} args */
    constructor(...args) {
      super(.../** @type {[string]} */ (args));
      this.addEventListener("message", (event) => {
        const m = JSON.parse(event.data);
        const lines = m.lines ?? m.analysis?.lines;
        if (m.id !== seen.asked || seen.first > 0 || !(lines?.length > 0)) return;
        seen.first = -1;
        // What the message changes is drawn in the next frame.
        requestAnimationFrame(() => setTimeout(() => { seen.first = performance.now(); }));
      });
    }
    /** @param {any} data */
    send(data) {
      const m = JSON.parse(data);
      if (m.do === "analyze") Object.assign(seen, { asked: m.id, first: 0 });
      super.send(data);
    }
  };
}

/** The next click: when it came, and when its stone was first shown. Called in the page. @param {string} key */
function nextClick(key) {
  const out = /** @type {any} */ (window).click = { at: 0, shown: 0 };
  addEventListener("pointerdown", (event) => { out.at = event.timeStamp; }, { capture: true, once: true });
  const look = () => {
    if (!document.querySelector(`.stones [data-point="${key}"]`)) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => { out.shown = performance.now(); }));
  };
  const seen = new MutationObserver(look);
  seen.observe(document.querySelector("#app"), { childList: true, subtree: true });
}

/** @param {number[]} list */
function line(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return `median ${at(0.5).toFixed(0)} ms, 95 % ${at(0.95).toFixed(0)} ms, worst ${at(1).toFixed(0)} ms of ${sorted.length}`;
}

const server = await startServer();
const browser = await startBrowser();
try {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: "en-GB" });
  await context.addInitScript(hearLines);
  const page = await openPage(browser, server.url, { context });
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "19x19" });
  const [black, white] = [pattern(0), pattern(1)];
  await page.click("#tab-analysis");
  await page.click("#analyse");
  /** @type {number[]} */
  const shown = [];
  /** @type {number[]} */
  const first = [];
  for (let n = 0; n < CLICKS; n += 1) {
    const point = (n % 2 === 0 ? black : white)[n >> 1];
    const { x, y } = await place(page, /** @type {[number, number]} */ (point));
    await page.evaluate(nextClick, String(point));
    const asked = await page.evaluate(() => /** @type {any} */ (window).seen.asked);
    await page.mouse.click(x, y);
    await page.waitForFunction((old) => {
      const { seen, click } = /** @type {any} */ (window);
      return click.shown > 0 && seen.asked !== old && seen.first > 0;
    }, asked, { timeout: 20_000, polling: 50 });
    const { seen, click } = await page.evaluate(() => ({ seen: /** @type {any} */ (window).seen, click: /** @type {any} */ (window).click }));
    shown.push(click.shown - click.at);
    first.push(seen.first - click.at);
  }
  console.log(`click to stone shown:       ${line(shown)} (wanted: within 50 ms)`);
  console.log(`click to engine's first line: ${line(first)} (wanted: within 200 ms)`);
} finally {
  await browser.close();
  await server.stop();
}
