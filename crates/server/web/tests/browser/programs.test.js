// Programs of the user as engines: they play, analyse, resign and break down, and the page says so.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { findProgram, newGame, playPoint, shot, square, startServer } from "./harness.js";
import { table } from "./table.js";

/** A GTP engine that plays a1, then resigns, and has no words for an analysis. */
const MOVER = `
  let moves = 0;
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const word = line.split(" ")[0];
    if (word === "clear_board" || word === "undo") moves = word === "undo" ? moves - 1 : 0;
    console.log(word === "genmove" ? (++moves > 1 ? "= resign\\n" : "= a1\\n") : "=\\n");
    if (word === "quit") process.exit(0);
  });`;

/** As KataGo analyses: a score in points, and the owners of the points of a 5×5 board, from the side to move. */
const OWNER = `
  let open = false;
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const word = line.split(" ")[0];
    if (open) console.log("");
    open = word === "kata-analyze";
    if (open) {
      const owners = "0.9 0.9 0 -0.8 -0.8 ".repeat(5);
      console.log("=\\ninfo move C3 visits 40 winrate 0.7 scoreLead 3.5 order 0 pv C3 B2 ownership " + owners);
    } else console.log(word === "list_commands" ? "= kata-analyze\\n" : word === "genmove" ? "= C3\\n" : "=\\n");
    if (word === "quit") process.exit(0);
  });`;

/** Moves anywhere, after a while. */
const SLOW = `
  require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const word = line.split(" ")[0];
    const any = (n) => 1 + Math.floor(Math.random() * n);
    if (word === "genmove") setTimeout(() => console.log("= " + "abcdefg"[any(7) - 1] + any(15) + "\\n"), 700);
    else console.log("=\\n");
    if (word === "quit") process.exit(0);
  });`;

const { fresh } = table();
let server;

before(async () => {
  const data = mkdtempSync(join(tmpdir(), "tengen-web-"));
  const engine = (name, command, protocol = "gtp", games = ["gomoku"]) => ({ name, command, protocol, games });
  writeFileSync(join(data, "engines.json"), JSON.stringify([
    engine("Reporter", [findProgram(), "engine", "gtp", "--game", "gomoku", "--level", "3"]),
    engine("Mover", [process.execPath, "-e", MOVER]),
    engine("Broken", [process.execPath, "-e", "console.error('no weights'); process.exit(3)"]),
    engine("Owner", [process.execPath, "-e", OWNER], "gtp", ["go"]),
    engine("Slow", [process.execPath, "-e", SLOW]),
    engine("Gomocup", [findProgram(), "engine", "gomocup", "--level", "2"], "gomocup"),
    engine("NBoard", [findProgram(), "engine", "nboard", "--level", "2"], "nboard", ["othello"]),
    engine("Lines", [findProgram(), "engine", "json", "--level", "2"], "json", ["mnk"]),
  ]));
  server = await startServer({ data });
});
after(() => server?.stop());

const at = (page, text) => page.waitForFunction((s) => document.querySelector(".ply").textContent.trim() === s, text);
const says = (page, pattern) => page.waitForFunction((s) => new RegExp(s).test(document.body.innerText), pattern);

async function analyse(page, engine) {
  await page.click('[aria-controls="study-settings"]');
  await page.locator("#study-settings select").first().selectOption(engine);
  await page.click("#analyse");
}

test("two tabs on one game get one move of the engine a turn", { timeout: 90_000 }, async () => {
  const page = await fresh({ url: server.url });
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", engine: "Slow" });
  // The other tab hears late of what comes after the person's move.
  let heard = 0;
  await page.context().routeWebSocket(/\/ws/, (socket) => {
    const line = socket.connectToServer();
    line.onMessage((text) => (/"type":"changed"/.test(String(text)) && ++heard > 2 ? setTimeout(() => socket.send(text), 3000) : socket.send(text)));
  });
  const other = await fresh({ url: server.url, context: page.context(), hash: new URL(page.url()).hash });
  await other.waitForFunction(() => document.querySelector(".ply")?.textContent.startsWith("0"));
  await playPoint(page, [7, 14]);
  for (const tab of [page, other]) await tab.waitForFunction(() => document.querySelector(".ply").textContent.startsWith("2"), null, { timeout: 20_000 });
  await page.waitForTimeout(2500);
  const board = await (await fetch(new URL(`api/games/${await page.evaluate(() => location.hash.slice(3))}`, server.url))).json();
  assert.equal(board.nodes.length, 3, JSON.stringify(board.nodes.map((n) => n.move)));
  const shown = (tab) => tab.evaluate(async () => (await import(new URL("js/store.js", document.baseURI).href)).store.state.node);
  assert.deepEqual([await shown(page), await shown(other)], [2, 2]);
});

test("a program that is registered while the page is open is offered, and its failure is named in the page's language", { timeout: 60_000 }, async () => {
  const page = await fresh({ url: server.url });
  const file = join(server.data, "engines.json");
  const all = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify([...all, { ...all.find((e) => e.name === "Broken"), name: "Later" }]));
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.evaluate(async () => (await import(new URL("js/settings.js", document.baseURI).href)).setSettings({ language: "zh-Hans" }));
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", engine: "Later" });
  await playPoint(page, [7, 7]);
  await page.waitForFunction(() => /Later 无法开始：已退出：退出状态 3；no weights/.test(document.querySelector(".status-detail").textContent));
});

test("a program plays under its name, and analyses with scores", { timeout: 60_000 }, async () => {
  const page = await fresh({ url: server.url });
  await newGame(page, { kind: "gomoku", who: "human-first", engine: "Reporter" });
  await playPoint(page, [7, 7]);
  await at(page, "2 / 2");
  assert.equal(await page.locator(".player.white .player-name").textContent(), "Reporter");
  await page.click("#tab-library");
  await page.waitForSelector(".library-game.here .game-side");
  assert.deepEqual(await page.locator(".library-game.here .game-side").allTextContents(), ["You", "Reporter"]);
  await page.click("#tab-analysis");
  await analyse(page, "Reporter");
  await page.waitForSelector(".candidate-row");
  assert.match(await page.locator(".candidate-value").first().textContent(), /\d/);
});

test("programs of the other protocols play, and one with scores analyses", { timeout: 90_000 }, async () => {
  const page = await fresh({ url: server.url });
  for (const [kind, engine, point] of [["gomoku", "Gomocup", [7, 7]], ["othello", "NBoard", square("f5")], ["mnk", "Lines", [1, 1]]]) {
    await newGame(page, { kind, who: "human-first", engine });
    await playPoint(page, point);
    await at(page, "2 / 2");
    assert.equal(await page.locator(".player.white .player-name").textContent(), engine);
  }
  await analyse(page, "Lines");
  await page.waitForSelector(".candidate-row");
});

test("KataGo's analysis shows its score and the owners of the points", { timeout: 60_000 }, async () => {
  const page = await fresh({ url: server.url });
  await newGame(page, { kind: "go", size: "5x5" });
  await playPoint(page, [4, 4]);
  await page.click("#tab-analysis");
  await analyse(page, "Owner");
  await page.waitForSelector(".candidate-row");
  assert.match(await page.locator(".candidate-value").first().textContent(), /70|3\.5/);
  assert.match(await page.locator(".panel-body").innerText(), /3\.5/);
  // White is to move, and the owners are White's where the program says 1.
  await page.waitForFunction(() => document.querySelectorAll('[data-layer="study-owners"] .owner').length >= 15);
  await page.keyboard.press("b");
  await page.waitForFunction(() => /White's at 90%/.test(document.querySelector('.cell[id$="-1-0"]').getAttribute("aria-label")));
});

test("a program without scores shows its move, and its resignation ends the game", { timeout: 60_000 }, async () => {
  const page = await fresh({ url: server.url });
  await newGame(page, { kind: "gomoku", who: "human-first", engine: "Mover" });
  await playPoint(page, [7, 7]);
  await at(page, "2 / 2");
  await playPoint(page, [8, 8]);
  await says(page, "Black wins, White resigned");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await analyse(page, "Mover");
  await says(page, "The engine would play a1. It gives no scores.");
});

for (const [locale, words] of [["en-GB", "Broken: start: crash: exit status: 3; no weights"], ["zh-CN", "Broken 无法开始"]]) {
  test(`a program that breaks down is named, and the game goes on: ${locale}`, { timeout: 60_000 }, async () => {
    const page = await fresh({ url: server.url, locale });
    await newGame(page, { kind: "gomoku", who: "human-first", engine: "Broken" });
    await playPoint(page, [7, 7]);
    await says(page, words);
    await page.click("#takeback");
    await page.waitForFunction(() => /^0 /.test(document.querySelector(".ply").textContent.trim()));
    await playPoint(page, [6, 6]);
    await at(page, "1 / 1");
  });
}

/** The code that the terminal shows last. @param {string} log @param {RegExp} asked what must be shown with it */
async function shownCode(log, asked) {
  for (let i = 0; i < 100; i += 1) {
    const tail = log().slice(log().lastIndexOf("a page asks"));
    const code = /[a-z2-9]{3}-[a-z2-9]{3}/.exec(tail.split("\n")[1] ?? "");
    if (asked.test(tail) && code) return code[0];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no code for ${asked}:\n${log()}`);
}

const DIALOGS = [
  { locale: "en-GB", title: "Own engines", none: "No programs are registered yet.", wrong: /not the code; 2 more tries/, added: "Owl is registered", answered: /Gomoku: \w\d+ after/, works: "Owl works.", gone: "Owl is no longer registered.", failed: "Bad was not registered." },
  { locale: "zh-CN", title: "外部引擎", none: "还没有登记程序。", wrong: /确认码不对，还可以试 2 次/, added: "已登记 Owl", answered: /五子棋：\w\d+，用时/, works: "Owl 工作正常。", gone: "已移除 Owl。", failed: "未能登记 Bad。" },
];

for (const words of DIALOGS) {
  test(`a program is registered, tested and removed in the page: ${words.locale}`, { timeout: 90_000 }, async () => {
    const own = await startServer();
    const marks = mkdtempSync(join(tmpdir(), "tengen-mark-"));
    const mark = join(marks, "started");
    const program = join(marks, "owl.sh");
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\nexec ${findProgram()} engine gtp --game gomoku --level 3\n`);
    try {
      const page = await fresh({ url: own.url, locale: words.locale });
      // The first code that is typed is a wrong one.
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
      await page.click("#settings");
      await page.click("#programs");
      await page.waitForSelector(".program-form");
      assert.equal(await page.locator(".dialog-head h2").textContent(), words.title);
      assert.ok(await page.getByText(words.none).isVisible());
      assert.equal(await page.evaluate(() => document.activeElement.id), "program-name");
      await page.fill("#program-name", "Owl");
      await page.fill("#program-command", `sh ${program}`);
      assert.ok(await page.isChecked("#program-game-go"), "GTP programs usually play Go");
      await page.uncheck("#program-game-go", { force: true });
      await page.check("#program-game-gomoku", { force: true });
      await shot(page, `programs-form-${words.locale}`);
      await page.click("#program-add");
      await page.waitForSelector("#program-code");
      assert.equal(await page.evaluate(() => document.activeElement.id), "program-code");
      const code = await shownCode(own.log, /Owl.*owl\.sh/);
      assert.ok(!(await page.content()).includes(code), "the page does not know the code");
      await page.fill("#program-code", "000-000");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".program-status.bad");
      assert.match(await page.locator(".program-status").textContent(), words.wrong);
      assert.equal(existsSync(mark), false, "nothing starts before the right code");
      await shot(page, `programs-code-${words.locale}`);
      await page.fill("#program-code", code.toUpperCase());
      await page.keyboard.press("Enter");
      await page.waitForSelector(".program-said");
      const said = await page.locator(".program-said").innerText();
      assert.ok(said.includes(words.added) && words.answered.test(said), said);
      assert.equal(existsSync(mark), true);
      await shot(page, `programs-added-${words.locale}`);

      await page.locator(".program-acts button").first().click();
      await page.fill("#program-code", await shownCode(own.log, /start the program Owl/));
      await page.keyboard.press("Enter");
      await says(page, words.works);

      // It plays at once, without a reload.
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
      await newGame(page, { kind: "gomoku", who: "human-first", engine: "Owl" });
      await playPoint(page, [7, 7]);
      await at(page, "2 / 2");
      assert.equal(await page.locator(".player.white .player-name").textContent(), "Owl");

      await page.click("#settings");
      await page.click("#programs");
      await page.waitForSelector(".program");
      await page.locator(".program-acts button").last().click();
      await page.fill("#program-code", await shownCode(own.log, /remove the program Owl/));
      await page.click("#program-confirm");
      await says(page, words.gone);
      assert.equal(await page.locator(".program").count(), 0);

      // What does not work is not registered, and why is shown.
      await page.fill("#program-name", "Bad");
      await page.fill("#program-command", "/nonexistent/engine");
      await page.click("#program-add");
      await page.fill("#program-code", await shownCode(own.log, /nonexistent/));
      await page.keyboard.press("Enter");
      await says(page, words.failed);
      assert.equal(await page.locator(".program").count(), 0);
    } finally {
      await own.stop();
    }
  });
}

test("where others reach the server the dialog says so", { timeout: 60_000 }, async () => {
  const page = await fresh({ url: server.url });
  await page.route("**/api/programs", (route) => route.fulfill({ status: 403, contentType: "application/json", body: JSON.stringify({ error: { code: "programs-shared", message: "programs are registered only where nobody else can reach the server" } }) }));
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.click("#settings");
  await page.click("#programs");
  await says(page, "only where nobody else can reach the server");
  assert.equal(await page.locator(".program-form").count(), 0);
});
