/** Returns the text of a description without the parts that other facts state. */
import { OWN_RULES } from "../layouts/own-rules.ts";
import { unmark } from "../lines/plain-lines.ts";
import type { RemarkFacts } from "../layouts/remark-layouts.ts";
import { readRemarks } from "./remarks.ts";

const MAX_DESCRIPTION = 400;

/** The period at the end of a sentence. */
const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|etc|vs))\. /g;

/** A description, and the facts of its remarks. */
export interface DescriptionText {
  /** First paragraph without remarks. A long one ends after a sentence. */
  readonly text: string;
  readonly facts: RemarkFacts;
}

/** Reads the lines of a description. Empty lines separate paragraphs. */
export function readDescription(lines: readonly string[]): DescriptionText {
  const [, said, type = "", byDefault] = OWN_RULES.gflagsText.pattern.exec(lines.join(" ").replace(/\s+/g, " ")) ?? [];
  if (said !== undefined) return readDescription([`${said} ${TYPES.get(type) ?? ""}`, `Default: ${byDefault ?? ""}`]);
  const paragraphs = unmark(lines.join("\n").trim())
    .split(/\n\s*\n/)
    .map(readRemarks);
  const texts = paragraphs.map(({ text }) => removeNotation(text));
  const [first = "", ...rest] = texts;
  const text = first.length > 3 ? first : ([first, ...rest].find((one) => one.length > 3) ?? first);
  const [own, ...others] = paragraphs.map(({ facts }) => facts);
  // A remark in a later paragraph can be about a part of the value.
  const { required: _required, excludes: _excludes, hidden: _hidden, ...below } = Object.assign({}, ...others.toReversed()) as RemarkFacts;
  return { text: shorten(text), facts: { ...below, ...own } };
}

/** The remarks for the types of gflags. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["bool", "[boolean]"],
  ["string", "[string]"],
  ["double", "(a number)"],
  ...["int32", "uint32", "int64", "uint64"].map((type) => [type, "(an integer)"] as const),
]);

/** Removes signs before a description, such as `- `, and the rest of a value that could not be parsed, such as `]` and `| NAME`. */
function removeNotation(text: string): string {
  return text
    .replace(/^(?:-{1,2}|=) (?=\S)/, "")
    .replace(OWN_RULES.awsType.pattern, "")
    .replace(/^[\])}|,]+ |^[^\p{L}\p{N}]+$/u, "")
    .trim();
}

function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text;
  const end = Math.max(...Array.from(text.slice(0, MAX_DESCRIPTION + 2).matchAll(SENTENCE_END), ({ index }) => index));
  return end > 80 ? text.slice(0, end + 1) : `${text.slice(0, text.lastIndexOf(" ", MAX_DESCRIPTION))} \u2026`;
}
