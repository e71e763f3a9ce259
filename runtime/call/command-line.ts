/** From a tool and the values of one call to what a process is started with. */
import type { ArgumentProblem } from "./arguments.ts";
import { renderValue } from "./coerce.ts";
import { expandCommand, expandVariables } from "./environment-variables.ts";
import type { Environment } from "./environment-variables.ts";
import type { ArgValue, ScalarValue, Tool, ToolArg } from "../tool/tool-spec.ts";

export type { Environment } from "./environment-variables.ts";

export interface Invocation {
  /** The program and its arguments. Empty where the config's command came to nothing: there is no program to start. */
  readonly argv: readonly string[];
  /** Absent: standard input is closed. */
  readonly stdin?: string;
  /** As given, not expanded (vectors call.cwd.*). Absent: the server's own directory. */
  readonly cwd?: string;
}

export type CommandLine =
  { readonly kind: "ready"; readonly invocation: Invocation } | { readonly kind: "refused"; readonly problems: readonly ArgumentProblem[] };

/**
 * The command line of a call: the CLI's words, the tool's words, positionals and flags in definition order, and the CLI's
 * global arguments last (vectors argv.*); with `end_of_options` the positionals come last, behind `--`.
 * `values` are coerced and have their defaults. Refused where a positional text would be read as an option (design 4.3).
 */
export function buildCommandLine(tool: Tool, values: ReadonlyMap<string, ArgValue>, env: Environment): CommandLine {
  const words = tool.args.filter((arg) => arg.cwd !== true && arg.stdin !== true);
  const positionals = words.filter((arg) => arg.positional === true);
  const problems = tool.end_of_options === true ? [] : positionals.flatMap((arg) => findLeadingDashes(arg, values));
  if (problems.length > 0) return { kind: "refused", problems };

  const program = [...expandCommand(tool.cli.command, env), ...tool.command];
  const operands = positionals.flatMap((arg) => listItems(values.get(arg.name)).map(String));
  const options = [
    ...words.filter((arg) => arg.positional !== true).flatMap((arg) => flagWords(arg, listItems(values.get(arg.name)))),
    ...tool.cli.global_args.flatMap((arg) => globalWords(arg, env)),
  ];
  const stdin = firstText(tool.args, values, "stdin");
  const cwd = directoryArgument(tool, values) ?? tool.cli.working_dir;
  return {
    kind: "ready",
    invocation: {
      argv: orderWords(program, operands, options, tool.end_of_options === true),
      // An empty text is no input (vector call.stdin.004).
      ...(stdin !== undefined && stdin !== "" && { stdin }),
      ...(cwd !== undefined && { cwd }),
    },
  };
}

/** The directory that the call itself names, not that of the config. */
export function directoryArgument(tool: Tool, values: ReadonlyMap<string, ArgValue>): string | undefined {
  return firstText(tool.args, values, "cwd");
}

function orderWords(
  program: readonly string[],
  operands: readonly string[],
  options: readonly string[],
  endOfOptions: boolean,
): readonly string[] {
  // A command like `$APP` may come to nothing. The caller's first operand must not become the program then.
  if (program.length === 0 && operands.length > 0) return [];
  if (!endOfOptions) return [...program, ...operands, ...options];
  return operands.length === 0 ? [...program, ...options] : [...program, ...options, "--", ...operands];
}

/**
 * The texts of a positional that start with `-`, other than `-` itself, and are not allowed to (CVE-2025-68144). A value
 * that equals the argument's default passes, whoever sends it: the config's author wrote it, so it injects nothing.
 */
function findLeadingDashes(arg: ToolArg, values: ReadonlyMap<string, ArgValue>): readonly ArgumentProblem[] {
  const value = values.get(arg.name);
  if (arg.allow_leading_dash === true || value === undefined || isDefault(arg, value)) return [];
  return listItems(value).flatMap((item, index) => {
    if (typeof item !== "string" || !item.startsWith("-") || item === "-") return [];
    const label = Array.isArray(value) ? `${arg.name}[${index}]` : arg.name;
    const way = "the config allows it with allow_leading_dash on the argument or end_of_options on the tool";
    const message = `Argument '${label}': '${renderValue(item)}' starts with '-' and could be read as an option; ${way}`;
    return [{ kind: "leading_dash", arg: arg.name, message }];
  });
}

function isDefault(arg: ToolArg, value: ArgValue): boolean {
  const items = listItems(value);
  const defaults = listItems(arg.default);
  return items.length === defaults.length && items.every((item, index) => item === defaults[index]);
}

function listItems(value: ArgValue | undefined): readonly ScalarValue[] {
  if (value === undefined) return [];
  return typeof value === "object" ? value : [value];
}

/** Default flag: `--` and the name with dashes; an empty flag counts as none (vector argv.flag.013). */
function flagOf(arg: ToolArg): string {
  return arg.flag === undefined || arg.flag === "" ? `--${arg.name.replaceAll("_", "-")}` : arg.flag;
}

function flagWords(arg: ToolArg, items: readonly ScalarValue[]): readonly string[] {
  const flag = flagOf(arg);
  // The text "true" is a boolean default that was written as one (vector argv.bool_default.006).
  if (arg.type === "boolean") return items.flatMap((item) => (item === true || item === "true" ? [flag] : []));
  return items.flatMap((item) => valueWords(flag, String(item)));
}

function valueWords(flag: string, text: string): readonly string[] {
  return flag.endsWith("=") ? [flag + text] : [flag, text];
}

/**
 * Words of an argument that the server fills in itself: always a flag, from the expanded default. Left out where the
 * default has a `$` and nothing in it could be replaced, and where it comes out empty (vectors argv.global.*).
 */
function globalWords(arg: ToolArg, env: Environment): readonly string[] {
  const flag = flagOf(arg);
  return listItems(arg.default).flatMap((item) => {
    const raw = String(item);
    const text = expandVariables(raw, env);
    if (text === "" || (text === raw && raw.includes("$"))) return [];
    if (arg.type === "boolean") return text === "true" || text === "True" || text === "1" ? [flag] : [];
    return valueWords(flag, text);
  });
}

/** The first such argument that has a value wins (vector call.stdin.017); a list becomes lines. */
function firstText(args: readonly ToolArg[], values: ReadonlyMap<string, ArgValue>, place: "stdin" | "cwd"): string | undefined {
  const arg = args.find((candidate) => candidate[place] === true && values.has(candidate.name));
  return arg && listItems(values.get(arg.name)).map(String).join("\n");
}
