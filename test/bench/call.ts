/** A `climax_call` of `true`, end to end, against a loop that only spawns it. */
import { spawn } from "node:child_process";
import type { BenchContext, Benchmark, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { cleanEnvironment } from "./processes.ts";
import { generateServer } from "./projects.ts";
import type { Session } from "./server-session.ts";
import { startSession } from "./server-session.ts";
import { FIRST_TOOL } from "./synthetic.ts";
import { median, quantile } from "./timing.ts";

const SIZES = [10, 10_000] as const;

/** Calls at a time in the second table, as many as a server runs by default. */
const IN_FLIGHT = 32;

/** Calls of one variant before the next one has its turn. */
const BATCH = 50;

export const call: Benchmark = {
  name: "call",
  title: "a call, end to end",
  async run(context) {
    const calls = numberOption(context, "calls", 400);
    const sessions = new Map<number, Session>();
    for (const tools of SIZES) sessions.set(tools, startSession(await generateServer(tools, context.seed), "2026"));
    for (const session of sessions.values()) await session.open();
    const variants: readonly Variant[] = [
      { name: "bare spawn loop", work: spawnTrue },
      ...Array.from(sessions, ([tools, session]) => ({ name: `server of ${tools} tools`, work: () => callTrue(session) })),
    ];
    try {
      return [await timeOneByOne(variants, calls, context), await timeTogether(variants, calls, context)];
    } finally {
      for (const session of sessions.values()) await session.close();
    }
  },
};

interface Variant {
  readonly name: string;
  readonly work: () => Promise<unknown>;
}

/** With pipes that are read to their end, as a server must. */
function spawnTrue(): Promise<unknown> {
  const child = spawn("true", [], { stdio: ["ignore", "pipe", "pipe"], detached: true, env: ENVIRONMENT });
  child.stdout.resume();
  child.stderr.resume();
  return new Promise((resolve) => child.once("close", resolve));
}

const ENVIRONMENT = cleanEnvironment();

function callTrue({ request }: Session): Promise<string> {
  return request("tools/call", { name: "climax_call", arguments: { tool_name: FIRST_TOOL } });
}

async function timeOneByOne(variants: readonly Variant[], calls: number, { say }: BenchContext): Promise<BenchTable> {
  say(`${calls} calls one by one`);
  const samples = variants.map((): number[][] => []);
  for (let round = -1; round < calls / BATCH; round += 1) {
    for (const [place, { work }] of variants.entries()) {
      const batch: number[] = [];
      for (let count = 0; count < BATCH; count += 1) {
        const startedAt = performance.now();
        await work();
        batch.push(performance.now() - startedAt);
      }
      if (round >= 0) samples[place]?.push(batch);
    }
  }
  const floors = (samples[0] ?? []).map(median);
  return {
    title: "A call of `true`, one at a time",
    columns: ["", "p50 ms", "p99 ms", "p50 against the loop"],
    rows: variants.map(({ name }, place) => {
      const own = samples[place] ?? [];
      const ratio = median(own.map((batch, round) => median(batch) / (floors[round] ?? Number.NaN)));
      return [name, median(own.flat()), quantile(own.flat(), 0.99), ratio];
    }),
  };
}

async function timeTogether(variants: readonly Variant[], calls: number, { say }: BenchContext): Promise<BenchTable> {
  say(`${calls} calls, ${IN_FLIGHT} at a time`);
  const samples = variants.map((): number[] => []);
  const rounds = 5;
  for (let round = -1; round < rounds; round += 1) {
    for (const [place, { work }] of variants.entries()) {
      const startedAt = performance.now();
      let left = calls;
      const worker = async (): Promise<void> => {
        while (left-- > 0) await work();
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
      if (round >= 0) samples[place]?.push((calls / (performance.now() - startedAt)) * 1000);
    }
  }
  const floor = samples[0] ?? [];
  return {
    title: `Calls of \`true\`, ${IN_FLIGHT} in flight`,
    columns: ["", "calls/s", "against the loop"],
    rows: variants.map(({ name }, place) => {
      const own = samples[place] ?? [];
      return [name, Math.round(median(own)), median(own.map((rate, round) => rate / (floor[round] ?? Number.NaN)))];
    }),
  };
}
