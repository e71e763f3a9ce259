/** Finds the programs of tools that are not installed on this machine. */
import type { Environment } from "../tool/environment-variables.ts";
import { expandCommand, expandVariables } from "../tool/environment-variables.ts";
import type { ToolProgram } from "../tool/tool.ts";
import { commandsOf } from "../tool/tool.ts";
import type { Execution } from "./execution.ts";
import { isExecutable } from "./file-kind.ts";
import { findProgram } from "./find-executor.ts";
import { fixProgram } from "./program-path.ts";

/** The executor and the machine of the commands. */
type ProgramHost = Pick<Execution, "executor" | "host">;

/**
 * Returns the name of the program if it is not installed, and undefined otherwise: the names of all if one of several must be installed. The
 * search is that of a call. Programs of an image are not searched.
 * @param env the server's environment
 */
export function nameMissingProgram(program: ToolProgram, surroundings: ProgramHost, env: Environment): string | undefined {
  const commands = commandsOf(program);
  const missing = commands.flatMap((command) => nameMissing({ ...program, command }, surroundings, env) ?? []);
  return missing.length < commands.length ? undefined : [...new Set(missing)].join(" or ");
}

/** Returns the first command that is installed, or the first of all if none is, or if commands run in an image. */
export function chooseCommand(program: ToolProgram, surroundings: ProgramHost, env: Environment): readonly string[] {
  const commands = commandsOf(program);
  return (
    commands.find((command) => nameMissing({ ...program, command }, surroundings, env) === undefined) ?? commands[0] ?? program.command
  );
}

function nameMissing(program: ToolProgram, { executor, host }: ProgramHost, env: Environment): string | undefined {
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
