/** Distinguishes words that are values from words that name a kind of value, such as `file`. */
import type { ListedValues } from "../../description.ts";

/** Words that always name a kind of value. A list with one of them is a list of kinds, such as `file|uri`. */
const KINDS = toSet(
  `file files filename path dir directory uri url string str int integer number num n float boolean bool dur duration id host pid device mask
  hostname port ip regex pattern glob cmd expr bytes value spec format-string seconds json-string template address addr percent commit branch
  ref x y width height digest uid gid username groupname script`,
);

/** Words that name a kind of value, or are a value: `name|id` are kinds, and `name|size|json` values. */
const COMMON_WORDS = toSet(
  `date time name class command size key user group list count text color mode tag package version image container pod label prefix level`,
);

function toSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/** Number of common words that are values without any other word. */
const MIN_COMMON = 3;

/**
 * How a text shows a list. `announced`: by a phrase or braces, so that all words are values. `notation`: by bars or brackets. `prose`: in a
 * sentence, whose words can be kinds of values.
 */
export type ListEvidence = "announced" | "notation" | "prose";

/** Number of words with which a list in a sentence has values, although up to a quarter of them name kinds: `json, yaml, name, template, …`. */
const MIN_LONG = 8;

/** Reports whether a list has kinds of values, and not values. */
function areKinds(list: readonly string[], evidence: ListEvidence): boolean {
  const lower = list.map((word) => word.toLowerCase());
  const kinds = lower.filter((word) => KINDS.has(word) || COMMON_WORDS.has(word));
  if (evidence === "prose") return kinds.length > (lower.length < MIN_LONG ? 0 : lower.length / 4);
  return lower.some((word) => KINDS.has(word)) || (lower.length < MIN_COMMON && lower.every((word) => COMMON_WORDS.has(word)));
}

/** Reports whether a word names a kind of value: `file`, `cpu-list`. */
export function namesKind(word: string): boolean {
  const last = word.split("-").at(-1) ?? word;
  return KINDS.has(last) || COMMON_WORDS.has(last);
}

/** Returns the words as a complete list if they can be values. An announced list can contain capitals and single letters. */
export function closeList(words: readonly string[], evidence: ListEvidence): ListedValues | undefined {
  const values = [...new Set(words)];
  if (
    values.length < 2 ||
    values.length > 80 ||
    values.some((word) => word === "" || /[\s<>[\]{}()=\\\u2039\u203A]|^[-_]|-$|\.\.\./.test(word))
  )
    return undefined;
  if (evidence !== "announced") {
    if (areKinds(values, evidence) || values.some((word) => /[/:]|-[nN]$/.test(word))) return undefined;
    if (values.every((word) => /^[A-Z][A-Z0-9_-]*$/.test(word)) || values.every((word) => word.length === 1 && !/\d/.test(word)))
      return undefined;
    if (values.some((word) => /^(?:and|or|the|an?|it|this|that|more|zero|both|etc|others?|i\.e|e\.g)$/i.test(word))) return undefined;
  }
  return { words: values, strength: "closed" };
}
