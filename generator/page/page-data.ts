/** Defines the data of a page: everything that its scripts display, as JSON. Contains no secret: see `build-page-data.ts`. */
import type { WordOrigin } from "@climax-gen/runtime/internal/command-line/command-word";
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { DiscoveryOptions } from "@climax-gen/runtime/internal/tool/discovery-options";
import type { ToolRecord } from "@climax-gen/runtime/internal/tool-index/compiled/format";
import type { Cli } from "@climax-gen/runtime/internal/tool/tool";
import type { Risk } from "@climax-gen/runtime/internal/tool/tool-spec";

/** The data that is parsed first. The tools themselves are in chunks, which are parsed when they are shown. */
export interface PageData {
  readonly server: PageServer;
  /** CLIs in the order of the server's index. The tools of each CLI are consecutive. */
  readonly clis: readonly PageCli[];
  /** Expanded policies, without globs and includes. All of them apply to every call. */
  readonly policies: readonly AnyPolicySpec[];
  /** Names of the tools that a policy disables. Empty for a generated project, which does not contain them. */
  readonly disabled: readonly string[];
  /** Tools in the order of the server's index, which is also the order in the chunks. */
  readonly rows: readonly ToolRow[];
  /** Number of tools in each chunk, except for the last one. The chunk with tool `n` is `Math.floor(n / chunkSize)`. */
  readonly chunkSize: number;
  /** Hazards of whole files. Hazards of tools are in the chunks. */
  readonly hazards: readonly PageHazard[];
  /** Paths of the YAML files, as the user named them. A `PagePosition` refers to them. Empty for a generated project. */
  readonly files: readonly string[];
}

/** The server as a page shows it. */
export interface PageServer extends DiscoveryOptions {
  readonly name: string;
  readonly version: string;
  /** True if the server lists all tools instead of `climax_search` and `climax_call`. */
  readonly classic: boolean;
}

/** Ids of the elements that contain the data. */
export const PAGE_DATA_ID = "page-data";
/** Returns the id of the element that contains a chunk of tools. */
export const chunkId = (number: number): string => `tools-${number}`;

/** A CLI with its position in YAML. */
export interface PageCli {
  readonly cli: Cli;
  /** The base commands of its tools as written in the config, each once. Empty if the tools run no program. */
  readonly commands: readonly string[];
  /** Omitted for a generated project. */
  readonly position?: PagePosition;
}

/** A tool in lists. */
export interface ToolRow {
  readonly name: string;
  /** Index in `clis`. */
  readonly cli: number;
  readonly title?: string;
  /** First sentence of the description, at most 160 characters. */
  readonly summary: string;
  /** Omitted if the tool does not declare a risk. */
  readonly risk?: Risk;
  /** Set if a policy requires a person to confirm each call. */
  readonly confirm?: true;
  /** Number of hazards without an acknowledgement. Omitted if it is 0. */
  readonly hazards?: number;
}

/** A tool in a chunk. */
export interface PageTool {
  /** The tool under the policies, as the server's index stores it. `cli` is an index in `clis`. Secret values are masked. */
  readonly record: ToolRecord;
  /** The facts that the tool states about its effects, its timeout, and what its policies require, in words. */
  readonly facts: string;
  /** Timeout of a call under the policies, in seconds. */
  readonly timeout: number;
  readonly position?: PagePosition;
  /** The arguments, in the order of `record.args`. */
  readonly args: readonly PageArg[];
  /** Sentences about arguments that a call must or cannot combine. */
  readonly relations: readonly string[];
  /** The words of every possible call. Omitted for a Directive tool, which runs no program. */
  readonly template?: readonly TemplateGroup[];
  readonly hazards: readonly PageHazard[];
}

/** A position in a YAML file: the index of its path in `files`, and the line, from 1. */
export type PagePosition = readonly [file: number, line: number];

/** Positions and rules of an argument. */
export interface PageArg {
  readonly name: string;
  readonly position?: PagePosition;
  /** Positions of the values that are mapped to words. Omitted if empty. */
  readonly values?: readonly (readonly [value: string, position: PagePosition])[];
  /** Rules for the value. Rules of the config are first. */
  readonly rules: readonly PageRule[];
}

/** A rule for the values of an argument: `text`, followed by the values of the rule. */
export interface PageRule {
  readonly source: "config" | "policy";
  readonly text: string;
  readonly values?: readonly string[];
  /** Follows the values, such as "characters". */
  readonly unit?: string;
  /** Text that the reply to a rejected call has instead of the rule. */
  readonly message?: string;
  readonly position?: PagePosition;
}

/** Consecutive words that a call writes together or omits together. */
export interface TemplateGroup {
  /** Set if a call can omit the words. */
  readonly optional?: true;
  /** Set if the words are written once per value. */
  readonly repeated?: true;
  readonly words: readonly TemplateWord[];
}

/** A word of the command line. */
export interface TemplateWord {
  /** Constant parts, and the arguments whose values are between them. */
  readonly parts: readonly (string | TemplateValue)[];
  /** Text between the values of a list or map that is written as one word. Omitted for a word with one value. */
  readonly joined?: string;
  /** Words of other values, which replace this word and the rest of its group: of an `enum`, or of `false`. */
  readonly alternatives?: readonly string[];
  readonly origin: WordOrigin;
  readonly position?: PagePosition;
}

/** The value of an argument in a word. */
export interface TemplateValue {
  readonly arg: string;
  /** Part of a map's entry. Omitted for other types. */
  readonly entry?: "key" | "value";
}

/** A risky part of a valid config or policy. */
export interface PageHazard {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly position?: PagePosition;
  /** The reason of the `x-allow` entry that acknowledges it. */
  readonly acknowledged?: { readonly reason: string; readonly position?: PagePosition };
}
