/** Classifies the words of a usage line, and names the values of placeholders. */
import { namesKind } from "../values/value-words.ts";
import type { UsageNode, UsageWord } from "./usage-tree.ts";

/** Names of options and of lists of options. */
const OPTION_NAME = /(?:^|_)(?:options?|option_args|[a-z]?opts?|flags?|switches|args_and_flags)$/;

/** Last words of names of several values, even without an ellipsis: `[files]`. */
const PLURALS = new Set(
  "args arguments files filenames paths pathnames directories packages targets patterns points urls names".split(" "),
);

/** Plain words that are always placeholders: `in-file`, `device`, `orgname`, `command.option`. */
const VALUE_WORDS = [
  /^(?:user|org|group|branch|host|package|project|team|repo)name$/,
  /^(?:[a-z]+[-_]|in|out)?(?:file|filename|directory|device|path|url)s?$/,
  /^[a-z]+_(?:dir|dataset|name|id|host)s?$/,
  /^(?:command|pattern|filter|source|destination|dest|target|value|inputs?|outputs?)$/,
  /^[a-z]+\.option$/,
];

/** Placeholders without angle brackets, by example. */
const PLACEHOLDERS: readonly (readonly [example: string, pattern: RegExp])[] = [
  ["FILE", /^[A-Z][A-Z0-9_-]*(?![a-z#])/],
  ["remote:path", /^[A-Za-z][\w.-]*[:=/@]\w/],
  ["/path/to/file", /^\/path\/to\//],
  ["<file>", /</],
  ["user[:GROUP]", /\[[^\]]*[A-Z.:@/=,]/],
];

/** The form of the placeholders in a line. If some placeholders are in capitals or marked, a plain word is literal. */
export interface Style {
  readonly hasCapitals: boolean;
  readonly hasMarks: boolean;
  /** Words with an ellipsis. A plain word with the same text is a placeholder. */
  readonly repeated: ReadonlySet<string>;
  /** Reports whether the page describes a value of this name. */
  readonly isDescribed: (name: string) => boolean;
}

/** Reports whether a word is a placeholder, not a literal word. */
export function isValue(word: UsageWord, { hasCapitals, hasMarks, repeated, isDescribed }: Style, where: "line" | "brackets"): boolean {
  const text = word.text.replace(/^\+/, "");
  if (isPlaceholder({ ...word, text }) || /^[A-Z]/.test(text)) return true;
  if (!/^[a-z]/.test(text)) return false;
  return (
    isValueWord(withoutBrackets(text)) ||
    isPlural(toName(text)) ||
    isDescribed(toName(text)) ||
    repeated.has(withoutNumbers(text)) ||
    (where === "brackets" && !hasCapitals && !hasMarks)
  );
}

/** Reports whether a word is written as a placeholder. */
export function isPlaceholder({ text, isMarked }: UsageWord): boolean {
  return isMarked || (PLACEHOLDERS.some(([, pattern]) => pattern.test(text)) && !/^[-+]/.test(text));
}

/** Reports whether a word can be literal. */
export function isLiteral(node: UsageNode): node is UsageWord {
  return (
    node.kind === "word" &&
    /^[a-z]/.test(node.text) &&
    !isPlaceholder(node) &&
    !node.repeats &&
    !namesKind(node.text) &&
    !isPlural(toName(node.text))
  );
}

/** Returns the name of a value. Omits optional parts of the word: `name` for `NAME[:TAG]`. */
export function toName(text: string): string {
  const main = withoutBrackets(text);
  return (/\w/.test(main) ? main : text)
    .replace(/^\/path\/to\//, "")
    .replace(/(?<=[a-z])(?=[A-Z])/g, "_")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .replace(/^(?=\d)/, "arg_");
}

function withoutBrackets(text: string): string {
  const inner = text.replace(/\[[^[\]]*\]/g, "");
  return inner === text ? text : withoutBrackets(inner);
}

/** Removes numbers from a name: `key_val` for `key_1_val_1` and `key_n_val_n`. */
export function withoutNumbers(name: string): string {
  return name.replace(/_?(?:\d+|(?<=_)n|n$)(?=_|=|$)/gi, "");
}

/** Reports whether a name means options: `build_flags`. */
export function isOptionName(name: string): boolean {
  return OPTION_NAME.test(name);
}

/** Reports whether a name means several values, even without an ellipsis. */
export function isPlural(name: string): boolean {
  return PLURALS.has(name.split("_").at(-1) ?? name) || /[a-z]names$/.test(name);
}

/** Reports whether a plain word is always a placeholder. */
export function isValueWord(word: string): boolean {
  return VALUE_WORDS.some((pattern) => pattern.test(word));
}
