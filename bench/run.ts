/** Runs benchmarks one after the other. Reports a failure and continues with the next one. */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Benchmark, BenchContext, BenchTable } from "./benchmark.ts";
import { endProcesses, PROFILES } from "./processes.ts";

export interface MeasuredBenchmark {
  readonly name: string;
  readonly title: string;
  readonly tables: readonly BenchTable[];
}

export interface FailedBenchmark {
  readonly name: string;
  readonly message: string;
}

export interface Outcome {
  readonly measured: readonly MeasuredBenchmark[];
  readonly failed: readonly FailedBenchmark[];
}

interface Listener {
  readonly onTables: (tables: readonly BenchTable[]) => void;
  /** Aborted if the user interrupts the run. Later failures have this cause. */
  readonly signal: AbortSignal;
}

const PROFILE_FOLDER = ".bench/profiles";

export async function runBenchmarks(chosen: readonly Benchmark[], context: BenchContext, { onTables, signal }: Listener): Promise<Outcome> {
  const measured: MeasuredBenchmark[] = [];
  const failed: FailedBenchmark[] = [];
  for (const benchmark of chosen) {
    const { name, title } = benchmark;
    context.say(`${name}: ${title}`);
    if (context.options.profile !== undefined) startProfiles(name);
    try {
      const tables = await benchmark.run(context);
      onTables(tables);
      const problems = tables.flatMap((table) => table.problems ?? []);
      if (problems.length > 0) throw new Error(problems.join("\n"));
      measured.push({ name, title, tables });
    } catch (error) {
      if (signal.aborted) break;
      const message = error instanceof Error ? error.message : String(error);
      context.say(`${name} failed: ${message}`);
      failed.push({ name, message });
    }
    // A failed benchmark may have left servers running.
    await endProcesses();
  }
  return { measured, failed };
}

/** Directory of profiles for each benchmark, which contains only those of its last run. */
function startProfiles(name: string): void {
  const folder = resolve(join(PROFILE_FOLDER, name));
  rmSync(folder, { recursive: true, force: true });
  process.env[PROFILES] = folder;
}
