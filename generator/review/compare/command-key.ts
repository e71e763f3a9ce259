/** Computes keys of commands, which are equal for commands with the same words, however these are written. */
import type { Program, Tool } from "@climax-gen/runtime/internal/tool/tool";
import { readSegments, unquoteWords } from "@climax-gen/runtime/internal/tool/command-words";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";

/**
 * Returns a key that is equal for two tools if their commands start with the same arguments on every machine. Quotes, and the boundary
 * between the CLI's and the tool's command, have no effect. Words that contain variables or `~` are compared as written.
 */
export function commandKey(program: Pick<Program, "command">, command: readonly string[]): string {
  const base = program.command.map((word, index) => (isExpanded(word, index) ? { written: word } : unquoteWords([word]).join("")));
  return JSON.stringify([...base, ...command]);
}

/** Returns a key of a tool's command. All Directive tools have the same key, because they have no command. */
export function commandKeyOf(tool: Tool): string {
  const handler = commandOf(tool);
  return commandKey(handler?.program ?? { command: [] }, handler?.command ?? []);
}

/** Reports whether a word contains `~` or a variable that a call can expand. */
function isExpanded(word: string, index: number): boolean {
  if (index === 0 && word.startsWith("~")) return true;
  return readSegments(word).some(({ quote, text }) => quote !== "single" && text.includes("$"));
}
