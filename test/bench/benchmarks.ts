/** Every benchmark, in the order in which `npm run bench` runs them; each is loaded when it is asked for. */
import type { Benchmark } from "./benchmark.ts";

export const benchmarks: ReadonlyMap<string, () => Promise<Benchmark>> = new Map([
  ["start", async () => (await import("./start.ts")).start],
  ["search", async () => (await import("./search.ts")).search],
  ["search-latency", async () => (await import("./search-latency.ts")).searchLatency],
  ["tokens", async () => (await import("./tokens.ts")).tokens],
]);
