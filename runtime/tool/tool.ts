/**
 * A tool as the runtime works with it. The tables of a spec (`tool-spec.ts`) become lists here, so that a name that a user
 * chose is never a property key.
 */
import type { DirectiveToolSpec } from "./directive-spec.ts";
import type { ArgSpec, ArgValue, ScalarValue, ToolFields } from "./tool-spec.ts";

/** A tool of the index. */
export interface Tool extends ToolFields {
  readonly cli: Cli;
  /** The arguments that a search finds and a policy can constrain; of a Directive tool, the simple properties of its schema. */
  readonly args: readonly ToolArg[];
  readonly handler: ToolHandler;
}

/** What runs when a tool is called. Only the call's plan and the commands that show tools need to know which kind it is. */
export type ToolHandler = CommandHandler | ReadingHandler | FunctionHandler;

/** Starts a program. */
export interface CommandHandler {
  readonly kind: "command";
  readonly program: Program;
  /** The tool's own words. They follow those of the program and are never expanded (vector argv.sub.015). */
  readonly command: readonly string[];
  /** Exit codes that mean success. Defaults to 0 only. */
  readonly success_exit_codes?: readonly number[];
  /** Writes flags first, then `--`, then positionals. Defaults to false. */
  readonly end_of_options?: boolean;
}

/** Reads files below the folder of a Directive definition. */
export interface ReadingHandler extends Pick<DirectiveToolSpec, "inputSchema" | "handler" | "method"> {
  readonly kind: "directive";
  readonly root: string;
}

/** Calls a function of the program that embeds the server. */
export interface FunctionHandler {
  readonly kind: "function";
  readonly run: ToolFunction;
}

/**
 * A function that `defineTool` has typed. `args` are validated and have their defaults; `call` is a `ToolCall`. The text becomes the reply.
 */
export type ToolFunction = (args: Readonly<Record<string, ArgValue>>, call: object) => string | Promise<string>;

/** A group of tools as search results and summaries show it. */
export interface Cli {
  readonly name: string;
  readonly description: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Number of tools in the config; a tool that a later config redefines still counts (vector search.dup.006). */
  readonly tool_count: number;
  /** Omitted if the tools run no program. */
  readonly program?: Program;
}

/** The part of a command line that all tools of a CLI share. */
export interface Program {
  /** Words of the base command as written; quotes, `~` and `$VAR` are resolved when a tool is called. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly working_dir?: string;
  /** Arguments that the server fills in from their defaults; callers neither see nor set them. */
  readonly global_args: readonly ToolArg[];
}

/** An argument with its name. */
export interface ToolArg extends ArgSpec {
  readonly name: string;
  /** Set by policies. */
  readonly limits?: ValueLimits;
}

/** The values that policies leave, as far as an input schema can describe them; of a list, for each item. */
export interface ValueLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  /** In characters (code points). */
  readonly maxLength?: number;
  /** In the syntax of JSON Schema, anchored at both ends; a value matches all of them. */
  readonly patterns?: readonly string[];
  readonly values?: readonly (string | number)[];
}

/** The values of an argument: one, several for a list, none without a value. */
export function listItems(value: ArgValue | undefined): readonly ScalarValue[] {
  if (value === undefined) return [];
  return typeof value === "object" ? value : [value];
}

/** The flag of an argument. Defaults to `--` and the name with dashes; an empty flag counts as none (vector argv.flag.013). */
export function flagOf(arg: Pick<ToolArg, "name" | "flag">): string {
  return arg.flag === undefined || arg.flag === "" ? `--${arg.name.replaceAll("_", "-")}` : arg.flag;
}

/** The handler of a tool that runs a command, otherwise `undefined`. */
export function commandOf({ handler }: Pick<Tool, "handler">): CommandHandler | undefined {
  return handler.kind === "command" ? handler : undefined;
}

/** The handler of a Directive tool, otherwise `undefined`. */
export function readingOf({ handler }: Pick<Tool, "handler">): ReadingHandler | undefined {
  return handler.kind === "directive" ? handler : undefined;
}
