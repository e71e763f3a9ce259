/** Defines targets for the figures. A benchmark returns its measured values next to its table. A missed target is not a failure. */
import type { BenchTable } from "./benchmark.ts";
import { formatCell } from "./table.ts";

interface Target {
  readonly benchmark: string;
  readonly what: string;
  readonly unit: string;
  /** Limit of the figure: its maximum or its minimum. */
  readonly most?: number;
  readonly least?: number;
}

const BARE = "× bare node";
const QUERIES = "of queries";

/** Every target, in the order in which they are shown. */
export const TARGETS = {
  start: { benchmark: "start", what: "time to tools/list, the slowest size and era", unit: BARE, most: 2.3 },
  startGrowth: { benchmark: "start", what: "time to tools/list, 10,000 tools against 10", unit: "×", most: 1.1 },
  startSearch: { benchmark: "start", what: "time to the first search, 10,000 tools, the slower era", unit: BARE, most: 2.9 },
  startClassic1000: { benchmark: "start", what: "classic tools/list, 1,000 tools", unit: BARE, most: 3 },
  startMemory: { benchmark: "start", what: "memory at tools/list, over bare node", unit: "MB", most: 14 },
  startSearchMemory: { benchmark: "start", what: "memory after a search of 10,000 tools, over bare node", unit: "MB", most: 20 },
  shellCall: { benchmark: "shell", what: "a call from a shell to its exit, against the server to tools/list", unit: "×", most: 1.15 },
  guard: { benchmark: "guard", what: "time of the guard, until git starts", unit: "ms", most: 60 },
  guardNode: { benchmark: "guard", what: "time of the guard, until git starts, against node", unit: BARE, most: 1.6 },
  startPeer: { benchmark: "peers", what: "time to tools/list, 68 tools, against openapi-mcp-generator", unit: "×", most: 0.25 },
  call: { benchmark: "call", what: "p50 of a call, against the bare loop", unit: "×", most: 1.3 },
  callGrowth: { benchmark: "call", what: "p50 of a call, 10,000 tools against 10", unit: "×", most: 1.08 },
  callThroughput: { benchmark: "call", what: "throughput, 32 in flight, against the bare loop", unit: "×", least: 0.8 },
  httpSearchSdk: { benchmark: "http", what: "searches per second, 2025, against a bare server of the SDK", unit: "×", least: 1.2 },
  httpSearchFastmcp: { benchmark: "http", what: "searches per second, 2025, against FastMCP", unit: "×", least: 2 },
  httpBusySearch: { benchmark: "http", what: "p99 of a search while 16 calls with output run", unit: "ms", most: 50 },
  httpMemory: { benchmark: "http", what: "memory at 64 connections", unit: "MB", most: 110 },
  httpStart: { benchmark: "http", what: "time to the printed address, with --http", unit: BARE, most: 2.6 },
  outputMemory: { benchmark: "output", what: "peak memory over 100 MB of output", unit: "MB", most: 100 },
  searchIndex10000: { benchmark: "search-latency", what: "p99 in the index, 10,000 tools", unit: "ms", most: 2 },
  searchIndex100000: { benchmark: "search-latency", what: "p99 in the index, 100,000 tools", unit: "ms", most: 20 },
  searchServer10000: { benchmark: "search-latency", what: "p99 through the server, 10,000 tools", unit: "ms", most: 5 },
  searchServer100000: { benchmark: "search-latency", what: "p99 through the server, 100,000 tools", unit: "ms", most: 40 },
  searchKeywords: { benchmark: "search", what: "corpus: keywords, R@10", unit: QUERIES, least: 0.6 },
  searchCliKeywords: { benchmark: "search", what: "corpus: CLI and keywords, R@5", unit: QUERIES, least: 0.97 },
  searchSentence: { benchmark: "search", what: "corpus: sentence, R@10", unit: QUERIES, least: 0.55 },
  searchFiltered: { benchmark: "search", what: "corpus: keywords with the `cli` filter, R@5", unit: QUERIES, least: 0.98 },
  searchEmpty: { benchmark: "search", what: "corpus: keywords without results", unit: QUERIES, most: 0.01 },
  tokensList: { benchmark: "tokens", what: "tools/list with two meta-tools", unit: "tokens", most: 350 },
  tokensSearch: { benchmark: "tokens", what: "search of 150 tools with `--search-schemas 3`, against full schemas", unit: "×", most: 0.5 },
  tokensSession: {
    benchmark: "tokens",
    what: "session with `--search-schemas 3`, against commit 628bb7d",
    unit: "×",
    most: 0.5,
  },
  generate: { benchmark: "generate", what: "10,000 tools, against YAML and plain strings", unit: "×", most: 1.6 },
  generateGrowth: { benchmark: "generate", what: "10,000 tools against 1,000", unit: "×", most: 11 },
  generateMemory: { benchmark: "generate", what: "peak memory, 10,000 tools", unit: "MB", most: 350 },
  generatePeer: { benchmark: "peers", what: "68 tools with --no-bundle, against openapi-mcp-generator", unit: "×", most: 1 },
  checkDirective: {
    benchmark: "check",
    what: "--check of the examples, with and without a Directive definition",
    unit: "×",
    most: 1.3,
  },
  unchanged: { benchmark: "unchanged", what: "run over unchanged files, 10,000 tools", unit: BARE, most: 3 },
  help: { benchmark: "unchanged", what: "--help", unit: BARE, most: 1.5 },
  version: { benchmark: "unchanged", what: "--version", unit: BARE, most: 1.5 },
  pageSize: { benchmark: "page", what: "a page of 100 tools, without its data", unit: "KiB", most: 400 },
  pagePaint: { benchmark: "page", what: "first paint of a page of 3,000 tools", unit: "ms", most: 200 },
  typeCheck68: { benchmark: "type-check", what: "68 tools, against a project of one line", unit: "×", most: 1.6 },
  typeCheck1000: { benchmark: "type-check", what: "1,000 tools, against a project of one line", unit: "×", most: 4 },
  importNamed: { benchmark: "import", what: "known flags that a draft has or names", unit: "of flags", least: 0.975 },
  importPrecision: { benchmark: "import", what: "drafted flags that a text contains", unit: "of flags", least: 0.995 },
  importKind: { benchmark: "import", what: "switch or value correct", unit: "of flags", least: 0.96 },
  importDescription: { benchmark: "import", what: "flags with a description", unit: "of flags", least: 0.96 },
  importLists: { benchmark: "import", what: "complete lists of values", unit: "of lists", least: 0.65 },
  importHarm: { benchmark: "import", what: "lists that reject a good value", unit: "of lists", most: 0.02 },
  importWritten: { benchmark: "import", what: "flags of hand-written configs that a draft has", unit: "of flags", least: 0.95 },
  importWrittenKind: { benchmark: "import", what: "switch or value correct, hand-written configs", unit: "of flags", least: 0.98 },
  importWrittenDescription: { benchmark: "import", what: "flags with a description, hand-written configs", unit: "of flags", least: 0.98 },
  importGlued: { benchmark: "import", what: "optional values glued or left out", unit: "of values", least: 1 },
  typeCheck10000: { benchmark: "type-check", what: "10,000 tools, against a project of one line", unit: "×", most: 20 },
} as const satisfies Readonly<Record<string, Target>>;

export type TargetName = keyof typeof TARGETS;

/** Measured values of the targets. A value is missing or not a number if a run omits it. */
export type Measured = Readonly<Partial<Record<TargetName, number | undefined>>>;

export interface TargetResult extends Target {
  readonly name: TargetName;
  readonly measured: number;
  readonly isMet: boolean;
}

/** Returns the targets that the tables have a figure for. */
export function judgeTargets(tables: readonly BenchTable[]): readonly TargetResult[] {
  const figures: Measured = Object.assign({}, ...tables.map(({ measured }) => measured));
  return (Object.entries(TARGETS) as [TargetName, Target][]).flatMap(([name, target]) => {
    const measured = figures[name];
    if (measured === undefined || Number.isNaN(measured)) return [];
    const { most = Infinity, least = -Infinity } = target;
    return [{ ...target, name, measured, isMet: measured <= most && measured >= least }];
  });
}

/** Returns a row for each measured target. The rows of other targets are taken from `earlier`, the printed rows of such a table. */
export function targetTable(results: readonly TargetResult[], earlier: readonly (readonly string[])[] = []): BenchTable {
  const rows = (Object.entries(TARGETS) as [TargetName, Target][]).flatMap(([name, target]): readonly (readonly (string | number)[])[] => {
    const head = [target.benchmark, target.what, target.unit, limitOf(target)];
    const result = results.find((one) => one.name === name);
    if (result !== undefined) return [[...head, formatFigure(result.measured), result.isMet ? "met" : "missed"]];
    return earlier.filter((row) => head.every((cell, place) => row[place] === cell));
  });
  return { title: "Targets", columns: ["benchmark", "what", "unit", "target", "measured", "verdict"], rows };
}

/** Rounds to one digit more than targets have. */
function formatFigure(figure: number): string {
  return Math.abs(figure) < 1 ? String(Number(figure.toFixed(3))) : formatCell(figure);
}

function limitOf({ most, least }: Target): string {
  return least === undefined ? `≤ ${most ?? ""}` : `≥ ${least}`;
}
