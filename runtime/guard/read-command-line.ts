/** Reads a command line of a program as a call of one of its tools. */
import { argvOf, buildCommandLine } from "../command-line/command-line.ts";
import { commandOf } from "../tool/tool.ts";
import type { GuardedProgram } from "./guarded-program.ts";
import type { Reading } from "./reading.ts";

/**
 * Reads the words after the name of the program as a call of one of its tools. Never guesses: words that fit no tool, or several, are
 * refused.
 */
export function readCommandLine(words: readonly string[], { tools, env }: GuardedProgram): Reading {
  for (const { tool } of tools) {
    const handler = commandOf(tool);
    if (handler === undefined) continue;
    const [, ...constants] = argvOf(buildCommandLine(tool, handler, { values: new Map(), env }));
    if (constants.join("\0") === words.join("\0")) return { kind: "read", tool, args: {}, added: [] };
  }
  return { kind: "refused", rule: "unknown-subcommand", word: words[0] ?? "", message: "These words are no call of a tool." };
}
