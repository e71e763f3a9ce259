/** Measures the commands of a pipeline: diagnostics, and the comparison with the committed files without a run record. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BenchContext, Benchmark, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { configPath } from "../test/fixtures/example-configs.ts";
import { timeProcess } from "./processes.ts";
import { climaxGen, configsFor, writeConfigs, writeFiles } from "./projects.ts";
import type { Variant } from "./timing.ts";
import { timeSideBySide } from "./timing.ts";

const SIZES = [68, 1_000, 10_000] as const;

export const check: Benchmark = {
  name: "check",
  title: "validate, list and a first --check, in seconds",
  options: ["rounds"],
  async run(context) {
    const rows: (string | number)[][] = [];
    for (const tools of SIZES) {
      const folder = writeConfigs({ tools, configs: configsFor(tools), seed: context.seed, command: "true" });
      context.say(`${tools} tools`);
      await timeProcess(climaxGen(["configs", "-o", "out"], folder));
      // As after a clone: dist/ is not committed.
      rmSync(join(folder, "out/dist"), { recursive: true });
      const commands = [
        ["validate", "configs"],
        ["list", "configs"],
        ["configs", "-o", "out", "--check"],
      ];
      const variants = commands.map((args) => ({
        name: args.join(" "),
        run: () => timeProcess({ ...climaxGen(args, folder), profile: `${tools} tools ${args[0]} ${args.at(-1)}` }),
      }));
      const timings = await timeSideBySide(variants, numberOption(context, "rounds", tools > 1_000 ? 1 : 3));
      rows.push([tools, ...timings.map(({ ms }) => ms / 1000)]);
    }
    const table = { title: "Commands that write nothing, in seconds", columns: ["tools", "validate", "list", "--check"], rows };
    return [table, await timeDirective(context)];
  },
};

/** Two configs and a Directive definition: a small project. */
const EXAMPLES = ["git.yaml", "kubectl.yaml"] as const;
const DIRECTIVE = "directive.yaml";

/** Returns the path of a file of the benchmark, from the root of the repository. */
const sourceOf = (file: string): string => (file === DIRECTIVE ? `examples/${file}` : configPath(file.replace(".yaml", "")));

async function timeDirective(context: BenchContext): Promise<BenchTable> {
  context.say("the examples with and without a Directive definition");
  const variants: Variant[] = [];
  for (const files of [EXAMPLES, [...EXAMPLES, DIRECTIVE]]) {
    const folder = writeFiles(new Map(files.map((file) => [file, readFileSync(sourceOf(file), "utf8")])));
    await timeProcess(climaxGen(["configs", "-o", "out"], folder));
    rmSync(join(folder, "out/dist"), { recursive: true });
    variants.push({ name: files.join(", "), run: () => timeProcess(climaxGen(["configs", "-o", "out", "--check"], folder)) });
  }
  const timings = await timeSideBySide(variants, numberOption(context, "rounds", 9));
  return {
    title: "A first --check of the examples",
    columns: ["files", "ms", "against the first row"],
    rows: timings.map(({ name, ms, ratio }) => [name, ms, ratio]),
    measured: { checkDirective: timings[1]?.ratio },
  };
}
