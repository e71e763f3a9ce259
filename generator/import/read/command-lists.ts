/** Finds the subcommands that a page lists. */
import type { Fact, Source } from "../description.ts";
import { listsCommands, readHeading } from "./sections.ts";

/** A command in a list of commands. */
export interface ListedCommand {
  readonly name: string;
  readonly summary?: Fact<string>;
  /** Text after the name in the list: `[UNIT...]`. */
  readonly values?: string;
  readonly source: Source;
}

const NAME = /^[A-Za-z0-9](?:[\w.:-]*\w)?$/;

/** Words that are not subcommands although they are in a list of them. */
const IGNORED = new Set(["help", "completion", "version", "and", "or", "the", "see"]);

/**
 * Returns the subcommands of a page in order, each once. `where` is the source of the page's first line. `prefix`: the words of the page's
 * command, which can precede each name.
 */
export function findCommands(lines: readonly string[], where: Source, prefix = ""): readonly ListedCommand[] {
  const found = new Map<string, ListedCommand>();
  let isInList = false;
  /** Column of the names in the list. Undefined before the first. */
  let base: number | undefined;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const isStart = startsList(lines, at, isInList ? base : undefined);
    if (isStart !== undefined) {
      isInList = isStart;
      base = undefined;
    }
    if (isStart !== undefined || !isInList) continue;
    const indent = line.length - line.trimStart().length;
    base ??= indent;
    if (indent > base) {
      continueSummary(found, lines[at - 1] ?? "", line);
      continue;
    }
    const commands = readCommandLine(withoutPrefix(line.trim(), prefix), { ...where, line: at + 1 });
    isInList = indent === base || commands.length > 0;
    if (isInList) base = indent;
    for (const command of commands) {
      if (!IGNORED.has(command.name) && !found.has(command.name)) found.set(command.name, command);
    }
  }
  for (const command of findBraceCommands(lines, where)) if (!found.has(command.name)) found.set(command.name, command);
  return [...found.values()];
}

/** Headings of git. */
const PROSE_HEADINGS = /^(?:start a working area|work on the current change|examine the history|grow, mark and tweak|collaborate)/;

/** Reports whether a line is the heading of a list of commands. Returns undefined for other lines. `base`: column of the current list. */
function startsList(lines: readonly string[], at: number, base: number | undefined): boolean | undefined {
  const line = lines[at] ?? "";
  // The name of a list of argparse, below a heading such as "required arguments".
  if (/^ +<(?:sub)?command>$/i.test(line)) return true;
  const indent = line.length - line.trimStart().length;
  if (base !== undefined && indent >= base) return undefined;
  const heading = readHeading(line) ?? readProseHeading(line);
  if (heading !== undefined) return listsCommands(heading) || PROSE_HEADINGS.test(heading);
  // A heading in prose continues the list, such as git's "grow, mark and tweak your common history".
  return base !== undefined && indent === 0 ? lines[at - 1] === "" && /^\s+[a-z][\w-]*\s{2,}\S/.test(lines[at + 1] ?? "") : undefined;
}

/** Adds a line to the summary of the last command if it is below that summary. */
function continueSummary(found: Map<string, ListedCommand>, above: string, line: string): void {
  const last = [...found.values()].at(-1);
  if (last?.summary === undefined) return;
  const column = line.search(/\S/);
  const isBelow = /\s{2,}$/.test(above.slice(0, column)) && last.summary.value.endsWith(above.slice(column));
  if (above === "" || !isBelow) return;
  found.set(last.name, { ...last, summary: { ...last.summary, value: `${last.summary.value} ${line.trim()}` } });
}

/** A heading of git: `start a working area (see also: git help tutorial)`. */
function readProseHeading(line: string): string | undefined {
  return (
    /^[a-z][a-z ,]+ \(see also: [^)]+\)$/.exec(line)?.[0] ??
    (/^[A-Z][\w -]* [Cc]ommands?(?: \([^)]*\))?:?$/.test(line)
      ? line
          .replace(/ \([^)]*\)/, "")
          .replace(/:$/, "")
          .toLowerCase()
      : undefined)
  );
}

/** Removes the words of a command from the start of a line: `add:` for `tool add:`. The dashes of a program can be spaces. */
function withoutPrefix(text: string, prefix: string): string {
  const start = [prefix, prefix.replaceAll("-", " ")].find((words) => words !== "" && text.startsWith(`${words} `));
  return start === undefined ? text : text.slice(start.length + 1);
}

function readCommandLine(text: string, source: Source): readonly ListedCommand[] {
  const commas = text.replace(/,$/, "").split(/, /);
  if (commas.length > 1 && commas.every((word) => NAME.test(word))) return commas.map((name) => ({ name, source }));
  const bullet = /^[*\u2022o+] +(\S+)$/.exec(text)?.[1];
  if (bullet !== undefined) return NAME.test(bullet) ? [{ name: bullet, source }] : [];
  const [names = "", ...rest] = text.split(/\s{2,}|(?<=\w): +| - /);
  const name = names.split(/[\s,|]/)[0]?.replace(/[:*,]$/, "") ?? "";
  const summary = rest.join(" ").trim().replace(/^- /, "");
  if (!NAME.test(name) || (summary === "" && names.split(" ").length > 2)) return [];
  const values = names.slice(name.length).trim();
  return [{ name, source, ...(summary !== "" && { summary: { ...source, value: summary } }), ...(/^[[<A-Z]/.test(values) && { values }) }];
}

/** Reads the choices of argparse: `{add,remove}` alone in the usage or at the start of a line. */
function findBraceCommands(lines: readonly string[], where: Source): readonly ListedCommand[] {
  const at = lines.findIndex((line) => /^\s{0,4}\{[\w-]+(?:,[\w-]+)+\}/.test(line));
  const words = /\{([\w,-]+)\}/.exec(lines[at] ?? "")?.[1];
  if (words === undefined) return [];
  const indent = (lines[at]?.search(/\S/) ?? 0) + 1;
  return words.split(",").map((name): ListedCommand => {
    const line = lines.findIndex((text, index) => index > at && text.search(/\S/) >= indent && text.trim().split(/\s+/)[0] === name);
    const summary = line === -1 ? "" : (lines[line] ?? "").trim().slice(name.length).trim();
    const source: Source = { ...where, line: (line === -1 ? at : line) + 1 };
    return { name, source, ...(summary !== "" && { summary: { ...source, value: summary } }) };
  });
}
