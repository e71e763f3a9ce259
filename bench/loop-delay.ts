/**
 * Measures the delay of a server's event loop: the lateness of a timer that is due every millisecond. Imported before the server's code
 * (`node --import`). Restarts counting after SIGUSR2. On exit, writes the figures to the file in the query `report` of this module's URL.
 */
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Delays in milliseconds. */
export interface LoopDelay {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

const NANOSECONDS = 1e6;

const report = new URL(import.meta.url).searchParams.get("report");
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
process.on("SIGUSR2", () => delays.reset());
process.on("exit", () => {
  const figures: LoopDelay = {
    count: delays.count,
    p50: delays.percentile(50) / NANOSECONDS,
    p99: delays.percentile(99) / NANOSECONDS,
    longest: delays.max / NANOSECONDS,
  };
  if (report !== null) writeFileSync(report, JSON.stringify(figures));
});
