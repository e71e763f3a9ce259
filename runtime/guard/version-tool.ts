/** The tool that prints the version of a program. Its words are those that the config declares for it. */
import type { Tool } from "../tool/tool.ts";
import { commandOf } from "../tool/tool.ts";
import type { GuardedProgram } from "./guarded-program.ts";

/**
 * Returns the tool that prints the version of the program, if the words are exactly those of `version_command`. No policy disables it,
 * because it reads nothing; its call has the executor and the limits of the policies.
 */
export function versionTool(words: readonly string[], { name, tools }: GuardedProgram): Tool | undefined {
  const found = tools.find(({ tool: { cli } }) => isSame(cli.version_command, words));
  const handler = found && commandOf(found.tool);
  if (found === undefined || handler === undefined) return undefined;
  const { cli } = found.tool;
  const { any_of: _, ...program } = handler.program;
  return {
    // With a space, it is the name of no other tool: that of `npm version`, which changes the version, is npm_version.
    name: [name, ...words].join(" "),
    description: "Print the version of the program",
    risk: "read",
    args: [],
    cli,
    handler: { kind: "command", program: { ...program, command: program.command.slice(0, 1), global_args: [] }, command: words },
  };
}

function isSame(declared: readonly string[] | undefined, words: readonly string[]): boolean {
  return declared !== undefined && declared.length === words.length && declared.every((word, index) => word === words[index]);
}
