/** Measures a whole run of climax-gen, compared with the minimum work of any generator. */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BenchContext, Benchmark } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { peakOfNode, timeProcess } from "./processes.ts";
import type { TimedCommand } from "./processes.ts";
import { climaxGen, configsFor, writeFiles } from "./projects.ts";
import { readCorpusConfigs } from "./corpus.ts";
import { syntheticConfigs } from "./synthetic.ts";
import { timeSideBySide } from "./timing.ts";

const SIZES = [10, 68, 1_000, 10_000] as const;

/** Configs to generate from. */
interface InputSet {
  /** Shown in the table. A number if the set is part of the plot. */
  readonly label: string | number;
  readonly configs: ReadonlyMap<string, string>;
  readonly rounds: number;
}

/** Values of the columns. */
type Row = readonly [string | number, number, number, number, number, number, number];

export const generate: Benchmark = {
  name: "generate",
  title: "generation, whole processes (--corpus FILE: of the configs of a corpus too)",
  options: ["rounds", "corpus"],
  async run(context) {
    const rows: Row[] = [];
    for (const set of inputSets(context)) {
      context.say(`${set.label}, ${set.rounds} rounds`);
      rows.push(await measure(set));
    }
    const [small, large] = [1_000, 10_000].map((tools) => rows.find(([label]) => label === tools));
    return [
      {
        title: "Full generation: seconds, multiples of YAML parsing plus plain string building, peak memory in MB",
        columns: ["tools", "floor", "climax-gen", "against floor", "--no-bundle", "--no-bundle against floor", "peak"],
        rows,
        measured: {
          generate: large?.[3],
          generateGrowth: (large?.[2] ?? Number.NaN) / (small?.[2] ?? Number.NaN),
          generateMemory: large?.[6],
        },
        plot: { file: "generation.svg", x: "tools", lines: ["floor", "climax-gen"] },
      },
    ];
  },
};

/** Parses the YAML in `configs/` of a directory, and builds strings from it. */
export function generationFloor(folder: string, profile: string): TimedCommand {
  return { command: process.execPath, args: [resolve(".bench/code/generation-floor.mjs"), join(folder, "configs")], profile };
}

function inputSets(context: BenchContext): readonly InputSet[] {
  const made = SIZES.map((tools): InputSet => {
    const configs = syntheticConfigs({ tools, configs: configsFor(tools), seed: context.seed });
    return { label: tools, configs, rounds: numberOption(context, "rounds", tools > 1_000 ? 3 : 7) };
  });
  const { corpus } = context.options;
  if (corpus === undefined) return made;
  const configs = readCorpusConfigs(corpus);
  return [...made, { label: `${configs.size} configs of the corpus`, configs, rounds: numberOption(context, "rounds", 3) }];
}

async function measure({ label, configs, rounds }: InputSet): Promise<Row> {
  const folder = writeFiles(configs);
  const floor = generationFloor(folder, `${label} floor`);
  const fresh = async (flags: readonly string[]): Promise<number> => {
    rmSync(join(folder, "out"), { recursive: true, force: true });
    return await timeProcess({
      ...climaxGen(["configs", "-o", "out", ...flags], folder),
      profile: [label, "climax-gen", ...flags].join(" "),
    });
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
  return [label, seconds(least), seconds(whole), whole?.ratio ?? Number.NaN, seconds(sources), sources?.ratio ?? Number.NaN, peak];
}

function seconds(timing: { readonly ms: number } | undefined): number {
  return (timing?.ms ?? Number.NaN) / 1000;
}
