/** Builds the command lines of resolvers: commands that find values for the message of a confirmation. */
import type { Environment } from "../tool/environment-variables.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { CommandHandler, Resolver, ToolArg } from "../tool/tool.ts";
import type { CommandLine } from "./command-line.ts";
import { buildCommandLine } from "./command-line.ts";

/** The call that a resolver belongs to. */
export interface ResolverInputs {
  readonly args: readonly ToolArg[];
  /** Validated values with defaults. */
  readonly values: ReadonlyMap<string, ArgValue>;
  /** The command line of the call, whose directory and variables the resolver shares. */
  readonly line: CommandLine;
  readonly env: Environment;
}

/** Returns the templates after the command of a resolver: each flag with its value, then the words. */
export function resolverOrder({ args, words }: Pick<Resolver, "args" | "words">): readonly (readonly string[])[] {
  const flags = args.map(([name, template]) => [`--${name.replaceAll("_", "-")}`, template]);
  return words === undefined ? flags : [...flags, words];
}

/** Returns the handler of the program with the words of a resolver, without global arguments. */
export function resolverHandler({ program, changes }: CommandHandler, resolver: Resolver): CommandHandler {
  const { command } = resolver;
  const order = resolverOrder(resolver);
  return { kind: "command", program: { ...program, global_args: [] }, ...(changes && { changes }), command, order };
}

/** Builds the command line of a resolver. `handler` is the result of `resolverHandler`. */
export function resolverLine(handler: CommandHandler, { args, values, line: { cwd, variables }, env }: ResolverInputs): CommandLine {
  const { words, namedWords } = buildCommandLine({ args: args.map(withoutFile) }, handler, { values, env });
  return { words, ...(namedWords && { namedWords }), ...(cwd && { cwd }), ...(variables && { variables }) };
}

/** Removes `file` from an argument. A resolver gets the text itself, because the file does not exist yet. */
function withoutFile(arg: ToolArg): ToolArg {
  const { file: _, ...others } = arg;
  return others;
}
