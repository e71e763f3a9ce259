/** A whole run of climax-gen, against the least that any generator must do. */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Benchmark } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { peakOfNode, timeProcess } from "./processes.ts";
import type { TimedCommand } from "./processes.ts";
import { climaxGen, configsFor, writeConfigs } from "./projects.ts";
import { timeSideBySide } from "./timing.ts";

const SIZES = [68, 1_000, 10_000] as const;

export const generate: Benchmark = {
  name: "generate",
  title: "generation, whole processes",
  async run(context) {
    const rows: (string | number)[][] = [];
    for (const tools of SIZES) {
      const folder = writeConfigs({ tools, configs: configsFor(tools), seed: context.seed });
      const rounds = numberOption(context, "rounds", tools > 1_000 ? 3 : 7);
      context.say(`${tools} tools, ${rounds} rounds`);
      const floor: TimedCommand = {
        command: process.execPath,
        args: [resolve(".bench/code/generation-floor.mjs"), join(folder, "configs")],
      };
      const fresh = async (flags: readonly string[]): Promise<number> => {
        rmSync(join(folder, "out"), { recursive: true, force: true });
        return await timeProcess(climaxGen(["configs", "-o", "out", ...flags], folder));
      };
      const [least, whole, sources] = await timeSideBySide(
        [
          { name: "floor", run: () => timeProcess(floor) },
          { name: "whole", run: () => fresh([]) },
          { name: "sources", run: () => fresh(["--no-bundle"]) },
        ],
        rounds,
      );
      rmSync(join(folder, "out"), { recursive: true, force: true });
      const peak = await peakOfNode(climaxGen(["configs", "-o", "out"]).args, folder);
      rows.push([tools, seconds(least), seconds(whole), whole?.ratio ?? Number.NaN, seconds(sources), sources?.ratio ?? Number.NaN, peak]);
    }
    return [
      {
        title: "Generation from nothing: seconds, multiples of YAML parsing plus plain string building, peak memory in MB",
        columns: ["tools", "floor", "climax-gen", "against floor", "--no-bundle", "that against floor", "peak"],
        rows,
        plot: { file: "generation.svg", x: "tools", lines: ["floor", "climax-gen"] },
      },
    ];
  },
};

function seconds(timing: { readonly ms: number } | undefined): number {
  return (timing?.ms ?? Number.NaN) / 1000;
}
