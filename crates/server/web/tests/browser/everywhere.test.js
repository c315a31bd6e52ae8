// Every panel and dialog at every width, in light and dark, in every language. Nothing is wider than the screen, and no
// button is cut. Every control has a name for a screen reader, every text enough contrast to its ground.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, playPoint, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

const WIDTHS = [{ width: 390, height: 844 }, { width: 768, height: 1024 }, { width: 1440, height: 900 }, { width: 2560, height: 1440 }];
const LOOKS = [{ locale: "en-GB" }, { locale: "zh-CN", dark: true }, { locale: "zh-TW" }, { locale: "ja-JP", dark: true }];
/** English in light and Chinese in dark at every width; the others at the narrowest, where texts are cut first, and at the usual one. */
const SCREENS = WIDTHS.flatMap((size) => LOOKS.slice(0, [390, 1440].includes(size.width) ? 4 : 2).map((how) => ({ size, ...how })));

/** What is wrong with what is shown. Runs in the page. */
function faults() {
  const found = /** @type {string[]} */ ([]);
  const dialog = [...document.querySelectorAll("dialog[open], .menu")].at(-1);
  const scope = dialog ?? document.body;
  const shown = (/** @type {Element} */ el) => el.checkVisibility({ visibilityProperty: true }) && el.getClientRects().length > 0 && !el.closest(".sr-only");
  const nameOf = (/** @type {Element} */ el) => `${el.tagName.toLowerCase()}${el.id ? `#${el.id}` : ""}.${el.getAttribute("class") ?? ""} “${(el.textContent ?? "").slice(0, 40)}”`;
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);

  for (const el of scope.querySelectorAll("button, input, select, textarea, a[href], [role=tab], [role=slider], [role=separator]")) {
    if (!shown(el)) continue;
    const labels = /** @type {any} */ (el).labels;
    const named = el.getAttribute("aria-label") || (el.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("")
      || [...(labels ?? [])].map((l) => l.textContent).join("") || (el.matches("button, a, [role=tab]") ? el.textContent : "") || el.getAttribute("title");
    if (!named?.trim()) found.push(`no name: ${nameOf(el)}`);
    if (el.matches("button:not(.candidate-line), [role=tab]") && el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).overflowX !== "visible") found.push(`cut: ${nameOf(el)}`);
  }

  /** @param {string} color */
  const parse = (color) => { const [r, g, b, a = 1] = (color.match(/[\d.]+/g) ?? []).map(Number); return color.startsWith("color(srgb") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a]; };
  /** @param {number[]} top @param {number[]} under */
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  /** @param {Element | null} el @returns {number[] | null} */
  const ground = (el) => {
    const layers = [];
    for (; el; el = el.parentElement) {
      const style = getComputedStyle(el);
      if (style.backgroundImage !== "none") return null;
      const c = parse(style.backgroundColor);
      if (c[3] > 0) layers.push(c);
      if (c[3] === 1) break;
    }
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]);
  };
  const light = (/** @type {number[]} */ c) => [0.2126, 0.7152, 0.0722].reduce((sum, w, i) => { const v = c[i] / 255; return sum + w * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); }, 0);
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const el = node.parentElement;
    if (!el || !node.nodeValue?.trim() || !shown(el) || el.closest("svg, option, [disabled], [aria-disabled=true], [aria-hidden=true]")) continue;
    // Named by a control that is off.
    if (el.closest("label")?.querySelector(":disabled")) continue;
    const style = getComputedStyle(el);
    let opacity = 1;
    for (let up = /** @type {Element | null} */ (el); up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
    const under = ground(el);
    if (!under) continue;
    const ink = parse(style.color);
    ink[3] *= opacity;
    const [a, b] = [light(over(ink, under)), light(under)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5) - 0.05) found.push(`contrast ${ratio.toFixed(2)}: ${nameOf(el)}`);
  }
  return [...new Set(found)];
}

for (const how of SCREENS) {
  const tag = `${how.size.width}-${how.locale}${how.dark ? "-dark" : ""}`;
  test(`every panel and dialog (${tag})`, { timeout: 120_000 }, async () => {
    const page = await fresh({ ...how, touch: how.size.width < 800, reducedMotion: true });
    const wrong = /** @type {string[]} */ ([]);
    const look = async (/** @type {string} */ what) => {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== "running" || a.effect?.getTiming().iterations === Infinity));
      wrong.push(...(await page.evaluate(faults)).map((text) => `${what}: ${text}`));
      await shot(page, `everywhere-${tag}-${what}`);
    };
    for (const id of await page.locator(".game-card input").evaluateAll((all) => all.map((el) => el.id))) {
      await page.check(`#${id}`, { force: true });
      await look(`dialog of ${id}`);
    }
    await page.selectOption("#clock", "own");
    await look("dialog with a clock");

    // Go has the most panels and buttons.
    await newGame(page, { kind: "go", size: "9x9", who: "people" });
    for (const p of [[4, 4], [2, 2], [6, 6]]) await playPoint(page, p);
    const tabs = () => page.locator(".tab").evaluateAll((all) => all.map((el) => el.id));
    for (const id of await tabs()) {
      await page.click(`#${id}`);
      await look(id);
    }
    for (const id of ["more", "open-record", "export", "matches", "settings", "keys"]) {
      await page.click(`#${id}`);
      await page.waitForSelector("dialog[open], .menu");
      await look(id);
      if (id === "matches") {
        await page.click("#match-new");
        await page.check("#match-sprt");
        await look("match-form");
      }
      if (id === "settings") {
        await page.click("#programs");
        await page.waitForSelector(".program-form");
        await look("programs");
      }
      for (let i = 0; i < 3 && await page.locator("dialog[open], .menu").count() > 0; i += 1) await page.keyboard.press("Escape");
      await page.waitForSelector("dialog[open], .menu", { state: "detached" });
    }

    // Analysed, asked, reviewed and ended.
    await newGame(page, { kind: "gomoku", rules: "renju", size: "15x15", who: "human-first", level: 1 });
    await page.click("#tab-analysis");
    await page.click("#analyse");
    await page.waitForSelector(".candidate-row");
    await page.click("#analyse");
    await page.click("#why");
    await page.waitForSelector(".why-items li");
    await look("analysis with candidates");
    await page.click("#resign");
    await page.click("#resign-yes");
    await page.waitForSelector(".status.over");
    await look("the end");
    for (const id of await tabs()) {
      await page.click(`#${id}`);
      await look(`${id} at the end`);
    }
    await page.click("#tab-train");
    await page.locator(".puzzle-square").first().click();
    await page.waitForSelector("#puzzle-end");
    await look("a puzzle");
    await page.click("#puzzle-end");
    assert.deepEqual([...new Set(wrong)], []);
  });
}
