/** A program whose command lines are read: all of its tools, also those that a policy disables. */
import type { Environment } from "../tool/environment-variables.ts";
import { expandCommand } from "../tool/environment-variables.ts";
import type { Tool } from "../tool/tool.ts";
import { commandOf } from "../tool/tool.ts";

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

/** Returns the programs that tools start, each with its tools, in index order. Tools that start no program are left out. */
export function listGuardedPrograms(tools: readonly GuardedTool[], env: Environment): readonly GuardedProgram[] {
  const programs = new Map<string, GuardedTool[]>();
  for (const guarded of tools) {
    const name = programNameOf(guarded.tool, env);
    if (name !== undefined) programs.set(name, [...(programs.get(name) ?? []), guarded]);
  }
  return [...programs].map(([name, own]) => ({ name, tools: own, env }));
}

/** Returns the name of the program that a tool starts, without its directory. Undefined if it starts none. */
export function programNameOf(tool: Tool, env: Environment): string | undefined {
  const handler = commandOf(tool);
  if (handler === undefined) return undefined;
  const [program] = [...expandCommand(handler.program.command, env), ...handler.command];
  return program?.slice(program.lastIndexOf("/") + 1);
}
