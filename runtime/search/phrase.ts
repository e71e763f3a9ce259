/** The contract's search: tools whose text has the query in one piece, and how well that fits their names. */
import type { IndexedCli, SearchText } from "../tool-index/index-reader.ts";

/** Where in a tool a phrase may stand; later is better. */
export const PHRASE_PLACES = ["text", "inside the name", "words of the name", "the name"] as const;
export type PhrasePlace = (typeof PHRASE_PLACES)[number];

/** By ordinal: 0 where the phrase is not, otherwise the number of its place in `PHRASE_PLACES` from 1. */
export type PhraseMatches = Uint8Array;

const LETTER = /[\p{L}\p{N}\p{M}]/u;

/**
 * Every tool of these ranges whose text has the lower-case phrase; undefined where there is none. One pass over the joined text,
 * whatever the number of ranges: a match between two ranges only moves the cursor on.
 */
export function findPhrase({ text, starts }: SearchText, ranges: readonly IndexedCli[], phrase: string): PhraseMatches | undefined {
  let found: Uint8Array | undefined;
  let next = 0;
  for (const { first, count } of ranges) {
    const end = first + count;
    next = Math.max(next, first);
    while (next < end) {
      const at = text.indexOf(phrase, starts[next]);
      if (at === -1) return found;
      next = ordinalAt(starts, at, next);
      if (next < end) {
        found ??= new Uint8Array(starts.length - 1);
        found[next] = PHRASE_PLACES.indexOf(placeInName(text, starts[next] ?? 0, { at, length: phrase.length })) + 1;
        next += 1;
      }
    }
  }
  return found;
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

/** The name stands at the front of a tool's text, up to the first space, and a phrase is found where it stands first. */
function placeInName(text: string, start: number, { at, length }: { readonly at: number; readonly length: number }): PhrasePlace {
  const space = text.indexOf(" ", start);
  const end = at + length;
  if (end > space) return "text";
  const isWordStart = at === start || !LETTER.test(text.charAt(at - 1));
  const isWordEnd = end === space || !LETTER.test(text.charAt(end));
  if (!isWordStart || !isWordEnd) return "inside the name";
  return at === start && end === space ? "the name" : "words of the name";
}
