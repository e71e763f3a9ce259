/** Reads the options in usage lines, such as `[-abc] [--depth <n>] [-S|--save]`: the source of last resort. */
import type { OptionSpec } from "./option-spec.ts";
import { parseOptionSpec } from "./option-spec.ts";

export interface UsageOption {
  readonly spec: OptionSpec;
  /** Line number, from 1. */
  readonly line: number;
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
  return usage.flatMap(({ text, line }) => bracketsOf(text).flatMap((part) => readBracket(part).map((spec) => ({ spec, line }))));
}

/** Returns the parts of a usage line that start with a dash: brackets without nesting, and bare options. */
function bracketsOf(text: string): readonly string[] {
  const parts: string[] = [];
  const inner = /(?<![\w\])}>\u203A-])((?:--?|\+)[A-Za-z0-9[?@#](?:[^[\](){}|]|\[[^[\]]*\]|\{[^{}]*\}|\([^()]*\)|\|(?= *[^-\s]))*)/g;
  for (const [, part = ""] of text.matchAll(inner)) parts.push(part.trim());
  return parts;
}

function readBracket(part: string): readonly OptionSpec[] {
  const bundle = BUNDLE.exec(part.split(" ")[0] ?? "")?.[1];
  if (bundle !== undefined && isBundle(bundle)) return Array.from(bundle, (letter) => ({ names: [`-${letter}`], rest: "" }));
  const spec = parseOptionSpec(part, true);
  if (spec === undefined) return [];
  const more = spec.rest.startsWith("-") ? readBracket(spec.rest) : [];
  return [{ ...spec, rest: "" }, ...more];
}

/** Letters of a bundle occur once and are not a word: many are capitals, or they are sorted. */
function isBundle(letters: string): boolean {
  const isOnce = new Set(letters).size === letters.length;
  const sorted = Array.from(letters.toLowerCase()).toSorted().join("");
  return isOnce && (sorted === letters.toLowerCase() || /[A-Z]/.test(letters.slice(1)) || /\d/.test(letters) || letters.length > 8);
}
