/** Finds the program that a tool of a config starts, and the subcommand that it calls. */
import type { DashFacts } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { dashFactsOf } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { hasDashDash } from "@climax-gen/runtime/internal/command-line/pattern";
import { splitCommand } from "@climax-gen/runtime/internal/tool/command-words";
import { type Environment, expandCommand, expandVariables } from "@climax-gen/runtime/internal/tool/environment-variables";
import type { CliFile, CommandTool } from "./checked-file.ts";

/** Words after the program that print its version, unless the config has `version_command`. */
export const DEFAULT_VERSION_COMMAND = "--version";

/**
 * Returns the words that name a subcommand: first those of the config's command without its program, then those of the tool's command.
 * Stops at the first option, and at the first word that cannot name a subcommand, such as a path: `sh script --help` would run the script.
 */
export function commandPath(
  file: Pick<CliFile, "command">,
  tool: Pick<CommandTool, "command" | "program">,
  env: Environment = {},
): readonly string[] {
  return [...untilOption(commandWords(tool.program ?? file.command, env).slice(1)), ...untilOption(commandWords(tool.command))];
}

/** Returns the program that a tool starts: that of its config, or its own. */
export function programOf(file: Pick<CliFile, "command">, tool: Pick<CommandTool, "program">, env: Environment = {}): string {
  return commandWords(tool.program ?? file.command, env)[0] ?? "";
}

/** Returns the facts that decide whether the program of a tool could read a value as an option. */
export function dashFactsIn(file: Pick<CliFile, "command">, tool: CommandTool): DashFacts {
  return dashFactsOf([...commandWords(tool.program ?? file.command), ...commandWords(tool.command)], tool.args, hasDashDash(tool));
}

/** Returns the `PATH` in which the program of a tool is looked up: that of the tool, of its config, or of the environment. */
export function searchPathOf(file: Pick<CliFile, "env">, tool: Pick<CommandTool, "env">, env: Environment): string {
  const own = tool.env?.["PATH"];
  return own === undefined ? (file.env?.["PATH"] ?? env["PATH"] ?? "") : expandVariables(own, env);
}

/** Returns the base name of a program, which is a name or a path. */
export function nameOfProgram(program: string): string {
  return program.split("/").at(-1) ?? program;
}

/**
 * Splits a command into words without their quotes, and expands `$VAR` and `~`. Returns an empty list for a command that cannot be split.
 * @param env Defaults to no variables, so that nothing is expanded
 */
export function commandWords(command: string, env: Environment = {}): readonly string[] {
  const split = splitCommand(command);
  return split.kind === "words" ? expandCommand(split.words, env) : [];
}

function untilOption(words: readonly string[]): readonly string[] {
  const option = words.findIndex((word) => !/^[A-Za-z0-9][\w.:@-]*$/.test(word));
  return option === -1 ? words : words.slice(0, option);
}
