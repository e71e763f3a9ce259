/** Measures the commands of a pipeline: diagnostics, and the comparison with the committed files without a run record. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Benchmark } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { timeProcess } from "./processes.ts";
import { climaxGen, configsFor, writeConfigs } from "./projects.ts";
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
    return [{ title: "Commands that write nothing, in seconds", columns: ["tools", "validate", "list", "--check"], rows }];
  },
};
