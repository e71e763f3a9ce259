/** Counts the mentions of options in a page: a measure of their use. */
import type { OptionFacts } from "../description.ts";
import { readHeading } from "./lines/sections.ts";

/** The mentions of options in the text of a page. */
export interface Mentions {
  /** Returns the facts of the option with these names. */
  of(names: readonly string[]): Pick<OptionFacts, "mentions" | "isInExample">;
}

/** Counts every option word of a page once, and separately in its examples. */
export function countMentions(lines: readonly string[]): Mentions {
  const counts = new Map<string, number>();
  const examples = new Set<string>();
  const described = new Set(lines.flatMap((line) => /^\s*(-[A-Za-z0-9][\w-]*)/.exec(line)?.[1] ?? []));
  let isExample = false;
  for (const line of lines) {
    const heading = readHeading(line);
    if (heading !== undefined) isExample = /^examples?\b/.test(heading);
    for (const [word] of line.matchAll(/(?<![\w-])(?:--?|\+)[A-Za-z0-9][\w-]*/g)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      if (isExample) for (const one of [word, ...(described.has(word) ? [] : splitCluster(word))]) examples.add(one);
    }
  }
  return {
    of: (names) => ({
      mentions: names.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0),
      ...(names.some((name) => examples.has(name)) && { isInExample: true }),
    }),
  };
}

/** Maximum number of letters of a word that is several options of one letter. */
const MAX_CLUSTER = 5;

/** Returns the options of one letter that a word can consist of: `-t`, `-v` and `-f` for `-tvf`. */
function splitCluster(word: string): readonly string[] {
  return /^-[A-Za-z0-9]+$/.test(word) && word.length > 2 && word.length <= MAX_CLUSTER + 1
    ? Array.from(word.slice(1), (letter) => `-${letter}`)
    : [];
}
