/** Parses the left column of an option: its names, its value, and the text after them. */
import { joinValues, matchAt, readValue, type ValueSpec } from "./option-value.ts";

/** An option as written in a list or a usage line: its names and its value. */
export interface OptionSpec {
  readonly names: readonly string[];
  readonly negation?: string;
  readonly value?: ValueSpec;
  /** The text after the names and the value. Empty if the spec takes up the whole column. */
  readonly rest: string;
}

/** Start of a line, or of the rest of one, that can contain an option. Bullets may precede it. */
export const OPTION_START = new RegExp(
  [
    String.raw`^(?:(?:[\u2022\u25CB\u25CF*\u00B7o]|\[!\]) +)?`,
    String.raw`(?:-(?:[<\u2039][^>\u203A]*[>\u203A]|\.)?, )?`,
    String.raw`(?=-{1,2}(?:\[no-?\])?[A-Za-z0-9?#@!]|\+[a-zA-Z](?:[\s,=]|$)|-[,|] ?--)`,
  ].join(""),
);

/** A name, whose negation can be in brackets: `-x`, `--x`, `--[no-]x`, `-m[no-]x`, `--x-@y`, `-Xx/a:`. */
const NAME = new RegExp(
  [
    String.raw`(?:--?|\+)(?:[A-Za-z]?\[no-?\]|\(no-?\))?`,
    String.raw`[A-Za-z0-9?#@*!](?:(?:[\w.+#-]|(?<=-)@)*[\w+#])?`,
    String.raw`(?:\/[a-z](?=:))?(?:\[no-?\])?`,
  ].join(""),
  "y",
);

const SEPARATOR = / *(?:,|\||\/| or | and )+ *(?=(?:--?|\+)[^\s-])/y;

/**
 * Parses the start of a column. Returns undefined if it does not start with an option. `isBounded`: a gap or the end of the line follows.
 */
export function parseOptionSpec(column: string, isBounded = true): OptionSpec | undefined {
  const attached = parseRange(column) ?? parseAttached(column);
  return attached ?? parseNames(joinSpellings(column), isBounded);
}

/**
 * Names with only spaces between them are spellings of one option if they are long and short, or the same word:
 * `-n -u --show-names`, `-version --version`. Otherwise, they are several options: `-daystart -follow`.
 */
function joinSpellings(column: string): string {
  const names = /^--?[\w?-]+(?: --?[\w?-]+)+(?= [^-]|$)/.exec(column)?.[0];
  const words = names?.split(" ") ?? [];
  const hasShort = words.some((name) => /^-[A-Za-z?]$/.test(name)) || /^-\d$/.test(words[0] ?? "");
  const isOneWord = new Set(words.map((name) => name.replace(/^-+/, ""))).size === 1;
  // A list of options that the name is equivalent to: `--quick -D 20 -R 3`.
  const isList = /^ \S+ -\w /.test(column.slice(names?.length ?? 0));
  const isSpelled = isOneWord || (hasShort && !isList && words.some((name) => name.startsWith("--")));
  return names !== undefined && isSpelled ? `${words.join(", ")}${column.slice(names.length)}` : column;
}

/** Signs that a short name can be repeated: `-v...`, `-v[v[v]]`. */
const REPETITION = /\.{3}|(?<=-([A-Za-z]))\[\1(?:\1|\[|\])*\](?= |$)/y;

function parseNames(column: string, isBounded: boolean): OptionSpec | undefined {
  const names: string[] = [];
  let slash: number | undefined;
  let negation: string | undefined;
  let value: ValueSpec | undefined;
  let at = 0;
  for (;;) {
    const name = matchAt(NAME, column, at);
    if (name === undefined) break;
    const read = readNegation(name);
    names.push(read.name);
    negation ??= read.negation;
    at += name.length + (matchAt(REPETITION, column, at + name.length)?.length ?? 0);
    const found = readValue(column, at, isBounded);
    if (found !== undefined) {
      // `--check, --check=first`: the value can be omitted.
      const isShownAlone = value === undefined && names.indexOf(read.name) < names.length - 1;
      value = joinValues(value, isShownAlone ? { ...found.value, isOptional: true } : found.value);
      at = found.end;
      // An option that replaces the value is not another spelling: `--remove package...|-a|--pending`.
      if (name.startsWith("--")) at += matchAt(/\|-[A-Za-z](?:\|--[\w-]+)?(?= |$)/y, column, at)?.length ?? 0;
    }
    const next =
      matchAt(SEPARATOR, column, at) ?? shortBeforeLong(column, at, names) ?? afterGluedValue(column, at, { names, value, isBounded });
    if (next === undefined) break;
    if (next === " / ") slash = names.length;
    at += next.length;
  }
  if (names.length === 0) return undefined;
  const pair = splitPair(names) ?? (value === undefined ? splitAtSlash(names, slash) : undefined);
  return {
    names: pair?.names ?? [...new Set(names)],
    ...((pair?.negation ?? negation) && { negation: pair?.negation ?? negation }),
    ...(value && { value }),
    rest: column.slice(at).trim(),
  } as OptionSpec;
}

/** Another spelling of a level: `-9 (or --best)`. */
const OR_NAME = String.raw`(?: \(or --\w+\))?`;

/** Digits that are options: `-0 ... -9`, `-1 .. -9`, `-1 (or --fast) to -9 (or --best)`. */
const RANGE = new RegExp(String.raw`^-(\d)${OR_NAME} ?(?:\.{2,3}|\u2026|to|through) ?-(\d)${OR_NAME}(?:, -\d{2})?(?= |$)`);

/** Parses a range of digits as an option with one of them as its value. */
function parseRange(column: string): OptionSpec | undefined {
  const [all, first = "", last = ""] = RANGE.exec(column) ?? [];
  const digits = Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => String(Number(first) + index));
  if (all === undefined || digits.length < 2) return undefined;
  const value: ValueSpec = { text: digits.join("|"), isOptional: false, repeats: false, form: "attached" };
  return { names: digits.map((digit) => `-${digit}`), value, rest: column.slice(all.length).trim() };
}

/** A sign or a word directly after a letter: `-T#`, `-#`, `-Ddir`, `-Wnumber`. */
const ATTACHED = new RegExp(
  [
    String.raw`^(-[A-Za-z]?|--[a-z]+(?=#))`,
    String.raw`(?:(#)|(?<=[A-Za-z])(arg|dir|name|file|list|path|num|number|format|flags|level)(?=$))(?= |$)`,
  ].join(""),
);

/** The start of a word that a value completes: `--force-<thing>`, `--map-<name>=<value>`, `--no-OPTION`, `-Wa,<options>`, `-Wno-<name>`. */
const FAMILY = new RegExp(
  [
    String.raw`^(--[a-z-]*[a-z]-|-[A-Za-z]+,|-[A-Za-z][a-z]+-(?=[<\u2039]))`,
    String.raw`(?:(?=[<\u2039(])([^\s]+?)|(?<=-)([A-Z]{3,})),?(?= |$)`,
  ].join(""),
);

/** Parses an option whose value is a part of its word. */
function parseAttached(column: string): OptionSpec | undefined {
  const [short = "", letter, sign, word] = ATTACHED.exec(column) ?? [];
  const [start = "", family, marked, capitals] = FAMILY.exec(column) ?? [];
  const name = letter ?? family;
  const rest = column.slice((short || start).length).trim();
  if (name === undefined || (name === "-" && rest !== "" && !/^--[a-z]/.test(rest))) return undefined;
  // A separate word is another spelling of `-Ddir`.
  const form = word === undefined || /^(?:number|format|flags|level)$/.test(word) ? "attached" : "bare";
  const text = sign ?? word ?? capitals ?? /[\w-]+/.exec(marked ?? "")?.[0] ?? "";
  return { names: [name === "-" ? "-#" : name], value: { text, isOptional: false, repeats: false, form }, rest };
}

/** Returns the space before a second name, if a short name precedes a long one: `-t --type` or `-t -type`. Undefined otherwise. */
function shortBeforeLong(column: string, at: number, names: readonly string[]): string | undefined {
  const short = names.at(-1) ?? "";
  if (!/^-[\w?]$/.test(short)) return undefined;
  const space = matchAt(/ +(?=--[A-Za-z[]|-[a-z]{3,}(?: |$))/y, column, at) ?? "";
  const next = column.slice(at + space.length);
  return space !== "" && (next.startsWith("--") || next.startsWith(short)) ? space : undefined;
}

interface ReadNames {
  readonly names: readonly string[];
  readonly value: ValueSpec | undefined;
  readonly isBounded: boolean;
}

/** After a glued value, a space separates further long names at the end of the column: `-j --jobs[=N] --threads`. */
function afterGluedValue(column: string, at: number, { names, value, isBounded }: ReadNames): string | undefined {
  const isSpelling = isBounded && value?.form === "glued" && /^-\w$/.test(names[0] ?? "") && names.length > 1;
  return isSpelling ? matchAt(/ (?=--[\w-]+(?: --[\w-]+)*$)/y, column, at) : undefined;
}

function readNegation(name: string): { readonly name: string; readonly negation?: string } {
  const [, dashes = "", no, word = ""] = /^(--?[A-Za-z]?|\+)[[(](no-?)[\])](.*)$/.exec(name) ?? [];
  return no === undefined ? { name } : { name: `${dashes}${word}`, negation: `${dashes}${no}${word}` };
}

/** Splits `--x / --no-x` into names and the negation. */
function splitPair(names: readonly string[]): { readonly names: readonly string[]; readonly negation: string } | undefined {
  const negation = names.find((name) => names.some((other) => isNegation(name, other)));
  return negation === undefined ? undefined : { names: names.filter((name) => name !== negation), negation };
}

/** Splits `--on / --off` of click, where the second turns the first off. `slash`: the number of names before ` / `. */
function splitAtSlash(names: readonly string[], slash = 0): { readonly names: readonly string[]; readonly negation: string } | undefined {
  const isLong = (name: string): boolean => /^--\w/.test(name);
  const [before, after] = [names.slice(0, slash), names.slice(slash).filter(isLong)];
  const [negation] = after;
  return negation !== undefined && after.length === 1 && before.some(isLong) ? { names: before, negation } : undefined;
}

function isNegation(name: string, other: string): boolean {
  return name !== other && name === other.replace(/^--?(?=\w{2})/, "$&no-");
}
