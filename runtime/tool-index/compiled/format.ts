/**
 * The compiled index: a server's tools as data that is read by offset, not as code that runs. Eight files:
 *
 * - `header.json`  what a server needs at start: its name, its CLIs, which tools belong to which
 * - `search.txt`   the search texts of all tools, joined
 * - `names.txt`    the tool names, sorted by their UTF-8 bytes, one a line
 * - `tools.ndjson` one JSON record a line for each tool
 * - `offsets.bin`  where each search text, each name and each record starts
 * - `words.txt`    the words of ranked search, sorted by code unit, one a line
 * - `words.bin`    where each word and its postings start, and how many tools have it
 * - `postings.bin` which tools have each word, and how much (`search/postings.ts`)
 *
 * The numbers of `offsets.bin` and `words.bin` are little-endian and have 32 bits.
 *
 * Everything but the header is opened when it is first needed, and a record is read alone.
 */
import type { ClaimedRisk } from "../../tool/annotations.ts";
import type { AnyPolicySpec } from "../../policy/policy-spec.ts";
import type { IndexedCli } from "../../search/reader.ts";
import type { CommandHandler, ReadingHandler, Tool } from "../../tool/tool.ts";

/** Raised when a reader of the old version would misread the files. */
export const FORMAT_VERSION = 5;

export const FILES = {
  header: "header.json",
  search: "search.txt",
  names: "names.txt",
  tools: "tools.ndjson",
  offsets: "offsets.bin",
  words: "words.txt",
  wordTable: "words.bin",
  postings: "postings.bin",
} as const;

/** A file beside the header. */
export type DataFile = Exclude<keyof typeof FILES, "header">;

export interface CompiledHeader {
  readonly format: typeof FORMAT_VERSION;
  readonly name: string;
  readonly version: string;
  readonly classic: boolean;
  readonly tool_count: number;
  /** The sizes of the other files, which tell a folder that was copied in part, or from two, before it is answered from. */
  readonly bytes: Readonly<Record<DataFile, number>>;
  readonly clis: readonly IndexedCli[];
  /** The risks that the tools claim, so that a list of two tools need not read all others. */
  readonly risks: readonly ClaimedRisk[];
  /** JSON-RPC method → tool. Absent without Directive tools. */
  readonly methods?: Readonly<Record<string, string>>;
  /** Digests of the tools that the embedded policies disable (`name-digest.ts`), sorted. Omitted if there are none. */
  readonly disabled?: readonly string[];
  /** The embedded policies, all of which hold for a call; the tools of the index are already narrowed by them. Absent if there are none. */
  readonly policies?: readonly AnyPolicySpec[];
}

/** A tool as one line of `tools.ndjson`; `cli` is the index of its CLI in the header, which holds the program as well. */
export type ToolRecord = Omit<Tool, "cli" | "handler"> & {
  readonly cli: number;
  readonly handler: Omit<CommandHandler, "program"> | ReadingHandler;
};

/** The parts of `offsets.bin`, in the order in which they are stored. */
export interface Offsets {
  /** In UTF-16 units of `search.txt` as decoded; one more entry at the end. */
  readonly searchStarts: Uint32Array;
  /** In bytes of `names.txt`; one more entry at the end. */
  readonly nameStarts: Uint32Array;
  /** The tool of each line of `names.txt`. */
  readonly nameTools: Uint32Array;
  /** The line of each tool in `names.txt`: what a search breaks ties by. */
  readonly nameRanks: Uint32Array;
  /** In bytes of `tools.ndjson`; one more entry at the end. */
  readonly recordStarts: Uint32Array;
}

/** Lengths of the parts of `words.bin`: word starts, posting starts, counts. */
export function wordTableLengths(wordCount: number): readonly [number, number, number] {
  return [wordCount + 1, wordCount + 1, wordCount];
}

/** Lengths of the five parts for a number of tools. */
export function offsetLengths(toolCount: number): readonly [number, number, number, number, number] {
  return [toolCount + 1, toolCount + 1, toolCount, toolCount, toolCount + 1];
}
