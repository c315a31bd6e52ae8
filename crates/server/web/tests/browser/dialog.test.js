// The new-game dialog: cards, the preview of the board; the sample games of the first day.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, newGameDialog, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const stored = async (page) => (await fetch(new URL(`api/games/${await page.evaluate(() => location.hash.slice(3))}`, url()))).json();
const drawn = (page) => page.locator(".preview .stone").count();

for (const { tag, ...how } of [
  { tag: "390-zh", size: { width: 390, height: 844 }, locale: "zh-CN", touch: true },
  { tag: "768-en", size: { width: 768, height: 1024 } },
  { tag: "1440-en-dark", size: { width: 1440, height: 900 }, dark: true },
  { tag: "2560-zh", size: { width: 2560, height: 1440 }, locale: "zh-CN" },
]) {
  test(`renju has a card, and the board is seen before the game (${tag})`, { timeout: 60_000 }, async () => {
    const page = await fresh(how);
    const zh = how.locale === "zh-CN";
    const titles = await page.locator(".game-card span").allTextContents();
    for (const title of zh ? ["连珠", "四子棋", "井字棋"] : ["Renju", "Connect four", "Tic-tac-toe"]) assert.ok(titles.includes(title), titles.join(", "));
    await page.check("#game-gomoku-renju", { force: true });
    assert.equal(await page.inputValue("#rules"), "renju");
    assert.match(await page.locator(".preview").getAttribute("aria-label"), /15/);
    await page.selectOption("#rules", "standard");
    assert.equal(await page.isChecked("#game-gomoku"), true, "other rules are on the family's card");
    await page.selectOption("#rules", "renju");
    assert.equal(await page.isChecked("#game-gomoku-renju"), true);
    await page.check("#game-gomoku", { force: true });
    assert.equal(await page.inputValue("#rules"), "freestyle");
    await page.check("#game-othello", { force: true });
    assert.equal(await drawn(page), 4, "the discs of the start");
    await shot(page, `dialog-${tag}`);
    await page.check("#game-mnk-connect-four", { force: true });
    assert.equal(await page.locator(".preview.look-holes").count(), 1);
    const wide = await page.locator(".dialog-body").evaluate((e) => e.scrollWidth > e.clientWidth + 1);
    assert.equal(wide, false);
  });
}

test("an engine of one level has no slider, which would call it the weakest", async () => {
  const page = await fresh();
  await page.check("#game-gomoku", { force: true });
  await page.check("#who-human-second", { force: true });
  assert.equal(await page.locator("#level").count(), 1);
  for (const rules of ["freestyle", "standard"]) {
    await page.selectOption("#rules", rules);
    await page.selectOption("#engine", "perfect");
    assert.equal(await page.locator("#level").count(), 0, rules);
    await shot(page, `dialog-perfect-${rules}`);
  }
  await page.selectOption("#engine", "gomoku");
  assert.equal(await page.locator("#level").count(), 1);
});

for (const { width, height, locale } of [390, 768, 1440].flatMap((width) => ["en-GB", "zh-CN", "ja"].map((locale) => ({ width, height: 900, locale })))) {
  test(`the dialog shows the whole of what is chosen (${width}, ${locale})`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size: { width, height }, locale });
    await page.check("#game-gomoku", { force: true });
    await page.check("#who-human-second", { force: true });
    await page.selectOption("#engine", "perfect");
    // A select that is as wide as its text needs is the measure.
    const cut = await page.locator(".new-game select").evaluateAll((all) => all.filter((select) => {
      const [option] = select.selectedOptions;
      const needs = document.createElement("select");
      needs.append(option.cloneNode(true));
      Object.assign(needs.style, { position: "absolute", width: "max-content", maxWidth: "none" });
      select.after(needs);
      const short = select.offsetWidth < needs.offsetWidth;
      needs.remove();
      return short;
    }).map((select) => `${select.id}: ${select.selectedOptions[0].textContent}`));
    assert.deepEqual(cut, []);
    assert.equal(await page.locator(".dialog-body").evaluate((e) => e.scrollWidth > e.clientWidth + 1), false);
    await shot(page, `dialog-engine-${width}-${locale}`);
  });
}

test("two engines are chosen one by one, and two people see none", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await page.check("#game-gomoku", { force: true });
  await page.check("#who-engines", { force: true });
  await page.selectOption("#engine", "gomoku");
  await page.selectOption("#engine-2", "rule-filter");
  await page.locator("#level").fill("2");
  await page.locator("#level-2").fill("1");
  assert.equal(await page.inputValue("#level"), "2");
  await page.check("#who-people", { force: true });
  assert.equal(await page.locator("#level, #engine, #level-2, .level-text").count(), 0);
  await page.check("#who-engines", { force: true });
  assert.deepEqual([await page.inputValue("#engine"), await page.inputValue("#engine-2"), await page.inputValue("#level-2")], ["gomoku", "rule-filter", "1"]);
  await page.click("#start");
  await page.waitForFunction(() => location.hash.startsWith("#g="));
  const { players } = await stored(page);
  assert.deepEqual([players.first.engine, players.first.level, players.second.engine, players.second.level], ["gomoku", 2, "rule-filter", 1]);
});

for (const { tag, ...how } of [{ tag: "360-zh", size: { width: 360, height: 740 }, locale: "zh-CN", touch: true }, { tag: "1366-en", size: { width: 1366, height: 768 } }]) {
  test(`a board of one's own size, a rectangle too (${tag})`, { timeout: 60_000 }, async () => {
    const page = await fresh(how);
    await page.check("#game-go", { force: true });
    await page.check("#who-people", { force: true });
    assert.equal(await page.locator("#size-cols").count(), 0);
    await page.selectOption("#size", "9x9");
    await page.selectOption("#handicap", "2");
    await page.selectOption("#size", "own");
    assert.deepEqual([await page.inputValue("#size-cols"), await page.inputValue("#size-rows"), await page.isEnabled("#handicap")], ["9", "9", false]);
    await page.selectOption("#size-cols", "7");
    await page.selectOption("#size-rows", "13");
    assert.match(await page.locator(".preview").getAttribute("aria-label"), /7 × 13|7.*13/);
    // The rules change, the size stays.
    await page.selectOption("#rules", "japanese");
    assert.deepEqual([await page.inputValue("#size"), await page.inputValue("#size-cols"), await page.inputValue("#size-rows")], ["own", "7", "13"]);
    assert.equal(await page.locator(".dialog-body").evaluate((e) => e.scrollWidth > e.clientWidth + 1), false);
    await page.locator("#size-rows").evaluate((el) => el.scrollIntoView({ block: "center" }));
    assert.ok(await page.locator("#size").evaluate((el) => el.offsetWidth > 100), "its words are read");
    await shot(page, `dialog-own-size-${tag}`);
    // What a game is not played on is refused in words, and the dialog stays.
    await page.locator("label:has(#game-othello)").click();
    await page.selectOption("#size", "own");
    await page.selectOption("#size-cols", "5");
    await page.click("#start");
    await page.waitForFunction(() => /5x8/.test(document.querySelector("#new-problem").textContent));
    await page.locator("label:has(#game-go)").click();
    await page.click("#start");
    await page.waitForFunction(() => location.hash.startsWith("#g="));
    assert.deepEqual((await stored(page)).size, { rows: 13, cols: 7 });
    // It is the choice of the next game.
    await newGameDialog(page);
    assert.deepEqual([await page.inputValue("#size"), await page.inputValue("#size-cols"), await page.inputValue("#size-rows")], ["own", "7", "13"]);
  });
}

test("a komi typed under rules that were not played is no default", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await page.check("#game-go", { force: true });
  await page.check("#who-people", { force: true });
  await page.selectOption("#rules", "chinese");
  await page.fill("#komi", "3.5");
  await page.selectOption("#rules", "japanese");
  await page.fill("#komi", "5.5");
  await page.click("#start");
  await page.waitForFunction(() => location.hash.startsWith("#g="));
  await newGameDialog(page);
  assert.equal(await page.inputValue("#komi"), "5.5", "what was played");
  await page.selectOption("#rules", "chinese");
  assert.equal(await page.inputValue("#komi"), "7.5");
});

for (const size of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
  test(`the settings show their button whole: ${size.width}`, async () => {
    const page = await fresh({ size });
    await page.keyboard.press("Escape");
    await page.click("#settings");
    const [button, dialog] = [await page.locator("#programs").boundingBox(), await page.locator("dialog").boundingBox()];
    assert.ok(button.y + button.height <= dialog.y + dialog.height - 4, JSON.stringify({ button, dialog }));
  });
}

test("no card leaves a single character on a line", async () => {
  const page = await fresh({ size: { width: 390, height: 844 }, locale: "zh-CN" });
  const alone = await page.locator(".game-card > span").evaluateAll((cards) => cards.filter((card) => {
    const range = document.createRange();
    const text = card.firstChild;
    const tops = [...text.data].map((_, i) => (range.setStart(text, i), range.setEnd(text, i + 1), Math.round(range.getBoundingClientRect().top)));
    return tops.length > 1 && tops.at(-1) !== tops.at(-2);
  }).map((card) => card.textContent));
  assert.deepEqual(alone, []);
});

test("the perfect engine begins only while it is chosen", { timeout: 60_000 }, async () => {
  const page = await fresh();
  const chosen = () => page.locator("[name=who]:checked").getAttribute("value");
  await page.check("#game-gomoku", { force: true });
  await page.selectOption("#rules", "freestyle");
  await page.selectOption("#size", "15x15");
  await page.check("#who-human-first", { force: true });
  const usual = await page.locator("#engine").inputValue();
  await page.selectOption("#engine", "perfect");
  assert.equal(await chosen(), "human-second");
  await page.selectOption("#engine", usual);
  assert.equal(await chosen(), "human-first", "another engine");
  await page.selectOption("#engine", "perfect");
  await page.check("#game-othello", { force: true });
  assert.equal(await chosen(), "human-first", "another game");
  // Who is chosen while it is there stays chosen.
  await page.check("#game-gomoku", { force: true });
  assert.equal(await chosen(), "human-second");
  await page.check("#who-human-first", { force: true });
  assert.equal(await chosen(), "human-first");
  await page.check("#who-human-second", { force: true });
  await page.selectOption("#engine", usual);
  assert.equal(await chosen(), "human-second");
});

test("handicap stones are previewed where the game has them", { timeout: 60_000 }, async () => {
  const page = await fresh();
  for (const [size, n] of [["9x9", 3], ["19x19", 5], ["13x13", 8]]) {
    await newGameDialog(page);
    await page.check("#game-go", { force: true });
    await page.check("#who-people", { force: true });
    await page.selectOption("#size", size);
    await page.selectOption("#handicap", String(n));
    const seen = await page.locator(".preview .pieces > g").evaluateAll((all) => all.map((e) => e.getAttribute("transform")).sort());
    const before = await page.evaluate(() => location.hash);
    await page.click("#start");
    await page.waitForFunction((old) => location.hash !== old, before);
    await page.waitForFunction((k) => document.querySelectorAll("#board .stones [data-point]").length === k, n);
    const { black } = (await (await fetch(new URL(`api/games/${(await stored(page)).id}/nodes/0`, url()))).json()).stones;
    const at = await page.evaluate(async ({ black: points, board }) => {
      const { geometryOf } = await import(new URL("js/board/geometry.js", document.baseURI).href);
      const g = geometryOf(board, false);
      return points.map((p) => { const { x, y } = g.xy(p); return `translate(${x} ${y})`; }).sort();
    }, { black, board: await stored(page) });
    assert.deepEqual(seen, at, `${n} on ${size}`);
  }
});

test("on the first day the library and the review have sample games", { timeout: 90_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await page.keyboard.press("Escape");
  await page.click("#tab-review");
  await page.click("#sample-open");
  await page.waitForFunction(() => /^0 \/ [1-9]/.test(document.querySelector(".ply").textContent));
  const { games, total } = await (await fetch(new URL("api/games?tag=sample", url()))).json();
  assert.equal(total, 12);
  const { games: all } = await (await fetch(new URL("api/about", url()))).json();
  for (const { kind, rules } of all) {
    const seen = games.filter((g) => g.game === kind).map((g) => g.rules);
    // Each game, and each of its rule sets that is a game by its own name.
    for (const { id } of rules.filter((r, i) => i === 0 || r.known_as)) assert.ok(seen.includes(id), `${kind}: ${id} of ${seen}`);
  }
  assert.ok(games.every((g) => g.result));
  await page.click("#tab-library");
  await page.waitForFunction(() => document.querySelectorAll(".library-game").length >= 12);
  assert.equal(await page.locator("#samples").isVisible(), false);
  // A second time nothing is doubled.
  await page.evaluate(async () => { await (await import(new URL("js/library/samples.js", document.baseURI).href)).addSamples(); });
  assert.equal((await (await fetch(new URL("api/games?tag=sample", url()))).json()).total, 12);
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
});

test("a dialog begins at its first field", async () => {
  const page = await fresh();
  assert.match(await page.evaluate(() => document.activeElement.id), /^game-/, "the chosen game");
  await page.keyboard.press("Escape");
  await page.click("#settings");
  await page.waitForSelector("#set-language");
  assert.equal(await page.evaluate(() => document.activeElement.id), "set-language");
});
