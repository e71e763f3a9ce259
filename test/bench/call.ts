/** A `climax_call` of `true`, end to end, against a loop that only spawns it. */
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { BenchContext, Benchmark, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { startProcess } from "./processes.ts";
import { generateServer } from "./projects.ts";
import type { Session } from "./server-session.ts";
import { startSession } from "./server-session.ts";
import { FIRST_TOOL } from "./synthetic.ts";
import type { TimedWork } from "./timed-work.ts";
import { timeWork } from "./timed-work.ts";
import { median, medianRatio, quantile } from "./timing.ts";

const SIZES = [10, 10_000] as const;

/** Calls at a time in the second table, as many as a server runs by default. */
const IN_FLIGHT = 32;

/** Calls of one variant before the next one has its turn. */
const BATCH = 50;

export const call: Benchmark = {
  name: "call",
  title: "a call, end to end",
  options: ["calls"],
  async run(context) {
    const calls = numberOption(context, "calls", 400);
    const sessions = new Map<number, Session>();
    for (const tools of SIZES) sessions.set(tools, startSession(await generateServer(tools, context.seed), "2026"));
    for (const session of sessions.values()) await session.open();
    const loop = startLoop();
    const variants: readonly Variant[] = [
      { name: "bare spawn loop", time: loop.time },
      ...Array.from(sessions, ([tools, session]): Variant => ({
        name: `server of ${tools} tools`,
        time: (times, inFlight) => timeWork(() => callTrue(session), times, inFlight),
      })),
    ];
    try {
      return [await timeOneByOne(variants, calls, context), await timeTogether(variants, calls, context)];
    } finally {
      for (const session of sessions.values()) await session.close();
      await loop.close();
    }
  },
};

interface Variant {
  readonly name: string;
  readonly time: (times: number, inFlight: number) => Promise<TimedWork>;
}

/** The loop of `spawn-loop.ts`, in a process of its own. */
function startLoop(): Pick<Variant, "time"> & { readonly close: () => Promise<unknown> } {
  const command = { command: process.execPath, args: [resolve(".bench/code/spawn-loop.mjs")], profile: "bare spawn loop" };
  const loop = startProcess(command, ["pipe", "pipe", "inherit"]) as ChildProcessByStdio<Writable, Readable, null>;
  const answers = createInterface(loop.stdout)[Symbol.asyncIterator]();
  return {
    async time(times, inFlight) {
      loop.stdin.write(`${times} ${inFlight}\n`);
      const { value } = await answers.next();
      return JSON.parse(String(value)) as TimedWork;
    },
    async close() {
      loop.stdin.end();
      await once(loop, "close");
    },
  };
}

function callTrue({ request }: Session): Promise<string> {
  return request("tools/call", { name: "climax_call", arguments: { tool_name: FIRST_TOOL } });
}

async function timeOneByOne(variants: readonly Variant[], calls: number, { say }: BenchContext): Promise<BenchTable> {
  say(`${calls} calls one by one`);
  const samples = variants.map((): (readonly number[])[] => []);
  for (let round = -1; round < calls / BATCH; round += 1) {
    for (const [place, { time }] of variants.entries()) {
      const batch = await time(BATCH, 1);
      if (round >= 0) samples[place]?.push(batch.samples);
    }
  }
  const medians = samples.map((batches) => batches.map(median));
  const ratio = (place: number, other: number): number => medianRatio(medians[place] ?? [], medians[other] ?? []);
  return {
    title: "A call of `true`, one at a time",
    columns: ["", "p50 ms", "p99 ms", "p50 against the loop"],
    rows: variants.map(({ name }, place) => {
      const all = (samples[place] ?? []).flat();
      return [name, median(all), quantile(all, 0.99), ratio(place, 0)];
    }),
    measured: { call: ratio(1, 0), callGrowth: ratio(2, 1) },
  };
}

async function timeTogether(variants: readonly Variant[], calls: number, { say }: BenchContext): Promise<BenchTable> {
  say(`${calls} calls, ${IN_FLIGHT} at a time`);
  const samples = variants.map((): number[] => []);
  const rounds = 5;
  for (let round = -1; round < rounds; round += 1) {
    for (const [place, { time }] of variants.entries()) {
      const { total } = await time(calls, IN_FLIGHT);
      if (round >= 0) samples[place]?.push((calls / total) * 1000);
    }
  }
  const ratio = (place: number): number => medianRatio(samples[place] ?? [], samples[0] ?? []);
  return {
    title: `Calls of \`true\`, ${IN_FLIGHT} in flight`,
    columns: ["", "calls/s", "against the loop"],
    rows: variants.map(({ name }, place) => [name, Math.round(median(samples[place] ?? [])), ratio(place)]),
    measured: { callThroughput: ratio(1) },
  };
}
