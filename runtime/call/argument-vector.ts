/** The words of a command line, each of which knows where it comes from. */
import { expandCommand, expandVariables } from "./environment-variables.ts";
import type { Environment } from "./environment-variables.ts";
import type { ArgValue, ScalarValue, Tool, ToolArg } from "../tool/tool-spec.ts";

/** What of the config a word comes from: one of the two commands, an argument, or `end_of_options`. */
export type WordOrigin =
  | { readonly kind: "cli_command" | "tool_command" | "end_of_options" }
  | { readonly kind: "arg" | "global_arg"; readonly name: string; readonly part: "flag" | "value" | "flag_and_value" };

export interface CommandWord {
  readonly text: string;
  readonly origin: WordOrigin;
}

/**
 * The words of a call in their order: the CLI's, the tool's, positionals and flags in definition order, and the CLI's global
 * arguments last (vectors argv.*); with `end_of_options` the positionals come last, behind `--`. Empty where the config's command
 * came to nothing. Whether a positional may start with `-` is not asked here.
 */
export function listCommandWords(tool: Tool, values: ReadonlyMap<string, ArgValue>, env: Environment): readonly CommandWord[] {
  const words = tool.args.filter((arg) => arg.cwd !== true && arg.stdin !== true);
  const program = [
    ...expandCommand(tool.cli.command, env).map((text): CommandWord => ({ text, origin: { kind: "cli_command" } })),
    ...tool.command.map((text): CommandWord => ({ text, origin: { kind: "tool_command" } })),
  ];
  const operands = words.filter((arg) => arg.positional === true).flatMap((arg) => operandWords(arg, values.get(arg.name)));
  const options = [
    ...words.filter((arg) => arg.positional !== true).flatMap((arg) => flagWords(arg, listItems(values.get(arg.name)))),
    ...tool.cli.global_args.flatMap((arg) => globalWords(arg, env)),
  ];
  // A command like `$APP` may come to nothing. The caller's first operand must not become the program then.
  if (program.length === 0 && operands.length > 0) return [];
  if (tool.end_of_options !== true) return [...program, ...operands, ...options];
  const end: readonly CommandWord[] = operands.length === 0 ? [] : [{ text: "--", origin: { kind: "end_of_options" } }];
  return [...program, ...options, ...end, ...operands];
}

/** The values of an argument: one, several where it is a list, none where it has no value. */
export function listItems(value: ArgValue | undefined): readonly ScalarValue[] {
  if (value === undefined) return [];
  return typeof value === "object" ? value : [value];
}

function operandWords({ name }: ToolArg, value: ArgValue | undefined): readonly CommandWord[] {
  return listItems(value).map((item) => ({ text: String(item), origin: { kind: "arg", name, part: "value" } }));
}

/** Default flag: `--` and the name with dashes; an empty flag counts as none (vector argv.flag.013). */
export function flagOf(arg: Pick<ToolArg, "name" | "flag">): string {
  return arg.flag === undefined || arg.flag === "" ? `--${arg.name.replaceAll("_", "-")}` : arg.flag;
}

function flagWords(arg: ToolArg, items: readonly ScalarValue[]): readonly CommandWord[] {
  // The text "true" is a boolean default that was written as one (vector argv.bool_default.006).
  if (arg.type === "boolean") return items.flatMap((item) => (item === true || item === "true" ? [flagWord(arg, "arg")] : []));
  return items.flatMap((item) => valueWords(arg, String(item), "arg"));
}

/**
 * Words of an argument that the server fills in itself: always a flag, from the expanded default. Left out where the
 * default has a `$` and nothing in it could be replaced, and where it comes out empty (vectors argv.global.*).
 */
function globalWords(arg: ToolArg, env: Environment): readonly CommandWord[] {
  return listItems(arg.default).flatMap((item) => {
    const raw = String(item);
    const text = expandVariables(raw, env);
    if (text === "" || (text === raw && raw.includes("$"))) return [];
    if (arg.type === "boolean") return text === "true" || text === "True" || text === "1" ? [flagWord(arg, "global_arg")] : [];
    return valueWords(arg, text, "global_arg");
  });
}

function flagWord(arg: ToolArg, kind: "arg" | "global_arg"): CommandWord {
  return { text: flagOf(arg), origin: { kind, name: arg.name, part: "flag" } };
}

function valueWords(arg: ToolArg, text: string, kind: "arg" | "global_arg"): readonly CommandWord[] {
  const { name } = arg;
  const flag = flagOf(arg);
  if (flag.endsWith("=")) return [{ text: flag + text, origin: { kind, name, part: "flag_and_value" } }];
  return [flagWord(arg, kind), { text, origin: { kind, name, part: "value" } }];
}
