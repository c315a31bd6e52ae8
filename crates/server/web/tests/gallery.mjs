// Screenshots of the page's main paths at every supported size, light and dark, in each language, to look at.
// `node gallery.mjs [FOLDER] [SIZE…]`, for example `node gallery.mjs /tmp/pictures 360x740 3840x2160`.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { newGame, openPage, playPoint, ROOT, startBrowser, startServer } from "./browser/harness.js";

const [folder = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "gallery"), ...named] = process.argv.slice(2);
const SIZES = named.length > 0 ? named : ["360x740", "768x1024", "1366x768", "1920x1080", "3840x2160"];
mkdirSync(folder, { recursive: true });

const points = (text) => text.split(" ").map((m) => [15 - Number(m.slice(1)), m.charCodeAt(0) - 97]);

/** A 19×19 beginning that has a bit of everything: corners, a capture, an atari. */
const GO = "dd pp dp pd fc cf qn nq jp cn jd".split(" ").map((m) => [m.charCodeAt(1) - 97, m.charCodeAt(0) - 97]);

/** @param {import("playwright-core").Browser} browser @param {string} url @param {string} size @param {"en-GB" | "zh-CN"} locale @param {boolean} dark */
async function walk(browser, url, size, locale, dark) {
  const [width, height] = size.split("x").map(Number);
  const page = await openPage(browser, url, { size: { width, height }, locale, dark, touch: width < 800 });
  const name = `${size}-${locale.slice(0, 2)}-${dark ? "dark" : "light"}`;
  page.setDefaultTimeout(20_000);
  const shot = async (what) => {
    await page.waitForTimeout(450);
    await page.screenshot({ path: join(folder, `${what}-${name}.png`) });
    console.log(`${what}-${name}.png`);
  };
  const tab = async (id) => {
    await page.click(`#tab-${id}`);
  };
  await page.waitForSelector(".new-game");
  await shot("1-new");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await shot("2-empty");
  await newGame(page, { kind: "gomoku", rules: "renju", size: "15x15" });
  for (const p of points("h8 i9 j8 g8 i7 h6 k9 j10 i8 g9")) await playPoint(page, p);
  await shot("3-renju");
  for (const id of ["analysis", "review", "tree", "proof", "train", "openings", "library", "game"]) {
    await tab(id);
    await shot(`4-renju-${id}`);
  }
  await newGame(page, { kind: "go", rules: "japanese", size: "19x19" });
  for (const p of GO) await playPoint(page, p);
  await shot("5-go");
  await newGame(page, { kind: "othello", size: "8x8" });
  for (const p of [[5, 4], [5, 5], [4, 5], [5, 3]]) await playPoint(page, p).catch(() => {});
  await shot("6-othello");
  await newGame(page, { kind: "mnk", rules: "connect-four" });
  for (const col of [3, 3, 2, 4]) await playPoint(page, [0, col]);
  await shot("7-connect-four");
  await page.context().close();
}

const server = await startServer();
const browser = await startBrowser();
try {
  for (const size of SIZES) for (const [locale, dark] of /** @type {["en-GB" | "zh-CN", boolean][]} */ ([["en-GB", false], ["zh-CN", true]])) await walk(browser, server.url, size, locale, dark);
} finally {
  await browser.close();
  await server.stop();
}
