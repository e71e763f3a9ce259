/** Reads the options in usage lines, such as `[-abc] [--depth <n>] [-S|--save]`, if nothing else describes them. */
import type { OptionSpec } from "../options/option-spec.ts";
import { parseOptionSpec } from "../options/option-spec.ts";

/** An option in a usage line. */
export interface UsageOption {
  readonly spec: OptionSpec;
  /** Line number, from 1. */
  readonly line: number;
  /** True if the option and its value are in brackets. Otherwise, the word after it can be a positional. */
  readonly isBracketed: boolean;
}

/** A usage line, joined with its continuation lines. */
export interface UsageLine {
  readonly text: string;
  /** Line number, from 1. */
  readonly line: number;
}

const BUNDLE = /^-([A-Za-z0-9@?]{2,})$/;

/** A placeholder of a number, or of any options: `[-WIDTH]`, `[-options ...]`, `[-Options...]`, `[--options]`, `[--task-opts]`. */
const PLACEHOLDER = /^-(?:(?:N|NUM|NUMBER|WIDTH|LEVEL|LINES|COUNT|SIGNAL|SIG)$|[Oo]ptions?(?: ?\.{3})?$|-(?:\w+-opts|(?:\w+-)?options)$)/;

/**
 * Returns the options of usage lines. A bundle `[-abc]` gives three switches. `defined` has the names of known options, which are not
 * bundles.
 */
export function readUsageOptions(usage: readonly UsageLine[], defined: ReadonlySet<string> = new Set()): readonly UsageOption[] {
  return usage.flatMap(({ text, line }) =>
    partsOf(text).flatMap((part) => readPart(part, defined).map((spec) => ({ spec, line, isBracketed: part.isBracketed }))),
  );
}

interface UsagePart {
  readonly part: string;
  readonly isBracketed: boolean;
  /** True if an ellipsis follows the bracket: `[-e EXPR]...`. */
  readonly repeats: boolean;
}

/** The start of an option in a usage line, and the text up to the next bracket or bar. */
const PART = new RegExp(
  [
    String.raw`(?<![\w\])}>\u203A-])((?:--?[A-Za-z0-9[?@#]|\+[A-Za-z](?!\w))`,
    String.raw`(?:[^[\](){}|]|\[(?! ?-)[^[\]]*\]|\{[^{}]*\}|\([^()]*\)|\|(?= *[^-\s<]))*)`,
  ].join(""),
  "g",
);

/** Returns the parts of a usage line that start with a dash: brackets without nesting, and bare options. */
function partsOf(usage: string): readonly UsagePart[] {
  // Both spellings take the value: `(-m | --message) <message>`.
  const plain = usage
    .replace(/\((-\w) ?\| ?(--[\w-]+)\) (<[^<>]+>)/g, "[$1, $2 $3]")
    // An underlined word that starts with a dash is an option, not a placeholder: `[-abc]` in italics.
    .replace(/\u2039(-[\w-]+)\u203A/g, "$1");
  const text = joinSpellings(plain);
  return Array.from(text.matchAll(PART), ({ 1: part = "", index }) => ({
    part: part.trim(),
    isBracketed: /[[({|] *$/.test(text.slice(0, index)),
    repeats: /^ ?[\]})] ?(?:\.{3}|\u2026)/.test(text.slice(index + part.length)),
  }));
}

/** Writes `-l|--extents Number` and `[-q | --quiet]` as spellings. More alternatives, and two switches of other letters, are several options. */
function joinSpellings(usage: string): string {
  return usage.replace(/(?<=^|[\s[({])(-(\w)) ?\| ?(--([A-Za-z])[\w-]*)/g, (...match: readonly unknown[]) => {
    const [all, short, letter, long, first, at] = match as readonly [string, string, string, string, string, number];
    const [before, after] = [usage.slice(0, at), usage.slice(at + all.length)];
    const isPair = !/\| ?$/.test(before) && !/^ ?\|/.test(after);
    const hasValue = /^(?:=\S| [^\s|[\](){}-])/.test(after);
    return isPair && (hasValue || letter.toLowerCase() === first.toLowerCase()) ? `${short}, ${long}` : all;
  });
}

function readPart({ part, isBracketed, repeats }: UsagePart, defined: ReadonlySet<string>): readonly OptionSpec[] {
  if (PLACEHOLDER.test(part)) return [];
  // A bundle can end with a range: `-abc0..9`.
  const word = (part.split(" ")[0] ?? "").replace(/\d\.\.\d[\d,]*$/, "");
  const bundle = BUNDLE.exec(word)?.[1];
  const isDefined = bundle !== undefined && Array.from(bundle).every((letter) => defined.has(`-${letter}`));
  // In brackets, a value shows that it is one option: `[-fn font]`.
  const hasValue = isBracketed && /^-[a-z]{2,} [^-\s]\S*$/.test(part);
  if (bundle !== undefined && (isDefined || (isBundle(bundle) && !hasValue)) && !defined.has(word))
    return Array.from(new Set(bundle), (letter) => ({ names: [`-${letter}`], rest: "" }));
  const spec = parseOptionSpec(part, true);
  if (spec === undefined) return [];
  const more = /^\[?-/.test(spec.rest) ? partsOf(spec.rest).flatMap((one) => readPart(one, defined)) : [];
  const value = spec.value && { ...spec.value, repeats: spec.value.repeats || (repeats && more.length === 0) };
  return [{ ...spec, ...(value && { value }), rest: "" }, ...more];
}

/**
 * Reports whether letters are a bundle of switches, not a name: they are sorted, more than eight, or contain a capital or digit. Each
 * letter occurs once; in a long bundle, letters can be doubled: `-dffqq`.
 */
function isBundle(letters: string): boolean {
  const runs = letters.length > 8 ? letters.replace(/(.)\1+/g, "$1") : letters;
  const isOnce = new Set(runs).size === runs.length;
  const sorted = Array.from(letters.toLowerCase()).toSorted().join("");
  return isOnce && (sorted === letters.toLowerCase() || /[A-Z]/.test(letters.slice(1)) || /\d/.test(letters) || letters.length > 8);
}
