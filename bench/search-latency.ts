/** Measures the time of a search: in the index, compiled and read from disk as a server does, and through the whole server. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { compileIndex } from "../runtime/tool-index/compiled/compile.ts";
import { openCompiledIndex } from "../runtime/tool-index/compiled/read.ts";
import type { ToolIndex } from "../runtime/tool-index/tool-index.ts";
import { createIndexOver } from "../runtime/tool-index/tool-index.ts";
import type { Cli, Tool, ToolArg } from "../runtime/tool/tool.ts";
import type { Benchmark, BenchTable } from "./benchmark.ts";
import { numberOption } from "./benchmark.ts";
import type { Corpus } from "./corpus.ts";
import { readMemory } from "./processes.ts";
import { configsFor, generateServer, temporaryFolder } from "./projects.ts";
import type { Random } from "./random.ts";
import { below, createRandom, pick } from "./random.ts";
import { startSession } from "./server-session.ts";
import { syntheticConfigs } from "./synthetic.ts";
import { quantile } from "./timing.ts";

const QUERIES = 1000;
const WARM_UP = 100;
/** Maximum number of tools by default, because generating more takes minutes. `--server 100000` measures them too. */
const LARGEST_SERVER = 10_000;

export const searchLatency: Benchmark = {
  name: "search-latency",
  title: "milliseconds of a search at 10,000 and 100,000 tools, in the index and through the server (--server N for larger ones)",
  options: ["server"],
  async run(context) {
    const { seed, say } = context;
    const largest = numberOption(context, "server", LARGEST_SERVER);
    const rows: (string | number)[][] = [];
    for (const tools of [10_000, 100_000]) {
      say(`making an index of ${tools} tools`);
      rows.push([tools, "index", ...figures(timeIndex(openSynthetic(tools, seed), seed)), "", ""]);
      if (tools > largest) continue;
      say(`generating a server of ${tools} tools`);
      rows.push([tools, "server", ...(await timeServer(tools, seed))]);
    }
    return [toTable(rows)];
  },
};

function toTable(rows: BenchTable["rows"]): BenchTable {
  return {
    title: `Milliseconds of a search, ${QUERIES} different queries`,
    columns: ["tools", "through", "p50", "p99", "longest", "resident MB before", "after"],
    rows,
    measured: {
      searchIndex10000: p99(rows, 10_000, "index"),
      searchIndex100000: p99(rows, 100_000, "index"),
      searchServer10000: p99(rows, 10_000, "server"),
      searchServer100000: p99(rows, 100_000, "server"),
    },
    note: "Names, parts of names, two to five words, sentences with stop words, typos and single letters, in equal parts.",
  };
}

function p99(rows: BenchTable["rows"], tools: number, through: string): number {
  return Number(rows.find((row) => row[0] === tools && row[1] === through)?.[3]);
}

/** Compiles the index of synthetic tools. */
function openSynthetic(tools: number, seed: number): ToolIndex {
  const files = syntheticConfigs({ tools, configs: configsFor(tools), seed });
  const clis = Array.from(files.values(), (text) => toPart(parse(text) as WrittenCli));
  const folder = temporaryFolder(`search-${tools}`);
  const index = compileIndex({ name: "bench", version: "1", classic: false, clis });
  for (const [name, content] of index) writeFileSync(join(folder, name), content);
  return createIndexOver(openCompiledIndex(folder).reader);
}

/** A synthetic config without the compiler's checks, which would take most of the run. */
interface WrittenCli extends Omit<Cli, "program"> {
  readonly command: string;
  readonly tools: readonly { readonly name: string; readonly description: string; readonly args: readonly ToolArg[] }[];
}

function toPart({ tools, command, ...rest }: WrittenCli): Corpus["clis"][number] {
  const program = { command: [command], global_args: [] };
  const cli: Cli = { ...rest, program, tool_count: tools.length };
  return { cli, tools: tools.map((tool): Tool => ({ ...tool, cli, handler: { kind: "command", program, command: [] } })) };
}

function timeIndex(index: ToolIndex, seed: number): readonly number[] {
  return makeQueries(seed, index.names())
    .map((query) => {
      const startedAt = performance.now();
      index.search({ query, limit: 10 });
      return performance.now() - startedAt;
    })
    .slice(WARM_UP);
}

async function timeServer(tools: number, seed: number): Promise<readonly (string | number)[]> {
  const session = startSession(await generateServer(tools, seed), "2025");
  await session.open();
  const before = readMemory(session.server.pid ?? 0)?.resident;
  const names = Array.from({ length: 100 }, (_, place) => `c${place}_first`);
  const times: number[] = [];
  for (const query of makeQueries(seed, names)) {
    const startedAt = performance.now();
    await session.request("tools/call", { name: "climax_search", arguments: { query } });
    times.push(performance.now() - startedAt);
  }
  const after = readMemory(session.server.pid ?? 0)?.resident;
  await session.close();
  return [...figures(times.slice(WARM_UP)), before ?? "not on this system", after ?? ""];
}

function figures(times: readonly number[]): readonly number[] {
  return [quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1)];
}

const WORDS =
  "list show create delete update rename copy container containers image volume network branch commit tags release cluster secret key backup table alerts log session remote archived hidden project filter format output limit changes newest name".split(
    " ",
  );
const MISTYPED = "contaner delte brnach relase sesion bakcup clustre secrte netwrok updaet".split(" ");

function makeQueries(seed: number, names: readonly string[]): readonly string[] {
  const random = createRandom(seed);
  const kinds = [
    () => pick(random, names),
    () => pick(random, names).slice(0, 8),
    () => words(random, below(random, 4) + 2),
    () => `how can I ${words(random, 2)} of the ${words(random, 2)} from my ${words(random, 1)}`,
    () => `${pick(random, MISTYPED)} ${words(random, 1)}`,
    () => pick(random, WORDS).slice(0, 1),
  ];
  return Array.from({ length: QUERIES + WARM_UP }, (_, place) => kinds[place % kinds.length]?.() ?? "");
}

function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => pick(random, WORDS)).join(" ");
}
