/**
 * The runtime form of a tool. The tables of a spec (`tool-spec.ts`) are lists here, so that a user-given name is never a property key.
 */
import type { DirectiveToolSpec } from "./directive-spec.ts";
import type { ArgSpec, ArgValue, ExitMeaning, OutputSpec, ScalarValue, ToolFields } from "./tool-spec.ts";

/** A tool of the index. */
export interface Tool extends ToolFields {
  readonly cli: Cli;
  /** The arguments that are searched and that policies can constrain. For a Directive tool, the simple properties of its schema. */
  readonly args: readonly ToolArg[];
  readonly handler: ToolHandler;
}

/** The implementation of a tool. Only the planning of a call and the commands that display tools depend on its kind. */
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
  /** The form of standard output. Defaults to text. */
  readonly output?: OutputSpec;
  /** Meanings of exit codes. A text means success, `error` a failure. */
  readonly exit_codes?: Readonly<Record<string, ExitMeaning>>;
  /** Whether a call that reaches its timeout is a success. Defaults to false. */
  readonly timeout_is_success?: boolean;
  /** When standard error is part of the reply. Defaults to always. */
  readonly stderr?: "always" | "on_failure";
}

/** Reads files below the directory of a Directive definition. */
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

/** A group of tools in search results and summaries. */
export interface Cli {
  readonly name: string;
  readonly description: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Number of tools in the config, including tools that a later config redefines (vector search.dup.006). */
  readonly tool_count: number;
  /** Omitted if the tools run no program. */
  readonly program?: Program;
}

/** The part of a command line that all tools of a CLI share. */
export interface Program {
  /** Words of the base command, as written. Quotes, `~` and `$VAR` are resolved when a tool is called. */
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

/** The values that policies allow, as far as an input schema can express them. For a list, they apply to each item. */
export interface ValueLimits {
  readonly minimum?: number;
  readonly maximum?: number;
  /** Maximum length in characters (code points). */
  readonly maxLength?: number;
  /** Patterns in the syntax of JSON Schema, anchored at both ends. A value must match all of them. */
  readonly patterns?: readonly string[];
  readonly values?: readonly (string | number)[];
}

/** Returns the values of an argument as a list, empty if it has no value. */
export function listItems(value: ArgValue | undefined): readonly ScalarValue[] {
  if (value === undefined) return [];
  return typeof value === "object" ? value : [value];
}

/** Returns the flag of an argument. Defaults to `--` and the name with dashes, also for an empty flag (vector argv.flag.013). */
export function flagOf(arg: Pick<ToolArg, "name" | "flag">): string {
  return arg.flag === undefined || arg.flag === "" ? `--${arg.name.replaceAll("_", "-")}` : arg.flag;
}

/** Returns the handler of a tool that runs a command, or `undefined` for other tools. */
export function commandOf({ handler }: Pick<Tool, "handler">): CommandHandler | undefined {
  return handler.kind === "command" ? handler : undefined;
}

/** Returns the handler of a Directive tool, or `undefined` for other tools. */
export function readingOf({ handler }: Pick<Tool, "handler">): ReadingHandler | undefined {
  return handler.kind === "directive" ? handler : undefined;
}
