/**
 * `npm run frameworks [-- NAME…]`: builds the program of each framework, imports and calls it, and writes the results and the table of
 * docs/import.md. NAME is a framework or a toolchain. `--results FILE` writes only this file, to compare another build (`--command FILE`).
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Framework } from "./framework.ts";
import { type FrameworkResult, measureFramework } from "./measure.ts";
import { FOLDER, readFrameworks, readProgram } from "./score.ts";
import { formatComparison, formatTable, writeTable } from "./table.ts";
import { buildProgram, installPackages } from "./toolchains.ts";

/** Directory of packages, programs and drafts. Git ignores it. */
const OUTPUT = ".bench/frameworks";
const PAGE = "docs/import.md";

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    /** File of the results. Those of frameworks that are not measured are kept. */
    results: { type: "string" },
    /** The command `climax-gen` of another build. */
    command: { type: "string", default: "bin/climax-gen.cjs" },
  },
});

const file = flags.results ?? join(FOLDER, "results/current.json");
const frameworks = readFrameworks(FOLDER);
const spec = readProgram(FOLDER);
const root = process.cwd();
const directories = { sources: join(root, FOLDER, "sources"), output: join(root, OUTPUT) };
const measured: FrameworkResult[] = [];

for (const framework of frameworks.filter(isWanted)) {
  const { name, toolchain } = framework;
  const problem = installPackages(toolchain, frameworks, directories);
  const built = problem === undefined ? buildProgram(framework, directories) : { kind: "missing" as const, reason: problem };
  if (built.kind === "missing") {
    console.log(`${name}: skipped: ${built.reason}`);
    continue;
  }
  const result = await measureFramework(spec, framework, {
    program: built.directory,
    // The texts are those of the version in this directory.
    ...(flags.results === undefined && { pages: join(FOLDER, "pages", name) }),
    work: join(root, OUTPUT, "drafts", name),
    command: resolve(flags.command),
  });
  measured.push(result);
  print(result);
}
const byName = new Map([...readResults(file), ...measured].map((result) => [result.name, result]));
const results = frameworks.flatMap(({ name }) => byName.get(name) ?? []);
writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
if (flags.results === undefined) {
  writeFileSync(PAGE, writeTable(readFileSync(PAGE, "utf8"), formatTable(frameworks, results)));
  const before = readResults(join(FOLDER, "results/base.json"));
  writeFileSync(join(FOLDER, "results/comparison.md"), `# Before and now\n\n${formatComparison(before, results)}`);
}

/** Reports whether a framework is measured: all, or those of the given names and toolchains. */
function isWanted({ name, toolchain }: Framework): boolean {
  return names.length === 0 || names.includes(name) || names.includes(toolchain);
}

function print({ name, tools, options, calls, gaps, wrongCalls }: FrameworkResult): void {
  console.log(`${name}: tools ${tools.found}/${tools.of}, options ${options.found}/${options.of}, calls ${calls.right}/${calls.of}`);
  for (const line of [...gaps, ...wrongCalls.map((call) => `call ${call}`)]) console.log(`    ${line}`);
}

function readResults(path: string): readonly FrameworkResult[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as readonly FrameworkResult[]) : [];
}
