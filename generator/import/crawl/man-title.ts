/** Reads the titles of man pages: `GIT-LOG(1)                Git Manual                GIT-LOG(1)`. */

/** The title of a man page. */
export interface ManTitle {
  /** Name in lower case: `git-log`. */
  readonly name: string;
  readonly section: string;
}

/** The first line of a man page, which starts and ends with the title. Overstrikes are removed. */
const TITLE_LINE = /^([^\s()]+)\((\d\w*)\)\s.*\s\1\(\2\)$/i;

/** Returns the title of a text that is a man page, or undefined. */
export function readManTitle(text: string): ManTitle | undefined {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "";
  return readTitleLine(line);
}

/** Returns the title in the first line of a man page, or undefined for any other line. */
export function readTitleLine(line: string): ManTitle | undefined {
  // eslint-disable-next-line no-control-regex
  const [, name, section] = TITLE_LINE.exec(line.replace(/.\u0008/g, "").trim()) ?? [];
  return name === undefined || section === undefined ? undefined : { name: name.toLowerCase(), section };
}

/** Sections about programs: commands, games and administration. The others describe functions, files and concepts. */
export function isProgramSection(section: string): boolean {
  return /^[168]/.test(section);
}

/** Number of characters after which a title can be cut, as DocBook cuts it: `git-sparse-checkou(1)`. */
const CUT_LENGTH = 16;

/** Reports whether a man page describes a command: `git-log(1)` or `git log(1)` for the words `git` and `log`. */
export function describesCommand({ name, section }: ManTitle, words: readonly string[]): boolean {
  const [title, command] = [name, words.join("-").toLowerCase()].map((one) => one.replace(/[\s_]/g, "-")) as [string, string];
  return isProgramSection(section) && (title === command || (title.length >= CUT_LENGTH && command.startsWith(title)));
}

/** Splits the output of `man` for several pages. Each page starts with its title. */
export function splitManPages(output: string): readonly string[] {
  const pages: string[][] = [];
  for (const line of output.split("\n")) {
    if (readTitleLine(line) !== undefined) pages.push([]);
    pages.at(-1)?.push(line);
  }
  return pages.map((lines) => lines.join("\n"));
}
