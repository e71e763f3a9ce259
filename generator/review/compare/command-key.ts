/** Normalizes the fixed arguments of a tool's command line, for comparison. */
import type { Tool } from "@climax-gen/runtime";
import { readSegments, unquoteWords } from "@climax-gen/runtime";

/**
 * Returns a key that is equal for two tools whose commands start with the same arguments on every machine, regardless of quotes and of the
 * boundary between the CLI's and the tool's command. Words that depend on the environment are compared as written.
 */
export function commandKey({ cli, command }: Pick<Tool, "command"> & { readonly cli: Pick<Tool["cli"], "command"> }): string {
  const base = cli.command.map((word, index) => (isExpanded(word, index) ? { written: word } : unquoteWords([word]).join("")));
  return JSON.stringify([...base, ...command]);
}

/** Reports whether a word contains `~` or a variable that can be expanded when a tool is called. */
function isExpanded(word: string, index: number): boolean {
  if (index === 0 && word.startsWith("~")) return true;
  return readSegments(word).some(({ quote, text }) => quote !== "single" && text.includes("$"));
}
