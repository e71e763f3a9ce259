/** A program whose command lines are read: all of its tools, also those that a policy disables. */
import type { Environment } from "../tool/environment-variables.ts";
import { expandCommand } from "../tool/environment-variables.ts";
import type { Tool } from "../tool/tool.ts";
import { commandOf, commandsOf } from "../tool/tool.ts";
import { groupEntries } from "../text/group-entries.ts";

/** A program whose command lines are read. */
export interface GuardedProgram {
  /** The name of the program without its directory: `git`. */
  readonly name: string;
  /** All tools that start the program. Disabled ones count, so that their command lines are never read as those of another tool. */
  readonly tools: readonly GuardedTool[];
  /** The variables that expand the words of the config. */
  readonly env: Environment;
}

/** A tool of a program. */
export interface GuardedTool {
  readonly tool: Tool;
  /** Whether the policies enable the tool. */
  readonly isEnabled: boolean;
}

/**
 * Returns the programs that tools start, each with its tools, in index order. Tools that start no program are left out. A tool that runs one
 * of several commands is a tool of each of their programs.
 */
export function listGuardedPrograms(tools: readonly GuardedTool[], env: Environment): readonly GuardedProgram[] {
  const expand = createExpansion(env);
  const named = tools.flatMap((guarded) =>
    Array.from(toolsByProgram(guarded.tool, expand), ([name, tool]) => [name, { ...guarded, tool }] as const),
  );
  return Array.from(groupEntries(named), ([name, own]) => ({ name, tools: own, env }));
}

/** Returns a function that expands a command once. The tools of a config share the words of their command. */
export function createExpansion(env: Environment): (command: readonly string[]) => readonly string[] {
  const known = new Map<readonly string[], readonly string[]>();
  return (command) => {
    const words = known.get(command) ?? expandCommand(command, env);
    known.set(command, words);
    return words;
  };
}

/** Returns the names of the programs that a tool can start, without their directories, each with the tool for its first command. */
function toolsByProgram(tool: Tool, expand: ReturnType<typeof createExpansion>): ReadonlyMap<string, Tool> {
  const handler = commandOf(tool);
  if (handler === undefined) return new Map();
  const named = commandsOf(handler.program).flatMap((command): readonly (readonly [string, Tool])[] => {
    const path = expand(command)[0] ?? handler.command[0];
    if (path === undefined) return [];
    const chosen: Tool = { ...tool, handler: { ...handler, program: { ...handler.program, command } } };
    return [[path.slice(path.lastIndexOf("/") + 1), command === handler.program.command ? tool : chosen]];
  });
  // The first command of a name is the last entry.
  return new Map(named.toReversed());
}
