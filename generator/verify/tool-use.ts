/** Lists how the tools of a config use their program. */
import type { ToolArg } from "@climax-gen/runtime/compiler";
import { flagOf } from "@climax-gen/runtime/compiler";
import type { CliFile, CommandTool } from "../check/files/checked-file.ts";
import { commandPath, commandWords } from "../import/command-path.ts";

/** How a flag is written: alone, before its value, or in one word with it. */
export type FlagForm = "switch" | "separate" | "glued";

export interface FlagUse {
  /** Name of the argument. Undefined for a word of `command`. */
  readonly arg?: string;
  /** Without `=` and value. */
  readonly flag: string;
  /** Undefined for words of `command`, whose values cannot be told from other words. */
  readonly form?: FlagForm;
  /** The only values that callers may choose. */
  readonly values?: readonly string[];
}

export interface ToolUse {
  readonly tool: string;
  /** Words of the subcommand. */
  readonly path: readonly string[];
  readonly flags: readonly FlagUse[];
}

/** Returns the use of every tool of a config. Global arguments are part of each. */
export function listToolUses(file: CliFile): readonly ToolUse[] {
  return file.tools.map((tool) => ({ tool: tool.name, path: commandPath(file, tool), flags: listFlags(file, tool) }));
}

function listFlags(file: CliFile, tool: CommandTool): readonly FlagUse[] {
  const ordered = (tool.order ?? []).flatMap((item) => (typeof item === "string" ? [] : item));
  const constants = [...commandWords(tool.command), ...ordered].filter(isOption);
  return [
    ...constants.map((word): FlagUse => ({ flag: word.replace(/=.*$/s, "") })),
    ...[...tool.args, ...file.global_args].flatMap(readArgument),
  ].filter(({ flag }) => flag.startsWith("-") && !/^--?$|^-\d|^--end-of-options$/.test(flag));
}

function isOption(word: string): boolean {
  return /^-{1,2}[A-Za-z]/.test(word);
}

function readArgument(arg: ToolArg): readonly FlagUse[] {
  if (arg.env !== undefined) return [];
  const words = [...(arg.enum ?? []).map(String), ...Object.values(arg.enum_words ?? {}).flat()].filter(isOption);
  const own = words.map((word): FlagUse => ({
    arg: arg.name,
    flag: word.replace(/=.*$/s, ""),
    ...(!word.includes("=") && { form: "switch" }),
  }));
  if (arg.positional || arg.cwd || arg.stdin) return own;
  // Templates and mapped values have no automatic flag.
  if (arg.flag === undefined && (arg.value !== undefined || arg.enum_words !== undefined)) return arg.enum_words === undefined ? [] : own;
  return [...(arg.enum_words === undefined ? [] : own), ...readFlag(arg)];
}

function readFlag(arg: ToolArg): readonly FlagUse[] {
  const flag = flagOf(arg);
  const [name = "", value] = flag.split(/=(.*)/s);
  if (arg.type === "boolean") {
    const form = value === undefined ? ({ form: "switch" } as const) : {};
    const negation = arg.negatable === true ? [{ arg: arg.name, flag: name.replace(/^--/, "--no-"), ...form }] : [];
    return [{ arg: arg.name, flag: name, ...form }, ...negation];
  }
  const form = flag.endsWith("=") || arg.optional_value === true ? "glued" : "separate";
  return [{ arg: arg.name, flag: name, form, ...(arg.enum && { values: arg.enum.map(String) }) }];
}
