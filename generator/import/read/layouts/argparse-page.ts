/**
 * Marks the positional values and the commands of argparse, whose usage shows both as plain words: `tool [-h] [--all] place action ...`.
 * Each page has `[-h]` before them, so nothing else of the usage is a plain word. Marks the values of options that take several, such as
 * `--rect x y w h`. Pure.
 */
import type { Rewrite } from "./line-layouts.ts";

/** The start of the usage of a page of argparse. */
export const ARGPARSE_USAGE = /^usage: \S+(?: [\w.-]+)* \[-h\]/;

/** The text of the option for help, which most of these pages have. It can be in the line below. */
const HELP_ROW = /^ +(?:-h, --help +)?show this help message and exit$/;

/** What a page calls its values and commands. */
interface PlainWords {
  /** Names of values: words, and phrases of the rows such as `my file`. */
  readonly values: readonly string[];
  /** Lists of words that are values: `{low,high}`. */
  readonly choices: readonly string[];
  /** The word before the dots at the end: `action` in `action ...`. It stands for commands if rows below it list some. */
  readonly last?: string;
  /** The value that the dots at the end stand for. */
  readonly rest?: string;
}

/** Returns how to rewrite a page of argparse, or undefined for other pages. */
export function rewriteArgparse(page: readonly string[]): Rewrite | undefined {
  const start = page.findIndex((line) => ARGPARSE_USAGE.test(line));
  if (start === -1 || !page.some((line) => HELP_ROW.test(line))) return undefined;
  const end = page.findIndex((line, at) => at > start && line.trim() === "");
  const words = readWords(page.slice(start, end), page.slice(end));
  const rows = findCommandRows(page, end, words.last);
  const several = findSeveral(page.slice(start, end));
  let at = -1;
  return (line) => {
    at++;
    if (at >= start && at < end) return markUsage(line, words, rows !== undefined);
    if (at < end) return line;
    if (at === rows?.placeholder) return "  commands:";
    return rows !== undefined && at > rows.placeholder && at < rows.first ? "" : rewriteRow(markSeveral(line, several), words);
  };
}

/** Returns the words after the options of a usage that take several: `x y w h` for `[--rect x y w h]`. */
function findSeveral(usage: readonly string[]): readonly string[] {
  const found = usage.flatMap((line) =>
    Array.from(line.matchAll(/[[ ]--?[\w-]+ ([A-Za-z]\w*(?: [A-Za-z]\w*)+)\]/g), ([, words = ""]) => words),
  );
  return [...new Set(found)];
}

/** Writes the words after the names of an option in angle brackets, if its row ends with them. */
function markSeveral(row: string, several: readonly string[]): string {
  const words = /^ {2}--?\w/.test(row)
    ? several.find((one) => new RegExp(String.raw`^ {2}--?[\w-]+ ${one}(?:, | {2}|$)`).test(row))
    : undefined;
  if (words === undefined) return row;
  const after = new RegExp(String.raw`(?<=^ {2}(?:.*, )?--?[\w-]+ )${words}(?=, -| {2}|$)`, "g");
  return row.replace(after, words.replace(/\w+/g, "<$&>"));
}

/** Returns the plain words after the options. Options are in brackets, or precede their value. */
function readWords(usage: readonly string[], below: readonly string[]): PlainWords {
  const [, all = ""] = /\[-h\](.*)/.exec(usage.map((line) => line.trim()).join(" ")) ?? [];
  const text = withoutOptions(all);
  const last = /(?<=^| )([A-Za-z][\w-]*) \.\.\.$/.exec(text)?.[1];
  const title = below.findIndex((line) => line === "positional arguments:");
  const listed =
    title === -1
      ? []
      : below.slice(title, below.indexOf("", title + 2)).flatMap((line) => /^ {2}([A-Za-z]\w*)(?: {2,}|$)/.exec(line)?.[1] ?? []);
  const rest = last === undefined || listed.at(-2) !== last ? undefined : listed.at(-1);
  const phrases = below.flatMap((line) => /^ {2}([a-z][\w-]*(?: [a-z][\w-]*)+)(?: {2,}|$)/.exec(line)?.[1] ?? []);
  // Brackets around more than one word are a remark: `[more options; see below]`.
  const plain = text.replace(/\[(?!\S+(?: \.{3})?\])[^[\]]*\]/g, " ").replace(/[[\]]/g, " ");
  return {
    values: [...phrases.filter((phrase) => ` ${plain} `.includes(` ${phrase} `)), ...(plain.match(/(?<=^| )[a-z][\w.-]*(?= |$)/g) ?? [])],
    // A list without brackets can be one of commands.
    choices: Array.from(new Set(text.match(/(?<=\[)\{[\w.+-]+(?:,[\w.+-]+)*\}(?= \.{3}\])/g))),
    ...(last !== undefined && { last }),
    ...(rest !== undefined && { rest }),
  };
}

/** Removes the options of a usage: `[--id N]`, `(--all | --none)`, `--id N`. */
function withoutOptions(usage: string): string {
  return usage
    .replace(/[[(] ?-[^[\]()]*(?:\[[^[\]]*\][^[\]()]*)*[\])]/g, " ")
    .replace(/(?<=^| )--?[\w-]+ (?:\{[^{}]*\}|[^\s[\]{}-]\S*)/g, " ")
    .replace(/ +/g, " ")
    .trim();
}

/** The placeholder of the commands in a list, and the first of the deeper rows below it. */
interface CommandRows {
  readonly placeholder: number;
  readonly first: number;
}

function findCommandRows(page: readonly string[], start: number, last: string | undefined): CommandRows | undefined {
  if (last === undefined) return undefined;
  const row = new RegExp(String.raw`^ {2}${last}(?: {2,}\S.*)?$`);
  const placeholder = page.findIndex((line, at) => at > start && row.test(line));
  const first = page.findIndex((line, at) => at > placeholder && !/^ {5}/.test(line));
  return placeholder !== -1 && /^ {4}[a-z]/.test(page[first] ?? "") ? { placeholder, first } : undefined;
}

/** Writes values after the words of the command in angle brackets, and the placeholder of commands as such. */
function markUsage(given: string, { values, choices, last = "", rest }: PlainWords, hasCommands: boolean): string {
  const [start = ""] = /^usage: .*?\[-h\]/.exec(given) ?? [];
  const marked = choices.reduce((text, list, index) => text.replaceAll(outside(list), `<${choiceName(index)}>`), given.slice(start.length));
  const end = hasCommands ? "<command> ..." : rest === undefined ? undefined : `<${last}> [<${rest}> ...]`;
  const ended = end === undefined ? marked : marked.replace(new RegExp(String.raw`(?<= )${last} \.{3}$`), end);
  return `${start}${values.reduce((text, value) => text.replaceAll(outside(value), `<${toWord(value)}>`), ended)}`;
}

/** Matches a text between spaces and square brackets, but not the value of an option, or a command. */
function outside(text: string): RegExp {
  const plain = text.replace(/[{}.+]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<=[ [])(?<! \[?--?[\w-]+ )${plain}(?=[\]]|$| (?!\.{3}$))`, "g");
}

function choiceName(index: number): string {
  return index === 0 ? "choice" : `choice_${index + 1}`;
}

function toWord(phrase: string): string {
  return phrase.replaceAll(" ", "_");
}

/** Rewrites the row of a list of values, or of a phrase. */
function rewriteRow(line: string, { values, choices }: PlainWords): string {
  const [, list = "", text = ""] = /^ {2}(\{[^{} ]*\})( {2,}\S.*)?$/.exec(line) ?? [];
  const index = choices.indexOf(list);
  if (index !== -1) return `  ${choiceName(index)}  [possible values: ${list.slice(1, -1).replaceAll(",", ", ")}] ${text.trim()}`.trimEnd();
  const phrase = values.find((value) => value.includes(" ") && (line === `  ${value}` || line.startsWith(`  ${value}  `)));
  return phrase === undefined ? line : line.replace(phrase, toWord(phrase));
}
