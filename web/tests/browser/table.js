// What the tests of studying share: one server and one browser a file, and pages whose errors fail the test that opened them.

import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { openPage, startBrowser, startServer } from "./harness.js";

/**
 * Sets a file of tests up. `fresh` opens a page; `url` is the server's, once the tests run.
 * @returns {{ fresh: (how?: Parameters<typeof openPage>[2]) => ReturnType<typeof openPage>, url: () => string }}
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
      const page = await openPage(browser, server.url, how);
      pages.push(page);
      // A page without a game asks for one by itself.
      if (!how?.hash) await page.waitForSelector(".new-game");
      return page;
    },
    url: () => server.url,
  };
}
