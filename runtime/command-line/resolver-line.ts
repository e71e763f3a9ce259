/** Builds the command lines of resolvers: commands that find values for the message of a confirmation. */
import type { Environment } from "../tool/environment-variables.ts";
import type { CommandHandler, Resolver } from "../tool/tool.ts";
import type { CommandLine } from "./command-line.ts";
import { buildCommandLine } from "./command-line.ts";
import type { CommandWord } from "./command-word.ts";
import { makeWord } from "./command-word.ts";
import type { TemplateInputs } from "./template-words.ts";
import { placeValues, templateWord } from "./template-words.ts";

/** The call that a resolver belongs to. */
export interface ResolverInputs extends Pick<TemplateInputs, "args" | "values"> {
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

/**
 * Returns the flag and its value, or no words if the call lacks a value of the template. The flag is not that of the argument, so the
 * program may read a value that starts with `-` as another option.
 */
function flagWords(name: string, template: string, inputs: TemplateInputs): readonly CommandWord[] {
  const placed = placeValues([template], inputs);
  if (placed === undefined) return [];
  const origin = { kind: "tool_command" } as const;
  return [makeWord(origin, [`--${name.replaceAll("_", "-")}`]), templateWord(origin, template, placed)];
}
