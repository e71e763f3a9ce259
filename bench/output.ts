/** Measures the effect of long output on the memory of a server, and on the waiting time of another client's request. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Benchmark, BenchTable } from "./benchmark.ts";
import type { LoopDelay } from "./loop-delay.ts";
import { readMemory, timeProcess } from "./processes.ts";
import type { TimedCommand } from "./processes.ts";
import { climaxGen, serverOf, temporaryFolder } from "./projects.ts";
import type { Session } from "./server-session.ts";
import { startSession } from "./server-session.ts";
import { quantile } from "./timing.ts";

const CONFIG = `name: output
description: Much output
command: seq
tools:
  - name: numbers
    description: Print the numbers up to the last, one a line
    timeout: 600
    args:
      - { name: last, type: integer, positional: true, required: true, description: The last number }
`;

/** Argument of `seq` by the number of megabytes that it prints. */
const LAST_NUMBERS = { 0: 1, 1: 165_000, 10: 1_400_000, 100: 12_600_000 } as const;

type Megabytes = keyof typeof LAST_NUMBERS;

const IN_FLIGHT = 32;

export const output: Benchmark = {
  name: "output",
  title: "long output: memory and delay",
  options: [],
  async run(context) {
    const server = await generateOutputServer();
    context.say(`100 MB of output, and ${IN_FLIGHT} calls of 10 MB at once`);
    const waiting = await timeWaiting(server);
    const weights = [await weighOutput(server, 1), await weighOutput(server, 10), await weighOutput(server, 100)];
    return [
      {
        title: "Memory of a server after one call with long output (limit of 1 MiB per stream), in MB",
        columns: ["output", "resident before", "peak"],
        rows: weights,
        measured: { outputMemory: weights[2]?.[2] },
      },
      waiting,
    ];
  },
};

async function generateOutputServer(): Promise<TimedCommand> {
  const folder = temporaryFolder("output");
  mkdirSync(join(folder, "configs"));
  writeFileSync(join(folder, "configs/output.yaml"), CONFIG);
  await timeProcess(climaxGen(["configs", "-o", "out"], folder));
  return serverOf(folder, "server");
}

function print({ request }: Session, megabytes: Megabytes): Promise<string> {
  return request("tools/call", { name: "climax_call", arguments: { tool_name: "numbers", args: { last: LAST_NUMBERS[megabytes] } } });
}

async function weighOutput(server: TimedCommand, megabytes: Megabytes): Promise<readonly [string, number, number]> {
  const session = startSession(server, "2026");
  await session.open();
  await print(session, 0);
  const before = readMemory(session.server.pid ?? 0)?.resident ?? Number.NaN;
  await print(session, megabytes);
  const after = readMemory(session.server.pid ?? 0)?.peak ?? Number.NaN;
  await session.close();
  return [`${megabytes} MB`, before, after];
}

async function timeWaiting(server: TimedCommand): Promise<BenchTable> {
  const report = join(temporaryFolder("loop-delay"), "report.json");
  const probe = pathToFileURL(resolve(".bench/code/loop-delay.mjs"));
  probe.searchParams.set("report", report);
  const waits = await waitDuringOutput({ ...server, args: ["--import", probe.href, ...server.args] });
  const delay = JSON.parse(readFileSync(report, "utf8")) as LoopDelay;
  return {
    title: `Delay of searches and of the event loop while ${IN_FLIGHT} calls print 10 MB each, in ms`,
    columns: ["", "times", "p50", "p99", "longest"],
    rows: [
      ["a search, end to end", waits.length, quantile(waits, 0.5), quantile(waits, 0.99), Math.max(...waits)],
      ["the server's event loop", delay.count, delay.p50, delay.p99, delay.longest],
    ],
  };
}

/** Measures searches, one after another, until all calls have a reply. */
async function waitDuringOutput(server: TimedCommand): Promise<readonly number[]> {
  const session = startSession(server, "2026");
  const search = (): Promise<string> => session.request("tools/call", { name: "climax_search", arguments: { query: "numbers" } });
  await session.open();
  await print(session, 0);
  await search();
  // Excludes the start from the measurement.
  session.server.kill("SIGUSR2");
  await search();
  const answered = new AbortController();
  const calls = Promise.all(Array.from({ length: IN_FLIGHT }, () => print(session, 10))).finally(() => answered.abort());
  const waits: number[] = [];
  while (!answered.signal.aborted) {
    const startedAt = performance.now();
    await search();
    waits.push(performance.now() - startedAt);
  }
  await calls;
  await session.close();
  return waits;
}
