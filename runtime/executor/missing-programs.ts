/** Finds the programs of tools that are not installed on this machine. */
import type { Environment } from "../tool/environment-variables.ts";
import { expandCommand, expandVariables } from "../tool/environment-variables.ts";
import type { ToolProgram } from "../tool/tool.ts";
import type { Execution } from "./execution.ts";
import { isExecutable } from "./file-kind.ts";
import { findProgram } from "./find-executor.ts";
import { fixProgram } from "./program-path.ts";

/**
 * Returns the name of the program if it is not installed, and undefined otherwise. The search is that of a call. Programs of an image are
 * not searched.
 * @param env the server's environment
 */
export function nameMissingProgram(
  program: ToolProgram,
  { executor, host }: Pick<Execution, "executor" | "host">,
  env: Environment,
): string | undefined {
  if (executor.type === "docker") return undefined;
  const { command, path, expandsPath = false } = program;
  const [name = ""] = expandCommand(command, env);
  const own = path === undefined ? {} : { PATH: expandsPath ? expandVariables(path, env) : path };
  const fixed = fixProgram({ argv: [name], env: own }, host.directory);
  const [file = ""] = fixed.argv;
  const isFound = file.includes("/")
    ? isExecutable(file)
    : findProgram(file, { inherited: { ...host.inherited, ...fixed.env } }) !== undefined;
  return isFound && name !== "" ? undefined : name || command.join(" ");
}
