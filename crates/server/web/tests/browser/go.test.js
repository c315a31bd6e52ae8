// Go: komi and handicap in the dialog, the owners of points, dead stones proposed and agreed, and play resumed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, newGame, playPoint, ply, shot, stones } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const stored = async (page) => (await fetch(new URL(`api/games/${await page.evaluate(() => location.hash.slice(3))}`, url()))).json();

for (const { tag, ...how } of [
  { tag: "390-en-dark", size: { width: 390, height: 844 }, dark: true, touch: true },
  { tag: "1440-zh", size: { width: 1440, height: 900 }, locale: "zh-CN" },
]) {
  test(`komi and handicap are chosen in the dialog (${tag})`, { timeout: 60_000 }, async () => {
    const page = await fresh(how);
    await page.check("#game-go", { force: true });
    await page.check("#who-people", { force: true });
    await page.selectOption("#rules", "japanese");
    await page.selectOption("#size", "9x9");
    assert.equal(await page.inputValue("#komi"), "6.5");
    await page.selectOption("#handicap", "3");
    assert.equal(await page.inputValue("#komi"), "0.5", "the usual komi with handicap");
    // White moves first.
    const words = how.locale ? { who: ["你执黑", "你执白"], names: ["黑方姓名", "白方姓名"] } : { who: ["You play Black", "You play White"], names: ["Black: name", "White: name"] };
    assert.deepEqual((await page.locator(".segment").allTextContents()).slice(0, 2), words.who);
    assert.deepEqual(await page.locator('label[for="name-first"], label[for="name-second"]').allTextContents(), words.names);
    await page.fill("#komi", "2.5");
    await page.locator("#komi").blur();
    await page.waitForTimeout(100);
    await page.locator("#komi").scrollIntoViewIfNeeded();
    await shot(page, `go-dialog-${tag}`);
    // A board too small for handicap stones offers none.
    await page.selectOption("#size", "5x5");
    assert.equal(await page.isEnabled("#handicap"), false);
    await page.selectOption("#size", "9x9");
    await page.click("#start");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.waitForFunction(() => document.querySelectorAll(".stones [data-point]").length === 3);
    const board = await stored(page);
    assert.match(board.rules, /^japanese,komi=2.5,handicap=3(,placement=fixed)?$/);
    assert.match(await page.locator(".status-line").textContent(), how.locale ? /白/ : /White/);
    if (how.size.width > 860) assert.match(await page.locator(".game-name").textContent(), /2\.5/);
  });
}

/** A 5×5 board split by two walls, with a white stone in black's part; the engine's owners are put in by hand. */
async function split(page) {
  await newGame(page, { kind: "go", rules: "chinese", size: "5x5" });
  for (const p of [[0, 1], [0, 3], [1, 1], [1, 3], [2, 1], [2, 3], [3, 1], [3, 3], [4, 1], [4, 3], [0, 2], [2, 0]]) await playPoint(page, p);
  await page.evaluate(async () => {
    const at = (f) => new URL(f, document.baseURI).href;
    const { keepAnalysis } = await import(at("js/study/live.js"));
    const { store } = await import(at("js/store.js"));
    const ownership = Array.from({ length: 5 }, () => [0.95, 0.95, 0.05, -0.9, -0.9]);
    keepAnalysis(store.state.node, { best: "pass", score: { kind: "estimate", win: 0.6 }, depth: 3, nodes: 100, time_ms: 10, lines: [{ rank: 1, move: "pass", pv: ["pass"], points: [null], score: { kind: "estimate", win: 0.6 }, work: 100 }], ownership });
  });
}

test("the owners of the points are shaded, and said", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await split(page);
  await page.click("#tab-analysis");
  const squares = page.locator('[data-layer="study-owners"] .owner');
  // Four empty points and the lost stone on the left, five on the right.
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="study-owners"] .owner').length === 10);
  assert.equal(await page.locator('[data-layer="study-owners"] .owner.white').count(), 5);
  await shot(page, "go-owners");
  await page.keyboard.press("c");
  await page.waitForFunction(() => /Black's at 95%/.test(document.querySelector('.cell[id$="-0-0"]').getAttribute("aria-label")));
  await page.click("#toggle-owners");
  assert.equal(await squares.count(), 0);
});

test("Territory and Liberties together are read, and each chip has its own sign and key", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await split(page);
  await page.click("#tab-analysis");
  const chips = await page.locator(".fact-toggle").evaluateAll((all) => all.map((el) => [el.title, getComputedStyle(el.querySelector(".pill-dot")).background]));
  assert.deepEqual(chips.map(([title]) => title), ["Territory (Alt 1)", "Liberties (Alt 2)", "Atari (Alt 3)", "Ladders (Alt 4)", "Eyes (Alt 5)"]);
  assert.equal(new Set(chips.map(([, dot]) => dot)).size, 5);
  await page.keyboard.press("Alt+1");
  await page.waitForSelector('#toggle-owners[aria-pressed="false"]');
  await page.keyboard.press("Alt+1");
  await page.keyboard.press("Alt+2");
  await page.waitForSelector(".fact-liberties.on-stone text");
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="study-owners"] .owner').length === 10);
  const clash = await page.evaluate(() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((el) => el.getBoundingClientRect());
    const [squares, numbers] = [boxes('[data-layer="study-owners"] .owner'), boxes(".fact-liberties text")];
    return squares.filter((a) => numbers.some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 8 && b.top + 8 < a.bottom)).length;
  });
  assert.equal(clash, 0, "squares on numbers");
  await shot(page, "go-owners-liberties");
  await page.keyboard.press("?");
  await page.waitForSelector(".keys-list");
  const rows = await page.locator(".key-row").evaluateAll((all) => all.map((el) => [...el.children].map((part) => part.textContent).join(" ")));
  for (const row of ["Alt1 Territory", "Alt2 Liberties", "Alt3 Atari", "Alt4 Ladders", "Alt5 Eyes"]) assert.ok(rows.includes(row), rows.join("\n"));
});

/** A game that Black has won, and passes away at move 85. */
const PASSED = "E5 C4 D4 C5 C3 B3 C2 B2 E2 G7 F8 H6 B6 C6 F7 C7 F6 H4 H3 G8 J4 J5 G5 H5 B5 B4 B8 B7 C8 G3 H2 J7 B1 D7 D8 A2 G9 H9 G4 A8 F9 J3 J2 H8 E7 D5 C1 G2 G1 H1 J4 F3 E3 F4 E4 J3 A4 A5 A6 B9 A5 E8 E9 A7 D2 J1 E6 F1 A1 H3 C9 D6 G6 J8 F2 D1 pass G1 pass E1 pass J2 pass A3 pass pass".split(" ");

test("a review counts the pass that lost the game, and the agreed count, before and after a reload", { timeout: 120_000 }, async () => {
  const ask = async (method, path, body) => (await fetch(new URL(path, url()), { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
  const { id } = await ask("POST", "api/games", { game: "go", rules: "chinese", size: "9x9", moves: PASSED });
  await ask("PATCH", `api/games/${id}`, { result: "W+25.5" });
  const page = await fresh({ hash: `#g=${id}` });
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent.includes("86"));
  await page.evaluate(async () => (await import(new URL("js/study/state.js", document.baseURI).href)).choose({ sweepSeconds: 0.05 }));
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent.startsWith("0 "));
  await page.click("#tab-review");
  await page.click("#sweep");
  await page.waitForSelector(".mistake", { timeout: 90_000 });
  await page.waitForSelector(".sweep-progress[hidden]", { state: "attached", timeout: 90_000 });
  const words = async () => {
    await page.waitForFunction(() => /Lost by moves/.test(document.querySelector(".loss-words")?.textContent ?? ""));
    return page.locator(".loss-words").textContent();
  };
  const before = await words();
  assert.ok(Number(/Black (\d+)/.exec(before)?.[1]) >= 30, before);
  const end = async () => {
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelector(".ply")?.textContent.startsWith("86 "));
    await page.waitForFunction(() => /^86\./.test(document.querySelector('[data-panel="review"] .graph-tip').textContent));
    // The bar follows the analysis first, then the result.
    await page.waitForFunction(() => /wins/.test(document.querySelector('.eval-bar.upright').title));
    return page.evaluate(() => [document.querySelector('[data-panel="review"] .graph-tip').textContent, document.querySelector('.eval-bar.upright').title]);
  };
  assert.deepEqual(await end(), ["86. White pass · White wins by 25.5 points", "White wins by 25.5 points"]);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => /^85\. Black pass lost \d\d points\.$/.test(document.querySelector(".loss-words").textContent));
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent.startsWith("0 "));
  await page.waitForTimeout(400);
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent.includes("86"));
  await page.click("#tab-review");
  assert.equal(await words(), before);
  assert.deepEqual(await end(), ["86. White pass · White wins by 25.5 points", "White wins by 25.5 points"]);
});

test("Why? says what a move does to the chains", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", size: "9x9" });
  // White's stone at E5 has one liberty left, E6.
  for (const p of [[5, 4], [4, 4], [4, 3], [8, 8], [4, 5], [8, 0], [2, 4], [8, 4]]) await playPoint(page, p);
  await page.click("#tab-analysis");
  // What is explained is the analysis that is shown, here one of a single line.
  await page.evaluate(async () => {
    const { keepAnalysis } = await import(new URL("js/study/live.js", document.baseURI).href);
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    const score = { kind: "estimate", value: 20.5, win: 0.8 };
    keepAnalysis(store.state.node, { best: "E6", score, depth: 1, nodes: 10, time_ms: 1, lines: [{ rank: 1, move: "E6", pv: ["E6"], points: [[3, 4]], score, work: 10 }] });
  });
  await page.click("#why");
  await page.waitForFunction(() => document.querySelectorAll(".why-items li").length > 2, null, { timeout: 30_000 });
  const said = await page.locator(".why-items li").allTextContents();
  assert.ok(said.some((text) => /can capture 1 stone at E6/.test(text)), said.join("\n"));
  // The move that captures also joins E7.
  assert.ok(said.some((text) => /^The chain of E6 has 2 stones and 6 liberties/.test(text)), said.join("\n"));
  await shot(page, "go-why");
});

test("dead stones are proposed, both people agree, and play can be resumed", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  await split(page);
  const passes = async () => {
    for (let i = 0; i < 2; i += 1) {
      const before = await ply(page);
      await page.click("#pass");
      await page.waitForFunction((n) => Number(document.querySelector(".ply").textContent.split("/")[0]) > n, before);
    }
  };
  await passes();
  await page.waitForSelector("#score-resume");
  await page.waitForFunction(() => /proposed/.test(document.querySelector("#score-proposed").textContent));
  assert.equal(await page.locator('[data-layer="score"] .dead').count(), 1);
  await shot(page, "go-dead");
  // What leaves the count says what becomes of the game.
  const ways = await page.locator("#score-resume, #score-cancel").evaluateAll((all) => all.map((b) => [b.textContent, b.title]));
  assert.deepEqual(ways, [["Resume play", "Takes the passes back: the game goes on."], ["Count later", "Leaves the count: the game stays over and has no result yet."]]);
  // A screen reader hears the count and the stones, and finds them on the board.
  const live = () => page.locator("#live").textContent();
  await page.waitForFunction(() => /Dead stones: A3\./.test(document.querySelector("#live").textContent));
  assert.match(await live(), /wins by [\d.]+ points\. Black [\d.]+, White [\d.]+, komi 7\.5 included\. .*proposed the dead stones/);
  const says = (row, col, words) => page.waitForFunction(([row, col, words]) => new RegExp(words)
    .test(document.querySelector(`.cell[id$="-${row}-${col}"]`).getAttribute("aria-label")), [row, col, words.source]);
  await says(2, 0, /^A3, white stone, dead, Black's territory$/);
  await says(0, 4, /White's territory/);
  // A person disagrees, then not.
  await click(page, [2, 0]);
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="score"] .dead').length === 0);
  await page.waitForFunction(() => /No stone is marked dead/.test(document.querySelector("#live").textContent));
  await says(2, 0, /^A3, white stone$/);
  // A count that a reload cuts off goes on as it was, with who has agreed.
  await page.click("#score-accept");
  await page.reload();
  await page.waitForSelector("#score-resume");
  assert.deepEqual(await page.locator("#score-accept, #score-accept-2").evaluateAll((all) => all.map((b) => b.getAttribute("aria-pressed"))), ["true", "false"]);
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="score"] .owner').length > 0);
  assert.equal(await page.locator('[data-layer="score"] .dead').count(), 0);
  await page.click("#score-resume");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("12"));
  await page.waitForSelector("#score-resume", { state: "detached" });
  await playPoint(page, [1, 0]);
  assert.equal(await stones(page), 13);
  await page.click("#takeback");
  await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("12"));
  await passes();
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="score"] .dead').length === 1);
  await page.click("#score-accept");
  assert.equal((await stored(page)).result, null, "one of two is not enough");
  await page.click("#score-accept-2");
  await page.waitForSelector(".status.over");
  // The board is over before the result is stored.
  await page.waitForFunction(() => /wins by/.test(document.querySelector(".end-how")?.textContent ?? ""));
  for (let i = 0; i < 50 && !(await stored(page)).result; i += 1) await page.waitForTimeout(100);
  assert.match((await stored(page)).result, /^[BW]\+\d/);
  assert.match(await page.locator(".end-how").textContent(), /wins by [\d.]+ points/);
  // The count stays beside the result, also for whoever opens the record.
  const breakdown = () => page.waitForFunction(() => /^Black [\d.]+, White [\d.]+, komi 7\.5 included$/.test(document.querySelector(".end-count")?.textContent ?? ""));
  await breakdown();
  await shot(page, "go-counted");
  const marks = (await stored(page)).nodes.flatMap((node) => node.marks ?? []);
  assert.ok(marks.some((m) => m.kind === "territory" && m.label === "black" && m.point.join() === "2,0"), "the point of the dead stone");
  // Where one is in the tree is stored a moment later.
  const counted = async () => (await stored(page)).nodes.find((node) => (node.marks ?? []).length > 0)?.id;
  for (let i = 0; i < 50 && (await stored(page)).current !== (await counted()); i += 1) await page.waitForTimeout(100);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="score"] .dead').length === 1);
  assert.equal(await page.locator(".mark-label").count(), 0, "territory is no letter");
  await breakdown();
  // Why?, a diagram and a link name the result that was agreed on.
  const { id, result, current } = await stored(page);
  const words = `${result[0] === "B" ? "black" : "white"} wins by ${result.slice(2)}`;
  await page.click("#tab-analysis");
  await page.click("#why");
  await page.waitForSelector(".why-items li");
  assert.ok((await page.locator(".why-items li").first().textContent()).toLowerCase().startsWith(words), await page.locator(".why-items").textContent());
  const diagram = await (await fetch(new URL(`api/games/${id}/export?format=text&node=${current}`, url()))).text();
  assert.ok(diagram.trimEnd().endsWith(words), diagram);
  const link = (count) => page.evaluate(async (count) => {
    const at = (f) => import(new URL(f, document.baseURI).href);
    const [{ writeLink }, { store }] = await Promise.all([at("js/records/link.js"), at("js/store.js")]);
    const { board, node, view } = store.state;
    return `#${writeLink(board, view, node)}`.replace(/dead=[^;]*;/, (dead) => (count ? dead : ""));
  }, count);
  for (const [hash, how] of [[await link(true), await page.locator(".end-how").textContent()], [await link(false), /counted/]]) {
    const other = await fresh({ hash });
    await other.waitForFunction(() => location.hash.startsWith("#g=") && document.querySelector(".end-how")?.textContent);
    const said = await other.locator(".end-how").textContent();
    if (typeof how === "string") assert.equal(said, how);
    else assert.match(said, how, "nobody has won before the count");
  }
});

test("a click on a dead stone marks all that is dead with it, and makes it alive again", { timeout: 60_000 }, async () => {
  const page = await fresh();
  // Two walls. White has two stones apart in Black's corner of the board, Black has two in White's.
  const column = (col) => Array.from({ length: 7 }, (_, row) => [row, col]);
  const [black, white] = [[...column(3), [1, 6], [5, 6]], [...column(5), [2, 1], [5, 1]]];
  const id = await page.evaluate(async ({ black, white }) => {
    const human = { kind: "human" };
    const ask = async (path, body) => (await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
    const board = await ask("api/games", { game: "go", rules: "chinese", size: "7x7", players: { first: human, second: human } });
    let parent = 0;
    for (const [i, point] of black.entries()) for (const p of [point, white[i]]) parent = (await ask(`api/games/${board.id}/moves`, { parent, point: p })).node;
    for (let n = 0; n < 2; n += 1) parent = (await ask(`api/games/${board.id}/moves`, { parent, move: "pass" })).node;
    return board.id;
  }, { black, white });
  await page.evaluate((n) => { location.hash = `#g=${n}`; location.reload(); }, id);
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent.includes("20"));
  await page.keyboard.press("End");
  await page.waitForSelector("#begin-score");
  await page.evaluate(async () => (await import(new URL("js/play/score.js", document.baseURI).href)).beginScore([]));
  const names = (points) => points.map(String).sort();
  // The count under way is kept for a reload.
  const dead = () => page.evaluate(async () => (await import(new URL("js/settings.js", document.baseURI).href)).recall("tengen.count").dead.map(String).sort());
  for (const [point, wanted] of [
    [[2, 1], [[2, 1], [5, 1]]],
    [[5, 6], [[2, 1], [5, 1], [1, 6], [5, 6]]],
    [[5, 1], [[1, 6], [5, 6]]],
    [[1, 6], []],
  ]) {
    await click(page, point);
    await page.waitForFunction((n) => document.querySelectorAll('[data-layer="score"] .dead').length === n, wanted.length, { timeout: 3000 }).catch(() => {});
    assert.deepEqual(await dead(), names(wanted), `after ${point}`);
    assert.equal(await page.locator('[data-layer="score"] .dead').count(), wanted.length);
  }
});

for (const [locale, words] of [["en-GB", /found no dead stones/], ["zh-CN", /没有死子/], ["ja-JP", /死石なし/]]) {
  test(`where no stone is dead, that is said: ${locale}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ locale });
    await newGame(page, { kind: "go", size: "9x9" });
    await playPoint(page, [4, 4]);
    await page.click("#pass");
    await page.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2 "));
    await page.click("#pass");
    await page.waitForSelector("#score-proposed");
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#score-proposed").textContent), words.source, { timeout: 20_000 });
  });
}

test("a pass has its colour in the list of moves", { timeout: 60_000 }, async () => {
  const page = await fresh({ size: { width: 1440, height: 900 } });
  const human = { kind: "human" };
  const made = await page.evaluate(async (body) => (await fetch("api/games", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json(),
    { game: "go", size: "9x9", moves: ["E5", "pass", "D5", "pass", "pass"], players: { first: human, second: human } });
  await page.evaluate((id) => { location.hash = `g=${id}`; }, made.id);
  await page.keyboard.press("Escape");
  await page.click("#tab-tree");
  await page.waitForFunction(() => document.querySelectorAll(".move-list:not([hidden]) .move-row").length >= 5);
  const dots = await page.locator(".tree-top .move-row .side-dot").evaluateAll((all) => all.map((el) => el.classList[1]));
  assert.deepEqual(dots, ["black", "white", "black", "white", "black"]);
  assert.match(await page.locator(".tree-top .move-row").nth(1).getAttribute("aria-label"), /^2\. White pass/);
});

test("after handicap stones no player is named after who begins", { timeout: 60_000 }, async () => {
  const page = await fresh({ locale: "ja-JP" });
  await page.check("#game-go", { force: true });
  await page.check("#who-people", { force: true });
  await page.selectOption("#size", "9x9");
  await page.selectOption("#handicap", "2");
  assert.deepEqual((await page.locator(".segment").allTextContents()).slice(0, 2), ["あなたが黒番", "あなたが白番"]);
  await page.click("#start");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.waitForFunction(() => document.querySelectorAll(".stones [data-point]").length === 2);
  assert.deepEqual(await page.locator(".player-name").allTextContents(), ["黒", "白"]);
  assert.doesNotMatch(await page.locator("#app").textContent(), /[先後]手/);
});

for (const [locale, legend, work, visits] of [
  ["en-GB", "Estimates in points; the engine's choice first, then by visits", "depth 9 · 24k new · 2.0 s", "44,000 visits"],
  ["zh-CN", "估计值，单位：目；引擎的选择居首，其余按搜索次数排序", "深度 9 · 新增 24k · 2.0 s", "搜索 44,000 次"],
]) {
  test(`the list of candidates says its order, and what its numbers count: ${locale}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ locale });
    await newGame(page, { kind: "go", rules: "chinese", size: "9x9" });
    await page.click("#tab-analysis");
    await page.evaluate(async () => {
      const at = (f) => new URL(f, document.baseURI).href;
      const { keepAnalysis } = await import(at("js/study/live.js"));
      const { store } = await import(at("js/store.js"));
      const line = (move, work, win) => ({ rank: 1, move, pv: [move], score: { kind: "estimate", win, value: 3 * win }, work });
      keepAnalysis(store.state.node, { best: "pass", score: { kind: "estimate", win: 0.6, value: 2 }, depth: 9, nodes: 24_000, time_ms: 2000, lines: [line("pass", 756, 0.6), line("A9", 2900, 0.59), line("D7", 44_000, 0.58)] });
    });
    await page.waitForFunction(() => document.querySelectorAll(".candidate-row").length === 3);
    assert.deepEqual(await page.locator(".candidate-effort").allTextContents(), ["756", "44k", "2.9k"]);
    assert.equal(await page.locator(".candidate-effort").nth(1).getAttribute("title"), visits);
    assert.equal(await page.locator(".legend:visible").textContent(), legend);
    assert.equal(await page.locator(".study-work").textContent(), work);
    await shot(page, `go-candidates-${locale}`);
  });
}

for (const [tag, how, rows, words] of [
  ["desktop-en", {}, [["−10 points", "−21%"], ["", "−5%"], ["−8 points", ""]], "blunder: 21 percentage points of winning chance lost, −10 points"],
  ["phone-zh", { size: { width: 360, height: 740 }, touch: true, locale: "zh-CN" }, [["−10 目", "−21%"], ["", "−5%"], ["−8 目", ""]], "恶手：胜率下降 21 个百分点，−10 目"],
]) {
  test(`the list of mistakes keeps points and chances apart: ${tag}`, { timeout: 60_000 }, async () => {
    const page = await fresh(how);
    await newGame(page, { kind: "go", rules: "chinese", size: "9x9" });
    for (const p of [[4, 4], [2, 2], [6, 6]]) await playPoint(page, p);
    await page.click("#tab-review");
    await page.evaluate(async () => {
      const at = (f) => new URL(f, document.baseURI).href;
      const { setStudy } = await import(at("js/study/state.js"));
      const { store } = await import(at("js/store.js"));
      const [, a, b, c] = store.state.board.nodes;
      const mistake = (node, number, kind, more) => ({ node: node.id, number, color: node.color, played: node.move, best: "E3", playedPoint: node.point, bestPoint: [6, 4], discs: null, before: null, after: null, line: ["E3"], points: [[6, 4]], kind, text: null, ...more });
      const mistakes = [mistake(a, 1, "blunder", { loss: 0.21, units: 10 }), mistake(b, 2, "mistake", { loss: 0.05, units: null }), mistake(c, 3, "inaccuracy", { loss: 0.001, units: 8, discs: 8 })];
      setStudy({ review: { mistakes, sides: {}, whole: true, done: 3, of: 3, line: "main", losses: new Map() } });
    });
    await page.waitForSelector(".mistake-loss");
    const cells = await page.locator(".mistake-loss").evaluateAll((all) => all.map((el) => [...el.children].map((part) => part.textContent)));
    assert.deepEqual(cells, rows);
    // Each column has one edge.
    const ends = await page.locator(".mistake-loss").evaluateAll((all) => [0, 1].map((i) => new Set(all.map((el) => Math.round(el.children[i].getBoundingClientRect().right))).size));
    assert.deepEqual(ends, [1, 1]);
    await page.locator(".mistake-main").first().click();
    assert.equal(await page.locator(".mistake-more .train-about").textContent(), words);
    await shot(page, `go-mistakes-${tag}`);
  });
}
