/** Applies policies to an existing index: selects the enabled tools, renumbers them, and narrows their descriptions and arguments. */
import type { IndexedCli, IndexReader, SearchText } from "../search/reader.ts";
import { SEARCH_SEPARATOR } from "../search/reader.ts";
import { collectRisks, joinSearchTexts, ranksOf, toSearchText } from "./index-reader.ts";
import { findTwins } from "../search/twins.ts";
import { createResultTexts } from "./result-texts.ts";
import { once } from "../text/once.ts";
import { collectStatistics, openStatistics } from "../search/statistics.ts";
import type { Tool } from "../tool/tool.ts";
import { collectPrograms } from "./tool-programs.ts";
import { narrowTool } from "../policy/narrow-tool.ts";
import type { Policy, ToolRules } from "../policy/policy.ts";
import { isEnabled } from "../policy/policy.ts";

/**
 * Creates a reader of the enabled tools. Returns the same reader if there are no policies. The tool counts of CLIs include only enabled
 * tools, and CLIs without enabled tools are left out. Records are read on demand.
 */
export function narrowReader(reader: IndexReader, policies: readonly Policy[]): IndexReader {
  if (policies.length === 0) return reader;
  const kept = findKept(reader, policies);
  const isComplete = kept.length === reader.toolCount;
  const positions = new Map(kept.map((ordinal, position) => [ordinal, position]));
  const readTool = (position: number): Tool => {
    const whole = reader.readTool(kept[position] ?? -1);
    const tool = narrowTool(removeExamples(whole, policies), policies);
    if (tool === undefined) throw new RangeError(`no tool ${position}: the policies leave ${kept.length}`);
    return tool;
  };
  const readAll = (): readonly Tool[] => kept.map((_, position) => readTool(position));
  const programs = once(() => collectPrograms(readAll()));
  const twins = once(() => findTwins(readAll()));
  return {
    toolCount: kept.length,
    clis: isComplete ? reader.clis : countTools(reader.clis, kept),
    searchText: once(() => narrowText(reader, policies, kept)),
    // If a tool is disabled or its description is replaced, the order of results must not reveal its terms.
    statistics:
      isComplete && namesWith(policies, isDescribed).length === 0
        ? reader.statistics
        : once(() => openStatistics(collectStatistics(readAll()))),
    nameRanks: isComplete ? reader.nameRanks : once(() => rankKept(reader.nameRanks(), kept)),
    twins,
    results: createResultTexts(readTool, twins),
    readTool,
    readTools: readAll,
    findTool: (name) => positions.get(reader.findTool(name) ?? -1),
    toolNames: once(() => reader.toolNames().filter((name) => isEnabled(name, policies))),
    // All tools are read only if one of the programs, which may belong to a disabled tool, matches.
    findPrograms: (matches) => {
      const found = reader.findPrograms(matches);
      return isComplete || found.length === 0 ? found : programs().filter(matches);
    },
    risks: isComplete ? reader.risks : once(() => collectRisks(readAll())),
    methods: isComplete ? reader.methods : new Map([...reader.methods].filter(([, tool]) => isEnabled(tool, policies))),
  };
}

/** Returns the names of the tools whose rules in any policy satisfy `matches`. */
function namesWith(policies: readonly Policy[], matches: (rules: ToolRules) => boolean): readonly string[] {
  return policies.flatMap(({ tools }) => [...tools].filter(([, rules]) => matches(rules)).map(([name]) => name));
}

function isDescribed({ description }: ToolRules): boolean {
  return description !== undefined && description !== "";
}

/** Returns the ranks among the enabled tools. */
function rankKept(ranks: Uint32Array, kept: readonly number[]): Uint32Array {
  const positions = kept.map((_, position) => position);
  return ranksOf(Uint32Array.from(positions.toSorted((left, right) => (ranks[kept[left] ?? 0] ?? 0) - (ranks[kept[right] ?? 0] ?? 0))));
}

/** Returns the enabled tools, in order. If a policy lists the enabled tools, only these tools are looked up. */
function findKept(reader: IndexReader, policies: readonly Policy[]): readonly number[] {
  const strict = policies.find(({ enablesUnnamed }) => !enablesUnnamed);
  if (strict === undefined) {
    const disabled = namesWith(policies, ({ enabled }) => enabled === false);
    const without = new Set(findOrdinals(reader, disabled));
    return Array.from({ length: reader.toolCount }, (_, ordinal) => ordinal).filter((ordinal) => !without.has(ordinal));
  }
  const enabled = [...strict.tools.keys()].filter((name) => isEnabled(name, policies));
  return findOrdinals(reader, enabled).toSorted((left, right) => left - right);
}

function findOrdinals(reader: IndexReader, names: readonly string[]): readonly number[] {
  return names.map(reader.findTool).filter((ordinal) => ordinal !== undefined);
}

function countTools(clis: readonly IndexedCli[], kept: readonly number[]): readonly IndexedCli[] {
  let first = 0;
  return clis.flatMap((range) => {
    const { cli, first: start, count: length } = range;
    const count = kept.filter((ordinal) => ordinal >= start && ordinal < start + length).length;
    const counted = { ...range, cli: { ...cli, tool_count: count }, first, count };
    first += count;
    return count === 0 ? [] : [counted];
  });
}

/**
 * Removes the examples that a policy may reject: examples with an argument that has rules, and examples without a required argument. The
 * generator has already removed the examples that the embedded policies reject.
 */
function removeExamples(tool: Tool, policies: readonly Policy[]): Tool {
  const { examples, ...rest } = tool;
  if (examples === undefined) return tool;
  const rules = policies.flatMap((policy) => [...(policy.tools.get(tool.name)?.args ?? [])]);
  const required = rules.flatMap(([name, rule]) => (rule.required === true ? [name] : []));
  const allowed = examples.filter(
    ({ args }) => !rules.some(([name]) => Object.hasOwn(args, name)) && required.every((name) => Object.hasOwn(args, name)),
  );
  return { ...rest, ...(allowed.length > 0 && { examples: allowed }) };
}

/** Returns the search texts of the enabled tools, rebuilt for tools whose description a policy replaces. */
function narrowText(reader: IndexReader, policies: readonly Policy[], kept: readonly number[]): SearchText {
  const { text, starts } = reader.searchText();
  const described = new Set(findOrdinals(reader, namesWith(policies, isDescribed)));
  const texts = kept.map((ordinal) => {
    const tool = described.has(ordinal) ? narrowTool(reader.readTool(ordinal), policies) : undefined;
    return tool ? toSearchText(tool, tool.cli) : text.slice(starts[ordinal], (starts[ordinal + 1] ?? 0) - SEARCH_SEPARATOR.length);
  });
  return joinSearchTexts(texts);
}
