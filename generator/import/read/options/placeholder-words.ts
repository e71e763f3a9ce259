/** Recognizes the placeholder of a value by the form of the word after an option. */
import { OWN_RULES } from "../layouts/own-rules.ts";

/** Lower-case words that are placeholders, even if prose follows them. */
const PLAIN_PLACEHOLDERS = new Set(
  `string strings stringarray int uint float duration file filename dir directory path num number val value arg infile outfile cmd url host
  port uri bytes regex format`.split(/\s+/),
);

/** Words that continue a sentence, or explain a switch. */
const NOT_PLACEHOLDERS = /^(?:deprecated|ignored|and|or|is|the|to|with|without|help|usage)$/i;

/** The text around a word: the option and a space before it, and the rest of the column. */
interface WordContext {
  readonly before: string;
  readonly after: string;
  readonly isBounded: boolean;
}

/** A notation of placeholders: the words that it applies to, and whether such a word is one. The first notation that applies decides. */
interface WordForm {
  readonly name: string;
  readonly pattern: RegExp;
  readonly isValue: (word: string, context: WordContext) => boolean;
}

const WORD_FORMS: readonly WordForm[] = [
  { name: "a name, a bar, or the end of a sentence", pattern: /^\[?[-|]|[^.]\.$/, isValue: () => false },
  {
    name: "in round brackets",
    pattern: /^\(/,
    isValue: (word) => OWN_RULES.awsPlaceholder.pattern.test(word) || /^\([a-z]+(?:\|[a-z]+)+\)$/.test(word),
  },
  { name: "signs in brackets before a placeholder", pattern: /^(?:\[[^\w\s[\]]+\])+[A-Z<\u2039]/, isValue: () => true },
  { name: "words between bars", pattern: /^\w+(?:\|\w[\w-]*)+(?:\[\S+\])?$/, isValue: () => true },
  {
    name: "in square brackets",
    pattern: /^\[/,
    isValue: (word) => WORD_LIST.test(word) || SPACED_BRACKETS.some(([, pattern]) => pattern.test(word)),
  },
  { name: "in other brackets or quotes", pattern: /^[<\u2039{"'=]/, isValue: () => true },
  { name: "capitals", pattern: /^[A-Z][A-Z0-9]*(?:$|[^a-z])/, isValue: () => true },
  {
    name: "a word with brackets or bars",
    pattern: /[<[\u2039{|=]/,
    isValue: (_word, context) => isAlone(context) || !/^ [a-z]/.test(context.after),
  },
  {
    name: "a word in lower case",
    pattern: /^/,
    isValue: (word, context) =>
      isAlone(context)
        ? /^(?:[+/]?\w|#\d*$)/.test(word)
        : PLAIN_PLACEHOLDERS.has(word.toLowerCase()) && !/^ (?:of|to|in|from|is|for|names?)\b/.test(context.after),
  },
];

/** Reports whether a word is the placeholder of a value. */
export function isPlaceholder(word: string, context: WordContext): boolean {
  if (continuesSentence(word) || explainsLetter(context.before, word)) return false;
  return WORD_FORMS.find(({ pattern }) => pattern.test(word))?.isValue(word, context) ?? false;
}

/** Reports whether only further values follow a word in its column. */
function isAlone({ after, isBounded }: WordContext): boolean {
  return isBounded && /^(?: ?\.{3}| [<[\u2039A-Z{][^ ]*)*(?:,.*)?$/.test(after);
}

/** Reports whether a word continues a sentence, or explains a switch, and is never a placeholder. */
export function continuesSentence(word: string): boolean {
  return NOT_PLACEHOLDERS.test(word);
}

/** Reports whether a word is the meaning of a letter, as in `-v version`. After another name, it can be a value: `--os-version version`. */
function explainsLetter(before: string, word: string): boolean {
  return /(?:^|[ ,|])-[vV] (?:[Vv]ersion|[Vv]erbose)$|(?:^|[ ,|])-q [Qq]uiet$/.test(`${before}${word}`);
}

/** Optional values after a space, by example. */
const SPACED_BRACKETS: readonly (readonly [example: string, pattern: RegExp])[] = [
  ["[<file>]", /^\[\S*[<\u2039]\S*$/],
  ["[={up,down}]", /^\[=[[{]/],
  ["[=WHEN]", /^\[=?(?:\[[\w:=]+\])?[\w.:=|,/@-]+(?:\.{3})?\]/],
  ["[user[:group]]", /^\[[\w.-]+\[[^\s[\]]*\]\]$/],
];

/** A list of words that can be empty: `[FILE ...]`. */
export const WORD_LIST = /^\[([A-Z][A-Z0-9_-]*|<[^<>]+>) \.{3}\]$/;
