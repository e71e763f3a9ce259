/** Measures the type check of a generated project with TypeScript 7, compared with a project of one line. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Benchmark } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { timeProcess } from "./processes.ts";
import type { TimedCommand } from "./processes.ts";
import { climaxGen, configsFor, temporaryFolder, writeConfigs } from "./projects.ts";
import type { Variant } from "./timing.ts";
import { timeSideBySide } from "./timing.ts";

/** Numbers of tools and of configs. The last row has the maximum number of tools of one config; an array of them fails with TS2590. */
const SETS: readonly (readonly [number, number])[] = [
  [68, configsFor(68)],
  [1_000, configsFor(1_000)],
  [10_000, configsFor(10_000)],
  [7_000, 1],
];

export const typeCheck: Benchmark = {
  name: "type-check",
  title: "type check of generated projects",
  options: ["rounds"],
  async run(context) {
    const variants: Variant[] = [{ name: "one line", run: () => timeProcess(checkTypes(oneLineProject())) }];
    for (const [tools, configs] of SETS) {
      context.say(`generating ${tools} tools in ${configs} configs`);
      const folder = writeConfigs({ tools, configs, seed: context.seed });
      await timeProcess(climaxGen(["configs", "-o", "out", "--no-bundle"], folder));
      const project = join(folder, "out");
      symlinkSync(resolve("node_modules"), join(project, "node_modules"));
      variants.push({ name: `${tools.toLocaleString("en")} tools in ${configs}`, run: () => timeProcess(checkTypes(project)) });
    }
    const timings = await timeSideBySide(variants, numberOption(context, "rounds", 3));
    return [
      {
        title: "Type check with TypeScript 7",
        columns: ["project", "seconds", "against one line"],
        rows: timings.map(({ name, ms, ratio }) => [name, ms / 1000, ratio]),
        measured: { typeCheck68: timings[1]?.ratio, typeCheck1000: timings[2]?.ratio, typeCheck10000: timings[3]?.ratio },
      },
    ];
  },
};

function checkTypes(folder: string): TimedCommand {
  return { command: process.execPath, args: [resolve("node_modules/typescript/bin/tsc"), "-p", "."], cwd: folder };
}

function oneLineProject(): string {
  const folder = temporaryFolder("one-line");
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/main.ts"), "export const one = 1;\n");
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    rootDir: "src",
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  return folder;
}
