/** `npm run bench [-- NAME…] [--option value] [--json FILE] [--list] [--profile]`: measures, and prints tables. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Benchmark, BenchContext, BenchTable } from "./benchmark.ts";
import { benchmarks } from "./benchmarks.ts";
import { describeMachine } from "./machine.ts";
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
    const load = benchmarks.get(name);
    if (load === undefined) throw new Error(`there is no benchmark "${name}": choose from ${[...benchmarks.keys()].join(", ")}`);
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
  process.stdout.write(`${machine}\n`);
  const context: BenchContext = { options: Object.fromEntries(options), seed: Number(options.get("seed") ?? DEFAULT_SEED), say };
  const measured: { readonly name: string; readonly title: string; readonly tables: readonly BenchTable[] }[] = [];
  for (const benchmark of chosen) {
    const { name, title } = benchmark;
    say(`${name}: ${title}`);
    const tables = await benchmark.run(context);
    for (const table of tables) process.stdout.write(formatTable(table));
    measured.push({ name, title, tables });
  }
  const file = options.get("json");
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ machine, benchmarks: measured }, null, 2)}\n`);
  }
}
