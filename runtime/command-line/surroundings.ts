/** Lists the variables and temporary files that a command gets from its config and its arguments. */
import type { Environment } from "../tool/environment-variables.ts";
import { expandVariables } from "../tool/environment-variables.ts";
import type { CommandHandler } from "../tool/tool.ts";
import type { CommandLine, PlacedFile } from "./command-line.ts";
import { maskText } from "./shown-line.ts";

/**
 * Returns the variables that the command sets: the variables of the CLI, the tool, the secrets and the arguments. `$VAR` and `${VAR}` are expanded in
 * the tool's variables, but not in the CLI's (vector call.env.002).
 * @param env the server's environment
 * @param secrets the secret variables of the call
 */
export function variablesOf(
  { program, changes }: CommandHandler,
  { variables = [] }: CommandLine,
  env: Environment,
  secrets: Environment = {},
): Environment {
  if (changes?.env === undefined && variables.length === 0) return { ...program.env, ...secrets };
  const expanded = Object.entries(changes?.env ?? {}).map(([name, text]) => [name, expandVariables(text, env)] as const);
  return {
    ...program.env,
    ...Object.fromEntries([...expanded, ...Object.entries(secrets), ...variables.map(({ name, text }) => [name, text] as const)]),
  };
}

/** Returns the variables that arguments set, with `***` for secrets. */
export function maskedVariables({ variables = [] }: CommandLine): ReadonlyMap<string, string> {
  return new Map(variables.map((variable) => [variable.name, maskText(variable)]));
}

/** The temporary files of a call, in the form that the process runner takes. */
export interface LineFiles {
  readonly folder: string;
  readonly files: readonly Pick<PlacedFile, "path" | "text">[];
  /** Makes the files readable for all users that can access the directory, because a container can have any user. */
  readonly isForContainer: boolean;
}

/** Returns the temporary files of a call, or `undefined` if it has none. */
export function privateFilesOf({ files: [first, ...others] = [] }: CommandLine, isForContainer: boolean): LineFiles | undefined {
  return first && { folder: first.folder, files: [first, ...others], isForContainer };
}
