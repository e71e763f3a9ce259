/** Measures a `climax_call` of `true`, end to end, compared with a loop that only spawns `true`. */
import type { BenchContext, Benchmark, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import type { CallVariant } from "./call-variants.ts";
import { startLineServer, startPosixSpawn, startSdkServer, startServer, startSpawnLoop } from "./call-variants.ts";
import { readCpuTime } from "./processes.ts";
import { generateServer } from "./projects.ts";
import { median, medianRatio, quantile } from "./timing.ts";

const SMALL = 10;
const LARGE = 10_000;

/** Number of concurrent calls in the second table: the default limit of a server. */
const IN_FLIGHT = 32;

/** Number of calls of a variant before the next variant runs. */
const BATCH = 50;

export const call: Benchmark = {
  name: "call",
  title: "a call, end to end",
  options: ["calls"],
  async run(context) {
    const calls = numberOption(context, "calls", 400);
    const servers: Servers = {
      loop: startSpawnLoop(),
      lines: await startLineServer(),
      sdk: await startSdkServer(),
      small: await startServer(`server of ${SMALL} tools`, await generateServer(SMALL, context.seed)),
      large: await startServer(`server of ${LARGE} tools`, await generateServer(LARGE, context.seed)),
    };
    const system = startPosixSpawn();
    try {
      return [await timeOneByOne(servers, system, { calls, ...context }), await timeTogether(servers, { calls, ...context })];
    } finally {
      for (const variant of [...Object.values(servers), system]) await variant?.close();
    }
  },
};

type Servers = Readonly<Record<"loop" | "lines" | "sdk" | "small" | "large", CallVariant>>;

interface CallContext extends BenchContext {
  readonly calls: number;
}

async function timeOneByOne(servers: Servers, system: CallVariant | undefined, { calls, say }: CallContext): Promise<BenchTable> {
  say(`${calls} calls one by one`);
  const variants = [...Object.values(servers), ...(system ? [system] : [])];
  const samples = new Map(variants.map((variant): [CallVariant, number[][]] => [variant, []]));
  for (let round = -1; round < calls / BATCH; round += 1) {
    for (const [variant, batches] of samples) {
      const batch = await variant.time(BATCH, 1);
      if (round >= 0) batches.push([...batch.samples]);
    }
  }
  const medians = (variant: CallVariant): readonly number[] => (samples.get(variant) ?? []).map(median);
  const ratio = (variant: CallVariant, other: CallVariant): number => medianRatio(medians(variant), medians(other));
  return {
    title: "A call of `true`, one at a time",
    columns: ["", "p50 ms", "p99 ms", "p50 against the loop"],
    rows: [
      ...Array.from(samples, ([variant, batches]) => {
        const all = batches.flat();
        return [variant.name, median(all), quantile(all, 0.99), ratio(variant, servers.loop)];
      }),
      ...(system ? [] : [["posix_spawn in C, not installed: cc", "", "", ""]]),
    ],
    measured: { call: ratio(servers.small, servers.loop), callGrowth: ratio(servers.large, servers.small) },
  };
}

/** Calls of one variant in a round: calls per second, and processor time per call in milliseconds. */
interface Flight {
  readonly rate: number;
  readonly own: number;
  readonly programs: number;
  readonly client: number;
}

async function timeTogether(servers: Servers, { calls, say }: CallContext): Promise<BenchTable> {
  say(`${calls} calls, ${IN_FLIGHT} at a time`);
  const flights = new Map(Object.values(servers).map((variant): [CallVariant, Flight[]] => [variant, []]));
  const rounds = 5;
  for (let round = -1; round < rounds; round += 1) {
    for (const [variant, past] of flights) {
      const flight = await fly(variant, calls);
      if (round >= 0) past.push(flight);
    }
  }
  const rates = (variant: CallVariant): readonly number[] => (flights.get(variant) ?? []).map(({ rate }) => rate);
  return {
    title: `Calls of \`true\`, ${IN_FLIGHT} in flight, and the processor time of one call in ms`,
    columns: ["", "calls/s", "against the loop", "of the process", "of its programs", "of the client"],
    rows: Array.from(flights, ([variant, past]) => [
      variant.name,
      Math.round(median(rates(variant))),
      medianRatio(rates(variant), rates(servers.loop)),
      median(past.map(({ own }) => own)),
      median(past.map(({ programs }) => programs)),
      median(past.map(({ client }) => client)),
    ]),
    measured: { callThroughput: medianRatio(rates(servers.small), rates(servers.loop)) },
  };
}

async function fly(variant: CallVariant, calls: number): Promise<Flight> {
  const before = readTimes(variant);
  const { total } = await variant.time(calls, IN_FLIGHT);
  const after = readTimes(variant);
  return {
    rate: (calls / total) * 1000,
    own: (after.own - before.own) / calls,
    programs: (after.programs - before.programs) / calls,
    client: (after.client - before.client) / calls,
  };
}

function readTimes({ pid }: CallVariant): Omit<Flight, "rate"> {
  const { own, children } = readCpuTime(pid) ?? { own: Number.NaN, children: Number.NaN };
  const { user, system } = process.cpuUsage();
  return { own, programs: children, client: (user + system) / 1000 };
}
