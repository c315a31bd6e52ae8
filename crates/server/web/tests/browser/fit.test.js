// What fits: labels, cards and tabs on small screens and at a large zoom; the candidates; the pictures of the games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, playPoint, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

/** A window of 1280 by 800 at 200 %. */
const ZOOM = { width: 640, height: 400 };
const PHONE = { width: 390, height: 844 };
const games = async () => (await (await fetch(new URL("api/about", url()))).json()).games;

/** The texts of the elements that are wider than their boxes. */
const clipped = (page, selector) => page.locator(selector).evaluateAll((all) => all.filter((el) => el.getClientRects().length > 0 && (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 2)).map((el) => el.textContent));

/** Changes the size of the window, and waits until it is laid out. */
async function resize(page, size) {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => innerWidth === width, size.width);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

for (const locale of ["en-GB", "zh-CN", "ja-JP"]) {
  test(`tabs and actions are not cut at a large zoom and on a phone: ${locale}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size: ZOOM, locale });
    await newGame(page, { kind: (await games())[0].kind });
    for (const size of [ZOOM, PHONE, { width: 1100, height: 700 }]) {
      await resize(page, size);
      assert.deepEqual(await clipped(page, ".tab > span, .tool .label"), [], JSON.stringify(size));
    }
  });
}

for (const locale of ["en-GB", "zh-CN", "ja-JP"]) {
  test(`in a low window every tab is in sight: ${locale}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size: { width: 700, height: 500 }, locale });
    for (const kind of ["othello", "gomoku"]) {
      await newGame(page, { kind });
      for (const size of [{ width: 700, height: 500 }, { width: 640, height: 480 }, { width: 844, height: 390 }]) {
        await resize(page, size);
        assert.ok(await page.locator(".tabs").evaluate((el) => el.scrollWidth <= el.clientWidth), `${kind} ${JSON.stringify(size)}`);
        assert.deepEqual(await clipped(page, ".tab > span"), [], JSON.stringify(size));
      }
    }
  });
}

test("on a phone on its side the board has the height, and what one plays with is in reach", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 844, height: 390 }, touch: true });
  const box = (selector) => page.locator(selector).evaluate((el) => el.getBoundingClientRect().toJSON());
  for (const { kind } of (await games()).filter((g) => ["lines", "felt"].includes(g.look))) {
    await newGame(page, { kind });
    assert.ok((await box("#board")).height > 0.9 * 390, kind);
    for (const selector of ["#takeback", "#more", "#settings", ".status-line", "#tab-analysis"]) {
      const { bottom, right } = await box(selector);
      assert.ok(bottom <= 390 && right <= 844, `${kind} ${selector}`);
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 390);
  }
  await shot(page, "phone-on-its-side");
});

test("the dialog of a new game is usable at a large zoom", async () => {
  const page = await fresh({ size: ZOOM });
  await page.locator("label:has(#who-people)").click();
  assert.equal(await page.isChecked("#who-people"), true);
});

for (const locale of ["en-GB", "zh-CN", "ja-JP"]) {
  test(`the level of the opponent is read whole: ${locale}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ locale, dark: locale === "zh-CN" });
    await newGame(page, { kind: "gomoku", size: "15x15", who: "human-first", level: 10 });
    for (const size of [ZOOM, { width: 720, height: 450 }, { width: 390, height: 844 }, { width: 360, height: 740 }, { width: 768, height: 1024 }, { width: 1440, height: 900 }]) {
      await resize(page, size);
      assert.deepEqual(await clipped(page, ".player-name"), [], JSON.stringify(size));
      const inside = await page.locator(".player").evaluateAll((cards) => cards.every((card) => card.scrollHeight <= card.clientHeight + 1 && card.scrollWidth <= card.clientWidth + 1));
      assert.ok(inside, JSON.stringify(size));
      await shot(page, `cards-${size.width}-${locale}`);
    }
  });
}

test("the cards show their counts whole, in a game with captures", { timeout: 60_000 }, async () => {
  const list = (await games()).filter((g) => g.features.includes("captures"));
  const page = await fresh();
  for (const game of list) {
    await newGame(page, { kind: game.kind });
    for (const size of [{ width: 1280, height: 800 }, PHONE, ZOOM, { width: 720, height: 450 }]) {
      await resize(page, size);
      assert.deepEqual(await clipped(page, ".player-count"), [], game.kind);
      const inside = await page.locator(".player").evaluateAll((cards) => cards.every((card) => card.scrollHeight <= card.clientHeight + 1 && card.scrollWidth <= card.clientWidth + 1));
      assert.ok(inside, `${game.kind} ${size.width}`);
    }
  }
});

test("coordinates have about one size on the screen", { timeout: 120_000 }, async () => {
  const page = await fresh();
  for (const game of await games()) {
    await newGame(page, { kind: game.kind });
    for (const [size, least, most] of [[{ width: 1440, height: 900 }, 11, 17], [PHONE, 8, 12]]) {
      await resize(page, size);
      const heights = await page.evaluate(() => {
        const svg = document.querySelector(".surface");
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        return [...svg.querySelectorAll(".coords text")].map((el) => Number(el.getAttribute("font-size")) * scale);
      });
      assert.ok(heights.length > 0 && heights.every((px) => px >= least && px <= most), `${game.kind}: ${heights[0]} px in ${size.width}`);
    }
  }
});

for (const [name, size] of [["phone", { width: 360, height: 740 }], ["tablet", { width: 820, height: 1180 }]]) {
  test(`the board keeps its size on every tab, and a tap on one leaves it in view: ${name}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size, touch: true });
    await newGame(page, { kind: "go", size: "19x19" });
    await playPoint(page, [3, 3]);
    const board = () => page.locator("#board").evaluate((el) => el.getBoundingClientRect().toJSON());
    const { width } = await board();
    for (const tab of ["analysis", "review", "tree", "proof", "train", "openings", "library", "game", "analysis"]) {
      await page.evaluate(() => scrollTo(0, 0));
      // As far as a person scrolls to tap a tab: it is at the foot of the screen, if it was below it.
      await page.locator(`#tab-${tab}`).evaluate((el) => el.scrollIntoView({ block: "nearest" }));
      await page.locator(`#tab-${tab}`).tap();
      await page.waitForTimeout(700);
      const box = await board();
      assert.equal(box.width, width, tab);
      assert.ok(box.top >= 0 && box.bottom <= size.height, `${tab}: the board is from ${box.top} to ${box.bottom}`);
      await shot(page, `tab-${name}-${tab}`);
    }
    // Where the candidates will be, the engine is started.
    await page.locator(".strip-start").tap();
    await page.waitForSelector(".strip-move:not([hidden])");
    assert.equal(await page.locator(".strip-start").isVisible(), false);
    assert.equal((await board()).width, width);
  });
}

for (const [name, size, locale, dark] of [
  ["phone", PHONE, "en-GB", false], ["phone with bars", { width: 390, height: 664 }, "zh-CN", true], ["tablet", { width: 768, height: 1024 }, "en-GB", true],
]) {
  test(`while the engine analyses, its candidates are in sight below the whole board: ${name}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size, locale, dark, touch: true });
    const { kind } = (await games()).find((g) => g.features.includes("threats"));
    await newGame(page, { kind, size: "15x15" });
    await playPoint(page, [7, 7]);
    await page.click("#tab-analysis");
    await page.click("#analyse");
    await page.waitForFunction(() => document.querySelectorAll(".candidate-row").length >= 5);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForFunction(({ width, height }) => {
      const board = document.querySelector("#board").getBoundingClientRect();
      const moves = [...document.querySelectorAll(".strip-move:not([hidden])")].map((el) => el.getBoundingClientRect());
      return moves.length >= 5 && board.top >= 0 && moves.every((m) => m.top >= board.bottom && m.bottom <= height && m.left >= 0 && m.right <= width);
    }, size);
    // They are those of the list, are gone with the analysis, and a tap plays one.
    await page.waitForFunction(() => {
      const words = (selector) => [...document.querySelectorAll(selector)].map((el) => el.textContent);
      const moves = words(".strip-move:not([hidden]) strong");
      const label = document.querySelector(".strip-move").getAttribute("aria-label");
      return moves.length > 0 && moves.join() === words(".candidate-name").slice(0, 6).join() && label.includes(moves[0]);
    });
    await page.click("#analyse");
    await page.waitForSelector(".strip-move:not([hidden])", { state: "detached" });
    await page.click("#analyse");
    await page.waitForSelector(".strip-move:not([hidden])");
    await shot(page, `strip-${size.width}-${size.height}`);
    await page.locator(".strip-move").first().click();
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2"));
  });
}

for (const [width, height, locale, dark, shows] of [[390, 844, "en-GB", false, "rank"], [360, 740, "zh-CN", true, "rank"], [768, 1024, "en-GB", true, "value"], [1440, 900, "zh-CN", false, "value"]]) {
  test(`the candidates on a large board are readable (${width}, ${locale})`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size: { width, height }, locale, dark, touch: width < 500 });
    await newGame(page, { kind: "go", size: "19x19" });
    await page.click("#tab-analysis");
    await page.click("#analyse");
    await page.waitForFunction(() => document.querySelectorAll(".candidate-row").length >= 5 && document.querySelectorAll(".candidate").length >= 5);
    await page.evaluate(() => scrollTo(0, 0));
    const texts = () => page.locator(".candidate text").evaluateAll((all) => all.map((e) => {
      const [box, ground] = [e, e.parentElement.querySelector(".candidate-ground")].map((x) => x.getBoundingClientRect());
      return { text: e.textContent, rank: e.parentElement.dataset.rank, px: Number(e.getAttribute("font-size")) * e.getScreenCTM().a, over: box.width - ground.width };
    }));
    const seen = await texts();
    assert.deepEqual(seen.filter(({ px, over }) => px < 8.99 || over > 1), []);
    if (shows === "rank") {
      assert.deepEqual(seen.map(({ text }) => text), seen.map(({ rank }) => rank));
      // The chips below have the same ranks.
      assert.deepEqual((await page.locator(".strip-move:not([hidden]) .candidate-rank").allTextContents()).slice(0, 3), ["1", "2", "3"]);
      assert.ok(await page.locator(".strip-move .candidate-rank").first().evaluate((e) => parseFloat(getComputedStyle(e).fontSize) >= 9));
    } else {
      assert.ok(seen.every(({ text }) => /\d/.test(text) && text.length > 1), JSON.stringify(seen));
    }
    await shot(page, `large-${width}-${locale}`);
    // So is a hint.
    await page.click("#analyse");
    await page.click("#hint");
    await page.waitForSelector(".hint text");
    assert.deepEqual(await page.locator(".hint text").evaluateAll((all) => all.map((e) => Number(e.getAttribute("font-size")) * e.getScreenCTM().a).filter((px) => px < 8.99)), []);
    await shot(page, `large-hint-${width}-${locale}`);
    await page.click("#analyse");
    await page.waitForSelector(".candidate");
    // A board that becomes larger shows more.
    if (width !== 390) return;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.waitForFunction(() => [...document.querySelectorAll(".candidate text")].some((e) => e.textContent.length > 1));
    assert.deepEqual((await texts()).filter(({ px }) => px < 8.99), []);
  });
}

test("on a phone the hint of the candidates stands once", async () => {
  const page = await fresh({ size: { width: 390, height: 844 } });
  await newGame(page, { kind: "othello" });
  await page.click("#tab-analysis");
  const hints = await page.evaluate(() => [document.querySelector(".strip-waiting").textContent, document.querySelector(".candidates").dataset.hint].filter(Boolean));
  assert.equal(hints.length, 1, hints.join());
});

test("beside the board the list needs no second row of candidates", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await newGame(page, { kind: (await games())[0].kind });
  await page.click("#tab-analysis");
  await page.click("#analyse");
  await page.waitForSelector(".candidate-row");
  assert.equal(await page.locator(".candidate-strip").isVisible(), false);
});

test("Why? is in sight with its text once it is asked", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1280, height: 800 } });
  const { kind } = (await games()).find((g) => g.features.includes("threats"));
  await newGame(page, { kind, size: "15x15" });
  await playPoint(page, [7, 7]);
  await page.click("#tab-analysis");
  await page.click("#why");
  await page.waitForSelector(".why-items li");
  await page.waitForFunction(() => {
    const panel = document.querySelector(".panel-body").getBoundingClientRect();
    const why = document.querySelector(".why").getBoundingClientRect();
    const seen = Math.min(panel.bottom, why.bottom) - Math.max(panel.top, why.top);
    return seen >= Math.min(why.height, panel.height) - 14;
  });
});

test("in a low window the progress of a review is in sight, beside the card of a finished game and the losses", { timeout: 90_000 }, async () => {
  const page = await fresh({ size: { width: 1024, height: 600 } });
  await newGame(page, { kind: "go", size: "9x9" });
  for (const p of [[4, 4], [2, 2], [6, 6]]) await playPoint(page, p);
  await page.click("#resign");
  await page.click("#resign-yes");
  await page.waitForSelector(".status.over");
  await page.click("#tab-review");
  await page.evaluate(async () => {
    const at = (f) => new URL(f, document.baseURI).href;
    const [{ setStudy }, { store }] = [await import(at("js/study/state.js")), await import(at("js/store.js"))];
    const losses = new Map(store.state.board.nodes.slice(1).map((n) => [n.id, { color: n.color, loss: 3 }]));
    setStudy({ review: { mistakes: [], sides: {}, whole: true, done: 4, of: 4, line: "main", losses }, sweep: { done: 2, of: 4 } });
  });
  await page.waitForSelector(".sweep-progress:not([hidden])");
  await page.waitForSelector(".loss");
  const [line, panel] = await page.evaluate(() => [".sweep-line", "#panel"].map((s) => document.querySelector(s).getBoundingClientRect().toJSON()));
  assert.ok(line.top >= panel.top && line.bottom <= panel.bottom, `${line.bottom} in ${panel.top} to ${panel.bottom}`);
  await shot(page, "low-review");
});

test("every game has its own picture", async () => {
  const page = await fresh();
  const pictures = await page.locator(".game-card .emblem").evaluateAll((all) => all.map((el) => el.outerHTML));
  assert.equal(new Set(pictures).size, pictures.length);
});

test("the graph is dark in the dark", async () => {
  const page = await fresh({ dark: true });
  await newGame(page, { kind: (await games())[0].kind });
  await page.click("#tab-analysis");
  const light = await page.locator(".graph-plot").evaluate((el) => Math.max(...getComputedStyle(el).backgroundColor.match(/\d+/g).slice(0, 3).map(Number)));
  assert.ok(light < 110, `the ground has ${light} of 255`);
});

test("the best hint has its own ring, and moves are written as the board's coordinates", { timeout: 60_000 }, async () => {
  const list = await games();
  const game = list.find((g) => g.features.includes("gravity"));
  const rules = game.rules.find((r) => (r.features ?? []).includes("gravity"));
  const page = await fresh();
  await newGame(page, { kind: game.kind, rules: rules.id });
  await playPoint(page, [0, 3]);
  // The labels of a column are one above and one below the board.
  const label = await page.locator(".surface .coords text").nth(6).textContent();
  await page.click("#tab-analysis");
  await page.waitForFunction((text) => new RegExp(`\\b${text}\\b`).test(document.querySelector(".graph-tip").textContent), label);
  await page.click("#hint");
  await page.waitForSelector(".hint", { timeout: 20_000 });
  assert.equal(await page.locator(".hint.best .hint-ring").count(), 1);
  assert.match(await page.locator(".status-detail").textContent(), /^Best: [1-7], /);
});

test("a rule set without forbidden points has no switch for them", async () => {
  const page = await fresh();
  const game = (await games()).find((g) => g.rules.some((r) => r.features.includes("forbidden")) && g.rules.some((r) => !r.features.includes("forbidden")));
  for (const wanted of [true, false]) {
    const rules = game.rules.find((r) => r.features.includes("forbidden") === wanted);
    await newGame(page, { kind: game.kind, rules: rules.id });
    await page.click("#tab-analysis");
    await page.waitForFunction((n) => document.querySelectorAll(".fact-toggle.fact-forbidden").length === n, wanted ? 1 : 0);
  }
});

test("the sign that a game is saved is free of the buttons on the narrowest phone", { timeout: 60_000 }, async () => {
  for (const width of [320, 360, 390]) {
    const page = await fresh({ size: { width, height: 640 } });
    await newGame(page, { kind: (await games())[0].kind });
    await page.waitForFunction(() => document.querySelector(".save-state").dataset.state === "saved");
    const { state, first, last, bar } = await page.evaluate(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
      return { state: box(".save-state"), first: box(".top-actions .button"), last: box(".top-actions .button:last-child"), bar: box(".top") };
    });
    assert.ok(state.left >= bar.left && state.right <= first.left && state.width > 12, `${width}: ${JSON.stringify(state)} ${first.left}`);
    assert.ok(last.right <= bar.right, `${width}: the last button ends at ${last.right}`);
    await shot(page, `fit-top-${width}`);
  }
});

test("the library's pages are in one line", { timeout: 60_000 }, async () => {
  const kind = (await games())[0].kind;
  for (let i = 0; i < 40; i += 1) {
    const made = await fetch(new URL("api/games", url()), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ game: kind }) });
    assert.equal(made.status, 201);
  }
  for (const width of [1440, 320]) {
    const page = await fresh({ size: { width, height: 900 } });
    await page.keyboard.press("Escape");
    await page.click("#tab-library");
    await page.waitForSelector(".page-number");
    const seen = await page.evaluate(() => {
      const pager = document.querySelector(".library-pager");
      const text = pager.querySelector(":scope > span");
      return { line: text.getClientRects().length === 1 && text.getBoundingClientRect().height < 30, wide: pager.scrollWidth <= pager.clientWidth + 1, field: pager.querySelector("input").offsetWidth };
    });
    assert.ok(seen.line && seen.wide && seen.field < 100, `${width}: ${JSON.stringify(seen)}`);
    await shot(page, `fit-pager-${width}`);
  }
});
