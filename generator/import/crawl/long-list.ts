/** Finds subcommands that the help of a program does not list itself: in its complete list, or in its man page. */
import { toPlainLines } from "../read/plain-lines.ts";
import { readHeading } from "../read/sections.ts";

/** Options of `PROGRAM help` that print all commands. Only these are tried, because a text must not decide what is started. */
const LIST_OPTIONS = ["-a", "--all"] as const;

/** Returns the words that print the complete list of commands, if a help names them: `help -a` for "'git help -a' lists …". */
export function listWords(program: string, text: string): readonly string[] | undefined {
  const option = LIST_OPTIONS.find((one) => new RegExp(String.raw`(?<![\w-])${escapeRegExp(program)} help ${one}(?![\w-])`).test(text));
  return option === undefined ? undefined : ["help", option];
}

/** Groups of a list that contain no commands of the program. */
const OTHER_GROUPS = /\b(?:interfaces?|formats?|protocols?|guides?|concepts?|topics|aliases|external|plugins?)\b/;

/** Returns the names of a list of commands in groups: `   add    Add file contents`. */
export function readLongList(text: string): readonly string[] {
  let isOther = false;
  const names: string[] = [];
  for (const line of toPlainLines(text)) {
    if (line.trim() === "") continue;
    const isRow = /^\s/.test(line);
    if (!isRow) {
      isOther = OTHER_GROUPS.test((readHeading(line) ?? line).toLowerCase());
      continue;
    }
    const name = /^ {1,8}([a-z][a-z0-9-]*)(?: {2,}\S|$)/.exec(line)?.[1];
    if (name !== undefined && !isOther) names.push(name);
  }
  return [...new Set(names)];
}

/** Returns the subcommands whose man pages a program's man page refers to: `add` for `git-add(1)`. */
export function readReferredPages(program: string, manual: string): readonly string[] {
  const text = toPlainLines(manual).join("\n").replace(/[\u2039\u203A]/g, "");
  const pattern = new RegExp(String.raw`(?<![\w-])${escapeRegExp(program)}-([a-z][a-z0-9-]*)\([168]\)`, "g");
  return [...new Set(Array.from(text.matchAll(pattern), ([, name = ""]) => name))];
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
