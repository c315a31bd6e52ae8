// Takes the picture at the top of the README: the page with a game under analysis. `node front.mjs FILE [LANGUAGE]`.

import { newGame, openPage, startBrowser, startServer } from "./browser/harness.js";

const [file, locale = "en-GB"] = process.argv.slice(2);
if (!file) {
  console.error("usage: node front.mjs FILE [LANGUAGE]");
  process.exit(2);
}
/** How far the game has come. */
const PLIES = 17;
/** Where it is looked at. */
const SHOWN = 13;

const server = await startServer();
const browser = await startBrowser();
try {
  const page = await openPage(browser, server.url, { size: { width: 1366, height: 860 }, locale });
  page.setDefaultTimeout(300_000);
  // Renju, between two engines: black may not do everything, so that the game is open for long.
  await newGame(page, { kind: "gomoku", rules: "renju", size: "15x15", who: "engines", level: 7 });
  await page.waitForFunction((n) => Number(document.querySelector(".ply")?.textContent?.split("/")[0]) >= n, PLIES);
  await page.click("#pause");
  await page.click("#tab-review");
  await page.locator(".study-head select").first().selectOption("0.5");
  await page.click("#sweep");
  await page.waitForFunction(() => document.querySelector(".graph-plot") && !document.querySelector(".sweep-progress:not([hidden])"));
  // Somewhere in the middle, with what came later on the graph.
  await page.keyboard.press("Home");
  for (let i = 0; i < SHOWN; i += 1) {
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((n) => document.querySelector(".ply")?.textContent?.startsWith(`${n} `), i + 1);
  }
  await page.click("#tab-analysis");
  await page.click("#analyse");
  await page.waitForSelector(".candidate-row");
  await page.waitForTimeout(6000);
  await page.mouse.move(1, 1);
  await page.screenshot({ path: file });
} finally {
  await browser.close();
  await server.stop();
}
