/** The index terms of subcommands. */
import type { Tool } from "../tool/tool.ts";
import { commandOf } from "../tool/tool.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { lowerBound, prefixEnd } from "./vocabulary.ts";

/** Prefix of the terms. No word of a text contains these characters. */
const TERM_PREFIX = "$ ";

/** Maximum number of words of a subcommand. */
export const MAX_PATH_WORDS = 5;

/**
 * Returns the term of a tool's subcommand: its words between the program and the first flag. Undefined if it has none, as `grep`, or starts
 * no program.
 */
export function commandTerm(tool: Pick<Tool, "handler">): string | undefined {
  const handler = commandOf(tool);
  if (handler === undefined) return undefined;
  const path = untilFlag([...handler.program.command.slice(1), ...handler.command]);
  return path.length === 0 || path.length > MAX_PATH_WORDS ? undefined : toTerm(path);
}

/** Returns the term of a subcommand. */
export function toTerm(path: readonly string[]): string {
  return `${TERM_PREFIX}${path.join(" ").toLowerCase()}`;
}

/** A subcommand of an index, and the index of its term in the vocabulary. */
export interface IndexedPath {
  readonly path: readonly string[];
  readonly index: number;
}

/** Returns the subcommands of an index. */
export function commandPaths(vocabulary: Vocabulary): readonly IndexedPath[] {
  const first = lowerBound(vocabulary, TERM_PREFIX);
  const isPath = first < vocabulary.size && vocabulary.wordAt(first).startsWith(TERM_PREFIX);
  const count = isPath ? prefixEnd(vocabulary, TERM_PREFIX, first) - first : 0;
  return Array.from({ length: count }, (_, more) => {
    return {
      path: vocabulary
        .wordAt(first + more)
        .slice(TERM_PREFIX.length)
        .split(" "),
      index: first + more,
    };
  });
}

/** Returns the words before the first flag. */
export function untilFlag(words: readonly string[]): readonly string[] {
  const end = words.findIndex(isFlag);
  return end === -1 ? words : words.slice(0, end);
}

/** Reports whether a word of a command line is a flag. */
export function isFlag(word: string): boolean {
  return word.startsWith("-");
}
