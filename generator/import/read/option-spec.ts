/** Parses the left column of an option: its names, and what stands for its value. */

/**
 * `glued`: after `=`. `bracketed`: in brackets or capitals. `bare`: a lower-case word after a space. `attached`: directly after the name, as
 * in `-T#`.
 */
export type ValueForm = "glued" | "bracketed" | "bare" | "attached";

/** The value after an option name, as documentation shows it. */
export interface ValueSpec {
  /** Without brackets and marks around all of it. */
  readonly text: string;
  readonly isOptional: boolean;
  readonly repeats: boolean;
  readonly form: ValueForm;
}

/** An option as written in a list or a usage line: its names and its value. */
export interface OptionSpec {
  readonly names: readonly string[];
  readonly negation?: string;
  readonly value?: ValueSpec;
  /** The text after the names and the value. Empty if the spec takes up the whole column. */
  readonly rest: string;
}

/** Start of a line, or of the rest of one, that can contain an option. Bullets may precede it. */
export const OPTION_START =
  /^(?:(?:[\u2022\u25CB\u25CF*\u00B7o]|\[!\]) +)?(?:-(?:[<\u2039][^>\u203A]*[>\u203A]|\.)?, )?(?=-{1,2}(?:\[no-?\])?[A-Za-z0-9?#@!]|\+[a-zA-Z](?:[\s,=]|$)|-[,|] ?--)/;

const NAME = /(?:--?|\+)(?:\[no-?\]|\(no-?\))?[A-Za-z0-9?#@*!](?:[\w.+#-]*[\w+#])?(?:\[no-?\])?/y;

/** Square brackets with up to three levels of brackets in them, as in `[=[[format:]FORMAT[,[precision:]PRECISION]]]`. */
const BRACKETS = nestBrackets(3);

/** One value, which can have spaces in brackets. */
const VALUE = new RegExp(
  String.raw`(?:<[^<>]*>|\u2039[^\u2039\u203A]*\u203A|\{[^{}]*\}|${BRACKETS}|\((?![^()]*\s)[^()]*\)|"[^"]*"|'[^']*'|,(?![\s-]|$)|\|(?! *-)|[^\s,<>\u2039\u203A{}[\]()"'|])+`,
  "y",
);

const IN_BRACKETS = new RegExp(`^=?${BRACKETS}$`);

const SEPARATOR = / *(?:,|\||\/| or | and )+ *(?=(?:--?|\+)[^\s-])/y;

/** Lower-case words that stand for a value although prose follows them. */
const PLAIN_PLACEHOLDERS = new Set([
  "string",
  "strings",
  "stringarray",
  "int",
  "uint",
  "float",
  "duration",
  "file",
  "filename",
  "dir",
  "directory",
  "path",
  "num",
  "number",
  "val",
  "value",
  "arg",
  "infile",
  "outfile",
  "cmd",
  "url",
  "host",
  "port",
  "uri",
  "bytes",
  "regex",
  "format",
]);

/** Words that look like a lower-case placeholder and explain a switch. */
const NOT_PLACEHOLDERS = new Set([
  "help",
  "version",
  "verbose",
  "quiet",
  "usage",
  "deprecated",
  "and",
  "or",
  "is",
  "the",
  "to",
  "with",
  "without",
  "ignored",
]);

/** Type words of a switch. `count` of pflag is one without brackets only. */
const SWITCH_TYPES = /^(?:=?(?:false|true)|\[=(?:false|true)\]|[[(<]?(?:boolean|bool)[\])>]?|count)$/;

/**
 * Parses the start of a column. Returns undefined if it does not start with an option. `isBounded`: a gap or the end of the line follows.
 */
export function parseOptionSpec(column: string, isBounded = true): OptionSpec | undefined {
  const attached = parseRange(column) ?? parseAttached(column);
  if (attached !== undefined) return attached;
  const names: string[] = [];
  let negation: string | undefined;
  let value: ValueSpec | undefined;
  let at = 0;
  for (;;) {
    const name = matchAt(NAME, column, at);
    if (name === undefined || /^--?$/.test(name)) break;
    const read = readNegation(name);
    names.push(read.name);
    negation ??= read.negation;
    at += name.length + (matchAt(/\.{3}/y, column, at + name.length)?.length ?? 0);
    const found = readValue(column, at, isBounded);
    if (found !== undefined) {
      value = joinValues(value, found.value);
      at = found.end;
      // An option instead of the value is not a spelling: `--remove package...|-a|--pending`.
      if (name.startsWith("--")) at += matchAt(/\|-[A-Za-z](?:\|--[\w-]+)?(?= |$)/y, column, at)?.length ?? 0;
    }
    const next = matchAt(SEPARATOR, column, at) ?? shortBeforeLong(column, at, names);
    if (next === undefined) break;
    at += next.length;
  }
  if (names.length === 0) return undefined;
  const pair = splitPair(names);
  return {
    names: pair?.names ?? [...new Set(names)],
    ...((pair?.negation ?? negation) && { negation: pair?.negation ?? negation }),
    ...(value && { value }),
    rest: column.slice(at).trim(),
  } as OptionSpec;
}

/** Digits that are options: `-0 ... -9`, `-1 .. -9`, `-1 (or --fast) to -9 (or --best)`. */
const RANGE = /^-(\d)(?: \(or --\w+\))? ?(?:\.{2,3}|\u2026|to|through) ?-(\d)(?: \(or --\w+\))?(?:, -\d{2})?(?= |$)/;

/** Parses a range of digits as an option with one of them as its value. */
function parseRange(column: string): OptionSpec | undefined {
  const [all, first = "", last = ""] = RANGE.exec(column) ?? [];
  const digits = Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => String(Number(first) + index));
  if (all === undefined || digits.length < 2) return undefined;
  const value: ValueSpec = { text: digits.join("|"), isOptional: false, repeats: false, form: "attached" };
  return { names: digits.map((digit) => `-${digit}`), value, rest: column.slice(all.length).trim() };
}

/** A value in the word of its option: `-T#`, `-#`, `-Ddir`, `--force-<thing>`, `--no-OPTION`, `-Wa,<options>`. */
const ATTACHED =
  /^(?:(-[A-Za-z]?)(#)|(-[A-Za-z])((?:arg|dir|name|file|list|path|num)(?=$))|(--[a-z-]*[a-z]-|-[A-Za-z]+,)(?:[<\u2039]([\w-]+)[>\u203A](?:\[,\.{3}\])?|(?<=-)([A-Z]{3,})))(?= |$)/;

function parseAttached(column: string): OptionSpec | undefined {
  const [all = "", short, sign, letter, word, family, marked, thing = marked] = ATTACHED.exec(column) ?? [];
  const name = short ?? letter ?? family;
  const rest = column.slice(all.length).trim();
  if (name === undefined || (name === "-" && rest !== "" && !/^--[a-z]/.test(rest))) return undefined;
  // A separate word is another spelling of `-Ddir`.
  const form = letter === undefined ? "attached" : "bare";
  const value: ValueSpec = { text: sign ?? word ?? thing ?? "", isOptional: false, repeats: false, form };
  return { names: [name === "-" ? "-#" : name], value, rest };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** A space separates names only if a short name precedes a long one, as in `-t --type`. */
function shortBeforeLong(column: string, at: number, names: readonly string[]): string | undefined {
  const isShort = /^-.$/.test(names.at(-1) ?? "");
  return isShort ? matchAt(/ +(?=--[A-Za-z[])/y, column, at) : undefined;
}

function readNegation(name: string): { readonly name: string; readonly negation?: string } {
  const [, dashes = "", no, word = ""] = /^(--?|\+)[[(](no-?)[\])](.*)$/.exec(name) ?? [];
  return no === undefined ? { name } : { name: `${dashes}${word}`, negation: `${dashes}${no}${word}` };
}

/** Splits `--x / --no-x`: the second turns the first off. */
function splitPair(names: readonly string[]): { readonly names: readonly string[]; readonly negation: string } | undefined {
  const negation = names.find((name) => names.some((other) => isNegation(name, other)));
  return negation === undefined ? undefined : { names: names.filter((name) => name !== negation), negation };
}

function isNegation(name: string, other: string): boolean {
  return name === other.replace(/^--/, "--no-") && other.startsWith("--");
}

function joinValues(first: ValueSpec | undefined, second: ValueSpec): ValueSpec {
  if (first === undefined) return second;
  return {
    ...second,
    isOptional: first.isOptional || second.isOptional,
    repeats: first.repeats || second.repeats,
    form: first.form === "glued" ? "glued" : second.form,
  };
}

/** Values that take up the rest of a column: `unix | dos | mac`. */
const SPACED_BARS = /^\u2039?[a-z][\w-]*\u203A?(?: \| \u2039?[a-z][\w-]*\u203A?)+$/;

interface FoundValue {
  readonly value: ValueSpec;
  readonly end: number;
}

function readValue(column: string, at: number, isBounded: boolean): FoundValue | undefined {
  // A part of the name that can be omitted, such as `-c[:stream]`, and `-if[NUM]` before its value.
  const part = matchAt(/\[:[^[\]]*\](?= |$)|\[[^[\]=]*\](?= [<\u2039]?[A-Z]{2,}[>\u203A]?$)/y, column, at);
  if (part !== undefined) return readValue(column, at + part.length, isBounded);
  const glued = /[[=<\u2039{(:]/.test(column[at] ?? "") ? matchAt(VALUE, column, at) : undefined;
  if (glued !== undefined) return finishValue(glued, column, at + glued.length);
  const spaces = matchAt(/ = ?| (?=\S)/y, column, at);
  if (spaces === undefined) return undefined;
  const start = at + spaces.length;
  const bars = isBounded ? SPACED_BARS.exec(column.slice(start))?.[0] : undefined;
  if (bars !== undefined) return finishValue(bars.replaceAll(" ", ""), column, column.length);
  const word = matchAt(VALUE, column, start);
  if (word === undefined || !(spaces.includes("=") || isPlaceholder(word, column.slice(start), isBounded))) return undefined;
  return finishValue(word, column, start + word.length);
}

/** Reports whether a word after an option and a space stands for a value. */
function isPlaceholder(word: string, after: string, isBounded: boolean): boolean {
  // The end of a sentence is not a value.
  if (/^\[?[-/|]|[^.]\.$/.test(word) || NOT_PLACEHOLDERS.has(word.toLowerCase())) return false;
  if (word.startsWith("("))
    return /^\((?:string|integer|boolean|list|structure|blob|timestamp|map|float|double|long|json|tagged union structure)\)/.test(word);
  if (/^\[.*[<\u2039]/.test(word) && !/\s/.test(word)) return true;
  if (word.startsWith("["))
    return (
      /^\[=?(?:\[[\w:=]+\])?[<\u2039]?[\w.:=|,/@-]+[>\u203A]?(?:\.{3})?\]/.test(word) &&
      !/^\[(?:default|deprecated|experimental|required|env)\b/i.test(word)
    );
  if (/^[<\u2039{"'=]/.test(word)) return true;
  const rest = after.slice(word.length);
  if (/^[A-Z][A-Z0-9]*(?:$|[^a-z])/.test(word) && !/^[A-Z]$/.test(word)) return true;
  if (/^[A-Z]$/.test(word)) return rest.trim() === "" || !/^ [a-z]/.test(rest);
  const isAlone = isBounded && /^(?: ?\.{3}| [<[\u2039A-Z{][^ ]*)*(?:,.*)?$/.test(rest);
  if (/[<[\u2039{|=]/.test(word)) return isAlone || !/^ [a-z]/.test(rest);
  return isAlone
    ? /^(?:\+?\w|#$)/.test(word)
    : PLAIN_PLACEHOLDERS.has(word.toLowerCase()) && !/^ (?:of|to|in|from|is|for|names?)\b/.test(rest);
}

/** Reads further values, such as `<x> <y>` and `...`. */
function finishValue(word: string, column: string, end: number): FoundValue | undefined {
  if (SWITCH_TYPES.test(word.replace(/:$/, ""))) return undefined;
  const further =
    matchAt(
      /(?: ?\.{3}| ?\[,?[^\]]*\.{3}\]| [<\u2039][^>\u203A]*[>\u203A]| \[[<\u2039][^\]]*\]| (?=[A-Z]{2,}(?: |$))[A-Z]+)+/y,
      column,
      end,
    ) ?? "";
  const all = `${word}${further}`;
  const bare = word
    .replace(/^[[(]?[=:]?\[?/, "")
    .replace(/[:,]+$/, "")
    .replace(/(?<!\|)<|>(?!\|)(?<!\|<[^<>]*>)|[\u2039\u203A"']/g, "")
    .replace(/\.{3}/g, "");
  // Click writes choices in brackets: `[low|high]`.
  const isChoice = column[end - word.length - 1] === " " && word.includes("|");
  // The manuals of cobra write an empty list as the default: `--host=[]`.
  const isList = word === "=[]";
  const isOptional = !isChoice && !isList && IN_BRACKETS.test(word);
  const text = isOptional || isChoice || word.startsWith("(") ? bare.replace(/[\])]$/, "") : bare;
  const isGlued = /^\[?=/.test(word) || column[end - word.length - 1] === "=";
  const form = isGlued ? "glued" : /^[a-z][\w-]*$/.test(word) ? "bare" : "bracketed";
  return { value: { text, isOptional, form, repeats: isList || /\.{3}/.test(all) }, end: end + further.length };
}

function nestBrackets(levels: number): string {
  const inner = levels === 0 ? "" : String.raw`(?:${nestBrackets(levels - 1)}[^[\]]*)*`;
  return String.raw`\[[^[\]]*${inner}\]`;
}
