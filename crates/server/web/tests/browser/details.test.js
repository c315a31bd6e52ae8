// What the page says besides the move: messages at the end of a game, decisions of an opening rule, a pause.

import assert from "node:assert/strict";
import { test } from "node:test";
import { click, newGame, playPoint } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();

/** Points of moves such as `h8` on a board of 15 rows. */
const points = (text) => text.split(" ").map((m) => [15 - Number(m.slice(1)), m.charCodeAt(0) - 97]);

test("the end of a game removes the message of a refused move", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15" });
  await playPoint(page, [7, 7]);
  await click(page, [7, 7]);
  await page.waitForSelector(".status-detail.problem:not(:empty)");
  await page.click("#resign");
  await page.click("#resign-yes");
  await page.waitForSelector(".status.over");
  assert.equal(await page.locator(".status-detail").textContent(), "");
});

test("the decisions of an opening keep their room, have no number, and the choice of a fifth move is no capture", { timeout: 90_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "renju", opening: "rif" });
  for (const p of points("h8 h9 i9")) await playPoint(page, p);
  await page.waitForSelector(".choice");
  const top = async () => (await page.locator(".tabs").boundingBox()).y;
  const before = await top();
  await page.click('.choice[data-move="black"]');
  await page.waitForSelector(".choice", { state: "detached" });
  assert.equal(await top(), before, "the tabs have not moved");
  await page.click("#tab-tree");
  for (const p of points("i7 h6 j6")) await playPoint(page, p);
  await page.waitForFunction(() => document.querySelectorAll("[data-layer=offers] .mark-label").length === 2);
  const said = () => page.locator("#live").textContent();
  await click(page, points("j6")[0]);
  await page.waitForFunction(() => document.querySelectorAll("[data-layer=offers] .mark-label").length === 0);
  assert.match(await said(), /^White chooses j6/);
  const shown = await page.evaluate(async () => {
    const { pathTo } = await import(new URL("js/tree.js", document.baseURI).href);
    const { movesIn } = await import(new URL("js/moves.js", document.baseURI).href);
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    return movesIn(pathTo(store.state.board, store.state.node));
  });
  const ply = Number((await page.locator(".ply").first().textContent()).split("/")[0]);
  assert.equal(ply, shown);
  for (const text of await page.locator(".graph-tip:visible, .tree-title:visible").allTextContents()) if (text) assert.match(text, new RegExp(`^${ply}\\. `));
});

test("a pause is seen on one's own turn, and outlasts a reload", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "gomoku", rules: "freestyle", size: "15x15", who: "human-first", level: 1, clock: "10+5" });
  await page.click("#pause");
  await page.waitForSelector("#held");
  assert.match(await page.locator(".status-line").textContent(), /Paused/);
  await page.reload();
  await page.waitForSelector("#held");
  await page.click("#pause");
  await page.waitForSelector("#held", { state: "detached" });
  await page.reload();
  await page.waitForFunction(() => /to move/.test(document.querySelector(".status-line")?.textContent ?? ""));
  await page.waitForTimeout(500);
  assert.equal(await page.locator("#held").count(), 0);
});

test("without a game there is nothing to explain or to prove", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.click("#tab-analysis");
  assert.ok(await page.locator("#why").isDisabled());
  await page.click("#tab-proof");
  assert.doesNotMatch(await page.locator('[data-panel="proof"]').textContent(), /no proofs yet/);
});

test("Territory is not pressed while it shows nothing, and starts the analysis", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", rules: "chinese", size: "9x9" });
  await page.click("#tab-analysis");
  assert.equal(await page.locator("#toggle-owners").getAttribute("aria-pressed"), "false");
  await page.click("#toggle-owners");
  await page.waitForSelector('#toggle-owners[aria-pressed="true"]');
  assert.equal(await page.locator("#analyse").getAttribute("aria-pressed"), "true");
});

test("the training says where it is kept", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await newGame(page, { kind: "go", rules: "chinese", size: "9x9" });
  await page.click("#tab-train");
  assert.match(await page.locator("#training-own").textContent(), /this browser only/);
});
