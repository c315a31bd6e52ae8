// The dictionaries: same keys, same placeholders, nothing empty; every key in the sources exists.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fillIn, language, punctuated, setLanguage, t } from "../../js/i18n/index.js";
import { choose, LANGUAGES } from "../../js/i18n/languages.js";
import { WORDS } from "../../js/i18n/zh-hant/tables.js";
import { ROWS, toTraditional } from "../../js/i18n/zh-hant/convert.js";

const values = (text) => [...text.matchAll(/\{(\w+)(?:\|[^}]*)?\}/g)].map((m) => m[1]).sort();

/** Every language with its texts. */
const TEXTS = Object.fromEntries(await Promise.all(Object.entries(LANGUAGES).map(async ([tag, { load }]) => [tag, await load()])));
const en = TEXTS.en.default;

for (const [tag, { default: words }] of Object.entries(TEXTS)) {
  test(`${tag} has the keys of English, and fills in the same values`, () => {
    assert.deepEqual(Object.keys(words).sort(), Object.keys(en).sort());
    for (const [key, text] of Object.entries(words)) {
      assert.notEqual(text.trim(), "", key);
      for (const name of values(text)) assert.ok(values(en[key]).includes(name), `${tag} ${key} fills in {${name}}, English does not`);
    }
  });
}

test("Chinese and Japanese texts are not English", () => {
  // Names, formats and letters stay as they are everywhere.
  const alike = ["zh-Hans", "ja"].flatMap((tag) => Object.keys(en).filter((key) => TEXTS[tag].default[key] === en[key] && /[a-z]{4,}/.test(en[key].replace(/\{\w+(?:\|[^}]*)?\}|Tengen/g, ""))));
  assert.deepEqual(alike, []);
});

test("Japanese is written in the characters of Japan", () => {
  // The rows 16 to 84 of JIS X 0208 are its Chinese characters; Shift_JIS has them from 0x889f to 0xeaa4.
  const listed = new Set();
  const decoder = new TextDecoder("shift_jis");
  for (let lead = 0x88; lead <= 0xea; lead += 1) {
    if (lead > 0x9f && lead < 0xe0) continue;
    for (let trail = 0x40; trail <= 0xfc; trail += 1) listed.add(decoder.decode(Uint8Array.of(lead, trail)));
  }
  assert.ok(listed.has("黒") && !listed.has("黑") && !listed.has("这"));
  for (const [key, text] of Object.entries(TEXTS.ja.default)) {
    const foreign = (text.match(/\p{Script=Han}/gu) ?? []).filter((sign) => sign !== "々" && !listed.has(sign));
    assert.deepEqual(foreign, [], `${key}: ${text}`);
    assert.doesNotMatch(text, /[，；“”]/, `${key}: ${text}`);
  }
});

test("Chinese says 你 and 停一手, in Chinese punctuation", () => {
  for (const tag of ["zh-Hans", "zh-Hant"]) {
    const { default: words, write = (/** @type {string} */ text) => text } = TEXTS[tag];
    for (const [key, text] of Object.entries(words)) {
      assert.doesNotMatch(write(text), /您|停[着著]/, key);
      // A colon in a search word, such as `from:1998`, is typed so.
      if (key !== "library.search") assert.doesNotMatch(write(text), /\p{Script=Han}[,;:?!()]|[,;:?!()]\p{Script=Han}/u, `${key}: ${text}`);
    }
  }
});

test("traditional Chinese has corner quotes, and the words for rows and columns of Taiwan", () => {
  const { default: words, write } = TEXTS["zh-Hant"];
  for (const [key, text] of Object.entries(words)) assert.doesNotMatch(write(text), /[“”]/, key);
  assert.equal(write(words["board.label"]), "棋盤，{cols} 欄 {rows} 列，第 {ply} 手");
  assert.equal(write(words["point.cell"]), "第 {col} 欄第 {row} 列");
  assert.equal(write(words["import.where"]), "第 {line} 行第 {column} 欄");
  assert.match(write(words["problem.column-full"]), /該欄已滿，請另選一欄/);
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
  assert.equal(choose(["ja-JP", "en"]), "ja");
  assert.equal(choose(["ja"]), "ja");
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
  assert.equal(toTraditional("征子与征求"), "征子與徵求");
  // No simplified character is left in any text of the page, but in words that keep it, as 批准 does.
  const kept = new RegExp(WORDS.map(([, word]) => word).join("|"), "g");
  const texts = Object.values(TEXTS["zh-Hans"].default).map((text) => toTraditional(text).replace(kept, ""));
  const left = texts.join("").match(/./gu).filter((sign) => map.has(sign) && map.get(sign) !== sign);
  assert.deepEqual([...new Set(left)], []);
});

test("placeholders are filled in, unknown ones stay", () => {
  assert.equal(fillIn("{a} and {b}", { a: 1 }), "1 and {b}");
  assert.equal(fillIn("{n|game|games}", { n: 1 }), "1 game");
  assert.equal(fillIn("{n|liberty|liberties}", { n: 0 }), "0 liberties");
});

test("no level reads as a grade of Go in Chinese or Japanese", () => {
  const graded = ["zh-Hans", "ja"].flatMap((tag) => Object.entries(TEXTS[tag].default).filter(([, text]) => /\{level\}\s*[级級段]/.test(text)).map(([key]) => key));
  assert.deepEqual(graded, []);
});

test("Chinese sets a Latin name off from the characters beside it", async () => {
  globalThis.document ??= /** @type {any} */ ({ documentElement: {} });
  await setLanguage("zh-Hans");
  assert.equal(t("end.winner", { name: "Lee Sedol" }), "Lee Sedol 获胜");
  assert.equal(t("end.winner", { name: "天元 · 等级 3" }), "天元 · 等级 3 获胜");
  assert.equal(t("end.winner", { name: "李世石" }), "李世石获胜");
  assert.equal(t("import.as", { game: "Renju" }), "按 Renju 打开");
  assert.equal(t("score.agree", { name: "AlphaGo (2)" }), "AlphaGo (2) 同意");
  assert.equal(t("outcome.line", { winner: "X", n: "五" }), "X方连成五子，获胜");
  assert.equal(t("study.score.win-short", { n: 3 }), "胜3");
  await setLanguage("ja");
  assert.equal(t("end.winner", { name: "Lee Sedol" }), "Lee Sedolの勝ち");
  await setLanguage("en");
});

test("texts that are put together have the signs of their language", async () => {
  globalThis.document ??= /** @type {any} */ ({ documentElement: {} });
  const joined = async (tag, text) => {
    await setLanguage(tag);
    return punctuated(text);
  };
  assert.equal(await joined("zh-Hans", "黑方 b8. 翻转 3 子. 黑方胜 40 子"), "黑方 b8。翻转 3 子。黑方胜 40 子");
  assert.equal(await joined("ja", "黒: b8, 3石. 1,000手"), "黒：b8、3石。1,000手");
  assert.equal(await joined("zh-Hant", "黑方: 3.5, 胜"), "黑方：3.5，胜");
  assert.equal(await joined("en", "Black: b8, 3 flipped. Over"), "Black: b8, 3 flipped. Over");
});

test("a language whose texts do not load leaves the present one, and the last one asked for counts", async () => {
  globalThis.document ??= /** @type {any} */ ({ documentElement: {} });
  await setLanguage("ja");
  const { load } = LANGUAGES.en;
  LANGUAGES.en.load = () => Promise.reject(new TypeError("no answer"));
  await assert.rejects(setLanguage("en"), /no answer/);
  assert.deepEqual([language(), t("action.pass")], ["ja", TEXTS.ja.default["action.pass"]]);
  LANGUAGES.en.load = () => new Promise((resolve) => { setTimeout(() => resolve(TEXTS.en), 20); });
  assert.deepEqual(await Promise.all([setLanguage("en"), setLanguage("zh-Hans")]), [false, true]);
  assert.deepEqual([language(), t("action.pass")], ["zh-Hans", TEXTS["zh-Hans"].default["action.pass"]]);
  LANGUAGES.en.load = load;
  assert.equal(await setLanguage("en"), true);
});
