/** Lists the benchmarks in the order in which `npm run bench` runs them. Each is loaded on request. */
import type { Benchmark } from "./benchmark.ts";

export const benchmarks: ReadonlyMap<string, () => Promise<Benchmark>> = new Map([
  ["start", async () => (await import("./start.ts")).start],
  ["shell", async () => (await import("./shell.ts")).shell],
  ["guard", async () => (await import("./guard.ts")).guard],
  ["search", async () => (await import("./search.ts")).search],
  ["search-latency", async () => (await import("./search-latency.ts")).searchLatency],
  ["tokens", async () => (await import("./tokens.ts")).tokens],
  ["call", async () => (await import("./call.ts")).call],
  ["http", async () => (await import("./http.ts")).http],
  ["output", async () => (await import("./output.ts")).output],
  ["generate", async () => (await import("./generate.ts")).generate],
  ["unchanged", async () => (await import("./unchanged.ts")).unchanged],
  ["peers", async () => (await import("./peers.ts")).peers],
  ["diff", async () => (await import("./diff.ts")).diff],
  ["check", async () => (await import("./check.ts")).check],
  ["page", async () => (await import("./page.ts")).page],
  ["type-check", async () => (await import("./type-check.ts")).typeCheck],
]);

/** Benchmarks that run only if named, because they take minutes or need data. */
export const largeBenchmarks: ReadonlyMap<string, () => Promise<Benchmark>> = new Map([
  ["scale", async () => (await import("./scale.ts")).scale],
  ["soak", async () => (await import("./soak.ts")).soak],
  ["import", async () => (await import("./import.ts")).importBenchmark],
  ["guard-lines", async () => (await import("./guard-lines.ts")).guardLines],
  ["refused", async () => (await import("./refused.ts")).refused],
]);

export const benchmarkNames: readonly string[] = [...benchmarks.keys(), ...largeBenchmarks.keys()];

/** Returns the benchmarks with these names, each once. Throws for an unknown name. */
export async function loadBenchmarks(names: readonly string[]): Promise<readonly Benchmark[]> {
  const loaders = Array.from(new Set(names), (name) => {
    const load = benchmarks.get(name) ?? largeBenchmarks.get(name);
    if (load === undefined) throw new Error(`there is no benchmark "${name}"`);
    return load;
  });
  return await Promise.all(loaders.map((load) => load()));
}
