// The files of the session are in layers, as the README of the page lists them.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const SESSION = new URL("../../js/session/", import.meta.url);
const LAYERS = ["turn", "standing", "address", "shown", "refusal", "sync", "steps", "play", "open", "result"];

test("each file of the session imports only those of the layers below it", async () => {
  assert.deepEqual((await readdir(SESSION)).sort(), LAYERS.map((name) => `${name}.js`).sort());
  for (const [i, name] of LAYERS.entries()) {
    const source = await readFile(new URL(`${name}.js`, SESSION), "utf8");
    const above = [...source.matchAll(/from "\.\/(\w+)\.js"/g)].map((m) => m[1]).filter((other) => LAYERS.indexOf(other) >= i);
    assert.deepEqual(above, [], name);
  }
});
