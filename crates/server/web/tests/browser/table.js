// The fixtures of the study tests: one server and one browser per file, and pages whose errors fail their test.

import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { DESKTOP, openPage, PHONE, startBrowser, startServer } from "./harness.js";

/** The screens that the main paths are walked on: both sizes in both languages; the first two have each of them. */
export const SCREENS = [
  { tag: "desktop-en", size: DESKTOP, locale: "en-GB" },
  { tag: "phone-zh", size: PHONE, locale: "zh-CN", touch: true },
  { tag: "desktop-zh-dark", size: DESKTOP, locale: "zh-CN", dark: true },
  { tag: "phone-en-dark", size: PHONE, locale: "en-GB", dark: true },
];

/**
 * Sets a file of tests up. `fresh` opens a page, of another server where one is named; `url` is the server's, once the tests run.
 * @returns {{ fresh: (how?: Parameters<typeof openPage>[2] & { url?: string }) => ReturnType<typeof openPage>, url: () => string }}
 */
export function table() {
  let server;
  let browser;
  const pages = [];
  before(async () => {
    server = await startServer();
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) {
      assert.deepEqual(page.problems, []);
      await page.context().close();
    }
  });
  return {
    async fresh(how) {
      const { url = server.url, ...rest } = how ?? {};
      const page = await openPage(browser, url, rest);
      pages.push(page);
      // A page without a game asks for one by itself.
      if (!rest.hash) await page.waitForSelector(".new-game");
      return page;
    },
    url: () => server.url,
  };
}
