/** Finds the parts of a page that describe words after its command in full, each below a usage line. */
import { indentOf } from "../lines/plain-lines.ts";
import { escapePattern } from "../../../text/alternatives.ts";

/** Minimum number of words with such a usage. Fewer can be examples, or usages of the command itself. */
const MIN_WORDS = 3;

/**
 * Returns the lines of a page without those below usages of words after the command, such as `Usage: tool sort [options]` in the page of
 * `tool`: their options belong to the word. The removed lines are blank, so that the others keep their numbers.
 */
export function withoutOtherCommands(lines: readonly string[], command: string): readonly string[] {
  const usage = new RegExp(String.raw`^\s+usage: ${escapePattern(command)} ([a-z][\w-]*)(?= |$)`, "i");
  const words = lines.map((line) => usage.exec(line)?.[1]);
  if (new Set(words.filter((word) => word !== undefined)).size < MIN_WORDS) return lines;
  let start: number | undefined;
  return lines.map((line, at) => {
    if (start !== undefined && line !== "" && indentOf(line) < indentOf(lines[start] ?? "")) start = undefined;
    if (words[at] !== undefined) start = at;
    return start === undefined || line === "" ? line : "";
  });
}
