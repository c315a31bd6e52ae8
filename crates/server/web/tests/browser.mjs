// Runs the browser tests: `node browser.mjs [--jobs N] [FILE …]`, by default all of `browser/`, two files at a
// time where there are two processors: a file keeps about one of them busy.
// A test that fails is run once more, by itself: a busy machine can delay a page past any wait. If it passes then, it
// counts as passed and is named as flaky; what is really broken fails both times.

import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect, parseArgs } from "node:util";

const FOLDER = fileURLToPath(new URL("browser", import.meta.url));

/** With more failures than this the page is broken, and a second run would only take time. */
const RERUNS = 8;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { jobs: { type: "string", default: String(Math.min(2, availableParallelism())) } } });
const jobs = Number(values.jobs);
if (!Number.isInteger(jobs) || jobs < 1) throw new Error(`--jobs ${values.jobs}: a whole number from 1 on is needed`);
const files = (positionals.length > 0 ? positionals.map((name) => basename(name)) : readdirSync(FOLDER).filter((name) => name.endsWith(".test.js")).sort())
  .map((name) => join(FOLDER, name));

const counts = { pass: 0, fail: 0, skipped: 0, flaky: 0 };
let number = 0;

/** @param {{ name: string, file?: string, details: { duration_ms: number, error?: unknown } }} test @param {string} [note] */
function report(test, ok, note = "") {
  counts[ok ? "pass" : "fail"] += 1;
  console.log(`${ok ? "ok" : "not ok"} ${++number} - ${test.name}${note} (${basename(test.file ?? "")}, ${(test.details.duration_ms / 1000).toFixed(1)} s)`);
}

/** The error of a test, as lines of comment. */
function explain(test) {
  const error = test.details.error;
  console.log(inspect(error?.cause ?? error, { depth: 4 }).replace(/^/gm, "#   "));
}

/**
 * Runs tests and hands each result to `heard`.
 * @param {string[]} chosen files
 * @param {(test: any, ok: boolean) => void} heard
 * @param {RegExp} [name] only the tests of this name
 */
async function all(chosen, heard, name) {
  const stream = run({ files: chosen, concurrency: jobs, ...(name ? { testNamePatterns: [name] } : {}) });
  stream.on("test:pass", (test) => {
    if (test.nesting > 0) return;
    if (test.skip === undefined) heard(test, true);
    else if (!name) counts.skipped += 1; // the others of a file whose one test is run again are skipped, too
  });
  stream.on("test:fail", (test) => test.nesting === 0 && heard(test, false));
  stream.on("test:stderr", ({ message }) => process.stderr.write(message));
  for await (const _ of stream); // until it ends
}

const failed = [];
await all(files, (test, ok) => {
  if (ok) return report(test, true);
  console.log(`# failed: ${test.name} (${basename(test.file ?? "")})`);
  explain(test);
  failed.push(test);
});
for (const test of failed) {
  // A file that ends before its tests is reported under its own name.
  const whole = test.name === test.file;
  const again = [];
  if (failed.length <= RERUNS) {
    const name = whole ? undefined : new RegExp(`^${test.name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")}$`);
    await all([test.file], (seen, ok) => again.push({ seen, ok }), name);
  }
  if (again.length > 0 && again.every(({ ok }) => ok)) {
    counts.flaky += 1;
    for (const { seen } of again) report(seen, true, " [flaky: failed at first]");
  } else {
    report(test, false);
    for (const { seen, ok } of again) if (!ok) explain(seen);
  }
}
for (const [what, n] of Object.entries(counts)) console.log(`# ${what} ${n}`);
process.exitCode = counts.fail > 0 || counts.pass === 0 ? 1 : 0;
