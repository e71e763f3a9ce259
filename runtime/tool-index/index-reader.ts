/** Index readers over tools in memory, and the functions that the compiled index shares with them. */
import type { ClaimedRisk } from "../tool/annotations.ts";
import type { DirectivePart } from "../tool/directive-spec.ts";
import { toDirectiveCli, toDirectiveTool } from "../tool/directive-tool.ts";
import { once } from "../text/once.ts";
import { collectStatistics, openStatistics } from "../search/statistics.ts";
import type { CliSpec, AnyToolSpec, ArgSpec, ToolSpecs } from "../tool/tool-spec.ts";
import type { Cli, CommandHandler, Program, Tool, ToolArg } from "../tool/tool.ts";
import type { IndexedCli, SearchText, IndexReader } from "../search/reader.ts";
import { SEARCH_SEPARATOR } from "../search/reader.ts";

export interface CliWithTools {
  readonly cli: Cli;
  readonly tools: readonly Tool[];
}

/** One CLI as generated code hands it over: the namespace of its module. */
export interface CliPart {
  readonly cli: CliSpec;
  readonly tools: ToolSpecs;
}

/** Case-insensitive text that a query is looked for in (vectors search.query_cross): the fields joined by single spaces. */
export function toSearchText(tool: Pick<Tool, "name" | "description">, cli: Pick<Cli, "name" | "category" | "tags">): string {
  const fields = [tool.name, tool.description, cli.name, ...(cli.category ? [cli.category] : []), ...(cli.tags ?? [])];
  return fields.join(" ").toLowerCase();
}

/** Joins search texts into the one string that a query is looked for in. */
export function joinSearchTexts(texts: readonly string[]): SearchText {
  const starts = new Uint32Array(texts.length + 1);
  let offset = 0;
  texts.forEach((text, ordinal) => {
    starts[ordinal] = offset;
    offset += text.length + SEARCH_SEPARATOR.length;
  });
  starts[texts.length] = offset;
  return { text: texts.map((text) => text + SEARCH_SEPARATOR).join(""), starts };
}

/** What generated code hands over for each of its modules. */
export type ToolPart = CliPart | DirectivePart;

/** A reader over specs in memory. */
export function createMemoryReader(parts: readonly ToolPart[]): IndexReader {
  const clis = parts.map(readPart);
  return createListReader(
    numberClis(clis),
    clis.flatMap(({ tools }) => tools),
  );
}

/** The reader with another group of tools at its end. Reads every tool, so it is not for large compiled indexes. */
export function extendReader(reader: IndexReader, { cli, tools }: CliWithTools): IndexReader {
  const known = Array.from({ length: reader.toolCount }, (_, ordinal) => reader.readTool(ordinal));
  return createListReader([...reader.clis, { cli, first: known.length, count: tools.length }], [...known, ...tools]);
}

/** The CLIs with the numbers that their tools have in one row. */
export function numberClis(parts: readonly CliWithTools[]): readonly IndexedCli[] {
  let first = 0;
  return parts.map(({ cli, tools }) => {
    const indexed = { cli, first, count: tools.length };
    first += tools.length;
    return indexed;
  });
}

/** A reader over tools that are numbered already. */
export function createListReader(clis: readonly IndexedCli[], tools: readonly Tool[]): IndexReader {
  const ordinals = new Map(tools.map((tool, ordinal) => [tool.name, ordinal]));
  return {
    toolCount: tools.length,
    clis,
    searchText: once(() => joinSearchTexts(tools.map((tool) => toSearchText(tool, tool.cli)))),
    statistics: once(() => openStatistics(collectStatistics(tools))),
    nameRanks: once(() => ranksOf(sortNames(tools.map(({ name }) => name)))),
    readTool(ordinal) {
      const tool = tools[ordinal];
      if (tool === undefined) throw new RangeError(`no tool ${ordinal}: the index holds ${tools.length}`);
      return tool;
    },
    readTools: () => tools,
    findTool: (name) => ordinals.get(name),
    toolNames: () => [...ordinals.keys()],
    risks: () => collectRisks(tools),
    methods: collectMethods(tools),
  };
}

/** The numbers of these names in the order of their UTF-8 bytes. */
export function sortNames(names: readonly string[]): Uint32Array {
  const named = names.map((name, ordinal) => ({ bytes: Buffer.from(name), ordinal }));
  return Uint32Array.from(
    named.toSorted((left, right) => left.bytes.compare(right.bytes)),
    ({ ordinal }) => ordinal,
  );
}

/** The place of each number in an order of all of them. */
export function ranksOf(order: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(order.length);
  order.forEach((ordinal, rank) => (ranks[ordinal] = rank));
  return ranks;
}

/**
 * The risks of these tools, each once, in the order of their names, so that the same tools give the same bytes. A Directive tool
 * only reads, and claims nothing that a client would have to be told.
 */
export function collectRisks(tools: readonly Tool[]): ReadonlySet<ClaimedRisk> {
  const claimants = tools.filter(({ handler }) => handler.kind !== "directive");
  return new Set(claimants.map(({ risk }): ClaimedRisk => risk ?? "none").toSorted());
}

/** Which tool each JSON-RPC method means. Of two tools with one method the first answers; the compiler refuses that. */
export function collectMethods(tools: readonly Tool[]): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const { name, handler } of tools) {
    const method = handler.kind === "directive" ? handler.method : undefined;
    if (method !== undefined && !methods.has(method)) methods.set(method, name);
  }
  return methods;
}

/** A part as the runtime works with it: the group of tools that a search shows, and a way to read each tool. */
function readPart(part: ToolPart): CliWithTools {
  if ("directive" in part) {
    const cli = toDirectiveCli({ tool_count: Object.keys(part.tools).length, ...part.directive });
    return { cli, tools: Object.values(part.tools).map((spec) => toDirectiveTool(spec, part.directive, cli)) };
  }
  const { command, env, working_dir, global_args = {}, tool_count = Object.keys(part.tools).length, ...group } = part.cli;
  const program: Program = {
    command,
    ...(env && { env }),
    ...(working_dir !== undefined && { working_dir }),
    global_args: toArgs(global_args),
  };
  const cli: Cli = { ...group, tool_count, program };
  return { cli, tools: Object.values(part.tools).map((spec) => toTool(spec, { cli, program })) };
}

function toTool(spec: AnyToolSpec, { cli, program }: { readonly cli: Cli; readonly program: Program }): Tool {
  const { command, success_exit_codes, end_of_options, args, ...fields } = spec;
  const handler: CommandHandler = {
    kind: "command",
    program,
    command: command.slice(program.command.length),
    ...(success_exit_codes && { success_exit_codes }),
    ...(end_of_options !== undefined && { end_of_options }),
  };
  return { ...fields, cli, args: toArgs(args), handler };
}

function toArgs(table: Readonly<Record<string, ArgSpec>>): readonly ToolArg[] {
  return Object.entries(table).map(([name, spec]) => ({ name, ...spec }));
}
