/** Creates index readers over tools in memory. Contains functions that the compiled index also uses. */
import type { ClaimedRisk } from "../tool/annotations.ts";
import type { DirectivePart } from "../tool/directive-spec.ts";
import { toDirectiveCli, toDirectiveTool } from "../tool/directive-tool.ts";
import { compareCodePoints } from "../text/code-points.ts";
import { once } from "../text/once.ts";
import { collectStatistics, openStatistics } from "../search/statistics.ts";
import { findTwins } from "../search/twins.ts";
import { createResultTexts } from "./result-texts.ts";
import { toCommandCli, toCommandTool } from "../tool/command-tool.ts";
import { collectPrograms } from "./tool-programs.ts";
import type { CliSpec, ToolSpecs } from "../tool/tool-spec.ts";
import type { Cli, Tool } from "../tool/tool.ts";
import type { IndexedCli, SearchText, IndexReader } from "../search/reader.ts";
import { SEARCH_SEPARATOR } from "../search/reader.ts";

/** A CLI, and its tools in definition order. */
export interface CliWithTools {
  readonly cli: Cli;
  readonly tools: readonly Tool[];
}

/** One CLI in generated code: the namespace of its module. */
export interface CliPart {
  readonly cli: CliSpec;
  readonly tools: ToolSpecs;
}

/** One module of generated code. */
export type ToolPart = CliPart | DirectivePart;

/** Returns the lowercase text that unranked queries search (vectors search.query_cross): the fields joined by single spaces. */
export function toSearchText(tool: Pick<Tool, "name" | "description">, cli: Pick<Cli, "name" | "category" | "tags">): string {
  const fields = [tool.name, tool.description, cli.name, ...(cli.category ? [cli.category] : []), ...(cli.tags ?? [])];
  return fields.join(" ").toLowerCase();
}

/** Joins the strings of all tools that are searched into one. */
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

/** Creates a reader over specs in memory. */
export function createMemoryReader(parts: readonly ToolPart[]): IndexReader {
  return createPartsReader(parts.map(readPart));
}

/** Creates a reader over resolved tools, which are numbered in this order. */
export function createPartsReader(parts: readonly CliWithTools[]): IndexReader {
  return createListReader(
    numberClis(parts),
    parts.flatMap(({ tools }) => tools),
  );
}

/** Returns the reader with another group of tools at its end. Reads every tool, so do not use it with a large compiled index. */
export function extendReader(reader: IndexReader, { cli, tools }: CliWithTools): IndexReader {
  const known = reader.readTools();
  return createListReader([...reader.clis, { cli, first: known.length, count: tools.length }], [...known, ...tools]);
}

/** Returns the CLIs with the range of their tools in the numbering of all tools. */
export function numberClis(parts: readonly CliWithTools[]): readonly IndexedCli[] {
  let first = 0;
  return parts.map(({ cli, tools }) => {
    const indexed = { cli, first, count: tools.length };
    first += tools.length;
    return indexed;
  });
}

/** Creates a reader over tools that are already numbered. */
export function createListReader(clis: readonly IndexedCli[], tools: readonly Tool[]): IndexReader {
  const ordinals = new Map(tools.map((tool, ordinal) => [tool.name, ordinal]));
  const readTool = (ordinal: number): Tool => {
    const tool = tools[ordinal];
    if (tool === undefined) throw new RangeError(`no tool ${ordinal}: the index holds ${tools.length}`);
    return tool;
  };
  const twins = once(() => findTwins(tools));
  return {
    toolCount: tools.length,
    clis,
    searchText: once(() => joinSearchTexts(tools.map((tool) => toSearchText(tool, tool.cli)))),
    statistics: once(() => openStatistics(collectStatistics(tools))),
    nameRanks: once(() => ranksOf(sortNames(tools.map(({ name }) => name)))),
    twins,
    results: createResultTexts(readTool, twins),
    readTool,
    readTools: () => tools,
    findTool: (name) => ordinals.get(name),
    toolNames: () => [...ordinals.keys()],
    risks: () => collectRisks(tools),
    findPrograms: (matches) => collectPrograms(tools).filter(matches),
    methods: collectMethods(tools),
  };
}

/** Returns the indices of these names, sorted by the names' UTF-8 bytes. */
export function sortNames(names: readonly string[]): Uint32Array {
  const named = names.map((name, ordinal) => ({ name, ordinal }));
  return Uint32Array.from(
    named.toSorted((left, right) => compareCodePoints(left.name, right.name)),
    ({ ordinal }) => ordinal,
  );
}

/** Inverts a permutation: returns the rank of each number in `order`. */
export function ranksOf(order: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(order.length);
  order.forEach((ordinal, rank) => (ranks[ordinal] = rank));
  return ranks;
}

/**
 * Returns the distinct risks that configs declare for these tools, sorted by name, so that the output is reproducible. Directive tools are
 * ignored, so that a server whose configs declare no risk lists its meta-tools without annotations, like CLImax.
 */
export function collectRisks(tools: readonly Tool[]): ReadonlySet<ClaimedRisk> {
  const claimants = tools.filter(({ handler }) => handler.kind !== "directive");
  return new Set(claimants.map(({ risk }): ClaimedRisk => risk ?? "none").toSorted());
}

/** Maps JSON-RPC methods to tools. If two tools have the same method, which the generator rejects, the first one applies. */
export function collectMethods(tools: readonly Tool[]): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const { name, handler } of tools) {
    const method = handler.kind === "directive" ? handler.method : undefined;
    if (method !== undefined && !methods.has(method)) methods.set(method, name);
  }
  return methods;
}

/** Converts a part of generated code to the runtime form of its CLI and its tools. */
function readPart(part: ToolPart): CliWithTools {
  if ("directive" in part) {
    const cli = toDirectiveCli({ tool_count: Object.keys(part.tools).length, ...part.directive });
    return { cli, tools: Object.values(part.tools).map((spec) => toDirectiveTool(spec, part.directive, cli)) };
  }
  const specs = Object.values(part.tools);
  const hasOwnSystems = specs.some(({ os }) => os !== undefined);
  const cli = { ...toCommandCli({ tool_count: specs.length, ...part.cli }), ...(hasOwnSystems && { hasOwnSystems }) };
  return { cli, tools: specs.map((spec) => toCommandTool(spec, cli)) };
}
