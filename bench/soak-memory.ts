/** Samples the memory of a server, and decides whether it grows. */
import { readFileSync } from "node:fs";

/** Memory after a full garbage collection. */
interface MemorySample {
  /** Time by the system clock, in milliseconds. */
  readonly at: number;
  /** In bytes. */
  readonly heap: number;
  /** Memory of buffers, in bytes. */
  readonly external: number;
  /** Resident memory, in bytes. */
  readonly resident: number;
}

const INTERVAL_MS = 5000;

/** Returns flags of Node.js with which a server appends its memory to a file, every five seconds. */
export function sampleMemory(file: string): readonly string[] {
  const source = `import { appendFileSync } from "node:fs";
setInterval(() => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed: heap, external, rss: resident } = process.memoryUsage();
  appendFileSync(${JSON.stringify(file)}, JSON.stringify({ at: Date.now(), heap, external, resident }) + "\\n");
}, ${INTERVAL_MS}).unref();`;
  return ["--expose-gc", "--import", `data:text/javascript,${encodeURIComponent(source)}`];
}

export function readSamples(file: string): readonly MemorySample[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as MemorySample);
}

export interface Trend {
  /** Median of the first and of the last blocks, in MB. */
  readonly first: number;
  readonly last: number;
  /** In MB per hour, with twice its standard error. */
  readonly slope: number;
  readonly error: number;
  readonly isFlat: boolean;
}

/** The start of a run, which the trend leaves out: caches fill, and code is compiled. */
const WARM_UP = 0.25;
const BLOCKS = 12;

/** Growth over the whole run that counts as noise, as a fraction of the first block. */
const TOLERANCE = 0.03;

/** Growth of the 256 kept outputs, which fill within 20 minutes, in MB. */
const KEPT_MB = 1;

const MB = 1024 ** 2;

/**
 * Fits a line to the medians of blocks of samples, which are nearly independent of each other. Memory is flat if the slope exceeds zero by
 * at most two standard errors. It is also flat if it grows by at most 3 %, or by no more than kept outputs do.
 */
export function findTrend(samples: readonly { readonly at: number; readonly bytes: number }[]): Trend {
  const kept = samples.slice(Math.ceil(samples.length * WARM_UP));
  const size = Math.max(1, Math.floor(kept.length / BLOCKS));
  const blocks = Array.from({ length: Math.floor(kept.length / size) }, (_, block) => kept.slice(block * size, (block + 1) * size));
  const points = blocks.map((block) => ({
    hours: middle(block.map(({ at }) => at)) / 3_600_000,
    mb: middle(block.map(({ bytes }) => bytes)) / MB,
  }));
  const { slope, error } = fitLine(points.map(({ hours, mb }) => [hours, mb]));
  const [first = Number.NaN, last = Number.NaN] = [points[0]?.mb, points.at(-1)?.mb];
  const hours = (points.at(-1)?.hours ?? 0) - (points[0]?.hours ?? 0);
  return { first, last, slope, error: 2 * error, isFlat: slope <= 2 * error || slope * hours <= Math.max(TOLERANCE * first, KEPT_MB) };
}

/** Returns the slope of a least-squares fit and its standard error. */
function fitLine(points: readonly (readonly [x: number, y: number])[]): { readonly slope: number; readonly error: number } {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / Math.max(1, points.length - 2) / spread) };
}

function middle(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
