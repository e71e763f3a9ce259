/**
 * `npm run catalog -- [PROGRAM…] [--write-docs]`: checks entries of the catalog, by default all, with the last build of climax-gen. Prints
 * every fault. Exits with 1 if a check of an entry fails, unless `scripts/catalog/incomplete.json` lists the entry. `--write-docs` writes
 * the table of docs/catalog.md.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkEntry } from "./catalog/check-entry.mjs";
import { checkTogether } from "./catalog/check-together.mjs";
import { readJson, root } from "./catalog/run-command.mjs";
import { writeTable } from "./catalog/table.mjs";

const words = process.argv.slice(2);
const isWriting = words.includes("--write-docs");
const named = words.filter((word) => !word.startsWith("-"));
const all = readdirSync(join(root, "catalog"));
const incomplete = new Set(JSON.parse(readFileSync(join(root, "scripts/catalog/incomplete.json"), "utf8")));

let isFailure = false;
for (const name of named.length > 0 ? named : all) {
  const { summary, checks } = checkEntry(name);
  const results = Object.entries(checks);
  const shown = results.map(([check, { kind, faults = [] }]) => `${check} ${kind === "failed" ? `${faults.length} faults` : kind}`);
  console.log(`${name}: ${summary.tools.length} tools${incomplete.has(name) ? ", incomplete" : ""}; ${shown.join(", ")}`);
  for (const [check, result] of results) {
    if (result.kind === "skipped") console.log(`  ${check} skipped: ${result.reason}`);
    if (result.kind === "failed") console.log(result.faults.map((fault) => `  ${check}: ${fault}`).join("\n"));
    if (result.kind === "failed" && !incomplete.has(name)) isFailure = true;
  }
}
if (named.length === 0) {
  const { policies, tools, first, amongFive, faults } = checkTogether(all);
  const recall = first === undefined ? "" : `; R@1 ${first.toFixed(2)}, R@5 ${amongFive.toFixed(2)} among the tools of all programs`;
  console.log(`all together, under ${policies} read-only policies: ${tools ?? "no"} tools${recall}`);
  for (const fault of faults) console.log(`  ${fault}`);
  if (faults.length > 0) isFailure = true;
}
if (isWriting) writeTable(readJson("catalog"));
process.exitCode = isFailure ? 1 : 0;
