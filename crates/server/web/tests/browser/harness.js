// The fixtures of the browser tests: the real server on a free port with an empty library, and Chromium.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = fileURLToPath(new URL("../../../../..", import.meta.url));
const WEB = fileURLToPath(new URL("../..", import.meta.url));

/** The folder for the tests' screenshots; without it none are taken. */
const SHOTS = process.env.SHOTS;

/** Sizes of screens that are tested. */
export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1366, height: 768 };

function usable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The Chromium to use, or a clear word that there is none. */
export function findChromium() {
  const tried = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].filter(Boolean);
  const found = tried.find(usable);
  if (!found) throw new Error(`no Chromium was found (tried ${tried.join(", ")}): install Debian's chromium-headless-shell or chromium, or name one with CHROMIUM=/path`);
  return found;
}

/** The newest build of the program. */
export function findProgram() {
  if (process.env.TENGEN_BIN) return process.env.TENGEN_BIN;
  const target = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");
  const built = ["release", "debug"].map((profile) => join(target, profile, "tengen")).filter(usable);
  built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (built.length === 0) throw new Error("the program is not built: run `cargo build` first, or name it with TENGEN_BIN=/path");
  return built[0];
}

/**
 * Starts the server with the page of this folder. `stop` ends it; with `kill` at once, as a power cut would.
 * @param {{ data?: string, port?: number }} [how] a library to go on with
 */
export async function startServer(how = {}) {
  const data = how.data ?? mkdtempSync(join(tmpdir(), "tengen-web-"));
  const child = spawn(findProgram(), ["serve", "--no-open", "--port", String(how.port ?? 0), "--data", data, "--web", WEB], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const url = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server did not say where it listens:\n${said}`)), 20_000);
    const hear = (chunk) => {
      said += chunk;
      const found = /http:\/\/[\w.[\]:]+:\d+\//.exec(said);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
  });
  child.removeAllListeners("exit");
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return {
    url: String(url), data,
    log: () => said,
    async stop({ kill = false, keep = false } = {}) {
      child.kill(kill ? "SIGKILL" : "SIGTERM");
      await ended;
      if (!keep) rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Starts a browser. */
export async function startBrowser() {
  const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: findChromium(), args });
}

/**
 * A page of its own: errors in it fail the test through `page.problems`.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {{ size?: { width: number, height: number }, locale?: string, dark?: boolean, touch?: boolean, reducedMotion?: boolean, hash?: string, context?: any }} [how]
 */
export async function openPage(browser, url, how = {}) {
  const context = how.context ?? await browser.newContext({
    viewport: how.size ?? DESKTOP, locale: how.locale ?? "en-GB", colorScheme: how.dark ? "dark" : "light", hasTouch: how.touch ?? false,
    reducedMotion: how.reducedMotion ? "reduce" : "no-preference", acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"],
    deviceScaleFactor: how.size === PHONE ? 2 : 1,
  });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error.stack ?? error)));
  // The server refuses what is wrong, not there or not allowed, and the page says so. A method or a
  // content type that it does not take is a fault of the page.
  page.on("response", (response) => {
    if (![405, 415].includes(response.status())) return;
    page.problems.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`);
  });
  page.on("console", (message) => {
    // A line that is cut on purpose is no error of the page. Refusals are counted by the answers above.
    if (message.type() === "error" && !/net::ERR_|WebSocket|status of 4\d\d/.test(message.text())) page.problems.push(message.text());
    if (message.type() === "warning" && /no text for/.test(message.text())) page.problems.push(message.text());
  });
  await page.goto(url + (how.hash ?? ""));
  return page;
}

/** Puts a game on the table that the server is asked to make. @param {import("playwright-core").Page} page @param {any} game */
export async function made(page, game) {
  const board = await page.evaluate(async (body) => {
    const human = { kind: "human" };
    const reply = await fetch("api/games", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ players: { first: human, second: human }, ...body }) });
    return reply.json();
  }, game);
  assert.ok(board.id, JSON.stringify(board));
  await page.evaluate((id) => { location.hash = `g=${id}`; location.reload(); }, board.id);
  await page.waitForFunction(() => document.querySelector("#board")?.getAttribute("aria-label")?.match(/\d/));
  return board;
}

/**
 * The dialog of a new game. A page without a game opens it by itself, perhaps just before the click, which the dialog then
 * takes.
 * @param {import("playwright-core").Page} page
 */
export async function newGameDialog(page) {
  const dialog = page.locator(".new-game");
  for (let tries = 0; tries < 20 && !await dialog.isVisible(); tries += 1) await page.click("#new-game", { timeout: 1_000 }).catch(() => {});
  await dialog.waitFor();
}

/**
 * Begins a game through the dialog.
 * @param {import("playwright-core").Page} page
 * @param {{ kind: string, rules?: string, size?: string, opening?: string, who?: "human-first" | "human-second" | "people" | "engines", engine?: string, level?: number, clock?: string }} game
 */
export async function newGame(page, { kind, rules, size, opening, who = "people", engine, level, clock }) {
  await newGameDialog(page);
  await page.check(`#game-${kind}`, { force: true });
  await page.check(`#who-${who}`, { force: true });
  if (rules) await page.selectOption("#rules", rules);
  if (size && await page.isEnabled("#size")) await page.selectOption("#size", size);
  if (opening) await page.selectOption("#opening", opening);
  if (engine) await page.selectOption("#engine", engine);
  if (clock) await page.selectOption("#clock", clock);
  for (const slider of level ? await page.locator("#level, #level-2").all() : []) await slider.fill(String(level));
  const before = await page.evaluate(() => location.hash);
  await page.click("#start");
  await page.waitForFunction((old) => location.hash !== old && location.hash.startsWith("#g="), before);
  await page.waitForSelector("dialog", { state: "detached" });
  await page.waitForFunction(() => document.querySelector("#board")?.getAttribute("aria-label")?.match(/\d/));
}

/** Leaves the dialog that a page without a game begins with. @param {import("playwright-core").Page} page */
export async function noDialog(page) {
  await page.waitForSelector(".new-game");
  await closeDialog(page);
}

/** Closes the dialog that is open. @param {import("playwright-core").Page} page */
export async function closeDialog(page) {
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  // The dialog's entry in the history is left a moment later, and an address set before that would be left with it.
  await page.waitForFunction(() => !history.state?.dialog);
}

/** The middle of a point on the screen. @param {import("playwright-core").Page} page @param {[number, number]} point */
export async function place(page, [row, col]) {
  const cell = page.locator(`.cell[id$="-${row}-${col}"]`);
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  if (!box) throw new Error(`no point ${row},${col}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The point of an Othello square such as "f5", as row and column. @param {string} text @returns {[number, number]} */
export const square = (text) => [Number(text[1]) - 1, text.charCodeAt(0) - 97];

/** Clicks a point with the mouse. */
export async function click(page, point) {
  const { x, y } = await place(page, point);
  await page.mouse.click(x, y);
}

/** Plays a point and waits until the server has stored it. A click on a position that is not loaded yet plays nothing. */
export async function playPoint(page, point) {
  await until(page, async () => {
    const { board, view, node } = (await import(new URL("js/store.js", document.baseURI).href)).store.state;
    return !board || view?.node === node;
  });
  const before = await page.evaluate(async () => (await import(new URL("js/store.js", document.baseURI).href)).store.state.view?.ply ?? 0);
  await click(page, point);
  await morePlies(page, before);
  await page.waitForSelector(".save-state[data-state=saved]");
}

/** Waits until the position shown has more plies than `n`, the choices of an opening rule included. */
export async function morePlies(page, n) {
  await until(page, async (n) => {
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    return (store.state.view?.ply ?? 0) > n;
  }, n);
}

/** The move shown, counted from the start. */
export async function ply(page) {
  return Number((await page.locator(".ply").textContent()).split("/")[0]);
}

/** What a point holds, in the words of the page. */
export async function wordsAt(page, [row, col]) {
  return page.locator(`.cell[id$="-${row}-${col}"]`).getAttribute("aria-label");
}

/**
 * Waits until something that the page asks the server holds. `page.waitForFunction` takes a promise for a yes; this waits for what it holds.
 * @template T
 * @param {import("playwright-core").Page} page @param {(arg: T) => Promise<boolean>} holds is run in the page @param {T} [arg]
 */
export async function until(page, holds, arg) {
  const end = Date.now() + 10_000;
  while (!await page.evaluate(holds, arg)) {
    if (Date.now() > end) throw new Error(`not within 10 s: ${holds}`);
    await page.waitForTimeout(50);
  }
}

/** Waits until a game is neither in the library nor in the bin. @param {import("playwright-core").Page} page @param {number} id */
export const untilDiscarded = (page, id) => until(page, async (n) => {
  const lists = await Promise.all(["?per_page=500", "?per_page=500&deleted=true"].map(async (query) => (await (await fetch(`api/games${query}`)).json()).games));
  return !lists.flat().some((g) => g.id === n);
}, id);

/** How many stones stand on the board. */
export async function stones(page) {
  return page.locator(".cell[aria-label]").evaluateAll((cells) => cells.filter((c) => !/empty|空/.test(c.getAttribute("aria-label").split(",")[1])).length);
}

/** Keeps a screenshot, if `SHOTS` names a folder. */
export async function shot(page, name) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.waitForTimeout(450);
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}
