/**
 * `npm run catalog -- [PROGRAM…] [--write-docs] [--versions]`: checks entries of the catalog, by default all, with the last build of
 * climax-gen. Prints every fault. Exits with 1 if a check of an entry fails, unless `scripts/catalog/incomplete.json` lists the entry.
 * `--write-docs` writes the table and the figures of docs/catalog.md. `--versions` only checks the programs of npm, PyPI and Go, in the
 * oldest and the newest version that `program_version` allows, and installs them into temporary directories.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkEntry } from "./catalog/check-entry.mjs";
import { checkTogether } from "./catalog/check-together.mjs";
import { readJson, root } from "./catalog/run-command.mjs";
import { writePage } from "./catalog/table.mjs";
import { checkVersions, findPackage } from "./catalog/versions.mjs";

const words = process.argv.slice(2);
const isWriting = words.includes("--write-docs");
const named = words.filter((word) => !word.startsWith("-"));
const all = readdirSync(join(root, "catalog"));
const incomplete = new Set(JSON.parse(readFileSync(join(root, "scripts/catalog/incomplete.json"), "utf8")));

let isFailure = false;

/** Prints the results of checks after a line about what was checked. */
function report(heading, checks, isIncomplete = false) {
  const results = Object.entries(checks);
  const shown = results.map(([check, { kind, faults = [] }]) => `${check} ${kind === "failed" ? `${faults.length} faults` : kind}`);
  console.log(`${heading}; ${shown.join(", ")}`);
  for (const [check, result] of results) {
    if (result.kind === "skipped") console.log(`  ${check} skipped: ${result.reason}`);
    if (result.kind === "failed") console.log(result.faults.map((fault) => `  ${check}: ${fault}`).join("\n"));
    if (result.kind === "failed" && !isIncomplete) isFailure = true;
  }
}

function checkAllVersions(names) {
  for (const name of names) {
    const found = findPackage(name);
    if (found === undefined) {
      if (named.length > 0) console.log(`${name}: no package of npm, PyPI or Go that \`program_version\` limits`);
      continue;
    }
    for (const { version, checks, differences } of checkVersions(name, found)) {
      report(`${name} ${version}`, checks);
      for (const difference of differences) console.log(`  differs: ${difference}`);
    }
  }
}

function checkEntries(names) {
  for (const name of names) {
    const { summary, checks } = checkEntry(name);
    report(`${name}: ${summary.tools.length} tools${incomplete.has(name) ? ", incomplete" : ""}`, checks, incomplete.has(name));
  }
  if (named.length > 0) return;
  const { policies, tools, first, amongFive, faults } = checkTogether(all);
  const recall = first === undefined ? "" : `; R@1 ${first.toFixed(2)}, R@5 ${amongFive.toFixed(2)} among the tools of all programs`;
  console.log(`all together, under ${policies} read-only policies: ${tools ?? "no"} tools${recall}`);
  for (const fault of faults) console.log(`  ${fault}`);
  if (faults.length > 0) isFailure = true;
}

const chosen = named.length > 0 ? named : all;
if (words.includes("--versions")) checkAllVersions(chosen);
else checkEntries(chosen);
if (isWriting) writePage(readJson("catalog"), checkTogether(all));
process.exitCode = isFailure ? 1 : 0;
