// Pondering: the strongest level thinks while the person does, and stops when its answer is not wanted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, noDialog, playPoint, shot } from "./harness.js";
import { table } from "./table.js";

const { fresh, url } = table();

const moved = (page, n) => page.waitForFunction((k) => Number(document.querySelector(".ply").textContent.split("/")[0]) >= k, n);

/** Waits until the server searches, or does not. */
async function untilRunning(running) {
  for (let i = 0; i < 400; i += 1) {
    const text = await (await fetch(`${url()}metrics`)).text();
    if ((Number(/^tengen_searches_running (\d+)/m.exec(text)?.[1]) > 0) === running) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`the server ${running ? "does not search" : "still searches"}`);
}

/** A page that keeps what the server answers. */
async function begin(game) {
  const page = await fresh();
  await page.evaluate(() => {
    window.answers = [];
    const { prototype } = WebSocket;
    const send = prototype.send;
    prototype.send = function (text) {
      if (!this.heard) {
        this.heard = true;
        this.addEventListener("message", (event) => window.answers.push(JSON.parse(event.data)));
      }
      return send.call(this, text);
    };
  });
  await newGame(page, { kind: "othello", who: "human-first", ...game });
  return page;
}

/** Plays the first legal point, or the one that the engine expects. */
async function reply(page, expected) {
  const point = await page.evaluate(async (wanted) => {
    const { store } = await import(new URL("js/store.js", document.baseURI).href);
    const { pointOf } = await import(new URL("js/study/score.js", document.baseURI).href);
    const played = window.answers.filter((a) => a.type === "played").at(-1);
    const line = played?.analysis.lines.find((l) => l.move === played.analysis.best);
    const reply = pointOf(store.state.board, line?.pv[1]);
    const legal = store.state.view.legal;
    return wanted ? reply : legal.find(([r, c]) => !reply || r !== reply[0] || c !== reply[1]);
  }, expected);
  await playPoint(page, point);
}

const pondered = (page) => page.evaluate(() => window.answers.filter((a) => a.type === "played").map((a) => a.pondered));

test("the strongest level thinks on the person's time, and its move comes of it", { timeout: 90_000 }, async () => {
  const page = await begin({ level: 10 });
  await reply(page, false);
  await moved(page, 2);
  await untilRunning(true);
  await reply(page, true);
  await moved(page, 4);
  await untilRunning(true);
  await reply(page, false);
  await moved(page, 6);
  assert.deepEqual(await pondered(page), [false, true, false]);
  // A takeback, a step back, the settings and another game end it.
  await untilRunning(true);
  await page.keyboard.press("ArrowLeft");
  await untilRunning(false);
  await page.keyboard.press("End");
  await untilRunning(true);
  await page.click("#takeback");
  await untilRunning(false);
  await reply(page, false);
  await moved(page, 6);
  await untilRunning(true);
  await page.evaluate(async () => (await import(new URL("js/settings.js", document.baseURI).href)).setSettings({ ponder: false }));
  await untilRunning(false);
  await page.evaluate(async () => (await import(new URL("js/settings.js", document.baseURI).href)).setSettings({ ponder: true }));
  await untilRunning(true);
  await newGame(page, { kind: "othello", who: "people" });
  await untilRunning(false);
  assert.deepEqual(page.problems, []);
});

test("a resignation and the end of the page end it; a weaker level does not begin", { timeout: 90_000 }, async () => {
  const weak = await begin({ level: 1 });
  await reply(weak, false);
  await moved(weak, 2);
  await untilRunning(false);
  await weak.waitForTimeout(300);
  await untilRunning(false);
  const page = await begin({ level: 10 });
  await reply(page, false);
  await moved(page, 2);
  await untilRunning(true);
  await page.click("#resign");
  await page.click("#resign-yes");
  await untilRunning(false);
  const other = await begin({ level: 10 });
  await reply(other, false);
  await moved(other, 2);
  await untilRunning(true);
  await other.close();
  await untilRunning(false);
});

for (const { locale, label } of [{ locale: "en-GB", label: "The strongest level thinks on your time too" }, { locale: "zh-CN", label: "最强等级在你思考时也思考" }, { locale: "ja", label: "最強レベルはあなたの番にも考える" }]) {
  test(`the settings have a switch for it (${locale})`, { timeout: 60_000 }, async () => {
    const page = await fresh({ locale });
    await noDialog(page);
    await page.click("#settings");
    const box = page.getByLabel(label);
    assert.equal(await box.isChecked(), true);
    await shot(page, `settings-${locale}`);
    await box.uncheck();
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("tengen.settings")).ponder), false);
  });
}
