/**
 * The source from which a `ToolIndex` reads its tools. Two sources implement it: specs in memory (development, tests), and the compiled
 * index of `dist/` (`compiled/`). A compiled index is read by offset, so that a large index takes no memory.
 */
import type { ClaimedRisk } from "../tool/annotations.ts";
import type { SearchStatistics } from "./statistics.ts";
import type { Cli, Tool, ToolProgram } from "../tool/tool.ts";
import type { ToolListing } from "../tool/tool-listing.ts";
import type { Twins } from "./twins.ts";

/** Separates two tools in the joined search text. Configs cannot contain this character, so no match can span two tools. */
export const SEARCH_SEPARATOR = "\u0000";

/** A CLI and the ordinals of its tools. */
export interface IndexedCli {
  readonly cli: Cli;
  /** Ordinal of the first tool. Tools are numbered across all CLIs in index order: this CLI has `first` to `first + count - 1`. */
  readonly first: number;
  readonly count: number;
  /** The names that queries may use for the CLI. Defaults to `listAliases`. */
  readonly aliases?: readonly string[];
}

/** The search texts of all tools, in tool order, each followed by `SEARCH_SEPARATOR`. */
export interface SearchText {
  readonly text: string;
  /** Start of the text of tool `i`, in UTF-16 units, with one more entry at the end. */
  readonly starts: Uint32Array;
}

/**
 * Form of a result in a reply. `full`: with the schema; descriptions of arguments are cut. `short`: the same, without the descriptions of
 * most optional arguments. `brief`: with the names of the required arguments instead of the schema.
 */
export type ResultForm = "full" | "short" | "brief";

/** Reads the results of tools as JSON, by ordinal. */
export interface ResultTexts {
  readonly text: (ordinal: number, form: ResultForm) => string;
  /** Returns the size of a text, in bytes of UTF-8. */
  readonly size: (ordinal: number, form: ResultForm) => number;
}

/** Reads the tools of an index. */
export interface IndexReader {
  readonly toolCount: number;
  readonly clis: readonly IndexedCli[];
  readonly searchText: () => SearchText;
  /** Statistics of the words of these tools, for ranking. */
  readonly statistics: () => SearchStatistics;
  /** For each tool, the rank of its name among all names, sorted by their UTF-8 bytes. Breaks ties. */
  readonly nameRanks: () => Uint32Array;
  /** For each tool, the first tool with the same effect; see `findTwins`. */
  readonly twins: () => Twins;
  readonly results: ResultTexts;
  readonly readTool: (ordinal: number) => Tool;
  /** Reads all tools, in index order. Faster than one at a time. */
  readonly readTools: () => readonly Tool[];
  /**
   * Reads the stored `tools/list` entries of all tools, for programs that can reach the network. Omitted if no entries are stored, or if
   * they are not those of these tools.
   */
  readonly readListings?: () => readonly ToolListing[];
  readonly findTool: (name: string) => number | undefined;
  readonly toolNames: () => readonly string[];
  /** The risks that the tools declare. `climax_call` has all of these risks. */
  readonly risks: () => ReadonlySet<ClaimedRisk>;
  /** Returns the programs of the tools that match, each once. */
  readonly findPrograms: (matches: (program: ToolProgram) => boolean) => readonly ToolProgram[];
  /** Tool names by JSON-RPC method. Empty without Directive tools. */
  readonly methods: ReadonlyMap<string, string>;
}
