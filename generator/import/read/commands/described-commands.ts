/** Finds what a page says about the subcommands that its usage lines show. */
import { indentOf, unmark } from "../lines/plain-lines.ts";
import { listsCommands, readHeading } from "../lines/sections.ts";

/** The text about a subcommand. */
export interface DescribedCommand {
  /** The first paragraph, as one line. */
  readonly text: string;
  /** Line number of the paragraph, from 1. */
  readonly line: number;
}

/** A sentence about a subcommand in a description: `The "expire" subcommand (…) prunes older entries`. */
const SENTENCE = /^The ["'`]?([a-z][\w-]*)["'`]? (?:sub-?)?command (?:\([^()]*\) )?(?=[a-z]+s )/;

/**
 * Returns the texts about subcommands, by name, from a section such as COMMANDS or OPTIONS. An entry starts with a name in the first column
 * of the section: `drop [-q] [<stash>]`. Its text is in the deeper lines that follow directly. Elsewhere, a paragraph that starts with
 * `The "drop" subcommand` counts. The first text about a name is used.
 */
export function findDescribedCommands(lines: readonly string[], names: readonly string[]): ReadonlyMap<string, DescribedCommand> {
  const known = new Map(names.map((name) => [name.split(" ")[0] ?? "", name]));
  const found = new Map<string, DescribedCommand>();
  let column: number | undefined;
  for (const [at, line] of lines.entries()) {
    const indent = indentOf(line);
    const heading = indent < (column ?? Infinity) ? readHeading(line) : undefined;
    if (heading !== undefined) column = listsCommands(heading) || heading === "options" ? nextIndent(lines, at) : undefined;
    const text = unmark(line).trim();
    const entry = indent === column ? known.get(/^[a-z][\w-]*(?=[ ,]|$)/.exec(text)?.[0] ?? "") : undefined;
    const name = entry ?? known.get(SENTENCE.exec(text)?.[1] ?? "");
    if (name === undefined || found.has(name)) continue;
    const described = entry === undefined ? readSentence(lines, at) : readEntry(lines, at, indent);
    if (described !== undefined) found.set(name, described);
  }
  return found;
}

/** Reads the paragraph that starts with a sentence about a subcommand, without the words that name it: `Prunes older entries`. */
function readSentence(lines: readonly string[], at: number): DescribedCommand {
  const { text, line } = paragraphFrom(lines, at, 0);
  const rest = text.replace(SENTENCE, "");
  return { text: rest.slice(0, 1).toUpperCase() + rest.slice(1), line };
}

function nextIndent(lines: readonly string[], at: number): number | undefined {
  const next = lines.find((line, index) => index > at && line.trim() !== "");
  return next === undefined || indentOf(next) === 0 ? undefined : indentOf(next);
}

/** Reads the paragraph below an entry, whose own lines have the same indent. Returns undefined if the entry is prose. */
function readEntry(lines: readonly string[], at: number, column: number): DescribedCommand | undefined {
  let start = at + 1;
  while (start < lines.length && lines[start]?.trim() !== "" && indentOf(lines[start] ?? "") === column) start += 1;
  const described = paragraphFrom(lines, start, column + 1);
  return described.text === "" ? undefined : described;
}

/** Joins lines up to an empty one, or one with a smaller indent. */
function paragraphFrom(lines: readonly string[], start: number, indent: number): DescribedCommand {
  const end = lines.findIndex((line, index) => index >= start && (line.trim() === "" || indentOf(line) < indent));
  const text = unmark(lines.slice(start, end === -1 ? undefined : end).join(" "));
  return { text: text.replace(/\s+/g, " ").trim(), line: start + 1 };
}
