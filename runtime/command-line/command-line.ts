/** Builds the command line of a call, once per call. Every word records its origin, so that all views are derived from the same words. */
import { expandCommand, expandVariables } from "../tool/environment-variables.ts";
import type { Environment } from "../tool/environment-variables.ts";
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";
import type { CommandHandler, Tool, ToolArg } from "../tool/tool.ts";
import { flagOf, listItems } from "../tool/tool.ts";

export type { Environment } from "../tool/environment-variables.ts";

/** The part of the config from which a word originates. */
export type WordOrigin =
  | { readonly kind: "cli_command" | "tool_command" | "end_of_options" }
  | { readonly kind: "arg" | "global_arg"; readonly name: string; readonly part: "flag" | "value" | "flag_and_value" };

/** The value of an argument inside a word. */
export interface PlacedValue {
  readonly arg: ToolArg;
  readonly value: ScalarValue;
  readonly text: string;
}

export interface CommandWord {
  /** The word as passed to the program: its parts joined. */
  readonly text: string;
  readonly origin: WordOrigin;
  /** Constant text and values, in order. */
  readonly parts: readonly (string | PlacedValue)[];
  /** The boolean argument that the word represents. Set for a flag without a value. */
  readonly arg?: ToolArg;
}

export interface CommandLine {
  /** The program and its arguments. Empty if the config's command expands to nothing. */
  readonly words: readonly CommandWord[];
  /** Standard input. Omitted if it is closed, as it is for an empty string (vector call.stdin.004). */
  readonly stdin?: PlacedText;
  /** The directory argument of the call, not expanded (vectors call.cwd.*). Omitted if empty: models send `""` for missing values. */
  readonly cwd?: PlacedText;
}

/** The value of an argument that is not on the command line: `stdin` or `cwd`. The items of a list are joined as lines. */
export interface PlacedText {
  readonly arg: ToolArg;
  readonly text: string;
}

/** Builds the command line of a call from validated values with defaults. */
export function buildCommandLine(
  tool: Pick<Tool, "args">,
  handler: CommandHandler,
  { values, env }: { readonly values: ReadonlyMap<string, ArgValue>; readonly env: Environment },
): CommandLine {
  const stdin = findText(tool.args, values, "stdin");
  const cwd = directoryArgument(tool.args, values);
  return { words: listWords(tool, handler, { values, env }), ...(stdin && { stdin }), ...(cwd && { cwd }) };
}

/** Returns the value of the `cwd` argument, if the call has one. */
export function directoryArgument(args: readonly ToolArg[], values: ReadonlyMap<string, ArgValue>): PlacedText | undefined {
  return findText(args, values, "cwd");
}

/** Returns the words as strings, the program first. */
export function argvOf({ words }: CommandLine): readonly string[] {
  return words.map(({ text }) => text);
}

/**
 * Returns the words in order: the CLI's command, the tool's command, positionals, flags in definition order, the CLI's global arguments
 * (vectors argv.*). With `end_of_options`, the positionals come last, after `--`.
 */
function listWords(
  { args }: Pick<Tool, "args">,
  { program, command, end_of_options }: CommandHandler,
  { values, env }: { readonly values: ReadonlyMap<string, ArgValue>; readonly env: Environment },
): readonly CommandWord[] {
  const start = [
    ...expandCommand(program.command, env).map((text) => constant(text, "cli_command")),
    ...command.map((text) => constant(text, "tool_command")),
  ];
  const worded = args.filter((arg) => arg.cwd !== true && arg.stdin !== true);
  const operands = worded.filter(isOperand).flatMap((arg) => listItems(values.get(arg.name)).map((item) => operandWord(arg, item)));
  const options = [
    ...worded.filter((arg) => !isOperand(arg)).flatMap((arg) => flagWords(arg, listItems(values.get(arg.name)))),
    ...program.global_args.flatMap((arg) => globalWords(arg, env)),
  ];
  // A command such as `$APP` can expand to nothing. In that case, the caller's first operand must not become the program.
  if (start.length === 0 && operands.length > 0) return [];
  if (end_of_options !== true) return [...start, ...operands, ...options];
  const end = operands.length === 0 ? [] : [constant("--", "end_of_options")];
  return [...start, ...options, ...end, ...operands];
}

function isOperand({ positional }: ToolArg): boolean {
  return positional === true;
}

function constant(text: string, kind: "cli_command" | "tool_command" | "end_of_options"): CommandWord {
  return { text, origin: { kind }, parts: [text] };
}

function operandWord(arg: ToolArg, value: ScalarValue): CommandWord {
  const text = String(value);
  return { text, origin: { kind: "arg", name: arg.name, part: "value" }, parts: [{ arg, value, text }] };
}

function flagWords(arg: ToolArg, items: readonly ScalarValue[]): readonly CommandWord[] {
  // "true" is a boolean default that the config writes as a string (vector argv.bool_default.006).
  if (arg.type === "boolean") return items.flatMap((item) => (item === true || item === "true" ? [switchWord(arg, "arg")] : []));
  return items.flatMap((item) => valueWords({ arg, value: item, text: String(item) }, "arg"));
}

/**
 * Returns the words of a global argument: its flag and its expanded default. Returns no words if the default expands to nothing, or if
 * it contains a `$` but no variable that is set (vectors argv.global.*).
 */
function globalWords(arg: ToolArg, env: Environment): readonly CommandWord[] {
  return listItems(arg.default).flatMap((value) => {
    const raw = String(value);
    const text = expandVariables(raw, env);
    if (text === "" || (text === raw && raw.includes("$"))) return [];
    if (arg.type === "boolean") return text === "true" || text === "True" || text === "1" ? [switchWord(arg, "global_arg")] : [];
    return valueWords({ arg, value, text }, "global_arg");
  });
}

/** Returns the word of a boolean flag. */
function switchWord(arg: ToolArg, kind: "arg" | "global_arg"): CommandWord {
  return { ...flagWord(arg, kind), arg };
}

function flagWord(arg: ToolArg, kind: "arg" | "global_arg"): CommandWord {
  const text = flagOf(arg);
  return { text, origin: { kind, name: arg.name, part: "flag" }, parts: [text] };
}

function valueWords(placed: PlacedValue, kind: "arg" | "global_arg"): readonly CommandWord[] {
  const { arg, text } = placed;
  const { name } = arg;
  const flag = flagOf(arg);
  if (flag.endsWith("=")) return [{ text: flag + text, origin: { kind, name, part: "flag_and_value" }, parts: [flag, placed] }];
  return [flagWord(arg, kind), { text, origin: { kind, name, part: "value" }, parts: [placed] }];
}

/** Returns the value of the first `stdin` or `cwd` argument that has one (vector call.stdin.017). */
function findText(args: readonly ToolArg[], values: ReadonlyMap<string, ArgValue>, place: "stdin" | "cwd"): PlacedText | undefined {
  const arg = args.find((candidate) => candidate[place] === true && values.has(candidate.name));
  const text = arg && listItems(values.get(arg.name)).map(String).join("\n");
  return arg === undefined || text === undefined || text === "" ? undefined : { arg, text };
}
