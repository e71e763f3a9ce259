/** Finds complete lists of values. A wrong list would reject valid values, so lists that may be incomplete are ignored. */
import type { ListedValues } from "../../description.ts";
import { closeList, type ListEvidence } from "./value-words.ts";

const QUOTED = String.raw`(?:"[^"\s]{1,40}"|'[^'\s]{1,40}'|\u2018[^\u2019\s]{1,40}\u2019|\`[^\`'\s]{1,40}[\`']|\u2039[^\u203A\s]{1,40}\u203A)`;
const WORD = String.raw`(?:${QUOTED}|[A-Za-z0-9][\w.+@:-]*)`;
const NOTE = String.raw`(?: \((?:the )?default[^()]{0,60}\))?`;
/** Quoted values with notes in brackets: `"exports" (the object), or "global" (the rest)`. "or" shows that they are alternatives. */
const NOTED = String.raw` \([^()]{0,120}\)`;
const JOIN = String.raw`(?:, (?:or |and )?|,| or | and | ?\| ?|, ?and/or )`;

const listOf = (word: string): string => `${word}${NOTE}(?:${JOIN}${word}${NOTE})+`;

/** Phrases after which a list is complete; the values need no quotes. */
const CLOSED = [
  new RegExp(
    String.raw`\b(?:one of|any of|(?<!\b(?:with|in|by|from|on|for) )either|choose from|choose between|permitted values|legal values):? ?[[({<]?(${listOf(WORD)})`,
    "i",
  ),
  // In prose, the words after "the options" are rarely values of the option.
  new RegExp(
    String.raw`\b(?:(?:possible|valid|allowed|accepted|available|supported) (?:values|choices|options|arguments|types|formats|modes)(?: for [\w-]+)?(?: are:?|:)|options(?: for [\w-]+)?(?: are)?:|allowed(?: are:?|:)) ?[[({<]?(${listOf(WORD)})`,
    "i",
  ),
];

const NOTED_LIST = `${QUOTED}${NOTED}(?:, ${QUOTED}${NOTED})*`;
const ALTERNATIVES = `${QUOTED}${NOTE}(?:, ${QUOTED}${NOTE})*,? or ${QUOTED}${NOTE}`;

/** Lists of quoted words after a verb: `is "a" or "b"`. */
const QUOTED_LISTS = [
  new RegExp(String.raw`\b(?:values|options|choices) are:? ?(${NOTED_LIST},? (?:or |and )?${QUOTED}${NOTED})`, "i"),
  new RegExp(String.raw`\b(?:is|are|be|values?|:)(?: either| one of| any of)?:? ?(${NOTED_LIST},? or ${QUOTED}${NOTED})`, "i"),
  new RegExp(
    String.raw`\b(?:is|are|be|must be|can be|may be|should be|values?|:)(?: either| one of| any of)?:? ?[[(]?(${listOf(QUOTED)})`,
    "i",
  ),
];

/** Quoted alternatives after a preposition: `to "a" or "b"`. */
const QUOTED_ALTERNATIVES = new RegExp(String.raw`\b(?:to|as|of):? ?[[(]?(${ALTERNATIVES})`, "i");

/** A list of words that bars separate: `(a|b|c)`. After a slash, it is a pattern: `/(a|b)/`. */
const BARS = /(?<![=,/^\\])[([<{]([a-z0-9][\w.+-]*(?: ?\| ?[a-z0-9][\w.+-]*)+)(?:[)\]>}]|, (?:no )?default)/;

/** Lists in brackets with slashes or commas only, such as `(utc/local)`, `(amd, cjs, es)` and `(unix, dos, or mac)`. */
const BRACKETS = [
  /\(([a-z0-9][\w+-]*(?:\/[a-z0-9][\w+-]*)+)\)/g,
  /(?<!\bdefault |\bunits\b[^.()]*)\(([a-z][\w+-]*(?:, [a-z][\w+-]*){2,})\)(?! [a-z])/g,
  /(?<!\bdefault )\(([a-z][\w+-]*(?:, [a-z][\w+-]*)+, or [a-z][\w+-]*)\)(?! [a-z])/g,
];

/** A list in square brackets, and a default that is one of its values: `[erb, erubi] (default: erb)`. */
const WITH_DEFAULT = /\[([\w.+-]+(?:, ?[\w.+-]+)+)\] \(default:? ([\w.+-]+)\)/;

/** Placeholders of files, numbers and lists of options. The words of their descriptions are not values. */
const FREE_VALUE = [
  /^[<\u2039]?(?:[\w-]+[-_])?(?:file|filename|path|dir|directory|number|num|fd|options)[>\u203A]?$/i,
  /^[<\u2039]?n[>\u203A]?$/i,
];

/** A placeholder of several parts, only one of which a list explains: `[KIND=]PATH`, `NAME[:ARGS]`, `HOST:PORT`, `ITEM[,ITEM]`, `X,Y`, `low|<level>`. */
const COMPOSITE = /[^=]=|\w\[[:+]|:\]|\w:\w|,\[|\[,|\],|\w,\w|\.{3}|\|<|>\|/;

/** Reports whether a placeholder has several parts, so that a list of values explains only one of them. */
export function isComposite(placeholder = ""): boolean {
  return COMPOSITE.test(placeholder);
}

/** Returns the complete list of an option's values. Undefined if no list is known to be complete. */
export function findClosedValues(placeholder: string | undefined, lines: readonly string[]): ListedValues | undefined {
  const fromPlaceholder = placeholder === undefined ? undefined : readPlaceholder(placeholder);
  if (fromPlaceholder !== undefined) return fromPlaceholder;
  if (isComposite(placeholder)) return undefined;
  const items = readItems(lines);
  if (items !== undefined) return closeList(items, "announced");
  if (FREE_VALUE.some((word) => word.test(placeholder ?? ""))) return undefined;
  const found = findInText(placeholder, lines);
  // A list with the underlined placeholder itself is not a list of values: `an element of LIST or OTHER`.
  const value = unquote(placeholder ?? "");
  return found?.words.includes(value) && lines.some((line) => line.includes(`\u2039${value}\u203A`)) ? undefined : found;
}

function findInText(placeholder: string | undefined, lines: readonly string[]): ListedValues | undefined {
  const text = lines.join(" ").replace(/\s+/g, " ");
  const grammar = readGrammar(placeholder, text);
  if (grammar !== undefined) return grammar.values;
  const first = text.slice(0, lines.slice(0, endOfParagraph(lines)).join(" ").replace(/\s+/g, " ").length);
  return firstOf([
    ...CLOSED.map((pattern) => () => readList(pattern, text, "notation")),
    ...QUOTED_LISTS.map((pattern) => () => readList(pattern, text, "prose")),
    // After the first paragraph, alternatives and words in brackets are remarks.
    () => readList(QUOTED_ALTERNATIVES, first, "prose"),
    () => closeList(splitBars(BARS.exec(text)?.[1] ?? ""), "notation"),
    ...BRACKETS.map((pattern) => () => readBrackets(pattern, first)),
    () => readWithDefault(text),
  ]);
}

function firstOf(readers: readonly (() => ListedValues | undefined)[]): ListedValues | undefined {
  for (const read of readers) {
    const found = read();
    if (found !== undefined) return found;
  }
  return undefined;
}

function readList(pattern: RegExp, text: string, evidence: ListEvidence): ListedValues | undefined {
  const list = pattern.exec(text);
  // The list in a condition is incomplete: `If it is "a" or "b", …`. A list that starts with a quoted value has no kinds of values.
  const isCondition = /(?:(?:^|[.;:,(] )[Ii]f|\bwhether)\b[^.,;:]*$/.test(text.slice(0, list?.index));
  return list?.[1] === undefined || isCondition || continuesOpen(text, list)
    ? undefined
    : closeList(splitList(list[1].replace(CLAUSE, "")), /^["'\u2018`]/.test(list[1]) ? evidence : "prose");
}

/** The start of a clause about the list: `"a" or "b", which is the default`. */
const CLAUSE = /, (?:which|where|while|but|with|if|when|unless|default:)$/;

/** Reads a list in brackets. Returns undefined for several lists, which are remarks: `(add/drop) and soft (squeeze/stretch)`. */
function readBrackets(pattern: RegExp, text: string): ListedValues | undefined {
  const lists = Array.from(text.matchAll(pattern), ([, list = ""]) => list);
  const [list] = lists;
  if (list === undefined || lists.length > 1) return undefined;
  const words = list.split(/\/|, or |, /);
  // A list of at least three words at the end describes nothing else.
  return closeList(words, words.length > 2 && text.endsWith(`(${list})`) ? "notation" : "prose");
}

function readWithDefault(text: string): ListedValues | undefined {
  const [, list = "", byDefault = ""] = WITH_DEFAULT.exec(text) ?? [];
  const words = list.split(/, ?/);
  return words.includes(byDefault) ? closeList(words, "announced") : undefined;
}

function endOfParagraph(lines: readonly string[]): number {
  const start = lines.findIndex((line) => line !== "");
  const end = lines.findIndex((line, index) => index > start && line === "");
  return end === -1 ? lines.length : end;
}

/**
 * Reads the values of the placeholder from its definition, such as `FAMILY := {inet|inet6}`. Ignores other definitions. Returns undefined
 * if the text has no definitions.
 */
function readGrammar(placeholder: string | undefined, text: string): { readonly values: ListedValues | undefined } | undefined {
  if (!text.includes(":=")) return undefined;
  const definition = Array.from(text.matchAll(/([\w-]+) := ?\{([^{}]*)\}(?!\[,)/g)).find(([, name]) => name === placeholder);
  return { values: closeList(splitBars(definition?.[2] ?? ""), "notation") };
}

function splitBars(list: string): readonly string[] {
  return list.split("|").map((word) => word.trim());
}

/** Words that stand for any others, as in `-f {a,b,c}`. */
const SAMPLE = /^(?:a,b,c(?:,d)*|foo,bar(?:,baz)?)$/;

/** Reads `{a,b}` and `a|b|c`. */
function readPlaceholder(placeholder: string): ListedValues | undefined {
  const braces = /^=?\{([^{}]+)\}$/.exec(placeholder)?.[1];
  if (braces !== undefined && SAMPLE.test(braces)) return undefined;
  // In braces with commas, as argparse prints them, all words are values.
  if (braces !== undefined) return closeList(splitBars(braces.replaceAll(",", "|")), braces.includes(",") ? "announced" : "notation");
  const isBars = /^[\w.+@-]+(?: ?\| ?[\w.+@-]+)+$/.test(placeholder);
  return isBars ? closeList(splitBars(placeholder), "notation") : undefined;
}

/** Reads a list of items below a phrase: `Possible values:` and `- name: description`. */
function readItems(lines: readonly string[]): readonly string[] | undefined {
  const at = lines.findIndex((line) =>
    /^(?:possible|allowed|valid|supported|accepted|available) (?:values|choices|options)(?: are)?:$/i.test(line),
  );
  if (at === -1) return undefined;
  const words: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const word = /^[-\u2022*o] ["']?([\w.+@:/-]+?)["']?(?::? .*|:)?$/.exec(line)?.[1];
    if (word !== undefined) words.push(word);
    else if (words.length > 0 && /^\S/.test(line) && /^(?:default|\[default)/i.test(line)) break;
  }
  return words.length > 1 ? words : undefined;
}

/** Texts after a list that is incomplete, or that is not a list of values. */
const CONTINUES = [
  /^,? ?(?:etc|\.\.\.|\u2026|and so on|and others)/,
  /^[=/[]|^:?[<\u2039]|^, ?\S+[,.]?$|^ ?\.\.\./,
  /^ \([^()]*\),? (?:or |and )?["'`\u2018]/,
];

/** Reports whether the text around a list shows that the list is incomplete or not a list of values. */
function continuesOpen(text: string, list: RegExpExecArray): boolean {
  const after = text.slice(list.index + list[0].length);
  const before = text.slice(Math.max(0, list.index - 40), list.index + 12);
  return (
    CONTINUES.some((pattern) => pattern.test(after)) ||
    // A definition of the last word: `0, 0.90 Use the old format`.
    (/[^.]$/.test(list[0]) && /^ [A-Z][a-z]+ (?:the|an?) /.test(after)) ||
    // An open bracket before the list, and further words after it.
    (/[[(<{](?:[^\])>}]*)$/.test(list[0].slice(0, -(list[1] ?? "").length)) && /^ [a-z]/.test(after)) ||
    /\b(?:such as|e\.g\.|for example|for instance|like)\b|\bdefault (?:value )?(?:is|are)\b/i.test(before) ||
    // The last word starts another list: `a, b, or one of the codes`.
    (/\b(?:one|any|some)$/.test(list[0]) && after.startsWith(" of ")) ||
    // The words qualify a noun: `either upper or lower case`.
    (/^either ?[A-Za-z\u2039]/i.test(list[0]) && /^ (?!if\b|for\b|to\b|in\b|on\b|as\b|and\b|with\b|when\b)[a-z]/.test(after))
  );
}

function splitList(list: string): readonly string[] {
  return list
    .replace(/ \([^()]*\)/g, "")
    .split(/, (?:or |and )?|,| or | and | ?\| ?|, ?and\/or /)
    .map((word) => unquote(word.trim()).replace(/[.:;]$/, ""))
    .filter((word) => word !== "");
}

function unquote(word: string): string {
  return word.replace(/^["'\u2018`\u2039]|["'\u2019`\u203A]$/g, "");
}
