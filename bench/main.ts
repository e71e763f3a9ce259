/** `npm run bench [-- NAME…] [--option value]`: measures, and prints tables. Exit status: 1 if a benchmark failed, 2 for invalid usage. */
import { mkdirSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname } from "node:path";
import type { Benchmark, BenchContext } from "./benchmark.ts";
import { benchmarkNames, benchmarks, largeBenchmarks, loadBenchmarks } from "./benchmarks.ts";
import { findForeignOption, readCommandLine } from "./command-line.ts";
import { describeMachine, printMachine } from "./machine.ts";
import type { OptionValues } from "./options.ts";
import { OPTION_NAMES, OPTIONS, printOption } from "./options.ts";
import { writePages } from "./pages.ts";
import { endProcesses } from "./processes.ts";
import { runBenchmarks } from "./run.ts";
import { formatTable } from "./table.ts";
import { judgeTargets, targetTable } from "./targets.ts";

const DEFAULT_SEED = "1";
const DISTORTED = "profiled: the measured processes are slower than usual, so ignore these figures";

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(text);

async function main(words: readonly string[]): Promise<number> {
  // npm starts scripts in the root; paths are relative to the directory in which the user entered the command.
  const given = readCommandLine(words, benchmarkNames, process.env["INIT_CWD"] ?? process.cwd());
  if (given.kind === "misuse") return refuse(given.message);
  const { names, options } = given;
  const isList = options.list !== undefined;
  const all = isList ? benchmarkNames : [...benchmarks.keys()];
  const chosen = await loadBenchmarks(names.length === 0 ? all : names);
  const foreign = findForeignOption(options, chosen);
  if (foreign !== undefined) return refuse(foreign);
  return isList ? list(chosen) : await measure(chosen, options);
}

function refuse(message: string): number {
  say(`bench: ${message}`);
  return 2;
}

function list(chosen: readonly Benchmark[]): number {
  for (const { name, title, options } of chosen) {
    print(`${name.padEnd(16)}${title}${largeBenchmarks.has(name) ? "; runs only when it is named" : ""}\n`);
    if (options.length > 0) print(`${" ".repeat(16)}${options.map(printOption).join("  ")}\n`);
  }
  print("\nOptions\n");
  for (const name of OPTION_NAMES) print(`${printOption(name).padEnd(20)}${OPTIONS[name].says}\n`);
  return 0;
}

async function measure(chosen: readonly Benchmark[], options: OptionValues): Promise<number> {
  const isProfiled = options.profile !== undefined;
  const machine = describeMachine();
  print(`${printMachine(machine)}\n`);
  if (isProfiled) print(`${DISTORTED}\n`);
  const seed = Number(options.seed ?? DEFAULT_SEED);
  const context: BenchContext = { options, seed, say };
  const outcome = await runBenchmarks(chosen, context, {
    onTables: (tables) => print(tables.map(formatTable).join("")),
    signal: endOnSignals(),
  });
  const targets = isProfiled ? [] : judgeTargets(outcome.measured.flatMap(({ tables }) => tables));
  if (targets.length > 0) print(formatTable(targetTable(targets)));
  if (isProfiled) print(`\n${DISTORTED}; the profiles are in .bench/profiles\n`);
  const { measured, failed } = outcome;
  if (options["write-docs"] !== undefined) writePages({ measured, targets, machine });
  if (options.json !== undefined) writeJson(options.json, { machine, seed, options, isProfiled, benchmarks: measured, failed, targets });
  return failed.length === 0 ? 0 : 1;
}

function writeJson(file: string, data: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);
}

/** On a signal, terminates the measured processes first, because their directories cannot be removed before. Then aborts. */
function endOnSignals(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      interrupted.abort();
      void endProcesses().then(() => process.exit(128 + constants.signals[signal]));
    });
  }
  return interrupted.signal;
}

process.exitCode = await main(process.argv.slice(2));
