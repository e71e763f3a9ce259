/**
 * Finds the groups of subcommands, such as `stash` of `git stash store`. A tool in a group is about the subject of the group: a query that
 * does not name it, such as "create a commit with this message", rarely wants `git stash store`.
 */
import { commandPaths } from "./command-term.ts";
import { visitPostings } from "./postings.ts";
import type { Query } from "./query-terms.ts";
import type { IndexedCli } from "./reader.ts";
import type { SearchStatistics } from "./statistics.ts";
import { findWord } from "./vocabulary.ts";
import { splitWords } from "./words.ts";

/** A group of subcommands and its tools. */
export interface CommandGroup {
  /** Stems of the words of its name. */
  readonly stems: readonly string[];
  /** Indexes of these words in the vocabulary, at least one: a query cannot name a group by words that no tool has. */
  readonly words: readonly number[];
  /** Ordinals of the tools. */
  readonly ordinals: readonly number[];
}

/** The index whose groups are listed. */
export interface GroupSource {
  readonly statistics: SearchStatistics;
  readonly clis: readonly IndexedCli[];
}

/** A word of a subcommand. `oflag=append` of `dd oflag=append conv=notrunc` is an operand, and `{print` the start of a program of awk. */
const COMMAND_WORD = /^[\p{L}\p{M}\p{N}_.:-]+$/u;

/** Returns the groups of all subcommands of two or more words after those that all tools of a CLI share, such as `manage.py`. */
export function listGroups({ statistics: { vocabulary, postingsAt }, clis }: GroupSource): readonly CommandGroup[] {
  const groups = new Map<string, number[]>();
  const shared = countShared(clis);
  for (const { path, index } of commandPaths(vocabulary)) {
    if (!path.every((word) => COMMAND_WORD.test(word))) continue;
    visitPostings(postingsAt(index), (ordinal) => {
      const name = path.slice(shared[ordinal], -1).join(" ");
      if (name === "") return;
      const ordinals = groups.get(name) ?? [];
      groups.set(name, ordinals);
      ordinals.push(ordinal);
    });
  }
  return Array.from(groups, ([name, ordinals]) => {
    const stems = splitWords(name).map(({ stem }) => stem);
    return { stems, words: stems.flatMap((stem) => findWord(vocabulary, stem) ?? []), ordinals };
  }).filter(({ words }) => words.length > 0);
}

/** Returns for each tool the number of words after the program that all tools of its CLI share. */
function countShared(clis: readonly IndexedCli[]): readonly number[] {
  return clis.flatMap(({ cli, count }) => Array.from({ length: count }, () => Math.max(0, (cli.program?.command.length ?? 1) - 1)));
}

/** Returns the ordinals of the tools whose group the query does not name: by a term, by its plural, or by its initials. */
export function findUnnamed(groups: readonly CommandGroup[], { terms, words: spoken }: Query): readonly number[] {
  const met = new Set(terms.flatMap(({ matches }) => matches.map(({ index }) => index)));
  const short = new Set([...spoken.map((word) => word.replace(/s$/, "")), ...pairInitials(spoken)]);
  const isNamed = ({ words, stems }: CommandGroup): boolean => words.some((word) => met.has(word)) || stems.some((stem) => short.has(stem));
  return groups.flatMap((group) => (isNamed(group) ? [] : group.ordinals));
}

/** Returns the initials of adjacent words: `pr` of `pull request`. */
function pairInitials(words: readonly string[]): readonly string[] {
  return words.slice(1).map((word, index) => `${words[index]?.[0] ?? ""}${word[0] ?? ""}`);
}
