/** Reads the placeholder of an option's value, after the name. */
import type { FollowingWords, ValueForm } from "../../description.ts";

/** The value after an option name, as documentation shows it. */
export interface ValueSpec {
  /** Without brackets and marks around all of it. */
  readonly text: string;
  readonly isOptional: boolean;
  readonly repeats: boolean;
  readonly form: ValueForm;
  /** Several words follow one occurrence of the option. */
  readonly following?: FollowingWords;
}

/** Square brackets with up to three levels of brackets in them, as in `[=[[format:]FORMAT[,[precision:]PRECISION]]]`. */
const BRACKETS = nestBrackets(3);

/** One value, which can have spaces in brackets. */
const VALUE = new RegExp(
  String.raw`(?:<(?:[^<>]|[<>]=?-?\d)*>|\u2039[^\u2039\u203A]*\u203A|\{[^{}]*\}|${BRACKETS}|\((?![^()]*\s)[^()]*\)|"[^"]*"|'[^']*'|,(?![\s-]|$)|,(?=-\w+,\.{3})|\|(?! *-)|\|-(?=\s|$)|[^\s,<>\u2039\u203A{}[\]()"'|])+`,
  "y",
);

const IN_BRACKETS = new RegExp(`^=?${BRACKETS}$`);

/** Lower-case words that are placeholders, even if prose follows them. */
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

/** Words that continue a sentence, or explain a switch. */
const NOT_PLACEHOLDERS = /^(?:deprecated|ignored|and|or|is|the|to|with|without|help|usage)$/i;

/** Type words of a switch. `count` of pflag is one without brackets only. */
const SWITCH_TYPES = /^(?:=?(?:false|true)|\[=(?:false|true)\]|[[(<]?(?:boolean|bool)[\])>]?|count)$/;

/** Values that take up the rest of a column: `unix | dos | mac`. */
const SPACED_BARS = /^\u2039?[a-z][\w-]*\u203A?(?: \| \u2039?[a-z][\w-]*\u203A?)+$/;

/** A value, and the index of the character after it. */
export interface FoundValue {
  readonly value: ValueSpec;
  readonly end: number;
}

/** Reads the value at an index, directly after a name. `isBounded`: a gap or the end of the line follows the column. */
export function readValue(column: string, at: number, isBounded: boolean): FoundValue | undefined {
  // A part of the name that can be omitted, such as `-c[:stream]`, and `-if[NUM]` or `-d[isplay]` before its value.
  const part = matchAt(
    /\[:[^[\]]*\](?= |$)|\[[^[\]=]*\](?= [<\u2039]?[A-Z]{2,}[>\u203A]?$)|(?<=^-[a-z])\[[a-z]+\](?= \[?[<\u2039])/y,
    column,
    at,
  );
  if (part !== undefined) return readValue(column, at + part.length, isBounded);
  // The equals sign separates two columns: `--trace= Print all steps`, `--list [<file>]= List them`.
  if (/^= (?![<[{\u2039]|[A-Z]{2})/.test(column.slice(at))) return undefined;
  const glued = /[[=<\u2039{(:]/.test(column[at] ?? "") ? matchAt(VALUE, column, at)?.replace(/(?<=\])=$/, "") : undefined;
  if (glued !== undefined) return finishValue(glued, column, at + glued.length);
  const spaces = matchAt(/ = ?| (?=\S)/y, column, at);
  if (spaces === undefined) return undefined;
  const start = at + spaces.length;
  const bars = isBounded ? SPACED_BARS.exec(column.slice(start))?.[0] : undefined;
  if (bars !== undefined) return finishValue(bars.replaceAll(" ", ""), column, column.length);
  const word = matchAt(VALUE, column, start)?.replace(/(?<=\])=$/, "");
  if (word === undefined) return undefined;
  const end = start + word.length;
  const isValue = spaces.includes("=") || isPlaceholder(word, column.slice(0, start), column.slice(end), isBounded);
  const found = isValue ? finishValue(word, column, end) : undefined;
  // An equals sign between spaces is part of the notation: `-seed = <int>`.
  return found && spaces.includes("=") ? { ...found, value: { ...found.value, form: "glued" } } : found;
}

/** Reports whether a word is the placeholder of a value. `before`: the option and a space. `after`: the rest of the column. */
function isPlaceholder(word: string, before: string, after: string, isBounded: boolean): boolean {
  // The end of a sentence is not a value.
  if (/^\[?[-|]|[^.]\.$/.test(word) || continuesSentence(word) || explainsLetter(before, word)) return false;
  if (word.startsWith("(")) return AWS_TYPE.test(word) || /^\([a-z]+(?:\|[a-z]+)+\)$/.test(word);
  if (/^(?:\[[^\w\s[\]]+\])+[A-Z<\u2039]|^\w+(?:\|\w[\w-]*)+(?:\[\S+\])?$/.test(word)) return true;
  if (WORD_LIST.test(word)) return true;
  if (word.startsWith("[")) return IN_SPACED_BRACKETS.test(word) && !REMARK_IN_BRACKETS.test(word);
  if (/^[<\u2039{"'=]/.test(word)) return true;
  if (/^[A-Z]$/.test(word)) return after.trim() === "" || !/^ [a-z]/.test(after);
  if (/^[A-Z][A-Z0-9]*(?:$|[^a-z])/.test(word)) return true;
  const isAlone = isBounded && /^(?: ?\.{3}| [<[\u2039A-Z{][^ ]*)*(?:,.*)?$/.test(after);
  if (/[<[\u2039{|=]/.test(word)) return isAlone || !/^ [a-z]/.test(after);
  if (isAlone) return /^(?:[+/]?\w|#$)/.test(word);
  return PLAIN_PLACEHOLDERS.has(word.toLowerCase()) && !/^ (?:of|to|in|from|is|for|names?)\b/.test(after);
}

/** Reports whether a word continues a sentence, or explains a switch, and is never a placeholder. */
export function continuesSentence(word: string): boolean {
  return NOT_PLACEHOLDERS.test(word);
}

/** Reports whether a word is the meaning of a letter, as in `-v version`. After another name, it can be a value: `--os-version version`. */
function explainsLetter(before: string, word: string): boolean {
  return /(?:^|[ ,|])-[vV] (?:[Vv]ersion|[Vv]erbose)$|(?:^|[ ,|])-q [Qq]uiet$/.test(`${before}${word}`);
}

/** The types in the help of aws: `--name (string)`. */
const AWS_TYPE = /^\((?:string|integer|boolean|list|structure|blob|timestamp|map|float|double|long|json|tagged union structure)\)/;

/** An optional value after a space: `[N]`, `[<file>]`, `[=WHEN]`, `[={up,down}]`, `[user[:group]]`. */
const IN_SPACED_BRACKETS = /^\[(?:\S*[<\u2039]\S*$|=[[{]|=?(?:\[[\w:=]+\])?[\w.:=|,/@-]+(?:\.{3})?\]|[\w.-]+\[[^\s[\]]*\]\]$)/;

/** A list of words that can be empty: `[FILE ...]`. */
const WORD_LIST = /^\[([A-Z][A-Z0-9_-]*|<[^<>]+>) \.{3}\]$/;

/** A remark about an option: `[default: 4]`. */
const REMARK_IN_BRACKETS = /^\[(?:default|deprecated|experimental|required|env)\b(?!\|)/i;

/** The text that can follow a value: dots, `[+]`, `[,ITEM...]`, `<y>`, `[<y> [<z>]]`, `| <y>`, `| SIZE`, `SIZE`. */
const FURTHER = new RegExp(
  String.raw`(?: ?\.{3}| \[\+\](?= |$)| ?\[,?[^\]]*\.{3}\]| [<\u2039][^>\u203A]*[>\u203A]| \| [<\u2039][^.>\u203A]*[>\u203A]| (?=\[[<\u2039])${BRACKETS}| \| (?=[A-Z]{2,}(?:[ ,]|$))[A-Z]+| (?=[A-Z]{2,}(?:[ ,]|$)|[A-Z](?:,|$))[A-Z]+)+`,
  "y",
);

/** Reads further values, such as `<x> <y>` and `...`. */
function finishValue(word: string, column: string, end: number): FoundValue | undefined {
  if (SWITCH_TYPES.test(word.replace(/:$/, ""))) return undefined;
  const further = matchAt(FURTHER, column, end) ?? "";
  const all = `${word}${further}`;
  const bare = word
    .replace(/^[[(]?[=:]?\[?/, "")
    .replace(/[:,]+$/, "")
    .replace(/(?<!\|)<|>(?!\|)(?<!\|<[^<>]*>)|[\u2039\u203A"']/g, "")
    .replace(/\.{3}(?=[\])}]*$)/g, "");
  const before = column[end - word.length - 1];
  // Choices in brackets: `[low|high]` of click, after a space, and `--level=[low|high]`.
  const isChoice = (before === " " && word.includes("|")) || /^[=:]\[[\w.+-]+(?:\|[\w.+-]+)+\]$/.test(word);
  // The manuals of cobra write an empty list as the default: `--host=[]`.
  const isList = word === "=[]";
  const isOptional = !isChoice && !isList && IN_BRACKETS.test(word);
  const text = isOptional || isList || (isChoice && /^[=:]?\[/.test(word)) || word.startsWith("(") ? bare.replace(/[\])]$/, "") : bare;
  const repeats = isList || /\.{3}|\[\+\]/.test(all);
  const value = { text, isOptional, form: formOf(word, before), repeats };
  const isWhole = before === " " && /^(?:,|$)/.test(column.slice(end + further.length));
  return { value: isWhole ? readFollowing(value, word, further) : value, end: end + further.length };
}

/** Values of one notation: `WIDTH HEIGHT`, `<x> <y>`. `INTEGER RANGE` is one type of click. */
const VALUE_WORDS = /^(?:[A-Z]+(?: (?!RANGE$)[A-Z]+)+|<[^<>]*>(?: <[^<>]*>)+|\u2039[^\u203A]*\u203A(?: \u2039[^\u203A]*\u203A)+)$/;

/** Adds the words that follow an option besides the first: `FILE [FILE ...]`, `[FILE ...]`, `WIDTH HEIGHT`, `<INTEGER INTEGER>...`. */
function readFollowing(value: ValueSpec, word: string, further: string): ValueSpec {
  const [, item] = WORD_LIST.exec(word) ?? [];
  if (item !== undefined) return { ...value, text: item.replace(/^<|>$/g, ""), isOptional: false, repeats: true, following: "any" };
  if (further === ` [${word} ...]`) return { ...value, following: "any" };
  if (/^<[A-Z]+(?: [A-Z]+)+>\.{3}$/.test(word)) return { ...value, repeats: false, following: "fixed" };
  if (!VALUE_WORDS.test(`${word}${further}`)) return value;
  return { ...value, text: `${value.text}${further.replace(/[<>\u2039\u203A]/g, "")}`, following: "fixed" };
}

/** Returns the notation of a value. `before`: the character before its word. */
function formOf(word: string, before: string | undefined): ValueForm {
  if (before === "=" || /^\[?=/.test(word)) return "glued";
  if (word.startsWith(":")) return "colon";
  if (before !== " " && /^[<\u2039{]/.test(word)) return "attached";
  return /^[a-z][\w-]*$/.test(word) ? "bare" : "bracketed";
}

function nestBrackets(levels: number): string {
  const inner = levels === 0 ? "" : String.raw`(?:${nestBrackets(levels - 1)}[^[\]]*)*`;
  return String.raw`\[[^[\]]*${inner}\]`;
}

/** Joins the values of two spellings: `-f[NAME], --from=NAME`. */
export function joinValues(first: ValueSpec | undefined, second: ValueSpec): ValueSpec {
  if (first === undefined) return second;
  return {
    ...second,
    isOptional: first.isOptional || second.isOptional,
    repeats: first.repeats || second.repeats,
    ...(first.following && { following: first.following }),
    // `-L<start>,<end>` includes `-L:<name>`.
    form: first.form === "glued" || (first.form === "attached" && second.form === "colon") ? first.form : second.form,
  };
}

/** Returns the match of a sticky pattern at an index. */
export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
