// The page stays small: every file that the program embeds.

import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { test } from "node:test";

const WEB = new URL("../../", import.meta.url);
/** The page may have this many bytes. */
const MOST = 700_000;

test("the page is smaller than 700 kB", async () => {
  const left = /^(?:tests|node_modules)\/|\.md$|^package.*\.json$|sconfig\.json$|(?:^|\/)\./;
  const names = (await readdir(WEB, { recursive: true })).filter((name) => !left.test(name));
  const files = (await Promise.all(names.map((name) => stat(new URL(name, WEB))))).filter((file) => file.isFile());
  const bytes = files.reduce((n, file) => n + file.size, 0);
  assert.ok(files.length > 80 && bytes < MOST, `${bytes} bytes in ${files.length} files`);
});
