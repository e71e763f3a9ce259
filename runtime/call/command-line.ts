/** From a tool and the values of one call to what a process is started with. */
import { listCommandWords, listItems } from "./argument-vector.ts";
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

/**
 * The command line of a call, of the words that `listCommandWords` lists. `values` are validated and have their defaults: whether a
 * positional may start with `-` is not checked here.
 */
export function buildCommandLine(tool: Tool, values: ReadonlyMap<string, ArgValue>, env: Environment): Invocation {
  const stdin = firstText(tool.args, values, "stdin");
  const cwd = directoryArgument(tool, values) ?? tool.cli.working_dir;
  return {
    argv: listCommandWords(tool, values, env).map(({ text }) => text),
    // An empty text is no input (vector call.stdin.004).
    ...(stdin !== undefined && stdin !== "" && { stdin }),
    ...(cwd !== undefined && { cwd }),
  };
}

/** The directory that the call itself names, not that of the config. An empty text, which models fill gaps with, names none. */
export function directoryArgument(tool: Tool, values: ReadonlyMap<string, ArgValue>): string | undefined {
  return firstText(tool.args, values, "cwd") || undefined;
}

/** The first such argument that has a value wins (vector call.stdin.017); a list becomes lines. */
function firstText(args: readonly ToolArg[], values: ReadonlyMap<string, ArgValue>, place: "stdin" | "cwd"): string | undefined {
  const arg = args.find((candidate) => candidate[place] === true && values.has(candidate.name));
  return arg && listItems(values.get(arg.name)).map(String).join("\n");
}
