/** Reads the options in usage lines, such as `[-abc] [--depth <n>] [-S|--save]`: the source of last resort. */
import type { OptionSpec } from "./option-spec.ts";
import { parseOptionSpec } from "./option-spec.ts";

export interface UsageOption {
  readonly spec: OptionSpec;
  /** Line number, from 1. */
  readonly line: number;
  /** In brackets, which also contain its value. The word after others can be a positional. */
  readonly isBracketed: boolean;
}

/** A usage line with those that continue it. */
export interface UsageLine {
  readonly text: string;
  /** Line number, from 1. */
  readonly line: number;
}

const BUNDLE = /^-([A-Za-z0-9@]{2,})$/;

/** Returns the options of usage lines. A bundle `[-abc]` gives three switches; `[-name]` alone in brackets is read as a bundle too. */
export function readUsageOptions(usage: readonly UsageLine[]): readonly UsageOption[] {
  return usage.flatMap(({ text, line }) =>
    partsOf(text).flatMap(({ part, isBracketed }) => readPart(part).map((spec) => ({ spec, line, isBracketed }))),
  );
}

interface UsagePart {
  readonly part: string;
  readonly isBracketed: boolean;
}

/** Returns the parts of a usage line that start with a dash: brackets without nesting, and bare options. */
function partsOf(usage: string): readonly UsagePart[] {
  // Both spellings take the value: `(-m | --message) <message>`.
  const text = usage.replace(/\((-\w) ?\| ?(--[\w-]+)\) (<[^<>]+>)/g, "[$1, $2 $3]");
  const inner = /(?<![\w\])}>\u203A-])((?:--?|\+)[A-Za-z0-9[?@#](?:[^[\](){}|]|\[[^[\]]*\]|\{[^{}]*\}|\([^()]*\)|\|(?= *[^-\s<]))*)/g;
  return Array.from(text.matchAll(inner), ({ 1: part = "", index }) => ({
    part: part.trim(),
    isBracketed: /[[({|] *$/.test(text.slice(0, index)),
  }));
}

function readPart(part: string): readonly OptionSpec[] {
  const bundle = BUNDLE.exec(part.split(" ")[0] ?? "")?.[1];
  if (bundle !== undefined && isBundle(bundle)) return Array.from(new Set(bundle), (letter) => ({ names: [`-${letter}`], rest: "" }));
  const spec = parseOptionSpec(part, true);
  if (spec === undefined) return [];
  const next = spec.rest.replace(/^\[(?=-)/, "").replace(/\]$/, "");
  const more = next.startsWith("-") ? readPart(next) : [];
  return [{ ...spec, rest: "" }, ...more];
}

/** Letters of a bundle are not a word: they are sorted or many, or some are capitals. Few letters occur once, many also in runs: `-dffqq`. */
function isBundle(letters: string): boolean {
  const runs = letters.length > 8 ? letters.replace(/(.)\1+/g, "$1") : letters;
  const isOnce = new Set(runs).size === runs.length;
  const sorted = Array.from(letters.toLowerCase()).toSorted().join("");
  return isOnce && (sorted === letters.toLowerCase() || /[A-Z]/.test(letters.slice(1)) || /\d/.test(letters) || letters.length > 8);
}
