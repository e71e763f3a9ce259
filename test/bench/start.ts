/** From the start of a server to its first answers, against a bare start of Node.js. */
import type { BenchContext, Benchmark, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import { BARE_NODE, readMemory, timeProcess } from "./processes.ts";
import type { Memory, TimedCommand } from "./processes.ts";
import { generateServer } from "./projects.ts";
import type { Era } from "./server-session.ts";
import { startSession } from "./server-session.ts";
import { FIRST_TOOL } from "./synthetic.ts";
import type { Timing, Variant } from "./timing.ts";
import { timeSideBySide } from "./timing.ts";

const SIZES = [10, 1_000, 10_000] as const;

type Goal = "tools/list" | "first search" | "first call";

export const start: Benchmark = {
  name: "start",
  title: "cold start: from spawn to the answer",
  async run(context) {
    const sizes = context.options["tools"] === undefined ? SIZES : [numberOption(context, "tools", 10)];
    const servers: Server[] = [];
    for (const tools of sizes) servers.push({ tools, server: await generateServer(tools, context.seed) });
    return [...(await timeStarts(servers, context)), await weighStarts(servers)];
  },
};

interface Server {
  readonly tools: number;
  readonly server: TimedCommand;
}

async function timeStarts(servers: readonly Server[], context: BenchContext): Promise<readonly BenchTable[]> {
  const rounds = numberOption(context, "rounds", 21);
  const goals: readonly (readonly [Goal, Era])[] = [
    ["tools/list", "2026"],
    ["tools/list", "2025"],
    ["first search", "2026"],
    ["first call", "2026"],
  ];
  const variants: Variant[] = [{ name: "bare node -e 0", run: () => timeProcess(BARE_NODE) }];
  for (const { tools, server } of servers) {
    for (const [goal, era] of goals) variants.push({ name: `${tools}/${goal}/${era}`, run: () => timeStart(server, goal, era) });
    const classic = { ...server, args: [...server.args, "--classic"] };
    variants.push({ name: `${tools}/classic`, run: () => timeStart(classic, "tools/list", "2026") });
  }
  context.say(`starting ${variants.length} variants ${rounds} times`);
  const timings = new Map((await timeSideBySide(variants, rounds)).map((timing) => [timing.name, timing]));
  const ratio = (name: string): number => timings.get(name)?.ratio ?? Number.NaN;
  const bare = timings.get("bare node -e 0") as Timing;
  return [
    {
      title: `Cold start, as a multiple of bare \`node -e 0\` (${bare.ms.toFixed(1)} ms)`,
      columns: ["tools", ...goals.map(([goal, era]) => `${goal}, ${era}`), "classic tools/list"],
      rows: servers.map(({ tools }) => [tools, ...goals.map(([goal, era]) => ratio(`${tools}/${goal}/${era}`)), ratio(`${tools}/classic`)]),
      plot: { file: "start.svg", x: "tools", lines: ["tools/list, 2026", "first search, 2026", "first call, 2026", "classic tools/list"] },
    },
  ];
}

async function timeStart(server: TimedCommand, goal: Goal, era: Era): Promise<number> {
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
    case "first call": {
      await session.request("tools/call", { name: "climax_call", arguments: { tool_name: FIRST_TOOL } });
      return;
    }
  }
}

async function weighStarts(servers: readonly Server[]): Promise<BenchTable> {
  const bare = startSession({ command: process.execPath, args: ["-e", "setTimeout(() => {}, 60_000)"] }, "2026");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const floor = peakOf(readMemory(bare.server.pid ?? 0));
  bare.server.kill();
  const rows: (string | number)[][] = [["bare node", floor, ""]];
  for (const { tools, server } of servers) rows.push([`${tools} tools`, ...(await weigh(server))]);
  return { title: "Memory, the most that was resident, in MB", columns: ["server", "at tools/list", "after a search"], rows };
}

async function weigh(server: TimedCommand): Promise<readonly number[]> {
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
