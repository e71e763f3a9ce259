/** The contract's search: tools whose text has the query in one piece, and how well that fits their names. */
import type { IndexedCli, SearchText } from "../tool-index/index-reader.ts";
import { visitPostings } from "./postings.ts";
import type { SearchStatistics } from "./statistics.ts";
import { stemWord } from "./stem.ts";
import { findWord } from "./vocabulary.ts";

/** Where in a tool a phrase may stand; later is better. */
export const PHRASE_PLACES = ["text", "inside the name", "words of the name", "the name"] as const;
export type PhrasePlace = (typeof PHRASE_PLACES)[number];

/** The tools that have a phrase, in order, and for each of them the best place that it has there. Lasts until the next query. */
export interface PhraseMatches {
  readonly ordinals: Uint32Array;
  /** By ordinal: 0 where the phrase is not, otherwise the number of its place in `PHRASE_PLACES` from 1. */
  readonly places: Uint8Array;
}

/** Room for the matches of one query, whatever their number. Made once and used for each, as `Accumulators` are. */
export function createPhraseRoom(toolCount: number): PhraseMatches {
  return { ordinals: new Uint32Array(toolCount), places: new Uint8Array(toolCount) };
}

/** A to z, at most as long as the longest word of an index (`words.ts`). */
const PLAIN_WORD = /^[a-z]{1,64}$/;
const LETTER = /[\p{L}\p{N}\p{M}]/u;

export interface PhraseSource {
  readonly searchText: SearchText;
  readonly statistics: SearchStatistics;
  readonly room: PhraseMatches;
}

/** Every tool of these ranges whose text has the lower-case phrase; undefined where there is none. */
export function findPhrase(source: PhraseSource, ranges: readonly IndexedCli[], phrase: string): PhraseMatches | undefined {
  const { statistics } = source;
  const inside = rarestInside(phrase, statistics);
  switch (inside) {
    case "nowhere":
      return undefined;
    case "anywhere":
      return scanTexts(source, ranges, phrase);
    default:
      return checkTools(source, { ranges, phrase, postings: statistics.postingsAt(inside) });
  }
}

/**
 * The word of the index that is rarest among those inside of the phrase, between white space on both sides: only tools that have it can have
 * the phrase. Plain letters only, of which it is sure that the index has them as they stand.
 */
function rarestInside(phrase: string, { vocabulary, countAt }: SearchStatistics): number | "nowhere" | "anywhere" {
  const words = phrase
    .split(/\s+/)
    .slice(1, -1)
    .filter((word) => PLAIN_WORD.test(word));
  let rarest: number | undefined;
  for (const word of words) {
    const place = findWord(vocabulary, stemWord(word));
    if (place === undefined) return "nowhere";
    if (rarest === undefined || countAt(place) < countAt(rarest)) rarest = place;
  }
  return rarest ?? "anywhere";
}

interface ToolCheck {
  readonly ranges: readonly IndexedCli[];
  readonly phrase: string;
  readonly postings: Uint8Array;
}

/** Looks into the texts of the tools of these postings one by one. */
function checkTools({ searchText, room }: PhraseSource, { ranges, phrase, postings }: ToolCheck): PhraseMatches | undefined {
  const { text, starts } = searchText;
  const matches = collectMatches(room);
  visitPostings(postings, (ordinal) => {
    const start = starts[ordinal] ?? 0;
    const within = text.slice(start, starts[ordinal + 1]).indexOf(phrase);
    if (within === -1 || !isWithin(ranges, ordinal)) return;
    matches.add(ordinal, placeInName(text, start, { at: start + within, phrase, isWord: true }));
  });
  return matches.found();
}

function isWithin(ranges: readonly IndexedCli[], ordinal: number): boolean {
  return ranges.some(({ first, count }) => ordinal >= first && ordinal < first + count);
}

/** One pass over the joined text, whatever the number of ranges: a match between two ranges only moves the cursor on. */
function scanTexts(
  { searchText, statistics, room }: PhraseSource,
  ranges: readonly IndexedCli[],
  phrase: string,
): PhraseMatches | undefined {
  const { text, starts } = searchText;
  const matches = collectMatches(room);
  // The index has every plain word of a name: most single letters stand in many names, and are a word of none.
  const isWord = !PLAIN_WORD.test(phrase) || findWord(statistics.vocabulary, stemWord(phrase)) !== undefined;
  let next = 0;
  for (const { first, count } of ranges) {
    const end = first + count;
    next = Math.max(next, first);
    while (next < end) {
      const at = text.indexOf(phrase, starts[next]);
      if (at === -1) return matches.found();
      next = ordinalAt(starts, at, next);
      if (next < end) {
        matches.add(next, placeInName(text, starts[next] ?? 0, { at, phrase, isWord }));
        next += 1;
      }
    }
  }
  return matches.found();
}

interface MatchCollector {
  readonly add: (ordinal: number, place: PhrasePlace) => void;
  /** Undefined where nothing was added. */
  readonly found: () => PhraseMatches | undefined;
}

function collectMatches({ ordinals, places }: PhraseMatches): MatchCollector {
  let count = 0;
  places.fill(0);
  return {
    add(ordinal, place) {
      ordinals[count] = ordinal;
      places[ordinal] = PHRASE_PLACES.indexOf(place) + 1;
      count += 1;
    },
    found: () => (count === 0 ? undefined : { ordinals: ordinals.subarray(0, count), places }),
  };
}

/** The tool whose text holds offset `at`: the last from `low` on that starts at or before it. Mostly near, so the step is doubled first. */
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
  /** Whether it may stand in a name as a word. */
  readonly isWord: boolean;
  /** Where it stands first. */
  readonly at: number;
}

/** The name stands at the front of a tool's text, up to the first space, so that a phrase that is in it is found there first. */
function placeInName(text: string, start: number, { at, phrase, isWord }: PhraseAt): PhrasePlace {
  const space = text.indexOf(" ", start);
  const end = at + phrase.length;
  if (end > space) return "text";
  if (at === start && end === space) return "the name";
  if (!isWord) return "inside the name";
  // It may begin a longer word, and be a word further on: `add` in `address_add`. Without a copy of the name, as there may be many.
  for (let place = at; place + phrase.length <= space; place += 1) {
    const isWordStart = place === start || !isLetterAt(text, place - 1);
    if (isWordStart && text.startsWith(phrase, place) && !isLetterAt(text, place + phrase.length)) return "words of the name";
  }
  return "inside the name";
}

/** Looks at the number of an ASCII character: a search may ask for every letter of every name. */
function isLetterAt(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  if (code >= 0x80) return LETTER.test(text.charAt(place));
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
