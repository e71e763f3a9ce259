/** Finds subcommands that the help of a program does not list itself: in its complete list, or in its man page. */
import { toPlainLines } from "../read/lines/plain-lines.ts";
import { readHeading } from "../read/lines/sections.ts";
import { escapePattern } from "../../text/alternatives.ts";

/** Arguments of `PROGRAM help` that print all commands. Only these and `--list` are tried, because a text must not decide what is started. */
const LIST_ARGUMENTS = ["-a", "--all", "commands"] as const;

/** Returns the words that print the complete list of commands, if a help names them: `help -a` for "'git help -a' lists …". */
export function listWords(program: string, text: string): readonly string[] | undefined {
  if (/\bsee all commands with --list\b/i.test(text)) return ["--list"];
  const argument = LIST_ARGUMENTS.find((one) =>
    new RegExp(String.raw`(?<![\w-])${escapePattern(program)} help ${one}(?![\w-])`).test(text),
  );
  return argument === undefined ? undefined : ["help", argument];
}

/** Groups of a list that contain no commands of the program. */
const OTHER_GROUPS = /\b(?:interfaces?|formats?|protocols?|guides?|concepts?|topics|aliases|external|plugins?)\b/;

/** Groups of commands that other commands use, and people hardly ever. Groups of queries are for people, too. */
const LOW_LEVEL = /\b(?:low-level|plumbing|internal)\b(?!.*\b(?:interrogat|quer|inspect))/;

/** A command of a complete list. */
export interface ListedCommand {
  readonly name: string;
  /** True if its group contains commands for programs, or the list leaves it out. */
  readonly isLowLevel: boolean;
}

/** Returns the commands of a list in groups: `   add    Add file contents`. */
export function readLongList(text: string): readonly ListedCommand[] {
  let isOther = false;
  let isLowLevel = false;
  const found = new Map<string, ListedCommand>();
  for (const line of toPlainLines(text)) {
    if (line.trim() === "") continue;
    const isRow = /^\s/.test(line);
    if (!isRow) {
      const group = (readHeading(line) ?? line).toLowerCase();
      isOther = OTHER_GROUPS.test(group);
      isLowLevel = LOW_LEVEL.test(group);
      continue;
    }
    const name = /^ {1,8}([a-z][a-z0-9_-]*)(?: {2,}(?!alias: )\S|$)/.exec(line)?.[1];
    if (name !== undefined && !isOther && !found.has(name)) found.set(name, { name, isLowLevel });
  }
  return [...found.values()];
}

/** Adds the commands that only the man page of a program refers to. A complete list leaves out those that people hardly ever use. */
export function addReferred(listed: readonly ListedCommand[], referred: readonly string[]): readonly ListedCommand[] {
  const known = new Set(listed.map(({ name }) => name));
  return [...listed, ...referred.filter((name) => !known.has(name)).map((name) => ({ name, isLowLevel: listed.length > 0 }))];
}

/** Returns the subcommands whose man pages a program's man page refers to: `add` for `git-add(1)`. */
export function readReferredPages(program: string, manual: string): readonly string[] {
  const text = toPlainLines(manual)
    .join("\n")
    .replace(/[\u2039\u203A]/g, "");
  const pattern = new RegExp(String.raw`(?<![\w-])${escapePattern(program)}-([a-z][a-z0-9-]*)\([168]\)`, "g");
  return [...new Set(Array.from(text.matchAll(pattern), ([, name = ""]) => name))];
}
