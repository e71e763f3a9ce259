/** Finds tools that differ only in their subcommand: `docker ps` and `docker container ls` do the same. */
import { commandTerm } from "./command-term.ts";
import type { Tool } from "../tool/tool.ts";
import { commandOf } from "../tool/tool.ts";

/** For each tool, by ordinal, the ordinal of the first tool with the same effect: its own if it has no twin before it. */
export type Twins = Uint32Array;

/** Minimum number of words of a description. Tools with a shorter one, or with none, may be equal by chance. */
const MIN_WORDS = 3;

/**
 * Finds the twins among these tools, numbered in this order. Twins belong to one CLI, have different subcommands, and differ in nothing else
 * but their names and keywords.
 */
export function findTwins(tools: readonly Tool[]): Twins {
  const groups = new Map<string, { readonly first: number; readonly commands: Set<string> }>();
  return Uint32Array.from(tools, (tool, ordinal) => {
    const key = keyOf(tool);
    const command = commandTerm(tool);
    if (key === undefined || command === undefined) return ordinal;
    const group = groups.get(key) ?? { first: ordinal, commands: new Set() };
    groups.set(key, group);
    // Tools with the same subcommand are not aliases of it.
    if (group.commands.has(command)) return ordinal;
    group.commands.add(command);
    return group.first;
  });
}

/** Returns a text that is equal for twins. Undefined for a tool that has none. */
function keyOf({ cli, name: _name, handler: _handler, keywords: _keywords, weak_keywords: _weak, ...tool }: Tool): string | undefined {
  const handler = commandOf({ handler: _handler });
  if (handler === undefined || tool.description.trim().split(/\s+/).length < MIN_WORDS) return undefined;
  const { command: _command, ...rules } = handler;
  return JSON.stringify([cli.name, tool, rules]);
}

/** Returns the ordinals of the other tools with the same effect, by ordinal. Tools without a twin are left out. */
export function listTwins(twins: Twins): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  twins.forEach((first, ordinal) => {
    if (first !== ordinal) groups.set(first, [...(groups.get(first) ?? [first]), ordinal]);
  });
  const members = [...groups.values()];
  return new Map(members.flatMap((group) => group.map((ordinal) => [ordinal, group.filter((other) => other !== ordinal)] as const)));
}
