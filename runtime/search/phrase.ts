/** Finds the tools whose search text contains the query as an exact phrase, as the contract defines, and the best position in each tool. */
import type { IndexedCli, SearchText } from "./reader.ts";
import { visitPostings } from "./postings.ts";
import type { SearchStatistics } from "./statistics.ts";
import { isQuestionWord } from "./stop-words.ts";
import { stemWord } from "./stem.ts";
import { findWord } from "./vocabulary.ts";

/** Positions of a phrase in a tool, in ascending rank. "the name" is the whole name, with or without that of the CLI before it. */
export const PHRASE_POSITIONS = ["text", "inside the name", "words of the name", "the name"] as const;
/** A position of a phrase in a tool. */
export type PhrasePosition = (typeof PHRASE_POSITIONS)[number];

/** Matching tools in order, and the best position of the phrase in each. Valid until the next query. */
export interface PhraseMatches {
  readonly ordinals: Uint32Array;
  /** By ordinal: 0 if the tool does not match, otherwise 1 plus an index in `PHRASE_POSITIONS`. */
  readonly positions: Uint8Array;
}

/** Allocates a buffer for the matches of one query. The buffer is reused for all queries, like `Accumulators`. */
export function createPhraseBuffer(toolCount: number): PhraseMatches {
  return { ordinals: new Uint32Array(toolCount), positions: new Uint8Array(toolCount) };
}

/** Lowercase ASCII word, at most as long as an index term (`words.ts`). */
const PLAIN_WORD = /^[a-z]{1,64}$/;
const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** The index in which a phrase is searched. */
export interface PhraseSource {
  readonly searchText: SearchText;
  readonly statistics: SearchStatistics;
  readonly buffer: PhraseMatches;
  /** Reports whether the start of a tool's name, such as `git_`, is a name of its CLI. */
  readonly isCliName: (start: string, cli: IndexedCli) => boolean;
}

/** Finds the tools in these ranges whose text contains the lowercase phrase. Returns undefined if no tool matches. */
export function findPhrase(source: PhraseSource, ranges: readonly IndexedCli[], phrase: string): PhraseMatches | undefined {
  const { statistics } = source;
  const inside = findRarestTerm(phrase, statistics);
  switch (inside) {
    case "nowhere":
      return undefined;
    case "anywhere":
      return scanTexts(source, ranges, phrase);
    default:
      return searchPostings(source, { ranges, phrase, postings: statistics.postingsAt(inside) });
  }
}

/**
 * Returns the index of the rarest term inside the phrase, because only tools with that term can contain the phrase. Only terms with
 * whitespace on both sides and only plain letters are used, because the index stores such terms unchanged, and no question words, which it
 * does not store for every field. Returns "nowhere" if a term is
 * not in the index, and "anywhere" if the phrase contains no such term.
 */
function findRarestTerm(phrase: string, { vocabulary, countAt }: SearchStatistics): number | "nowhere" | "anywhere" {
  const words = phrase
    .split(/\s+/)
    .slice(1, -1)
    .filter((word) => PLAIN_WORD.test(word) && !isQuestionWord(word));
  let rarest: number | undefined;
  for (const word of words) {
    const index = findWord(vocabulary, stemWord(word));
    if (index === undefined) return "nowhere";
    if (rarest === undefined || countAt(index) < countAt(rarest)) rarest = index;
  }
  return rarest ?? "anywhere";
}

interface ToolCheck {
  readonly ranges: readonly IndexedCli[];
  readonly phrase: string;
  readonly postings: Uint8Array;
}

/** Searches the text of each tool in these postings. */
function searchPostings(
  { searchText, buffer, isCliName }: PhraseSource,
  { ranges, phrase, postings }: ToolCheck,
): PhraseMatches | undefined {
  const { text, starts } = searchText;
  const matches = collectMatches(buffer);
  visitPostings(postings, (ordinal) => {
    const start = starts[ordinal] ?? 0;
    const within = text.slice(start, starts[ordinal + 1]).indexOf(phrase);
    const range = within === -1 ? undefined : ranges.find(({ first, count }) => ordinal >= first && ordinal < first + count);
    if (range === undefined) return;
    matches.add(
      ordinal,
      classifyMatch(text, start, { at: start + within, phrase, isWord: true, isPrefix: (before) => isCliName(before, range) }),
    );
  });
  return matches.found();
}

/** Searches the joined text in one pass, for any number of ranges. A match outside the ranges only advances the cursor. */
function scanTexts(
  { searchText, statistics, buffer, isCliName }: PhraseSource,
  ranges: readonly IndexedCli[],
  phrase: string,
): PhraseMatches | undefined {
  const { text, starts } = searchText;
  const matches = collectMatches(buffer);
  // A phrase that is a plain word can only be a whole word of a name if the index contains it. This matters for single letters, which occur
  // in most names.
  const isWord = !PLAIN_WORD.test(phrase) || findWord(statistics.vocabulary, stemWord(phrase)) !== undefined;
  let next = 0;
  for (const range of ranges) {
    const { first, count } = range;
    const end = first + count;
    const isPrefix = (before: string): boolean => isCliName(before, range);
    next = Math.max(next, first);
    while (next < end) {
      const at = text.indexOf(phrase, starts[next]);
      if (at === -1) return matches.found();
      next = ordinalAt(starts, at, next);
      if (next < end) {
        matches.add(next, classifyMatch(text, starts[next] ?? 0, { at, phrase, isWord, isPrefix }));
        next += 1;
      }
    }
  }
  return matches.found();
}

interface MatchCollector {
  readonly add: (ordinal: number, position: PhrasePosition) => void;
  /** Returns the matches. Returns undefined if nothing was added. */
  readonly found: () => PhraseMatches | undefined;
}

function collectMatches({ ordinals, positions }: PhraseMatches): MatchCollector {
  let count = 0;
  positions.fill(0);
  return {
    add(ordinal, position) {
      ordinals[count] = ordinal;
      positions[ordinal] = PHRASE_POSITIONS.indexOf(position) + 1;
      count += 1;
    },
    found: () => (count === 0 ? undefined : { ordinals: ordinals.subarray(0, count), positions }),
  };
}

/**
 * Returns the ordinal of the tool whose text contains offset `at`. Uses exponential search from `low`, because the tool is usually near.
 */
function ordinalAt(starts: Uint32Array, at: number, low: number): number {
  const last = starts.length - 1;
  let step = 1;
  while (low + step < last && (starts[low + step] ?? 0) <= at) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, last);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}

interface PhraseAt {
  readonly phrase: string;
  /** Whether the phrase can be a whole word of a name. */
  readonly isWord: boolean;
  /** Offset of the first occurrence. */
  readonly at: number;
  /** Reports whether the start of the name is a name of the tool's CLI. */
  readonly isPrefix: (before: string) => boolean;
}

/** Classifies a match. A tool's text starts with its name, up to the first space. If any occurrence is in the name, the first one is. */
function classifyMatch(text: string, start: number, { at, phrase, isWord, isPrefix }: PhraseAt): PhrasePosition {
  const space = text.indexOf(" ", start);
  const end = at + phrase.length;
  if (end > space) return "text";
  if (at === start && end === space) return "the name";
  if (!isWord) return "inside the name";
  // The phrase can start a longer word and be a whole word later: `add` in `address_add`. The name is not copied, because there may be many
  // names.
  for (let offset = at; offset + phrase.length <= space; offset += 1) {
    const isWordStart = offset === start || !isLetterAt(text, offset - 1);
    if (!isWordStart || !text.startsWith(phrase, offset) || isLetterAt(text, offset + phrase.length)) continue;
    return offset + phrase.length === space && isPrefix(text.slice(start, offset)) ? "the name" : "words of the name";
  }
  return "inside the name";
}

/**
 * Reports whether a character is a letter, digit or mark. ASCII characters are tested without the pattern, because a search may test every
 * letter of every name.
 */
function isLetterAt(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  if (code >= 0x80) return LETTER.test(text.charAt(offset));
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
