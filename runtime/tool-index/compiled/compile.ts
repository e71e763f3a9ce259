/** Serializes the compiled index. Pure: the generator writes the files. */
import type { CliWithTools } from "../index-reader.ts";
import { collectMethods, collectRisks, joinSearchTexts, numberClis, ranksOf, sortNames, toSearchText } from "../index-reader.ts";
import { listAliases } from "../../search/scope.ts";
import { collectStatistics } from "../../search/statistics.ts";
import type { Twins } from "../../search/twins.ts";
import { findTwins, listTwins } from "../../search/twins.ts";
import { printResults } from "../result-texts.ts";
import type { Tool } from "../../tool/tool.ts";
import type { AnyPolicySpec } from "../../policy/policy-spec.ts";
import type { DiscoveryOptions } from "../../tool/discovery-options.ts";
import { discoveryOf } from "../../tool/discovery-options.ts";
import type { CompiledHeader, DataFile } from "./format.ts";
import { FILES, FORMAT_VERSION } from "./format.ts";
import { cliPrograms, collectPrograms } from "../tool-programs.ts";
import { digestName } from "./name-digest.ts";
import { toRecord } from "./record.ts";
import { toListing } from "../../tool/tool-listing.ts";

/** The data of a server to compile. */
export interface CompileInput extends DiscoveryOptions {
  /** Names of the tools that the embedded policies disable; only their digests are stored. Defaults to none. */
  readonly disabled?: readonly string[];
  readonly name: string;
  readonly version: string;
  readonly classic: boolean;
  /** Whether the size of the list of tools decided about `classic`. Defaults to false. */
  readonly isAuto?: boolean;
  readonly clis: readonly CliWithTools[];
  /** The embedded policies. `clis` must contain only enabled tools, narrowed by `narrowTool`. Defaults to no policies. */
  readonly policies?: readonly AnyPolicySpec[];
}

/** Returns the files of the compiled index, by file name. Deterministic. */
export function compileIndex(input: CompileInput): ReadonlyMap<string, string | Uint8Array> {
  const numbered = input.clis.flatMap(({ tools }, cli) => tools.map((tool) => ({ tool, cli })));
  const search = joinSearchTexts(numbered.map(({ tool }) => toSearchText(tool, tool.cli)));
  const names = sortedNames(numbered.map(({ tool }) => tool.name));
  const records = joinLines(numbered.map(({ tool, cli }) => JSON.stringify(toRecord(tool, cli))));
  const tools = numbered.map(({ tool }) => tool);
  const { words, counts, ownCounts, postings, postingStarts } = collectStatistics(tools);
  const twins = findTwins(tools);
  const results = joinLines(printAll(tools, twins));
  const data: Readonly<Record<DataFile, string | Uint8Array>> = {
    search: search.text,
    names: names.lines.text,
    tools: records.text,
    listings: joinLines(tools.map((tool) => JSON.stringify(toListing(tool)))).text,
    results: results.text,
    offsets: littleEndian([search.starts, names.lines.starts, names.tools, ranksOf(names.tools), records.starts, results.starts, twins]),
    words: words.text,
    wordTable: littleEndian([words.starts, postingStarts, counts, ownCounts]),
    postings,
  };
  const files = Object.entries(data) as [DataFile, string | Uint8Array][];
  return new Map<string, string | Uint8Array>([
    [FILES.header, `${JSON.stringify(toHeader(input, files))}\n`],
    ...files.map(([file, content]) => [FILES[file], content] as const),
  ]);
}

/** Returns the results of all tools. A short result that is equal to the full one is an empty line. */
function printAll(tools: readonly Tool[], twins: Twins): readonly string[] {
  const others = listTwins(twins);
  return tools.flatMap((tool, ordinal) => {
    const texts = printResults(
      tool,
      (others.get(ordinal) ?? []).map((other) => tools[other]?.name ?? ""),
    );
    return texts.map((text, form) => (text === texts[form - 1] ? "" : text));
  });
}

function toHeader(input: CompileInput, files: readonly (readonly [DataFile, string | Uint8Array])[]): CompiledHeader {
  const clis = numberClis(input.clis).map((numbered) => ({ ...numbered, aliases: listAliases(numbered.cli) }));
  const { name, version, classic, policies = [], disabled = [] } = input;
  const tools = input.clis.flatMap((part) => part.tools);
  const methods = collectMethods(tools);
  const programs = collectPrograms(tools);
  return {
    format: FORMAT_VERSION,
    name,
    version,
    classic,
    ...(input.isAuto === true && { is_auto: true }),
    ...discoveryOf(input),
    tool_count: tools.length,
    bytes: Object.fromEntries(files.map(([file, content]) => [file, Buffer.byteLength(content)])) as CompiledHeader["bytes"],
    clis,
    risks: [...collectRisks(tools)],
    ...(JSON.stringify(programs) !== JSON.stringify(cliPrograms(clis)) && { programs }),
    ...(methods.size > 0 && { methods: Object.fromEntries(methods) }),
    ...(disabled.length > 0 && { disabled: disabled.map(digestName).toSorted() }),
    ...(policies.length > 0 && { policies }),
  };
}

function sortedNames(names: readonly string[]): { readonly lines: JoinedLines; readonly tools: Uint32Array } {
  const tools = sortNames(names);
  return { lines: joinLines(Array.from(tools, (tool) => names[tool] ?? "")), tools };
}

interface JoinedLines {
  readonly text: string;
  /** Start of each line and end of the last line, in UTF-8 bytes. */
  readonly starts: Uint32Array;
}

function joinLines(lines: readonly string[]): JoinedLines {
  const starts = new Uint32Array(lines.length + 1);
  lines.forEach((line, index) => (starts[index + 1] = (starts[index] ?? 0) + Buffer.byteLength(line) + 1));
  return { text: lines.map((line) => `${line}\n`).join(""), starts };
}

function littleEndian(parts: readonly Uint32Array[]): Uint8Array {
  const values = parts.flatMap((part) => [...part]);
  const bytes = new DataView(new ArrayBuffer(values.length * Uint32Array.BYTES_PER_ELEMENT));
  values.forEach((value, index) => bytes.setUint32(index * Uint32Array.BYTES_PER_ELEMENT, value, true));
  return new Uint8Array(bytes.buffer);
}
