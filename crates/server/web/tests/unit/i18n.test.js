// The dictionaries: same keys, same placeholders, nothing empty; every key in the sources exists.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { choose, fillIn, LANGUAGES } from "../../js/i18n/index.js";
import { WORDS } from "../../js/i18n/hant-tables.js";
import { ROWS, toTraditional } from "../../js/i18n/hant.js";
import en from "../../js/i18n/en.js";

const values = (text) => [...text.matchAll(/\{(\w+)(?:\|[^}]*)?\}/g)].map((m) => m[1]).sort();

for (const [tag, { words }] of Object.entries(LANGUAGES)) {
  test(`${tag} has the keys of English, and fills in the same values`, () => {
    assert.deepEqual(Object.keys(words).sort(), Object.keys(en).sort());
    for (const [key, text] of Object.entries(words)) {
      assert.notEqual(text.trim(), "", key);
      for (const name of values(text)) assert.ok(values(en[key]).includes(name), `${tag} ${key} fills in {${name}}, English does not`);
    }
  });
}

test("Chinese texts are Chinese", () => {
  // Names, formats and letters stay as they are everywhere.
  const alike = Object.keys(en).filter((key) => LANGUAGES["zh-Hans"].words[key] === en[key] && /[a-z]{4,}/.test(en[key].replace(/\{\w+(?:\|[^}]*)?\}/g, "")));
  assert.deepEqual(alike, []);
});

async function sources(folder) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() && entry.name.endsWith(".js")) found.push(await readFile(`${entry.parentPath ?? entry.path}/${entry.name}`, "utf8"));
  }
  return found.join("\n");
}

test("every key that the page asks for has a text", async () => {
  const all = await sources(fileURLToPath(new URL("../../js", import.meta.url)));
  const asked = new Set([...all.matchAll(/\bt\("([\w.-]+)"[,)]/g), ...all.matchAll(/(?:labelKey|groupKey|titleKey): "([\w.-]+)"/g)].map((m) => m[1]));
  assert.ok(asked.size > 100, `only ${asked.size} keys were found`);
  assert.deepEqual([...asked].filter((key) => !(key in en)), []);
});

test("the browser's preference chooses the language", () => {
  assert.equal(choose(["zh-CN", "en"]), "zh-Hans");
  assert.equal(choose(["zh"]), "zh-Hans");
  assert.equal(choose(["de", "en-GB"]), "en");
  assert.equal(choose(["fr"]), "en");
});

test("traditional Chinese has the same texts in its own characters", () => {
  const [a, b] = [[...ROWS.SIMPLIFIED], [...ROWS.TRADITIONAL]];
  assert.equal(a.length, b.length);
  const map = new Map();
  a.forEach((sign, i) => {
    assert.ok(!map.has(sign) || map.get(sign) === b[i], `${sign} stands twice with different forms`);
    map.set(sign, b[i]);
  });
  assert.equal(toTraditional("轮到黑方，对局已结束。"), "輪到黑方，對局已結束。");
  assert.equal(toTraditional("后手认输：复盘与复制"), "後手認輸：復盤與複製");
  assert.equal(choose(["zh-TW"]), "zh-Hant");
  assert.equal(choose(["zh-Hant-HK", "en"]), "zh-Hant");
  assert.equal(toTraditional("打开文件夹中的文件"), "開啟資料夾中的檔案");
  // No simplified character is left in any text of the page, but in words that keep it, as 批准 does.
  const kept = new RegExp(WORDS.map(([, word]) => word).join("|"), "g");
  const texts = Object.values(LANGUAGES["zh-Hans"].words).map((text) => toTraditional(text).replace(kept, ""));
  const left = texts.join("").match(/./gu).filter((sign) => map.has(sign) && map.get(sign) !== sign);
  assert.deepEqual([...new Set(left)], []);
});

test("placeholders are filled in, unknown ones stay", () => {
  assert.equal(fillIn("{a} and {b}", { a: 1 }), "1 and {b}");
  assert.equal(fillIn("{n|game|games}", { n: 1 }), "1 game");
  assert.equal(fillIn("{n|liberty|liberties}", { n: 0 }), "0 liberties");
});
