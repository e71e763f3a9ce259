/** Much output: what it does to the memory of a server, and to the time that another client's request waits. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Benchmark } from "./benchmark.ts";
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

/** Megabytes → up to which number `seq` prints that many. */
const LAST_NUMBERS = { 0: 1, 1: 165_000, 10: 1_400_000, 100: 12_600_000 } as const;

type Megabytes = keyof typeof LAST_NUMBERS;

const IN_FLIGHT = 32;

export const output: Benchmark = {
  name: "output",
  title: "much output: memory and waiting",
  options: [],
  async run(context) {
    const server = await generateOutputServer();
    context.say(`100 MB of output, and ${IN_FLIGHT} calls of 10 MB at once`);
    const waits = await waitDuringOutput(server);
    const weights = [await weighOutput(server, 1), await weighOutput(server, 10), await weighOutput(server, 100)];
    return [
      {
        title: "Memory of a server after one call with much output (cap 1 MiB a stream), in MB",
        columns: ["output", "resident before", "peak"],
        rows: weights,
        measured: { outputMemory: weights[2]?.[2] },
      },
      {
        title: `How long a search waits while ${IN_FLIGHT} calls print 10 MB each, in ms`,
        columns: ["searches", "p50", "p99", "longest"],
        rows: [[waits.length, quantile(waits, 0.5), quantile(waits, 0.99), Math.max(...waits)]],
      },
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

/** Searches one after the other until all calls are answered. */
async function waitDuringOutput(server: TimedCommand): Promise<readonly number[]> {
  const session = startSession(server, "2026");
  await session.open();
  const answered = new AbortController();
  const calls = Promise.all(Array.from({ length: IN_FLIGHT }, () => print(session, 10))).finally(() => answered.abort());
  const waits: number[] = [];
  while (!answered.signal.aborted) {
    const startedAt = performance.now();
    await session.request("tools/call", { name: "climax_search", arguments: { query: "numbers" } });
    waits.push(performance.now() - startedAt);
  }
  await calls;
  await session.close();
  return waits;
}
