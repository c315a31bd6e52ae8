// A damaged library and backups in a browser, against the real server.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { DESKTOP, PHONE, shot, startServer } from "./harness.js";
import { table } from "./table.js";

const { fresh } = table();
/** @type {Awaited<ReturnType<typeof startServer>>[]} */
const servers = [];
after(async () => {
  for (const server of servers) await server.stop();
});

/** A server whose library was damaged with seven games in it. */
async function damaged() {
  const data = mkdtempSync(join(tmpdir(), "tengen-web-"));
  const first = await startServer({ data });
  for (let i = 0; i < 7; i += 1) {
    await fetch(`${first.url}api/games`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ game: "othello", moves: ["f5", "d6"], header: { black: { name: `Ann ${i}` } } }) });
  }
  await first.stop({ keep: true });
  const bytes = readFileSync(join(data, "library.db"));
  bytes.fill(0x5a, 0, 4096);
  writeFileSync(join(data, "library.db"), bytes);
  const server = await startServer({ data });
  servers.push(server);
  return server;
}

for (const [tag, size, locale, dark, words] of [
  ["desktop-en", DESKTOP, "en-GB", false, ["was damaged", "7 games of library.db.damaged-1 saved", "No game was lost"]],
  ["phone-zh", PHONE, "zh-CN", true, ["已损坏", "恢复 7 局", "没有丢失任何对局"]],
]) {
  test(`a damaged library is reported at once, and its games are saved: ${tag}`, { timeout: 60_000 }, async () => {
    const server = await damaged();
    const page = await fresh({ url: server.url, size, locale, dark, touch: size === PHONE });
    await page.waitForSelector(".library-file .program-said.bad");
    assert.match(await page.locator(".library-file .program-said").textContent(), new RegExp(words[0]));
    await shot(page, `library-damaged-${tag}`);
    const recover = page.locator(".library-file .program-acts .button");
    const [name, label] = [await recover.getAttribute("aria-label"), await recover.textContent()];
    assert.ok(name.includes(label) && name.includes("library.db.damaged-1"), `${name} contains ${label}`);
    await recover.click();
    await page.waitForFunction((text) => document.querySelector(".library-file .program-said")?.textContent?.includes(text), words[1]);
    assert.match(await page.locator(".library-file .program-said").textContent(), new RegExp(words[2]));
    await shot(page, `library-saved-${tag}`);
    const box = await page.locator(".library-file").evaluate((el) => [el.scrollWidth, el.clientWidth]);
    assert.ok(box[0] <= box[1], `the dialog is too wide: ${box}`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.click("#tab-library");
    await page.waitForFunction(() => document.querySelectorAll(".library-game").length === 7);
    assert.ok(await page.locator(".library-notice[role=status]").isHidden());
    // It is not said again.
    await page.reload();
    await page.waitForSelector(".new-game");
    await page.waitForTimeout(300);
    assert.equal(await page.locator(".library-file").count(), 0);
    assert.ok(existsSync(join(server.data, "library.db.damaged-1")));
  });
}

test("whoever leaves the report finds it again beside the library", { timeout: 60_000 }, async () => {
  const server = await damaged();
  const page = await fresh({ url: server.url });
  await page.waitForSelector(".library-file .program-said.bad");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.click("#tab-library");
  await page.click("#library-damaged");
  await page.waitForSelector("#file-dismiss");
  await page.click("#file-dismiss");
  await page.waitForSelector("#file-dismiss", { state: "detached" });
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".library-notice")?.hidden);
});

test("a backup is made on demand, and the dialog says where it is", { timeout: 60_000 }, async () => {
  const page = await fresh();
  await page.waitForSelector(".new-game");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.click("#tab-library");
  await page.click("#library-file");
  await page.click("#file-back-up");
  await page.waitForSelector("#file-made");
  const made = await page.locator("#file-made").textContent();
  assert.equal(dirname(made), dirname(await page.locator("#file-path").textContent()));
  assert.equal(readFileSync(made).subarray(0, 15).toString(), "SQLite format 3");
  assert.ok((await page.locator(".library-file .program-list").textContent()).includes(made));
  await shot(page, "library-backup");
});
