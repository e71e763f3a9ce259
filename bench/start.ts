/** Measures the time from the start of a server to its first responses, compared with a bare start of Node.js. */
import type { BenchContext, Benchmark, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { BARE_NODE, readMemory, timeProcess } from "./processes.ts";
import type { Memory, TimedCommand } from "./processes.ts";
import { generateServer } from "./projects.ts";
import type { Era } from "./server-session.ts";
import { startSession } from "./server-session.ts";
import { FIRST_TOOL } from "./synthetic.ts";
import type { Variant } from "./timing.ts";
import { medianRatio, timeSideBySide } from "./timing.ts";

const SIZES = [10, 1_000, 10_000] as const;

type Goal = "tools/list" | "first search" | "first call";

/** Purpose of a start: a column of the table. */
interface Way {
  readonly column: string;
  readonly goal: Goal;
  readonly era: Era;
  readonly flags: readonly string[];
}

const LIST: Way = { column: "tools/list, 2026", goal: "tools/list", era: "2026", flags: [] };
const LIST_2025: Way = { column: "tools/list, 2025", goal: "tools/list", era: "2025", flags: [] };
const SEARCH: Way = { column: "first search, 2026", goal: "first search", era: "2026", flags: [] };
const SEARCH_2025: Way = { column: "first search, 2025", goal: "first search", era: "2025", flags: [] };
const CALL: Way = { column: "first call, 2026", goal: "first call", era: "2026", flags: [] };
const CALL_2025: Way = { column: "first call, 2025", goal: "first call", era: "2025", flags: [] };
const CLASSIC: Way = { column: "classic tools/list", goal: "tools/list", era: "2026", flags: ["--classic"] };

const WAYS = [LIST, LIST_2025, SEARCH, SEARCH_2025, CALL, CALL_2025, CLASSIC];

export const start: Benchmark = {
  name: "start",
  title: "cold start: from spawn to the response",
  options: ["tools", "rounds"],
  async run(context) {
    const sizes = context.options.tools === undefined ? SIZES : [numberOption(context, "tools", 10)];
    const servers: Server[] = [];
    for (const tools of sizes) servers.push({ tools, server: await generateServer(tools, context.seed) });
    return [await timeStarts(servers, context), await weighStarts(servers)];
  },
};

interface Server {
  readonly tools: number;
  readonly server: TimedCommand;
}

async function timeStarts(servers: readonly Server[], context: BenchContext): Promise<BenchTable> {
  const rounds = numberOption(context, "rounds", 21);
  const variants: readonly Variant[] = [
    { name: "bare node -e 0", run: () => timeProcess(BARE_NODE) },
    ...servers.flatMap((server) => WAYS.map((way) => toVariant(server, way))),
  ];
  context.say(`starting ${variants.length} variants ${rounds} times`);
  const timings = new Map((await timeSideBySide(variants, rounds)).map((timing) => [timing.name, timing]));
  const ratio = (tools: number, way: Way): number => timings.get(nameOf(tools, way))?.ratio ?? Number.NaN;
  const samples = (tools: number): readonly number[] => timings.get(nameOf(tools, LIST))?.samples ?? [];
  const lists = SIZES.flatMap((tools) => [ratio(tools, LIST), ratio(tools, LIST_2025)]);
  return {
    title: `Cold start, as a multiple of bare \`node -e 0\` (${timings.get("bare node -e 0")?.ms.toFixed(1)} ms)`,
    columns: ["tools", ...WAYS.map(({ column }) => column)],
    rows: servers.map(({ tools }) => [tools, ...WAYS.map((way) => ratio(tools, way))]),
    measured: {
      start: Math.max(...lists),
      startGrowth: medianRatio(samples(10_000), samples(10)),
      startSearch: Math.max(ratio(10_000, SEARCH), ratio(10_000, SEARCH_2025)),
      startClassic1000: ratio(1_000, CLASSIC),
    },
    plot: { file: "start.svg", x: "tools", lines: [LIST, SEARCH, CALL, CLASSIC].map(({ column }) => column) },
  };
}

function nameOf(tools: number, { column }: Way): string {
  return `${tools} tools, ${column}`;
}

function toVariant({ tools, server }: Server, way: Way): Variant {
  const name = nameOf(tools, way);
  const command = { ...server, args: [...server.args, ...way.flags], profile: name };
  return { name, run: () => timeStart(command, way.goal, way.era) };
}

/** Milliseconds from spawn to the answer. */
export async function timeStart(server: TimedCommand, goal: Goal, era: Era): Promise<number> {
  const session = startSession(server, era);
  await reach(session, goal);
  const ms = performance.now() - session.startedAt;
  await session.close();
  return ms;
}

async function reach(session: ReturnType<typeof startSession>, goal: Goal): Promise<void> {
  await session.open();
  await session.request("tools/list");
  switch (goal) {
    case "tools/list":
      return;
    case "first search":
      await session.request("tools/call", { name: "climax_search", arguments: { query: "show" } });
      return;
    case "first call":
      await session.request("tools/call", { name: "climax_call", arguments: { tool_name: FIRST_TOOL } });
      return;
  }
}

async function weighStarts(servers: readonly Server[]): Promise<BenchTable> {
  const bare = startSession({ command: process.execPath, args: ["-e", "setTimeout(() => {}, 60_000)"] }, "2026");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const floor = peakOf(readMemory(bare.server.pid ?? 0));
  bare.server.kill();
  const weights = new Map<number, readonly [number, number]>();
  for (const { tools, server } of servers) weights.set(tools, await weigh(server));
  return {
    title: "Memory: peak resident set size, in MB",
    columns: ["server", "at tools/list", "after a search"],
    rows: [["bare node", floor, ""], ...Array.from(weights, ([tools, own]) => [`${tools.toLocaleString("en")} tools`, ...own])],
    measured: {
      startMemory: Math.max(...Array.from(weights.values(), ([listed]) => listed)) - floor,
      startSearchMemory: (weights.get(10_000)?.[1] ?? Number.NaN) - floor,
    },
  };
}

async function weigh(server: TimedCommand): Promise<readonly [number, number]> {
  const session = startSession(server, "2026");
  await reach(session, "tools/list");
  const listed = peakOf(readMemory(session.server.pid ?? 0));
  await reach(session, "first search");
  const searched = peakOf(readMemory(session.server.pid ?? 0));
  await session.close();
  return [listed, searched];
}

function peakOf(memory: Memory | undefined): number {
  return memory?.peak ?? Number.NaN;
}
