/** `npm run bench [-- NAME…] [--option value] [--json FILE] [--list] [--profile] [--write-docs]`: measures, and prints tables. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Benchmark, BenchContext } from "./benchmark.ts";
import { benchmarks, largeBenchmarks } from "./benchmarks.ts";
import { describeMachine } from "./machine.ts";
import type { MeasuredBenchmark } from "./pages.ts";
import { writePages } from "./pages.ts";
import { PROFILES } from "./processes.ts";
import { formatTable } from "./table.ts";

const DEFAULT_SEED = 1;

interface Given {
  readonly names: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

function readArguments(args: readonly string[]): Given {
  const names: string[] = [];
  const options = new Map<string, string>();
  for (let place = 0; place < args.length; place += 1) {
    const word = args[place] ?? "";
    const next = args[place + 1];
    if (!word.startsWith("--")) names.push(word);
    else if (next === undefined || next.startsWith("--")) options.set(word.slice(2), "");
    else {
      options.set(word.slice(2), next);
      place += 1;
    }
  }
  return { names, options };
}

async function loadBenchmarks(names: readonly string[]): Promise<readonly Benchmark[]> {
  const loaders = (names.length === 0 ? [...benchmarks.keys()] : names).map((name) => {
    const load = benchmarks.get(name) ?? largeBenchmarks.get(name);
    const known = [...benchmarks.keys(), ...largeBenchmarks.keys()];
    if (load === undefined) throw new Error(`there is no benchmark "${name}": choose from ${known.join(", ")}`);
    return load;
  });
  return await Promise.all(loaders.map((load) => load()));
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const { names, options } = readArguments(process.argv.slice(2));
const chosen = await loadBenchmarks(names);
if (options.has("list")) {
  for (const { name, title } of chosen) process.stdout.write(`${name.padEnd(12)}${title}\n`);
} else {
  const machine = describeMachine();
  if (options.has("profile")) process.env[PROFILES] = resolve(".bench/profiles");
  process.stdout.write(`${machine}\n`);
  const context: BenchContext = { options: Object.fromEntries(options), seed: Number(options.get("seed") ?? DEFAULT_SEED), say };
  const measured: MeasuredBenchmark[] = [];
  for (const benchmark of chosen) {
    const { name, title } = benchmark;
    say(`${name}: ${title}`);
    const tables = await benchmark.run(context);
    for (const table of tables) process.stdout.write(formatTable(table));
    measured.push({ name, title, tables });
  }
  if (options.has("write-docs")) writePages(measured, machine);
  const file = options.get("json");
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ machine, benchmarks: measured }, null, 2)}\n`);
  }
}
