/**
 * The compiled index: a server's tools as data that is read by offset, not as code that runs. Ten files:
 *
 * - `header.json`  the data for startup: the server's name, its CLIs, the range of tools of each CLI
 * - `search.txt`   the search text of all tools, joined
 * - `names.txt`    the tool names, sorted by their UTF-8 bytes, one per line
 * - `tools.ndjson` one JSON record per tool and line
 * - `listings.ndjson` the classic `tools/list` entry of each tool, one line for each, for programs that can reach the network
 * - `results.ndjson` the search results of each tool, one line for each form (`search/reader.ts`); an empty line repeats the line before
 * - `offsets.bin`  the start of each search text, each name, each record and each result; the first tool with the effect of each tool
 * - `words.txt`    the terms of ranked search, sorted by code unit, one per line
 * - `words.bin`    the start of each term and of its postings, and the numbers of tools that contain it, at all and in their own fields
 * - `postings.bin` for each term, the tools that contain it, with the impact in each (`search/postings.ts`)
 *
 * The numbers of `offsets.bin` and `words.bin` are little-endian 32-bit integers.
 *
 * All files except the header are opened on first use, and records are read one at a time.
 */
import type { ClaimedRisk } from "../../tool/annotations.ts";
import type { AnyPolicySpec } from "../../policy/policy-spec.ts";
import type { IndexedCli } from "../../search/reader.ts";
import { RESULT_FORMS } from "../result-texts.ts";
import type { DiscoveryOptions } from "../../tool/discovery-options.ts";
import type { CommandHandler, ReadingHandler, Tool, ToolProgram } from "../../tool/tool.ts";

/** Version of the format. Must be increased if a reader of the old version would misread the files. */
export const FORMAT_VERSION = 7;

/** Names of the files. */
export const FILES = {
  header: "header.json",
  search: "search.txt",
  names: "names.txt",
  tools: "tools.ndjson",
  listings: "listings.ndjson",
  results: "results.ndjson",
  offsets: "offsets.bin",
  words: "words.txt",
  wordTable: "words.bin",
  postings: "postings.bin",
} as const;

/** A file other than the header. */
export type DataFile = Exclude<keyof typeof FILES, "header">;

/** Content of `header.json`. */
export interface CompiledHeader extends DiscoveryOptions {
  readonly format: typeof FORMAT_VERSION;
  readonly name: string;
  readonly version: string;
  readonly classic: boolean;
  /** Set if the size of the list of tools decided about `classic`. */
  readonly is_auto?: true;
  readonly tool_count: number;
  /** Sizes of the other files, in bytes. They detect an incomplete copy, or a mix of two versions, before the data is used. */
  readonly bytes: Readonly<Record<DataFile, number>>;
  readonly clis: readonly IndexedCli[];
  /** The distinct risks of the tools, so that listing the meta-tools does not require reading all tools. */
  readonly risks: readonly ClaimedRisk[];
  /** The programs of the tools, each once. Omitted if every tool has the program of its CLI. */
  readonly programs?: readonly ToolProgram[];
  /** Tool names by JSON-RPC method. Omitted if no tool has a method. */
  readonly methods?: Readonly<Record<string, string>>;
  /** Digests of the tools that the embedded policies disable (`name-digest.ts`), sorted. Omitted if empty. */
  readonly disabled?: readonly string[];
  /** The embedded policies, all of which apply to a call; the tools of the index are already narrowed by them. Omitted if empty. */
  readonly policies?: readonly AnyPolicySpec[];
}

/** One line of `tools.ndjson`. `cli` is the index of the tool's CLI in the header, which also contains the program. */
export type ToolRecord = Omit<Tool, "cli" | "handler"> & {
  readonly cli: number;
  readonly handler: Omit<CommandHandler, "program"> | ReadingHandler;
};

/** The parts of `offsets.bin`, in storage order. */
export interface Offsets {
  /** Start of each search text and end of the last text, in UTF-16 units of the decoded `search.txt`. */
  readonly searchStarts: Uint32Array;
  /** Start of each name and end of the last name, in bytes of `names.txt`. */
  readonly nameStarts: Uint32Array;
  /** The tool of each line of `names.txt`. */
  readonly nameTools: Uint32Array;
  /** The line of each tool in `names.txt`, which breaks ties in search results. */
  readonly nameRanks: Uint32Array;
  /** Start of each record and end of the last record, in bytes of `tools.ndjson`. */
  readonly recordStarts: Uint32Array;
  /** Start of each line of `results.ndjson` and end of the last line, in bytes. */
  readonly resultStarts: Uint32Array;
  /** See `findTwins`. */
  readonly twins: Uint32Array;
}

/** Returns the lengths of the parts of `words.bin`: term starts, posting starts, counts, counts of own fields. */
export function wordTableLengths(wordCount: number): readonly [number, number, number, number] {
  return [wordCount + 1, wordCount + 1, wordCount, wordCount];
}

/** Returns the lengths of the seven parts of `offsets.bin`. */
export function offsetLengths(toolCount: number): readonly [number, number, number, number, number, number, number] {
  return [toolCount + 1, toolCount + 1, toolCount, toolCount, toolCount + 1, toolCount * RESULT_FORMS.length + 1, toolCount];
}
