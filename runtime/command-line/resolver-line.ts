/** Builds the command lines of resolvers: commands that find values for the message of a confirmation. */
import type { Environment } from "../tool/environment-variables.ts";
import { placeholdersOf } from "../tool/template.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { CommandHandler, Resolver, ToolArg } from "../tool/tool.ts";
import { fillTemplate } from "./argument-words.ts";
import type { CommandLine } from "./command-line.ts";
import { buildCommandLine } from "./command-line.ts";
import type { CommandWord, PlacedValue } from "./command-word.ts";
import { makeWord } from "./command-word.ts";
import { isDashAllowed } from "./dash-guard.ts";

/** The call that a resolver belongs to. */
export interface ResolverInputs {
  readonly args: readonly ToolArg[];
  /** Validated values with defaults. */
  readonly values: ReadonlyMap<string, ArgValue>;
  /** The command line of the call, whose directory and variables the resolver shares. */
  readonly line: CommandLine;
  readonly env: Environment;
}

/** Returns the handler of the program with the words of a resolver, without global arguments. */
export function resolverHandler({ program, changes }: CommandHandler, { command }: Resolver): CommandHandler {
  return { kind: "command", program: { ...program, global_args: [] }, ...(changes && { changes }), command };
}

/** Builds the command line of a resolver. Each value follows its flag as a separate word. `handler` is that of `resolverHandler`. */
export function resolverLine(resolver: Resolver, handler: CommandHandler, { args, values, line, env }: ResolverInputs): CommandLine {
  const { words } = buildCommandLine({ args: [] }, handler, { values: new Map(), env });
  const flags = resolver.args.flatMap(([name, template]) => flagWords(name, template, { args, values }));
  const { cwd, variables } = line;
  return { words: words.length === 0 ? [] : [...words, ...flags], ...(cwd && { cwd }), ...(variables && { variables }) };
}

/** Returns the flag and its value, or no words if the call lacks a value of the template. */
function flagWords(name: string, template: string, { args, values }: Pick<ResolverInputs, "args" | "values">): readonly CommandWord[] {
  const placed = new Map<string, PlacedValue>();
  for (const placeholder of placeholdersOf(template)) {
    const arg = args.find((candidate) => candidate.name === placeholder);
    const value = values.get(placeholder);
    if (arg === undefined || value === undefined || typeof value === "object") return [];
    placed.set(placeholder, { arg, value, text: String(value) });
  }
  const word = makeWord({ kind: "tool_command" }, fillTemplate(template, placed));
  const [first] = word.parts;
  // The flag is not that of the argument, so the program may read a value that starts with `-` as another option.
  const isGuarded = first !== undefined && typeof first !== "string" && !isDashAllowed(first.arg, first.value);
  return [makeWord({ kind: "tool_command" }, [`--${name.replaceAll("_", "-")}`]), { ...word, ...(isGuarded && { isGuarded }) }];
}
