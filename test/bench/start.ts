/** From the start of a server to its first answers, against a bare start of Node.js. */
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

export const start: Benchmark = {
  name: "start",
  title: "cold start: from spawn to the answer",
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
  const goals: readonly (readonly [Goal, Era])[] = [
    ["tools/list", "2026"],
    ["tools/list", "2025"],
    ["first search", "2026"],
    ["first call", "2026"],
  ];
  const variants: Variant[] = [{ name: "bare node -e 0", run: () => timeProcess(BARE_NODE) }];
  const add = (name: string, server: TimedCommand, goal: Goal, era: Era): void =>
    void variants.push({ name, run: () => timeStart({ ...server, profile: name }, goal, era) });
  for (const { tools, server } of servers) {
    for (const [goal, era] of goals) add(`${tools} tools, ${goal}, ${era}`, server, goal, era);
    add(`${tools} tools, classic`, { ...server, args: [...server.args, "--classic"] }, "tools/list", "2026");
  }
  context.say(`starting ${variants.length} variants ${rounds} times`);
  const timings = new Map((await timeSideBySide(variants, rounds)).map((timing) => [timing.name, timing]));
  const ratio = (name: string): number => timings.get(name)?.ratio ?? Number.NaN;
  const ratios = (tools: number): readonly number[] => goals.map(([goal, era]) => ratio(`${tools} tools, ${goal}, ${era}`));
  const samples = (tools: number): readonly number[] => timings.get(`${tools} tools, tools/list, 2026`)?.samples ?? [];
  return {
    title: `Cold start, as a multiple of bare \`node -e 0\` (${timings.get("bare node -e 0")?.ms.toFixed(1)} ms)`,
    columns: ["tools", ...goals.map(([goal, era]) => `${goal}, ${era}`), "classic tools/list"],
    rows: servers.map(({ tools }) => [tools, ...ratios(tools), ratio(`${tools} tools, classic`)]),
    measured: {
      ...(servers.length === SIZES.length && { start: Math.max(...servers.flatMap(({ tools }) => ratios(tools).slice(0, 2))) }),
      startGrowth: medianRatio(samples(10_000), samples(10)),
      startSearch: ratio("10000 tools, first search, 2026"),
      startClassic1000: ratio("1000 tools, classic"),
      startClassic10000: ratio("10000 tools, classic"),
    },
    plot: { file: "start.svg", x: "tools", lines: ["tools/list, 2026", "first search, 2026", "first call, 2026", "classic tools/list"] },
  };
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
    title: "Memory, the most that was resident, in MB",
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
