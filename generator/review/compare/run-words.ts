/** The words before the arguments of every call of a tool, in one form for all ways to write them. */
import type { Program, Tool } from "@climax-gen/runtime";
import { commandOf, readSegments, unquoteWords } from "@climax-gen/runtime";

/**
 * The same for two tools whose commands run the same words on every machine: whatever quotes they have, and wherever the CLI's
 * command ends and the tool's begins. Words that a machine's environment decides about have to be written alike.
 */
export function toRunWords(program: Pick<Program, "command">, command: readonly string[]): string {
  const base = program.command.map((word, index) => (isExpanded(word, index) ? { written: word } : unquoteWords([word]).join("")));
  return JSON.stringify([...base, ...command]);
}

/** The words of a tool; those of a Directive tool, which has none, are all the same. */
export function runWordsOf(tool: Tool): string {
  const handler = commandOf(tool);
  return toRunWords(handler?.program ?? { command: [] }, handler?.command ?? []);
}

/** Whether `~` or a variable in it may be resolved when a tool is called. */
function isExpanded(word: string, index: number): boolean {
  if (index === 0 && word.startsWith("~")) return true;
  return readSegments(word).some(({ quote, text }) => quote !== "single" && text.includes("$"));
}
