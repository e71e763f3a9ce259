/** The words that stand before the arguments of every call of a tool, in one form for all ways to write them. */
import type { Tool } from "@climax-gen/runtime";
import { readSegments, unquoteWords } from "@climax-gen/runtime";

/**
 * The same for two tools whose commands run the same words on every machine: whatever quotes they have, and wherever the CLI's
 * command ends and the tool's begins. Words that a machine's environment decides about have to be written alike.
 */
export function toRunWords({ cli, command }: Pick<Tool, "command"> & { readonly cli: Pick<Tool["cli"], "command"> }): string {
  const base = cli.command.map((word, index) => (isExpanded(word, index) ? { written: word } : unquoteWords([word]).join("")));
  return JSON.stringify([...base, ...command]);
}

/** Whether `~` or a variable in it may be resolved when a tool is called. */
function isExpanded(word: string, index: number): boolean {
  if (index === 0 && word.startsWith("~")) return true;
  return readSegments(word).some(({ quote, text }) => quote !== "single" && text.includes("$"));
}
