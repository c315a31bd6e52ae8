// Fonts, board themes in light and dark, sizes of labels, stones that lie a little off their points, and their sound.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, playPoint, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

/** The contrast of two colours, as WCAG counts it. */
function contrast(a, b) {
  const light = (rgb) => {
    const [r, g, bl] = rgb.match(/[\d.]+/g).slice(0, 3).map(Number).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [x, y] = [light(a), light(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const MOVES = [[7, 7], [6, 8], [8, 8], [5, 4], [9, 9], [3, 3]];

for (const dark of [false, true]) {
  test(`three board themes, ${dark ? "dark" : "light"}`, { timeout: 90_000 }, async () => {
    const page = await fresh({ size: { width: 1440, height: 900 }, dark });
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
    for (const p of MOVES) await playPoint(page, p);
    const seen = new Set();
    for (const theme of ["wood", "slate", "paper"]) {
      await page.evaluate(async (boardTheme) => {
        const { setSettings } = await import(new URL("js/settings.js", document.baseURI).href);
        setSettings({ boardTheme });
      }, theme);
      await page.waitForFunction((name) => document.querySelector("#board").dataset.theme === name, theme);
      const { wood, grid, coord } = await page.evaluate(() => ({
        wood: getComputedStyle(document.querySelector(".surface .wood-2")).stopColor,
        grid: getComputedStyle(document.querySelector(".grid-lines path")).stroke,
        coord: getComputedStyle(document.querySelector(".coords text")).fill,
      }));
      seen.add(wood);
      assert.ok(contrast(wood, grid) >= 3.5, `${theme}: lines ${contrast(wood, grid).toFixed(1)}`);
      assert.ok(contrast(wood, coord) >= 4.5, `${theme}: labels ${contrast(wood, coord).toFixed(1)}`);
      await shot(page, `looks-${theme}-${dark ? "dark" : "light"}`);
    }
    assert.equal(seen.size, 3);
  });
}

for (const dark of [false, true]) {
  test(`the numbers of the graph are read on black's part of it: ${dark ? "dark" : "light"}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ dark });
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
    for (const p of MOVES) await playPoint(page, p);
    await page.click("#tab-review");
    await page.evaluate(async () => {
      const at = (f) => new URL(f, document.baseURI).href;
      const [{ learn }, { store }] = [await import(at("js/study/state.js")), await import(at("js/store.js"))];
      learn(store.state.board.nodes.map((n, i) => ({ node: n.id, score: { kind: "estimate", win: 0.5 + 0.45 * Math.sin(i / 2) }, toMove: "black" })));
    });
    const drawing = page.locator("[data-panel=review] .graph-drawing");
    await page.waitForFunction(() => document.querySelector("[data-panel=review] .graph-curve")?.getAttribute("d"));
    const [order, { fill, stroke, width }] = await drawing.evaluate((svg) => {
      const { fill, stroke, strokeWidth } = getComputedStyle(svg.querySelector(".graph-number"));
      return [[...svg.children].map((el) => el.getAttribute("class").split(" ")[0]), { fill, stroke, width: parseFloat(strokeWidth) }];
    });
    assert.ok(order.indexOf("graph-number") > order.lastIndexOf("graph-curve"), order.join());
    assert.ok(width >= 3 && contrast(fill, stroke) >= 4.5, `${fill} on ${stroke}`);
    await shot(page, `looks-graph-${dark ? "dark" : "light"}`);
  });
}

test("the Latin face is the page's own, and l is not I", async () => {
  const page = await fresh();
  await page.waitForFunction(() => document.fonts.check('16px "Atkinson Hyperlegible Next"'));
  const [l, i, one] = await page.evaluate(() => {
    const ink = document.createElement("canvas").getContext("2d");
    return ["l", "I", "1"].map((sign) => {
      ink.canvas.width = ink.canvas.height = 60;
      ink.font = `40px "Atkinson Hyperlegible Next"`;
      ink.fillText(sign, 10, 45);
      return [...ink.getImageData(0, 0, 60, 60).data].filter((_, n) => n % 4 === 3).map((v) => (v > 128 ? 1 : 0)).join("");
    });
  });
  const differ = (a, b) => [...a].filter((v, n) => v !== b[n]).length;
  assert.ok(differ(l, i) > 40 && differ(l, one) > 40 && differ(i, one) > 40, `${differ(l, i)} ${differ(l, one)} ${differ(i, one)}`);
});

test("labels of tabs and tools have at least 12 pixels, and none is cut", async () => {
  for (const how of [{ size: { width: 390, height: 844 }, touch: true }, { size: { width: 1440, height: 900 } }, { size: { width: 390, height: 844 }, locale: "zh-CN" }, { size: { width: 390, height: 844 }, locale: "ja-JP" }, { size: { width: 768, height: 1024 } }]) {
    const page = await fresh(how);
    await page.keyboard.press("Escape");
    const labels = await page.locator(".tab > span, .tool-row:not(.nav-row) .tool .label").evaluateAll((all) => all.map((e) => ({ text: e.textContent, size: parseFloat(getComputedStyle(e).fontSize), cut: e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline" })));
    assert.ok(labels.length >= 14);
    assert.deepEqual(labels.filter((l) => l.size < 12 || l.cut), [], JSON.stringify(how));
  }
});

test("stones may lie a little off their points, always in the same place", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  for (const p of MOVES) await playPoint(page, p);
  const where = () => page.locator(".stones [data-point]").evaluateAll((all) => Object.fromEntries(all.map((e) => [e.dataset.point, e.getAttribute("transform")])));
  const straight = await where();
  await page.click("#settings");
  await page.check("#set-loose");
  await page.keyboard.press("Escape");
  const loose = await where();
  assert.ok(Object.keys(straight).every((p) => loose[p] !== straight[p]));
  const far = Object.keys(straight).map((p) => {
    const [a, b] = [straight[p], loose[p]].map((text) => text.match(/-?[\d.]+/g).map(Number));
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  });
  assert.ok(Math.max(...far) < 5.1, "at most a twentieth of the distance of the lines");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll(".stones [data-point]").length === 6);
  assert.deepEqual(await where(), loose);
});

test("a stone has a sound, in the games that have it on", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", size: "9x9" });
  await page.evaluate(() => {
    const counted = /** @type {any} */ (window);
    counted.sounds = 0;
    counted.AudioContext = class extends AudioContext {
      createOscillator() {
        counted.sounds += 1;
        return super.createOscillator();
      }
    };
  });
  const sounds = () => page.evaluate(() => /** @type {any} */ (window).sounds);
  await playPoint(page, [0, 0]);
  assert.equal(await sounds(), 0, "off by default");
  await page.click("#settings");
  await page.check("#set-sound");
  await page.keyboard.press("Escape");
  // The third of these moves captures: one sound too, though the board has no stone more.
  for (const p of [[0, 1], [5, 5], [1, 0]]) await playPoint(page, p);
  assert.equal(await sounds(), 3, "one for each stone");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("3"));
  assert.equal(await sounds(), 3, "none for a step back");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("4"));
  assert.equal(await sounds(), 4);
});
