/** Reads the placeholder of an option's value, after the name. */
import type { FollowingWords, ValueForm } from "../../description.ts";
import { isPlaceholder, WORD_LIST } from "./placeholder-words.ts";

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

/** The parts of a value, each with an example. Spaces are parts of it only in brackets and quotes. */
const PARTS: readonly (readonly [example: string, pattern: RegExp])[] = [
  ["<first name>, <n>=3>", /<(?:[^<>]|[<>]=?-?\d)*>/y],
  ["an underlined word", /\u2039[^\u2039\u203A]*\u203A/y],
  ["{low, high}", /\{[^{}]*\}/y],
  ["[user[:group]]", new RegExp(BRACKETS, "y")],
  ["(a|b)", /\((?![^()]*\s)[^()]*\)/y],
  ['"two words"', /"[^"]*"|'[^']*'/y],
  ["a,b", /,(?![\s-]|$)|,(?=-\w+,\.{3})/y],
  ["a|b", /\|(?! *-)|\|-(?=\s|$)/y],
  ["word", /[^\s,<>\u2039\u203A{}[\]()"'|]/y],
];

/** Returns the longest text at an index that consists of such parts. */
function matchParts(parts: readonly RegExp[], text: string, at: number): string | undefined {
  let end = at;
  for (;;) {
    const part = parts.map((pattern) => matchAt(pattern, text, end)).find((found) => found !== undefined && found !== "");
    if (part === undefined) return end === at ? undefined : text.slice(at, end);
    end += part.length;
  }
}

/** Returns the word of a value at an index, without an equals sign after brackets: `[<file>]=`. */
function matchWord(text: string, at: number): string | undefined {
  return matchParts(VALUE_PARTS, text, at)?.replace(/(?<=\])=$/, "");
}

const VALUE_PARTS = PARTS.map(([, pattern]) => pattern);

/** The letters that can follow a letter, each in brackets, are one optional value: `-L[A][H]`. */
const IN_BRACKETS = new RegExp(`^(?:=?${BRACKETS}|(?:\\[[A-Za-z]\\]){2,})$`);

/** Type words of a switch. `count` of pflag is one without brackets only. */
const SWITCH_TYPES = /^(?:=?(?:false|true)|\[=(?:false|true)\]|[[(<]?(?:boolean|bool)[\])>]?|count)$/;

/** Values that take up the rest of a column: `unix | dos | mac`. */
const SPACED_BARS = /^\u2039?[a-z][\w-]*\u203A?(?: \| \u2039?[a-z][\w-]*\u203A?)+$/;

/** A value, and the index of the character after it. */
export interface FoundValue {
  readonly value: ValueSpec;
  readonly end: number;
}

/** Parts of a name that can be omitted before its value: `-c[:stream]`, `-if[NUM] FILE`, `-d[isplay] <n>`. */
const NAME_PARTS = [/\[:[^[\]]*\](?= |$)/y, /\[[^[\]=]*\](?= [<\u2039]?[A-Z]{2,}[>\u203A]?$)/y, /(?<=^-[a-z])\[[a-z]+\](?= \[?[<\u2039])/y];

/** Reads the value at an index, directly after a name. `isBounded`: a gap or the end of the line follows the column. */
export function readValue(column: string, at: number, isBounded: boolean): FoundValue | undefined {
  const part = NAME_PARTS.map((pattern) => matchAt(pattern, column, at)).find((found) => found !== undefined);
  if (part !== undefined) return readValue(column, at + part.length, isBounded);
  // The equals sign separates two columns: `--trace= Print all steps`, `--list [<file>]= List them`.
  if (/^= (?![<[{\u2039]|[A-Z]{2})/.test(column.slice(at))) return undefined;
  const glued = /[[=<\u2039{(:]/.test(column[at] ?? "") ? matchWord(column, at) : undefined;
  return glued === undefined ? readSpacedValue(column, at, isBounded) : finishValue(glued, column, at + glued.length);
}

function readSpacedValue(column: string, at: number, isBounded: boolean): FoundValue | undefined {
  const spaces = matchAt(/ = ?| (?=\S)/y, column, at);
  if (spaces === undefined) return undefined;
  const start = at + spaces.length;
  const bars = isBounded ? SPACED_BARS.exec(column.slice(start))?.[0] : undefined;
  if (bars !== undefined) return finishValue(bars.replaceAll(" ", ""), column, column.length);
  const word = matchWord(column, start);
  if (word === undefined) return undefined;
  const end = start + word.length;
  const context = { before: column.slice(0, start), after: column.slice(end), isBounded };
  const found = spaces.includes("=") || isPlaceholder(word, context) ? finishValue(word, column, end) : undefined;
  // An equals sign between spaces is part of the notation: `-seed = <int>`.
  return found && spaces.includes("=") ? { ...found, value: { ...found.value, form: "glued" } } : found;
}

/** The text that can follow a value, by example. */
const FURTHER: readonly (readonly [example: string, pattern: RegExp])[] = [
  ["...", / ?\.{3}/y],
  ["[+]", / \[\+\](?= |$)/y],
  ["[,ITEM...]", / ?\[,?[^\]]*\.{3}\]/y],
  ["<y>", / [<\u2039][^>\u203A]*[>\u203A]/y],
  ["| <y>", / \| [<\u2039][^.>\u203A]*[>\u203A]/y],
  ["[<y> [<z>]]", new RegExp(` (?=\\[[<\u2039])${BRACKETS}`, "y")],
  ["| SIZE", / \| (?=[A-Z]{2,}(?:[ ,]|$))[A-Z]+/y],
  ["SIZE", / (?=[A-Z]{2,}(?:[ ,]|$)|[A-Z](?:,|$))[A-Z]+/y],
];

const FURTHER_PARTS = FURTHER.map(([, pattern]) => pattern);

/** Reads further values, such as `<x> <y>` and `...`. */
function finishValue(word: string, column: string, end: number): FoundValue | undefined {
  if (SWITCH_TYPES.test(word.replace(/:$/, ""))) return undefined;
  const before = column[end - word.length - 1];
  // The words after a value that is joined to the name are not its values: `--id=N <file>...`.
  const further = matchParts(word.startsWith("=") ? FURTHER_PARTS.slice(0, 3) : FURTHER_PARTS, column, end) ?? "";
  // Choices in brackets: `[low|high]` of click, after a space, `--level=[low|high]` and `--level=[low, high]`.
  const isChoice = (before === " " && word.includes("|")) || /^[=:]\[[\w.+-]+(?:(?:\||, )[\w.+-]+)+\]$/.test(word);
  // The manuals of cobra write an empty list as the default: `--host=[]`.
  const isList = word === "=[]";
  const isOptional = !isChoice && !isList && IN_BRACKETS.test(word);
  const hasBracket = isOptional || isList || (isChoice && /^[=:]?\[/.test(word)) || /^=?\(/.test(word);
  const text = withoutMarks(word).replace(hasBracket ? /[\])]$/ : /$^/, "");
  const repeats = isList || /\.{3}|\[\+\]/.test(`${word}${further}`);
  const value = { text, isOptional, form: formOf(word, before), repeats };
  const isWhole = before === " " && /^(?:,|$)/.test(column.slice(end + further.length));
  return { value: isWhole ? readFollowing(value, word, further) : value, end: end + further.length };
}

/** Removes the marks around a value: its first bracket, angle brackets, quotes, and dots at its end. */
function withoutMarks(word: string): string {
  return word
    .replace(/^[[(]?[=:]?[[(]?/, "")
    .replace(/(?<!\|)<|>(?!\|)(?<!\|<[^<>]*>)|[\u2039\u203A"']/g, "")
    .replace(/\.{3}(?=[\])}]*$)/g, "");
}

/** Values of one notation: `WIDTH HEIGHT`, `<x> <y>`. `INTEGER RANGE` is one type of click. */
const VALUE_WORDS = [/^[A-Z]+(?: (?!RANGE$)[A-Z]+)+$/, /^<[^<>]*>(?: <[^<>]*>)+$/, /^\u2039[^\u203A]*\u203A(?: \u2039[^\u203A]*\u203A)+$/];

/** Adds the words that follow an option besides the first: `FILE [FILE ...]`, `[FILE ...]`, `WIDTH HEIGHT`, `<INTEGER INTEGER>...`. */
function readFollowing(value: ValueSpec, word: string, further: string): ValueSpec {
  const [, item] = WORD_LIST.exec(word) ?? [];
  if (item !== undefined) return { ...value, text: item.replace(/^<|>$/g, ""), isOptional: false, repeats: true, following: "any" };
  if (further === ` [${word} ...]`) return { ...value, following: "any" };
  if (/^<[A-Z]+(?: [A-Z]+)+>\.{3}$/.test(word)) return { ...value, repeats: false, following: "fixed" };
  if (!VALUE_WORDS.some((words) => words.test(`${word}${further}`))) return value;
  return { ...value, text: `${value.text}${further.replace(/[<>\u2039\u203A]/g, "")}`, following: "fixed" };
}

/** Returns the notation of a value. `before`: the character before its word. */
function formOf(word: string, before: string | undefined): ValueForm {
  if (before === "=" || /^\[?=/.test(word)) return "glued";
  if (word.startsWith(":") && before !== " ") return "colon";
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
