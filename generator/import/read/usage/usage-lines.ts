/** Finds the usage lines of a page. */
import type { UsageLine } from "./usage-options.ts";
import { indentOf, MARK_END, MARK_START, markStarred } from "../lines/plain-lines.ts";
import { isRemarks, readHeading } from "../lines/sections.ts";

const START = /^\s*(?:(?:usage|synopsis)(?![\w(-]) ?:?|syntax ?:)/i;

/**
 * Returns the usage lines, each joined with the more indented lines that continue it. `words` has the program, the words of the command
 * joined with dashes, and its path.
 */
export function findUsageLines(lines: readonly string[], words: readonly string[]): readonly UsageLine[] {
  const start = lines.findIndex((line, at) => START.test(line) && !isInRemarks(lines, at));
  const found = start === -1 ? readFirstLines(lines, words) : readBlock(lines, start, words);
  // Titles can precede the usages of a man page.
  const first = found.findIndex(({ text }) => startsUsage(text, words));
  const usages = found.slice(found.slice(0, first).every(({ text }) => /^[A-Za-z ]+$/.test(text)) ? first : 0);
  return usages.map(({ text, line }) => ({ text: markStarred(text), line }));
}

/** Reports whether a line is below the heading of remarks, such as "Known bugs:". */
function isInRemarks(lines: readonly string[], at: number): boolean {
  const heading = lines.slice(0, at).findLast((line) => readHeading(line) !== undefined);
  return heading !== undefined && isRemarks(readHeading(heading) ?? "") && indentOf(lines[at] ?? "") > indentOf(heading);
}

/** Reads the first lines of a text without a heading if they are usages: `tool lock [options] <path>`. */
function readFirstLines(lines: readonly string[], words: readonly string[]): readonly UsageLine[] {
  const prompt = lines.findIndex((line) => line.trimStart().startsWith(`$ ${words[0] ?? ""} `));
  const start = prompt === -1 ? lines.findIndex((line) => line.trim() !== "") : prompt;
  const end = lines.findIndex((line, index) => index >= start && !startsUsage(line.trim(), words));
  // A heading can start with the program: `tool commands:`.
  const found =
    readHeading(lines[start] ?? "") === undefined
      ? lines.slice(start, end).map((line, index) => ({ text: line.trim(), line: start + index + 1 }))
      : [];
  // The words of a subcommand alone are its usage.
  const isWhole = words.length > 2 && found.length === 1 && found[0]?.text === [words[0], ...words.slice(2)].join(" ");
  return isWhole || found.some(({ text }) => /[[<]/.test(text)) ? found : [];
}

/** Reads the lines after a heading such as "Usage:", which can contain the first usage. */
function readBlock(lines: readonly string[], start: number, words: readonly string[]): readonly UsageLine[] {
  const first = lines[start] ?? "";
  const inline = first
    .replace(START, "")
    .replace(/^ *[\u2013\u2014] .*/, "")
    .trimStart();
  const found: UsageLine[] = inline === "" ? [] : [{ text: inline, line: start + 1 }];
  let blanks = 0;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "") {
      blanks++;
      if (isSubcommandUsage(lines[at + 1], words)) continue;
      if (inline !== "" || (found.length > 0 && blanks > 1)) break;
      continue;
    }
    if (blanks > 0 && LIST_HEADING.test(line)) break;
    if (found.length === 0 && isLead(lines, at, words)) continue;
    const text = line.trim().replace(/^(?:(?:or|usage):\s*|or\s+|\u25B8 )/i, "");
    const isNew = text !== line.trim() || startsUsage(text, words) || startsLike(text, found[0]?.text);
    if (!isNew) {
      // The first line below a heading is always a usage.
      const isFirst = found.length === 0 && readHeading(line) === undefined;
      const isHeading = inline === "" && blanks > 0 && found.length > 0 && indentOf(line) <= indentOf(first);
      const isBelow = indentOf(line) > 0 || isFirst || text.startsWith("[") || isOpen(found.at(-1)?.text);
      if (isHeading || !isBelow || PROSE.some((pattern) => pattern.test(text)) || isListedOption(text, found.at(-1)?.text)) break;
    }
    if (REMARK.test(text) || isTitle(text, lines[at + 1], words)) continue;
    const last = found.at(-1);
    if (isNew || last === undefined) found.push({ text, line: at + 1 });
    else found.splice(-1, 1, { ...last, text: `${last.text} ${text}` });
  }
  return found;
}

/** A heading that starts with the name of the command: `cat options:`. */
const LIST_HEADING = /^[a-z][\w-]*(?: [a-z][\w-]*)* (?:options|flags|arguments|commands):$/;

/** Reports whether a line is another usage of a subcommand, after a blank line. A sentence can start with the name of a program. */
function isSubcommandUsage(line = "", [program = "", , ...path]: readonly string[]): boolean {
  return path.length > 0 && line.trimStart().startsWith(`${[program, ...path].join(" ")} `) && /^\s/.test(line);
}

/** Reports whether a bracket of a usage is still open, so that the next line continues it. */
function isOpen(text = ""): boolean {
  return text.trimEnd().endsWith("[") || text.split("[").length > text.split("]").length;
}

/** Reports whether a line is an option of the list below a usage that has a placeholder for options: `tool [flags]`. */
function isListedOption(text: string, usage = ""): boolean {
  return /^-{1,2}\w/.test(text) && /\[(?:\w+ )?(?:options?|flags?)\b[^\]]*\]/i.test(usage);
}

/** Text below the usage lines: a sentence, a heading, or an option with its description. */
const PROSE = [
  /^[A-Z][a-z]+ (?:[a-z]+ [a-z]|['"`])/,
  /^[a-z]+ (?:an?|the) [A-Za-z]/,
  /^[A-Z][a-z]+: [A-Z][a-z]+ [a-z]/,
  /^<[^<>]+>\s{2,}[A-Z]/,
  /^[a-z][\w-]*\s+-- [a-z]/,
  /^-{3,}/,
  /^--?\w[^[\]|]*\s{2,}(?:: ?)?[A-Za-z]/,
  /^--?\w[^ |]* (?:[a-z]+ ){2,}[a-z]/,
  /^[A-Z][\w ]*:$/,
];

/** A remark about the line above: `(to execute a class)`. */
const REMARK = /^\((?:[a-z-]+ ){2,}[a-z-]+\)$/;

/** Reports whether a line is the title of the usages below it: `Reading`. */
function isTitle(text: string, next = "", words: readonly string[]): boolean {
  return /^[A-Z][a-z]+$/.test(text) && startsUsage(next.trim(), words);
}

/** Reports whether a line introduces the usage below it: `Common command format:`. */
function isLead(lines: readonly string[], at: number, words: readonly string[]): boolean {
  const next = lines.slice(at + 1).find((line) => line.trim() !== "") ?? "";
  return /^[A-Z][\w ]*:$/.test((lines[at] ?? "").trim()) && indentOf(next) === indentOf(lines[at] ?? "") && startsUsage(next.trim(), words);
}

/** Reports whether a line starts with the path, the interpreter or another name of the program that the first usage line starts with. */
function startsLike(text: string, first = ""): boolean {
  const [word = ""] = first.split(" ");
  return /^[/a-z]/.test(word) && text.startsWith(`${word} `) && (word.startsWith("/") || /^[[<(-]/.test(text.slice(word.length + 1)));
}

function startsUsage(text: string, words: readonly string[]): boolean {
  // Some programs print the path that they were started by.
  const plain = text
    .replaceAll(MARK_START, "")
    .replaceAll(MARK_END, "")
    .replace(/^\/\S*\//, "");
  const [program = ""] = words;
  if (/^\S+ version:? v?\d/.test(plain)) return false;
  const isVariant = /^[_-]\w+ (?:\.{3}$|[[<-])/.test(plain.startsWith(program) ? plain.slice(program.length) : "");
  return isVariant || [...words, program.replaceAll("-", " "), "$"].some((word) => plain === word || plain.startsWith(`${word} `));
}
