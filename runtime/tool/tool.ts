/** The runtime form of a tool. The tables of a spec (`tool-spec.ts`) are lists here, so that a name from a user is never a property key. */
import type { DirectiveToolSpec } from "./directive-spec.ts";
import type { ArgSpec, ArgValue, CliSpec, CommandRules, ResolverSpec, ScalarValue, ToolFields } from "./tool-spec.ts";

/** A tool of the index. */
export interface Tool extends ToolFields {
  readonly cli: Cli;
  /** The arguments, which are searched and which policies can constrain. For a Directive tool, the simple properties of its schema. */
  readonly args: readonly ToolArg[];
  readonly handler: ToolHandler;
}

/** The implementation of a tool. Only the planning of calls and the commands that display tools depend on the kind of the handler. */
export type ToolHandler = CommandHandler | ReadingHandler | FunctionHandler;

/** Starts a program. */
export interface CommandHandler extends CommandRules {
  readonly kind: "command";
  /** The program of the CLI, with the tool's own changes. */
  readonly program: Program;
  /** The changes, which are stored instead of the whole program. */
  readonly changes?: ProgramChanges;
  /** The tool's own words. They follow the words of the program, and are never expanded (vector argv.sub.015). */
  readonly command: readonly string[];
  /** Resolvers in the order in which they run. A resolver runs before a confirmation whose message uses it. */
  readonly resolve?: readonly Resolver[];
}

/** A command whose output is a variable of `confirm_message`. */
export interface Resolver extends Omit<ResolverSpec, "args"> {
  /** Name of the placeholder in the confirmation message. */
  readonly name: string;
  /** Flags with the templates of their values, in order. */
  readonly args: readonly (readonly [name: string, template: string])[];
}

/** The parts of a CLI's program that one tool replaces. The tool's variables are added to the CLI's variables. */
export type ProgramChanges = Partial<Pick<Program, "command" | "env" | "secrets" | "working_dir">>;

/** Reads files below the directory of a Directive definition. */
export interface ReadingHandler extends Pick<DirectiveToolSpec, "inputSchema" | "handler" | "method"> {
  readonly kind: "directive";
  /** The definition's directory, relative to the server's directory. */
  readonly root: string;
}

/** Calls a function of the program that embeds the server. */
export interface FunctionHandler {
  readonly kind: "function";
  /**
   * The function of `defineTool`. `args` are validated and include defaults. Returns the text of the reply.
   * @param call a `ToolCall`. The type is not named here, so that the declarations of generated projects, which have no function tools, do
   * not contain it.
   */
  readonly run: (args: Readonly<Record<string, ArgValue>>, call: object) => string | Promise<string>;
}

/** A group of tools in search results and summaries. */
export interface Cli extends Pick<
  CliSpec,
  "name" | "description" | "category" | "tags" | "unknown_args" | "when_missing" | "os" | "version_command"
> {
  /** Number of tools in the config, including tools that a later config redefines (vector search.dup.006). */
  readonly tool_count: number;
  /** Omitted if the tools run no program. */
  readonly program?: Program;
  /** Whether a tool has its own `os`. A server reads the tools at its start only if they or their CLI ask for it. Defaults to false. */
  readonly hasOwnSystems?: true;
}

/** The part of a command line that all tools of a CLI share. */
export interface Program extends Pick<CliSpec, "command" | "any_of" | "env" | "secrets" | "working_dir"> {
  /** Arguments that the server adds to every call, with their defaults. Callers neither see nor set them. */
  readonly global_args: readonly ToolArg[];
}

/** A program of tools, as the config names it. */
export interface ToolProgram {
  /** The words of the base command. The first one, after expansion, is the program. */
  readonly command: readonly string[];
  /** Commands of which one must be installed. `command` is one of them. */
  readonly any_of?: readonly (readonly string[])[];
  /** `PATH` of the config, if it sets one. */
  readonly path?: string;
  /** Whether `$VAR` is expanded in `path`: only in the variables of a tool. */
  readonly expandsPath?: true;
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
  readonly values?: readonly ScalarValue[];
  /** Set if a call must not pass the argument. */
  readonly forbidden?: boolean;
  /** Set if a call must pass the argument. */
  readonly required?: boolean;
  /** Set if a constraint rejects the booleans of a flag with an optional value, to which it does not apply. */
  readonly noBoolean?: boolean;
}

/** Reports whether a call must pass the argument. */
export function isRequired({ required, limits }: Pick<ToolArg, "required" | "limits">): boolean {
  return required === true || limits?.required === true;
}

/**
 * Reports whether clients see the argument. A forbidden argument is hidden, unless it is also required. In that case no call is valid, and
 * the schema must not suggest otherwise.
 */
export function isListed(arg: Pick<ToolArg, "required" | "limits">): boolean {
  return arg.limits?.forbidden !== true || isRequired(arg);
}

/** Returns the scalar values of an argument: the items of a list, the values of a map. Empty if it has no value. */
export function listItems(value: ArgValue | undefined): readonly ScalarValue[] {
  if (value === undefined) return [];
  if (typeof value !== "object") return [value];
  return isList(value) ? value : Object.values(value);
}

/** Reports whether a value is a list. A type guard, because `Array.isArray` does not narrow read-only lists. */
export function isList(value: ArgValue): value is readonly ScalarValue[] {
  return Array.isArray(value);
}

/** Reports whether the argument takes a list of values. */
export function isListArg({ type, repeat, join }: ToolArg): boolean {
  return type !== "map" && ((repeat !== undefined && repeat !== false) || join !== undefined);
}

/** Reports whether a call can pass `true`, which writes the flag alone, or a value, which is in the word of the flag. */
export function canStandAlone({ optional_value }: { readonly optional_value?: boolean | undefined }): boolean {
  return optional_value === true;
}

/** Returns the commands of which a server runs the first whose program is installed: those of `any_of`, or the only one. */
export function commandsOf({ command, any_of: commands = [command] }: Pick<Program, "command" | "any_of">): readonly (readonly string[])[] {
  return commands;
}

/** Returns the program of a tool: the program of its CLI with the tool's changes. Variables of the tool override variables of the CLI. */
export function changeProgram(program: Program, changes: ProgramChanges | undefined): Program {
  if (changes === undefined) return program;
  const { env, secrets } = changes;
  const { any_of: _replaced, ...alone } = program;
  const base = changes.command === undefined ? program : alone;
  return {
    ...base,
    ...changes,
    ...(env && { env: { ...program.env, ...env } }),
    ...(secrets && { secrets: { ...program.secrets, ...secrets } }),
  };
}

/** Returns the handler of a tool that runs a command, or `undefined` for other tools. */
export function commandOf({ handler }: Pick<Tool, "handler">): CommandHandler | undefined {
  return handler.kind === "command" ? handler : undefined;
}

/** Returns the handler of a Directive tool, or `undefined` for other tools. */
export function readingOf({ handler }: Pick<Tool, "handler">): ReadingHandler | undefined {
  return handler.kind === "directive" ? handler : undefined;
}
