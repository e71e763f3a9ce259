/** `npm run frameworks`: builds the program of each framework, imports and calls it, and writes the results. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Framework } from "./framework.ts";
import { type FrameworkResult, measureFramework } from "./measure.ts";
import { readSpecification } from "./program.ts";
import { buildProgram, installPackages } from "./toolchains.ts";

const FOLDER = "test/frameworks";
const OUTPUT = ".bench/frameworks";

const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    /** File of the results. */
    results: { type: "string", default: join(FOLDER, "results/current.json") },
    /** The command `climax-gen` of another build. */
    command: { type: "string", default: "bin/climax-gen.cjs" },
    "keep-pages": { type: "boolean", default: false },
  },
});

const frameworks = JSON.parse(readFileSync(join(FOLDER, "frameworks.json"), "utf8")) as readonly Framework[];
const wanted =
  names.length === 0 ? frameworks : frameworks.filter(({ name, toolchain }) => names.includes(name) || names.includes(toolchain));
const root = process.cwd();
const directories = { sources: join(root, FOLDER, "sources"), output: join(root, OUTPUT) };
const spec = readSpecification(join(FOLDER, "demo.json"));
const measured: FrameworkResult[] = [];

for (const framework of wanted) {
  const { name, toolchain } = framework;
  const problem = installPackages(toolchain, frameworks, directories);
  const built = problem === undefined ? buildProgram(framework, directories) : { kind: "missing" as const, reason: problem };
  if (built.kind === "missing") {
    console.log(`${name}: skipped: ${built.reason}`);
    continue;
  }
  const result = await measureFramework(spec, framework, {
    program: built.directory,
    ...(!flags["keep-pages"] && { pages: join(FOLDER, "pages", name) }),
    work: join(root, OUTPUT, "drafts", name),
    command: join(root, flags.command),
  });
  measured.push(result);
  const { tools, options, calls, gaps, wrongCalls } = result;
  console.log(`${name}: tools ${tools.found}/${tools.of}, options ${options.found}/${options.of}, calls ${calls.right}/${calls.of}`);
  for (const line of [...gaps, ...wrongCalls.map((call) => `call ${call}`)]) console.log(`    ${line}`);
}
const results = new Map([...readResults(), ...measured].map((result) => [result.name, result]));
const ordered = frameworks.flatMap(({ name }) => results.get(name) ?? []);
writeFileSync(flags.results, `${JSON.stringify(ordered, undefined, 2)}\n`);

function readResults(): readonly FrameworkResult[] {
  return existsSync(flags.results) ? (JSON.parse(readFileSync(flags.results, "utf8")) as readonly FrameworkResult[]) : [];
}
