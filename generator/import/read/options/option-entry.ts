/** Reads the entry of an option: the line of its names, which can contain the start of its description. */
import { splitColumns } from "./option-columns.ts";
import { OPTION_START, type OptionSpec, parseOptionSpec } from "./option-spec.ts";
import { continuesSentence } from "./placeholder-words.ts";
import { toCommonNotation } from "../layouts/column-layouts.ts";
import { indentOf, markStarred } from "../lines/plain-lines.ts";
import { parseAlternatives, parseSeveral, splitNames } from "./several-options.ts";

/** An option and the lines that belong to it. */
export interface OptionEntry {
  readonly spec: OptionSpec;
  /** Line number, from 1. */
  readonly line: number;
  readonly section: string;
  /** Lines of the description, without indentation. An empty line separates paragraphs. */
  readonly description: readonly string[];
  readonly assigned?: AssignedBoolean;
  /** True if the option takes two values: `--arg name value`. */
  readonly isPair?: boolean;
  /** True if a star precedes the names. */
  readonly isStarred?: boolean;
  /** Values that the page defines one by one: `--paint=never`, `--paint=always`. */
  readonly literals?: readonly string[];
}

/** A boolean after the name: `-lock=false`. `isDefault` is true if it is the default of the option, as in `--force=false:`. */
export interface AssignedBoolean {
  readonly value: boolean;
  readonly isDefault: boolean;
}

/** An entry whose description is not complete. */
export interface OpenEntry extends Omit<OptionEntry, "spec" | "description" | "literals"> {
  readonly specs: readonly OptionSpec[];
  readonly indent: number;
  /** Column of the description. Undefined until its first line. */
  textIndent: number | undefined;
  readonly description: string[];
  /** True if the description starts in the line of the names. */
  readonly startsInline: boolean;
}

/** The position of an entry. */
interface Opening extends Pick<OpenEntry, "line" | "section"> {
  /** True if a blank line, a heading or another option in the same column precedes the entry. */
  readonly isTrusted: boolean;
}

/** Reports whether a line can start an entry. */
export function startsEntry(line: string): boolean {
  return OPTION_START.test(unquoteNames(line).trimStart());
}

/** Reads the entry that starts at a line, and the number of further lines of its names. Returns undefined if the line is text. */
export function openEntryAt(
  lines: readonly string[],
  at: number,
  opening: Omit<Opening, "line">,
): { readonly entry: OpenEntry; readonly consumed: number } | undefined {
  const { text, consumed } = joinNameLines(lines, at);
  const entry = openEntry(text, { ...opening, line: at + 1 });
  return entry && { entry, consumed };
}

/** Joins lines of names that end with a comma: `-a,` and `--all` below it. Also joins `or --all` below `-a`, and the lines of a placeholder. */
function joinNameLines(lines: readonly string[], at: number): { readonly text: string; readonly consumed: number } {
  let text = unquoteNames(lines[at] ?? "");
  let consumed = 0;
  for (;;) {
    const next = (lines[at + consumed + 1] ?? "").trim();
    const [, names, description] = STACKED.exec(text) ?? [];
    const isStacked = names !== undefined && OPTION_START.test(next) && !/\s{2,}/.test(next);
    const isNext = isStacked || (ENDS_WITH_COMMA.test(text) ? OPTION_START.test(next) : continuesNames(text, next));
    if (!isNext) break;
    text = isStacked ? `${names} ${next}  ${description ?? ""}` : `${text} ${next}`;
    consumed++;
  }
  return { text, consumed };
}

/** A name that the next line continues, and the description beside it, as argparse of Lua prints them: `-o <file>,   Write it`. */
const STACKED = /^(\s*-\S+(?: <[^<>]+>)?,)\s{2,}(\S.*)$/;

/** Names, and their values if each is one word, or in brackets: `-a,`, `-f FILE,`, `--skip <word> [<word>] ...,`. */
const ENDS_WITH_COMMA = /^\s*(?:[-+][^ ]*(?: [^ ]+)?|-[^\s]+(?:, -[^\s]+)*|-[^\s]+(?: (?:<[^<>]*>|\[<[^<>]*>\]|\.{3}))+),$/;

/** Reports whether a line continues the names above it: another spelling, or the end of a placeholder in angle brackets. */
function continuesNames(text: string, next: string): boolean {
  const isOpen = /^\s*-[^\s<>]+ <[^<>]*$/.test(text) && /^[^<>]*>$/.test(next);
  return isOpen || (/^\s*-[A-Za-z](?: \S+)?$/.test(text) && /^or --[a-z][\w-]*(?:[ =]\S+)?$/.test(next));
}

/**
 * Removes the quotes in which manuals written in POD show code: `"-A[symspec]"`. If all of `-x FILE` is underlined, only its value remains
 * underlined.
 */
function unquoteNames(line: string): string {
  if (/^\s*"-[^"]*"(?:, "-[^"]*")*$/.test(line)) return line.replaceAll('"', "");
  return line.replace(
    /^(\s*)\u2039(-[^\u2039\u203A ]{2,})([^\u2039\u203A]*)\u203A/,
    (_all, indent: string, name: string, values: string) => `${indent}${name}${values.replace(/\w+/g, "\u2039$&\u203A")}`,
  );
}

function openEntry(line: string, { isTrusted, ...where }: Opening): OpenEntry | undefined {
  const start = startOfNames(line);
  const { left: names, right, column } = splitColumns(line, start);
  const { column: left, notes } = toCommonNotation(markStarred(names));
  const open = (specs: readonly OptionSpec[], text: string): OpenEntry => ({
    ...where,
    specs,
    indent: indentOf(line),
    textIndent: right === "" ? undefined : column,
    description: [...notes, text].filter((one) => one !== ""),
    startsInline: text !== "",
    ...(/^\s*\* +-/.test(line) && { isStarred: true }),
  });
  const alternatives = parseAlternatives(left);
  if (alternatives !== undefined) return open(alternatives, right);
  const spec = parseOptionSpec(left, true);
  if (spec === undefined || isText(left, spec, right)) return undefined;
  const several = /^\[?-/.test(spec.rest) ? parseSeveral(left) : undefined;
  if (several !== undefined) return { ...open(several, right), startsInline: true };
  if (spec.rest !== "" && !spec.rest.startsWith(":") && !isTrusted) return undefined;
  if (isPair(spec, right !== "" || line.endsWith(":"))) return { ...open([{ ...spec, rest: "" }], right), isPair: true };
  const loose = spec.rest === "" ? spec : parseOptionSpec(left, false);
  const chosen = readExplainedValue(spec, right) ?? loose ?? spec;
  const assigned = readAssigned(line.slice(start));
  return { ...open([chosen], [toText(chosen.rest), right].filter(Boolean).join("  ")), ...(assigned && { assigned }) };
}

/** Reports whether two words after an option are its values: `--arg name value`. The description can also start with the name of the option. */
function isPair({ names, value, rest }: OptionSpec, hasText: boolean): boolean {
  const isName = names.some((name) => name.replace(/^-+/, "") === rest.split(" ")[0]);
  return hasText && value === undefined && /^[a-z]\w* [a-z]\w*$/.test(rest) && !isName;
}

function readAssigned(text: string): AssignedBoolean | undefined {
  const [, value, colon] = /^\S+=(true|false)(:)?(?=\s|$)/.exec(text) ?? [];
  return value === undefined ? undefined : { value: value === "true", isDefault: colon !== undefined };
}

/** Returns the column of the first name that a config needs. */
function startOfNames(line: string): number {
  // `[!]` means that a word before the option can negate it.
  const bullet = /^\s*(?:(?:[\u2022\u25CB\u25CF*\u00B7o]|\[!\]) +)?/.exec(line)?.[0].length ?? 0;
  // `-<number>, ` and `-NUM ` are spellings without a name; `-., ` and `-, ` have no name either.
  const unused = /^-(?:(?:[<\u2039][^>\u203A]*[>\u203A]|\.)?, |NUM(?:BER)?,? (?=--))/.exec(line.slice(bullet));
  return bullet + (unused?.[0].length ?? 0);
}

/** Reports whether a line is text or an example, although it starts with an option. `right`: the text in the next column. */
function isText(left: string, { names: [name = ""], value, rest }: OptionSpec, right: string): boolean {
  // A sentence: `--edited and --updated produce disjoint sets`, `-t is invalid`, `-x; …`.
  const isSentence = / and -/.test(left) ? /^[a-z]/.test(rest) : /^(?:is|are|was|were|can|cannot|may|must|will|has|have) [a-z]/.test(rest);
  if ((right === "" && isSentence) || /^[;.)]/.test(rest)) return true;
  // Examples: `--level -1`, `-p2024/1/1`.
  if ((/^-\d+$/.test(rest) && value === undefined && left.startsWith("--")) || /^\/\d/.test(rest)) return true;
  // A line of `ls -l`: `-rw-r-----`.
  return /^-r[w-]/.test(name) && /^-+(?: |$)/.test(rest);
}

/**
 * Reads a value that only the description shows. The description repeats the words after the name, as in `--file path or URL  Path or URL
 * of the image`, or quotes the end of the name, as in `-Tv  Set the format to 'v'` and `-Gname=val  Set 'name' to 'val'`.
 */
function readExplainedValue(spec: OptionSpec, description: string): OptionSpec | undefined {
  const { names, value, rest } = spec;
  const required = { isOptional: false, repeats: false };
  const [, letter, word = ""] = /^(-[A-Za-z])([A-Za-z]+)$/.exec(names[0] ?? "") ?? [];
  const parts = value === undefined ? [word] : [word, value.text];
  if (letter !== undefined && names.length === 1 && parts.every((part) => description.includes(`'${part}'`))) {
    return { names: [letter], value: { ...required, text: parts.join("="), form: "attached" }, rest };
  }
  if (rest === "" || (value !== undefined && value.form !== "bare")) return undefined;
  // The first word can be a common placeholder: `path` of `path or URL`.
  const phrase = value === undefined ? rest : `${value.text} ${rest}`;
  const isRepeated = /^[a-z][\w-]*(?: [\w-]+)*$/i.test(phrase) && description.toLowerCase().includes(phrase.toLowerCase());
  if (!isRepeated || continuesSentence(phrase.split(" ")[0] ?? "")) return undefined;
  return { ...spec, value: { ...required, text: phrase, form: "bracketed" }, rest: "" };
}

/** Returns the text after the names and the value, without notation such as `:`, `(flag)`, `,/V` and `, help`. */
function toText(rest: string): string {
  return rest
    .replace(/^,\/\S+(?: \[<\w+>\])?(?: = |$)/, "")
    .replace(/^,(?: [a-z]+:?)?$|^<bool>$/, "")
    .replace(/^(?::|=(?:false|true):?|\[=(?:false|true)\]|\((?:boolean|flag)\)|-(?= ))\s*/, "");
}

/** Returns the options of an entry whose description is complete. */
export function closeEntry({
  specs,
  indent: _indent,
  textIndent: _textIndent,
  startsInline: _inline,
  ...entry
}: OpenEntry): readonly OptionEntry[] {
  return specs.flatMap((spec) => splitNames(spec, entry.description.join(" "))).map((spec) => ({ ...entry, spec }));
}
