/**
 * What a `ToolIndex` reads its tools from. Two sources implement it: specs in memory (development, tests) and the
 * compiled index of `dist/` (`compiled/`), which is read by offset so that a large index costs no memory.
 */
import type { ClaimedRisk } from "../tool/annotations.ts";
import type { SearchStatistics } from "./statistics.ts";
import type { Cli, Tool } from "../tool/tool.ts";

/** Between two tools in the joined search text. Configs cannot contain it, so no query can match across it. */
export const SEARCH_SEPARATOR = "\u0000";

export interface IndexedCli {
  readonly cli: Cli;
  /** Tools are numbered through all CLIs in index order: this CLI holds `first` to `first + count - 1`. */
  readonly first: number;
  readonly count: number;
  /** What a query may call the CLI. Absent: `listAliases` says. */
  readonly aliases?: readonly string[];
}

/** The search texts of all tools, in tool order, each ended by `SEARCH_SEPARATOR`. */
export interface SearchText {
  readonly text: string;
  /** Where the text of tool `i` starts, in UTF-16 units; one more entry at the end. */
  readonly starts: Uint32Array;
}

export interface IndexReader {
  readonly toolCount: number;
  readonly clis: readonly IndexedCli[];
  readonly searchText: () => SearchText;
  /** What ranked search knows of the words of these tools. */
  readonly statistics: () => SearchStatistics;
  /** For each tool the place of its name among all names, sorted by their UTF-8 bytes: what breaks a tie. */
  readonly nameRanks: () => Uint32Array;
  readonly readTool: (ordinal: number) => Tool;
  /** Reads all tools, in index order. Faster than one at a time. */
  readonly readTools: () => readonly Tool[];
  readonly findTool: (name: string) => number | undefined;
  readonly toolNames: () => readonly string[];
  /** The risks that the tools claim: what `climax_call` may come to. */
  readonly risks: () => ReadonlySet<ClaimedRisk>;
  /** JSON-RPC method → the tool that it means; empty without Directive tools. */
  readonly methods: ReadonlyMap<string, string>;
}
