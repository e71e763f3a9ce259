/**
 * Finds the groups of subcommands, such as `stash` of `git stash store`. A tool in a group is about the subject of the group: a query that
 * does not name it, such as "create a commit with this message", rarely wants `git stash store`.
 */
import { commandPaths } from "./command-term.ts";
import { visitPostings } from "./postings.ts";
import type { QueryTerm } from "./query-terms.ts";
import type { SearchStatistics } from "./statistics.ts";
import { findWord } from "./vocabulary.ts";
import { splitWords } from "./words.ts";

/** A group of subcommands and its tools. */
export interface CommandGroup {
  /** Indexes of the words of its name in the vocabulary. */
  readonly words: readonly number[];
  /** Ordinals of the tools. */
  readonly ordinals: readonly number[];
}

/** Returns the groups of all subcommands of two or more words. */
export function listGroups({ vocabulary, postingsAt }: SearchStatistics): readonly CommandGroup[] {
  const groups = new Map<string, number[]>();
  for (const { path, index } of commandPaths(vocabulary)) {
    const name = path.slice(0, -1).join(" ");
    // `oflag=append` of `dd oflag=append conv=notrunc` is an operand.
    if (name === "" || name.includes("=")) continue;
    const ordinals = groups.get(name) ?? [];
    groups.set(name, ordinals);
    visitPostings(postingsAt(index), (ordinal) => void ordinals.push(ordinal));
  }
  return Array.from(groups, ([name, ordinals]) => ({
    words: splitWords(name).flatMap(({ stem }) => findWord(vocabulary, stem) ?? []),
    ordinals,
  }));
}

/** Returns the ordinals of the tools whose group no term of the query matches. */
export function findUnnamed(groups: readonly CommandGroup[], terms: readonly QueryTerm[]): readonly number[] {
  const met = new Set(terms.flatMap(({ matches }) => matches.map(({ index }) => index)));
  return groups.flatMap(({ words, ordinals }) => (words.some((word) => met.has(word)) ? [] : ordinals));
}
