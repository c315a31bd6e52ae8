// The library in a browser, against the real server: import, search, tags, the recycle bin, openings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { closeDialog, DESKTOP, PHONE, morePlies, newGame, playPoint, shot, square, startServer } from "./harness.js";
import { table } from "./table.js";

const { fresh: blank, url } = table();

async function fresh(how) {
  const page = await blank(how);
  await newGame(page, { kind: "othello", who: "people" });
  await page.click("#tab-library");
  await page.waitForSelector(".library-game");
  return page;
}

const sgf = (black, white, result, moves, more = "") => `(;GM[1]FF[4]SZ[9]PB[${black}]PW[${white}]RE[${result}]DT[1998-07-0${result === "B+2.5" ? 1 : 2}]KM[6.5]${more}${moves})`;
const GAMES = [
  { name: "one.sgf", buffer: Buffer.from(sgf("Takagawa", "Sakata <script>alert(1)</script>", "B+2.5", ";B[ee];W[gc];B[cc];W[gg]", "EV[Meijin]")) },
  { name: "two.sgf", buffer: Buffer.from(sgf("吴清源", "Takagawa", "W+R", ";B[ee];W[cg];B[gc]")) },
  { name: "same.sgf", buffer: Buffer.from(sgf("Takagawa", "Sakata <script>alert(1)</script>", "B+2.5", ";B[ee];W[gc];B[cc];W[gg]", "EV[Meijin]")) },
  { name: "picture.png", buffer: Buffer.from("no game") },
  { name: "broken.sgf", buffer: Buffer.from("(;GM[1]FF[4]SZ[9];B[ee];W[ee])") },
];

for (const [tag, size, locale] of [["desktop-en", DESKTOP, "en-GB"], ["phone-zh", PHONE, "zh-CN"]]) {
  test(`import reports games, duplicates and problems; search, tags and the recycle bin work: ${tag}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size, locale, touch: size === PHONE });
    await page.click("#library-import");
    await page.setInputFiles("#library-files", GAMES);
    await page.waitForSelector(".import-problems");
    // The picture is named at once; the end of the import changes the button.
    await page.waitForFunction(() => !/Stop|停止/.test(document.querySelector(".import-progress .button")?.textContent ?? "Stop"));
    await shot(page, `library-import-${tag}`);
    const seen = await page.locator(".import-progress").textContent();
    if (tag === "desktop-en") assert.match(seen, /1 already in the library/);
    assert.match(seen, /picture\.png.*(no format of game records|不是棋谱格式)/s);
    await page.locator(".import-progress .button").click();
    // Text of a file stays text.
    await page.fill("#library-search", "Sakata");
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 1);
    assert.match(await page.locator(".library-game").textContent(), /<script>alert\(1\)<\/script>/);
    await page.fill("#library-search", "player:吴清源");
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 1 && /吴清源/.test(document.querySelector(".library-game").textContent));
    await page.fill("#library-search", "");
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length > 2);
    await shot(page, `library-list-${tag}`);
    // A tag of this game is found again.
    const game = page.locator(".library-game", { hasText: "吴清源" });
    await game.locator(".game-more").click();
    await page.getByRole("menuitem", { name: /tags|标签/ }).click();
    await page.fill("#tags-input", "classic, 名局");
    await page.click("#tags-save");
    await page.waitForSelector(".library-game .tag");
    await page.fill("#library-search", "tag:名局");
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 1);
    // To the bin and back.
    await game.locator(".game-more").click();
    await page.getByRole("menuitem", { name: /bin|回收站/ }).click();
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 0);
    await page.click("#library-bin");
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 1);
    await page.locator(".game-open").click();
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 0);
    await page.click("#library-bin");
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 1);
    await page.locator(".game-open").click();
    await page.waitForFunction(() => document.querySelector(".game-name")?.textContent?.includes("9×9") || document.querySelectorAll(".cell").length === 81);
  });
}

for (const [tag, size, last, name] of [["desktop", DESKTOP, "gg", "G3"], ["phone", PHONE, "gc", "G7"]]) {
  test(`games without names are told apart by their first moves: ${tag}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ size });
    await page.evaluate(async ({ texts, tag }) => {
      for (const [text, game] of texts) await fetch(`api/import?tags=bare-${tag}${game}`, { method: "POST", body: text });
    }, { tag, texts: [[`(;FF[4]GM[1]SZ[9];B[ee];W[cc];B[${last}])`, ""], [`(;FF[4]GM[1]SZ[9]RE[W+5.5];B[ee];W[cg];B[${last}])`, ""], [tag === "phone" ? "f5d6c3" : "f5f6e6", "&game=othello"]] });
    await page.fill("#library-search", `tag:bare-${tag}`);
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 3 && [...document.querySelectorAll(".game-facts")].every((e) => e.textContent.split(" · ").length === 3));
    const facts = await page.locator(".library-game .game-facts").allTextContents();
    assert.deepEqual(facts.map((text) => text.split(" · ").at(-1)).sort(), [`E5 C3 ${name}`, `E5 C7 ${name}`, tag === "phone" ? "f5 d6 c3" : "f5 f6 e6"]);
    assert.deepEqual(await page.locator(".game-facts").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)), []);
    await shot(page, `library-nameless-${tag}`);
  });
}

test("openings are found in all eight symmetries, and a click plays a move of them", { timeout: 60_000 }, async () => {
  const page = await fresh();
  const games = [";B[cc];W[gg];B[gc]", ";B[gc];W[cg];B[cc]", ";B[gg];W[cc];B[ee]"].map((moves, i) => ({ name: `o${i}.sgf`, buffer: Buffer.from(sgf(`P${i}`, "Q", i === 0 ? "B+1" : "W+3", moves)) }));
  await page.click("#library-import");
  await page.setInputFiles("#library-files", games);
  await page.waitForSelector(".import-progress .button");
  await newGame(page, { kind: "go", size: "9x9", who: "people" });
  await page.click("#tab-openings");
  await playPoint(page, [2, 2]);
  // Three games of the file have their first move in a corner of this kind, under whatever rules. The one on the table
  // is not one of them before it goes on.
  await page.waitForFunction(() => /^3 games/.test(document.querySelector('.panel[data-panel="openings"] .library-status')?.textContent ?? ""));
  await page.waitForSelector(".opening-row");
  await shot(page, "library-openings");
  await page.locator(".opening-row").first().click();
  await page.waitForFunction(() => document.querySelector(".ply")?.textContent?.startsWith("2"));
});

/** WTHOR's files: a header of 16 bytes, then records of one length. */
const wthor = (n1, n2, year, records) => Buffer.concat([Buffer.from([20, 24, 3, 2, n1, 0, 0, 0, n2, 0, year & 255, year >> 8, 8, 0, 24, 0]), ...records]);
const list = (names, length) => wthor(0, names.length, 0, names.map((name) => Buffer.concat([Buffer.from(name, "latin1"), Buffer.alloc(length)], length)));

for (const [locale, words] of [
  ["en-GB", "Names are in WTH.JOU and WTH.TRN: choose them too."], ["zh-CN", "姓名在 WTH.JOU 和 WTH.TRN 中：请同时选择。"],
  ["zh-TW", "姓名在 WTH.JOU 和 WTH.TRN 中：請同時選擇。"], ["ja-JP", "名前はWTH.JOUとWTH.TRNにあります。これらも選んでください。"],
]) {
  test(`a WTHOR file without its names says where they are: ${locale}`, { timeout: 60_000 }, async () => {
    // Its library has no names yet.
    const server = await startServer();
    try {
      const page = await blank({ url: server.url, locale });
      await page.waitForSelector(".new-game");
      await closeDialog(page);
      const file = (year) => ({ name: `WTH_${year}.wtb`, mimeType: "application/octet-stream", buffer: wthor(1, 0, year, [Buffer.concat([Buffer.from([1, 0, 1, 0, 2, 0, 33, 33, 56, 64, 53, 46, 75, 66]), Buffer.alloc(68)], 68)]) });
      const names = [{ name: "WTH.JOU", mimeType: "application/octet-stream", buffer: list(["???", "Ada", "Bo"], 20) }, { name: "WTH.TRN", mimeType: "application/octet-stream", buffer: list(["", "Paris"], 26) }];
      // The dialog "Open" says it below the board.
      await page.click("#open-record");
      await page.setInputFiles("#import-file", [file(1980)]);
      await page.waitForFunction((text) => document.querySelector(".status-detail").textContent.includes(text), words);
      await page.click("#tab-library");
      for (const [files, says] of [[[file(1981)], true], [[file(1981)], true], [[file(1982), ...names], false], [[file(1983)], false]]) {
        await page.click("#library-import");
        await page.setInputFiles("#library-files", files);
        await page.waitForSelector(".import-progress .button:has(.label)");
        await page.waitForFunction(() => !document.querySelector(".import-progress progress"));
        assert.equal((await page.locator(".import-progress").textContent()).includes(words), says, files.map((f) => f.name).join());
        if (files[0].name === "WTH_1981.wtb") await shot(page, `wthor-names-${locale}`);
        await page.locator(".import-progress .button").click();
      }
    } finally {
      await server.stop();
    }
  });
}

for (const [tag, order] of [["the games first", [0, 1, 2]], ["the names first", [2, 1, 0]], ["all at once", null]]) {
  test(`a WTHOR file keeps its players and tournament: ${tag}`, { timeout: 60_000 }, async () => {
    const page = await fresh();
    // Ada against Bo in Paris, six moves from f5 on; each test has a year of its own.
    const year = 1990 + (order ? order[0] : 1);
    const game = Buffer.concat([Buffer.from([1, 0, 1, 0, 2, 0, 33, 33, 56, 64, 53, 46, 75, 66]), Buffer.alloc(68)], 68);
    const files = [
      { name: `WTH_${year}.wtb`, buffer: wthor(1, 0, year, [game]) },
      { name: "WTH.JOU", buffer: list(["???", "Ada", "Bo"], 20) },
      { name: "WTH.TRN", buffer: list(["", "Paris"], 26) },
    ];
    for (const some of order ? order.map((i) => [files[i]]) : [files]) {
      await page.click("#library-import");
      await page.setInputFiles("#library-files", some);
      await page.waitForSelector(".import-progress .button:has(.label)");
      await page.waitForFunction(() => !document.querySelector(".import-progress progress"));
      await page.locator(".import-progress .button").click();
    }
    await page.fill("#library-search", `from:${year} to:${year}`);
    await page.waitForFunction(() => {
      const rows = [...document.querySelectorAll(".library-game")].map((row) => row.textContent);
      return rows.length === 1 && /Ada.*Bo/.test(rows[0]) && rows[0].includes("Paris");
    });
  });
}

test("a list shows the sides in the colours of their board", async () => {
  const page = await blank();
  const made = await fetch(new URL("api/games", url()), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({
    game: "mnk", rules: "tic-tac-toe", moves: ["b2"], players: { first: { kind: "human", name: "Ann" }, second: { kind: "human", name: "Ben" } } }) });
  assert.equal(made.status, 201);
  await page.keyboard.press("Escape");
  await page.click("#tab-library");
  await page.waitForSelector(".library-game:has-text(\"Ann\") .side-dot");
  const colors = await page.locator(".library-game", { hasText: "Ann" }).locator(".side-dot").evaluateAll((dots) => dots.map((dot) => getComputedStyle(dot).backgroundColor));
  assert.deepEqual(colors, ["rgb(61, 119, 187)", "rgb(201, 91, 64)"], "X is blue and O red");
});

test("the filter knows the games that have a card of their own", async () => {
  const page = await fresh();
  for (const rules of ["renju", "freestyle"]) {
    await newGame(page, { kind: "gomoku", rules, who: "people" });
    await playPoint(page, [7, 7]);
  }
  await page.reload();
  await page.click("#tab-library");
  await page.click('.library-head [aria-controls="library-filters"]');
  const filter = page.locator("#library-filters select").first();
  await filter.selectOption("renju");
  await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 1);
  assert.match(await page.locator(".library-game").textContent(), /Renju/i);
  await filter.selectOption("gomoku");
  await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 2);
});

test("the bin is seen to be one: a title, the way back, and buttons that restore", { timeout: 60_000 }, async () => {
  const page = await blank();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  await playPoint(page, [7, 7]);
  const id = await page.evaluate(() => location.hash.slice(3));
  await page.click("#tab-library");
  const remove = async () => {
    await page.locator(`.library-game[data-id="${id}"] .game-more`).click();
    await page.getByRole("menuitem", { name: /bin/ }).click();
    await page.waitForSelector("#message-action");
  };
  await page.waitForSelector(`.library-game[data-id="${id}"]`);
  await remove();
  await page.click("#message-action");
  await page.waitForSelector(`.library-game[data-id="${id}"]`);
  await remove();
  await page.goto(`${url()}#g=${id}`);
  await page.reload();
  await page.waitForFunction(() => /moved to the bin/.test(document.querySelector(".status-detail").textContent));
  if (await page.locator(".new-game").isVisible()) await page.keyboard.press("Escape");
  await page.click("#tab-library");
  await page.click("#library-bin");
  assert.match(await page.locator("#library-bin-title").textContent(), /Bin.*restored/);
  await page.click(`.library-game[data-id="${id}"] .game-restore`);
  await page.waitForSelector(`.library-game[data-id="${id}"]`, { state: "detached" });
  await page.click("#library-bin-leave");
  await page.waitForSelector(`.library-game[data-id="${id}"]`);
  assert.ok(await page.locator("#library-bin-title").isHidden());
  // A title in the bin opens the game that it restores, whatever is on the board.
  await remove();
  await newGame(page, { kind: "othello", who: "people" });
  await page.click("#tab-library");
  await page.click("#library-bin");
  await page.click(`.library-game[data-id="${id}"] .game-open`);
  await page.waitForFunction((n) => location.hash === `#g=${n}`, id);
});

test("moves that stay in a proven strategy are marked, with a legend", { timeout: 60_000 }, async () => {
  for (const how of [{ rules: "standard", size: { width: 1440, height: 900 } }, { rules: "freestyle", size: { width: 390, height: 844 }, dark: true, locale: "ja" }]) {
    const page = await fresh(how);
    // The centre is the strategy's first move, the corner is not.
    for (const point of [[7, 7], [14, 0]]) {
      await newGame(page, { kind: "gomoku", rules: how.rules, size: "15x15" });
      await playPoint(page, point);
    }
    await page.keyboard.press("Home");
    await page.click("#tab-openings");
    await page.waitForFunction(() => document.querySelectorAll(".opening-row").length === 2);
    const marked = await page.locator(".opening-row:has(.opening-proven) .opening-name").allTextContents();
    assert.deepEqual(marked, ["h8"]);
    assert.match(await page.locator(".opening-row:has(.opening-proven)").getAttribute("aria-label"), /strategy|必勝法/);
    assert.ok(await page.locator(".openings-legend").isVisible());
    await shot(page, `library-strategy-${how.size.width}`);
    await page.locator(".opening-row:not(:has(.opening-proven))").click();
    await page.waitForFunction(() => document.querySelector(".ply")?.textContent?.startsWith("1") && document.querySelectorAll(".opening-row").length === 0);
    assert.equal(await page.locator(".openings-legend").isVisible(), false);
  }
});

test("the row of the game that is played keeps up with it, beside the board and after another tab", { timeout: 60_000 }, async () => {
  const page = await fresh();
  const row = () => page.locator(`.library-game[data-id="${page.url().split("#g=")[1]}"] .game-facts`);
  const has = (n) => row().filter({ hasText: ` ${n} move` }).waitFor({ timeout: 5000 });
  for (const at of ["f5", "d6"]) await playPoint(page, square(at));
  await has(2);
  await page.click("#tab-analysis");
  for (const at of ["c3", "d3"]) await playPoint(page, square(at));
  await page.click("#tab-library");
  await has(4);
});

test("the row of a game with an opening rule counts its stones, and has no words of the command line", { timeout: 60_000 }, async () => {
  const points = (text) => text.split(" ").map((p) => [15 - Number(p.slice(1)), p.charCodeAt(0) - 97]);
  for (const [locale, opening, choice, after, facts] of [
    ["en-GB", "swap2", "two-more", "j10 k9", "15×15 · 5 moves · h8 h9 i10 j10 k9"], ["ja-JP", "rif", "white", "i7 j6 g6", "15×15 · 4手 · h8 h9 i10 i7"]]) {
    const page = await blank({ locale });
    await newGame(page, { kind: "gomoku", rules: opening === "rif" ? "renju" : "freestyle", opening });
    await page.click("#tab-library");
    for (const p of points("h8 h9 i10")) await playPoint(page, p);
    await page.click(`.choice[data-move="${choice}"]`);
    await morePlies(page, 3);
    for (const p of points(after)) await playPoint(page, p);
    await page.locator(".library-game.here .game-facts", { hasText: facts }).waitFor({ timeout: 10_000 });
  }
});

test("the dates of a list end under their results", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await page.evaluate(() => fetch("api/import?tags=year", { method: "POST", body: "(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben]RE[W+R]DT[2001];B[ee])(;GM[1]FF[4]SZ[9]PB[Ann]PW[Cy]RE[B+12.5]DT[2001-02-03];B[cc])" }));
  await page.fill("#library-search", "tag:year");
  await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 2 && document.querySelectorAll(".game-date").length === 2);
  const ends = await page.evaluate(() => [...document.querySelectorAll(":is(.game-date, .game-result)")].map((el) => {
    const range = document.createRange();
    range.selectNodeContents(el);
    return Math.round(range.getBoundingClientRect().right);
  }));
  assert.equal(new Set(ends).size, 1, String(ends));
});

test("a search says how many games match, and none with a date or a result that is none", { timeout: 60_000 }, async () => {
  for (const [locale, all, found] of [["en-GB", /^[\d,]+ games?$/, /^([\d,]+ games match|1 game matches)$/], ["zh-CN", /^共 [\d,]+ 局$/, /^找到 [\d,]+ 局$/], ["ja-JP", /^全[\d,]+局$/, /^[\d,]+局が該当$/]]) {
    const page = await fresh({ locale });
    const status = page.locator(".library-row .library-status");
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length > 0);
    assert.match(await status.textContent(), all);
    await page.fill("#library-search", "game:othello");
    await status.filter({ hasText: found }).waitFor({ timeout: 5000 });
    for (const wrong of ["from:abc", "from:2001-13-45", "result:nobody"]) {
      await page.fill("#library-search", wrong);
      await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 0, null, { timeout: 5000 });
      assert.ok(await status.evaluate((el) => el.classList.contains("problem")), wrong);
      await page.fill("#library-search", "");
      await page.waitForFunction(() => document.querySelectorAll(".library-game").length > 0);
    }
  }
});
