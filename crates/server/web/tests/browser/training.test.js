// Training: the rating and the streak of puzzles, what was missed comes back, and teaching in a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, newGame, noDialog, place, playPoint, ply, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

test("a missed puzzle costs rating and comes back when it is due", { timeout: 90_000 }, async (t) => {
  const { suites = [] } = await (await fetch(new URL("api/puzzles", url()))).json();
  const suite = suites.find((s) => s.count > 1);
  if (!suite) return t.skip("the server has no puzzles");
  for (const how of [{ size: { width: 1440, height: 900 } }, { size: { width: 390, height: 844 }, touch: true, locale: "zh-CN", dark: true }]) {
    const page = await fresh(how);
    await page.keyboard.press("Escape");
    await page.click("#tab-train");
    assert.match(await page.locator("#training-facts").textContent(), /1200/);
    assert.equal(await page.isEnabled("#practise"), false);
    await page.click(`[data-suite="${suite.id}"]`);
    await page.waitForSelector("#puzzle-solution");
    await page.waitForFunction(() => {
      const { top, bottom } = document.getElementById("board").getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    await page.click("#puzzle-solution");
    await page.waitForFunction(() => !/1200/.test(document.querySelector("#training-facts").textContent));
    // The words of the puzzle follow the language of the page.
    const language = (tag) => page.evaluate(async (language) => (await import(new URL("js/settings.js", document.baseURI).href)).setSettings({ language }), tag);
    await language("ja");
    await page.waitForFunction(() => /^解答：/.test(document.querySelector(".puzzle-words")?.textContent ?? ""));
    await language("auto");
    await page.waitForFunction(() => /^(Solution|答案)/.test(document.querySelector(".puzzle-words")?.textContent ?? "") && document.documentElement.lang !== "ja");
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("tengen.training")));
    assert.ok(kept.rating < 1200);
    assert.equal(kept.cards.length, 1);
    await page.click("#puzzle-end");
    // Ten minutes later, after a reload.
    await page.evaluate(() => {
      const all = JSON.parse(localStorage.getItem("tengen.training"));
      all.cards[0].due = Date.now() - 1;
      localStorage.setItem("tengen.training", JSON.stringify(all));
    });
    await page.reload();
    await page.waitForSelector(".new-game");
    await page.keyboard.press("Escape");
    await page.click("#tab-train");
    await page.waitForFunction(() => !document.querySelector("#practise").disabled);
    const due = await page.locator(".training .train-about").first().textContent();
    assert.equal(due, how.locale ? "待复习：做错的习题 1 道。" : "Due: 1 puzzle you missed.");
    await shot(page, `training-${how.size.width}`);
    await page.click("#practise");
    await page.waitForSelector("#puzzle-solution");
    assert.match(await page.locator(".puzzle-number").textContent(), / 1 \//);
  }
});

for (const clock of [null, { main_ms: 180_000, increment_ms: 2000 }]) {
  test(`no clock runs while a person decides about a mistake: ${clock ? "with a clock" : "without one"}`, { timeout: 60_000 }, async () => {
    const page = await fresh();
    await page.check("#game-gomoku", { force: true });
    await page.check("#who-human-second", { force: true });
    await page.check("#teaching");
    await noDialog(page);
    const made = await (await fetch(new URL("api/games", url()), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({
      game: "gomoku", rules: "freestyle", size: "15x15", moves: ["h8", "h9", "i8", "i9", "j8"], clock, players: { first: { kind: "engine", level: 1 }, second: { kind: "human" } } }) })).json();
    await page.evaluate((id) => { location.hash = `g=${id}`; }, made.id);
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("5"));
    await page.waitForTimeout(900);
    const p = await place(page, [0, 14]);
    await page.mouse.click(p.x, p.y);
    await page.waitForSelector("#teach-keep", { timeout: 20_000 });
    const shown = () => page.locator(".player.black .clock").textContent();
    const before = await shown();
    assert.equal(before, clock ? "3:06" : "0:00");
    await page.waitForTimeout(2500);
    assert.equal(await shown(), before);
    await page.click("#teach-keep");
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("7"), null, { timeout: 20_000 });
  });
}

test("a mistake of one's own game comes back", { timeout: 90_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
  await playPoint(page, [7, 7]);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2 "));
  await page.waitForFunction(() => !document.querySelector("#hint").disabled);
  await playPoint(page, [0, 0]);
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("4 "));
  const game = await page.evaluate(() => location.hash);
  // A review as the server would send it: the corner was a mistake of the person's, and the engine has one too.
  await page.evaluate(async () => {
    const at = (f) => new URL(f, document.baseURI).href;
    const { setStudy } = await import(at("js/study/state.js"));
    const { store } = await import(at("js/store.js"));
    const [, , b, c] = store.state.board.nodes;
    const m = (n, color, ply) => ({ node: n.id, ply, color, played: n.move, best: "i9", playedPoint: n.point, bestPoint: [6, 8], loss: 0.4, line: ["i9"], points: [[6, 8]], kind: "blunder", text: null });
    setStudy({ review: { mistakes: [m(b, "white", 2), m(c, "black", 3)], sides: {}, whole: true } });
  });
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("tengen.training") ?? "{}").cards?.length === 1);
  await page.evaluate(() => {
    const all = JSON.parse(localStorage.getItem("tengen.training"));
    all.cards[0].due = Date.now() - 1;
    localStorage.setItem("tengen.training", JSON.stringify(all));
  });
  await newGame(page, { kind: "othello" });
  await page.reload();
  await page.waitForSelector("#tab-train");
  await page.click("#tab-train");
  await page.waitForFunction(() => !document.querySelector("#practise").disabled);
  await page.click("#practise");
  await page.waitForFunction((hash) => location.hash === hash, game);
  await page.waitForSelector(".trial:not([hidden])");
  assert.equal(await ply(page), 2);
  // The list keeps the answer to itself while it is asked.
  await page.evaluate(async () => {
    const at = (f) => new URL(f, document.baseURI).href;
    const { setStudy, study } = await import(at("js/study/state.js"));
    setStudy({ review: { mistakes: [study().trial.mistake], sides: {}, whole: true } });
  });
  await page.waitForSelector(".mistake-better", { state: "attached" });
  assert.equal(await page.locator(".mistake-better").textContent(), "");
  // The answer of the card moves it to a later day.
  await click(page, [6, 8]);
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("tengen.training")).cards[0].due > Date.now() + 60_000, null, { timeout: 20_000 });
});

for (const { tag, ...how } of [{ tag: "1440-en", size: { width: 1440, height: 900 } }, { tag: "390-zh-dark", size: { width: 390, height: 844 }, locale: "zh-CN", dark: true }]) {
  test(`teaching names a mistake and takes it back (${tag})`, { timeout: 90_000 }, async () => {
    const page = await fresh(how);
    await page.check("#game-gomoku", { force: true });
    await page.check("#who-human-second", { force: true });
    await page.check("#teaching");
    await noDialog(page);
    // White must stop an open three of black's, and does not.
    const human = { kind: "human" };
    const made = await (await fetch(new URL("api/games", url()), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({
      game: "gomoku", rules: "freestyle", size: "15x15", moves: ["h8", "h9", "i8", "i9", "j8"], players: { first: { kind: "engine", level: 1 }, second: human } }) })).json();
    await page.evaluate((id) => { location.hash = `g=${id}`; }, made.id);
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("5"));
    await page.waitForTimeout(900);
    const p = await place(page, [0, 14]);
    await page.mouse.click(p.x, p.y);
    await page.waitForSelector("#teach-back", { timeout: 20_000 });
    assert.equal(await ply(page), 6, "the engine waits");
    assert.match(await page.locator(".status-detail").textContent(), how.locale ? /o15 使胜率下降 \d+ 个百分点。最佳应手为 [a-o]\d+，此后你方：/ : /o15 costs \d+ percentage points of winning chance\. The best answer is \w\d+\. Then for you: /);
    // The words follow the language of the page, and what was said in the old one is gone.
    const language = (tag) => page.evaluate(async (language) => (await import(new URL("js/settings.js", document.baseURI).href)).setSettings({ language }), tag);
    // A click on the board answers nothing; a reload asks again.
    await click(page, [1, 1]);
    await page.waitForFunction((zh) => document.querySelector(".status-detail").textContent.includes(zh ? "请在下方选择" : "Choose below"), !!how.locale);
    await page.reload();
    await page.waitForSelector("#teach-back");
    assert.equal(await ply(page), 6, "the engine still waits");
    await page.evaluate(() => { document.getElementById("live").textContent = "said before"; });
    await language("ja");
    await page.waitForFunction(() => /^o15で勝率が\d+ポイント下がります。最善の応手は/.test(document.querySelector(".status-detail").textContent));
    assert.equal(await page.locator("#live").textContent(), "");
    await language("auto");
    await page.waitForFunction(() => document.documentElement.lang !== "ja" && document.querySelector("#teach-show"));
    await page.click("#teach-show");
    await page.waitForSelector('[data-layer="study-line"] .line-stone');
    await shot(page, `teaching-${tag}`);
    await page.click("#teach-back");
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("5"));
    assert.equal(await page.locator('[data-layer="study-line"] .line-stone').count(), 0);
    await page.waitForTimeout(300);
    // The same move again, and kept: the engine goes on.
    await page.waitForTimeout(900);
    await page.mouse.click(p.x, p.y);
    await page.waitForSelector("#teach-keep", { timeout: 20_000 });
    await page.click("#teach-keep");
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("7"), null, { timeout: 20_000 });
    // A good move is not talked about.
    await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1 });
    await page.waitForTimeout(900);
    await playPoint(page, [7, 7]);
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2"), null, { timeout: 20_000 });
    assert.equal(await page.locator("#teach-keep").count(), 0);
  });
}
