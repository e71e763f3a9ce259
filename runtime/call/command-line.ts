/** From a tool and the values of one call to what a process is started with. */
import { listCommandWords, listItems } from "./argument-vector.ts";
import type { ArgumentProblem } from "./arguments.ts";
import { renderValue } from "./coerce.ts";
import type { Environment } from "./environment-variables.ts";
import type { ArgValue, Tool, ToolArg } from "../tool/tool-spec.ts";

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
 * The command line of a call, of the words that `listCommandWords` lists. `values` are coerced and have their defaults.
 * Refused where a positional text would be read as an option (design 4.3).
 */
export function buildCommandLine(tool: Tool, values: ReadonlyMap<string, ArgValue>, env: Environment): CommandLine {
  const problems = tool.end_of_options === true ? [] : tool.args.flatMap((arg) => findLeadingDashes(arg, values));
  if (problems.length > 0) return { kind: "refused", problems };

  const stdin = firstText(tool.args, values, "stdin");
  const cwd = directoryArgument(tool, values) ?? tool.cli.working_dir;
  return {
    kind: "ready",
    invocation: {
      argv: listCommandWords(tool, values, env).map(({ text }) => text),
      // An empty text is no input (vector call.stdin.004).
      ...(stdin !== undefined && stdin !== "" && { stdin }),
      ...(cwd !== undefined && { cwd }),
    },
  };
}

/** The directory that the call itself names, not that of the config. An empty text, which models fill gaps with, names none. */
export function directoryArgument(tool: Tool, values: ReadonlyMap<string, ArgValue>): string | undefined {
  return firstText(tool.args, values, "cwd") || undefined;
}

/**
 * The texts of a positional that start with `-`, other than `-` itself, and are not allowed to (CVE-2025-68144). A value
 * that equals the argument's default passes, whoever sends it: the config's author wrote it, so it injects nothing.
 */
function findLeadingDashes(arg: ToolArg, values: ReadonlyMap<string, ArgValue>): readonly ArgumentProblem[] {
  const value = values.get(arg.name);
  if (arg.positional !== true || arg.cwd === true || arg.stdin === true) return [];
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

/** The first such argument that has a value wins (vector call.stdin.017); a list becomes lines. */
function firstText(args: readonly ToolArg[], values: ReadonlyMap<string, ArgValue>, place: "stdin" | "cwd"): string | undefined {
  const arg = args.find((candidate) => candidate[place] === true && values.has(candidate.name));
  return arg && listItems(values.get(arg.name)).map(String).join("\n");
}
