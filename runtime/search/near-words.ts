/** The words of an index that a mistyped word may mean. */
import type { Vocabulary } from "./vocabulary.ts";
import { placeAfter } from "./vocabulary.ts";

/** What a mistake in the first letter counts more than another. People hardly ever mistype it, and other words differ there: `biggest`, `digest`. */
const FIRST_LETTER = 1;

/**
 * The places of the words that at most `allowed` inserted, lost, changed or swapped letters turn into `wanted`, one in the first letter counting twice: only those with the
 * fewest, in order. Sorted words share their beginnings, so a row of the distance table is made once for all words that begin alike,
 * and a beginning that is too far off is passed over with all its words.
 */
export function nearWords(vocabulary: Vocabulary, wanted: string, allowed: number): readonly number[] {
  const rows = [Uint8Array.from({ length: wanted.length + 1 }, (_, column) => (column === 0 ? 0 : column + FIRST_LETTER))];
  let nearest: number[] = [];
  let fewest = allowed;
  let before = "";
  for (let place = 0; place < vocabulary.size;) {
    const word = vocabulary.wordAt(place);
    const depth = extendRows(rows, { word, wanted, shared: sharedLength(before, word), allowed: fewest });
    before = word.slice(0, depth);
    if (depth < word.length) {
      // The row behind `depth` was already too far off.
      place = placeAfter(vocabulary, word.slice(0, depth + 1), place);
      continue;
    }
    const mistakes = rows[depth]?.[wanted.length] ?? Infinity;
    if (mistakes < fewest) nearest = [];
    if (mistakes <= fewest) {
      fewest = mistakes;
      nearest.push(place);
    }
    place += 1;
  }
  return nearest;
}

interface Extension {
  readonly word: string;
  readonly wanted: string;
  /** Letters of `word` whose rows are there already. */
  readonly shared: number;
  readonly allowed: number;
}

/** Fills the rows of the letters of `word` behind the shared ones, until one is too far off; returns how many letters have a row. */
function extendRows(rows: Uint8Array[], { word, wanted, shared, allowed }: Extension): number {
  for (let depth = shared; depth < word.length; depth++) {
    // One row for each depth, used for every word: new ones would be most of what a search allocates.
    const row = (rows[depth + 1] ??= new Uint8Array(wanted.length + 1));
    // A swap reaches back two rows, but never to fewer mistakes than the row between them holds.
    if (fillRow(row, rows, { word, wanted, depth }) > allowed) return depth;
  }
  return word.length;
}

interface Letter {
  readonly word: string;
  readonly wanted: string;
  /** Its place in `word`. */
  readonly depth: number;
}

/** Fills the row of the optimal string alignment distance for a letter; returns the fewest mistakes in it. */
function fillRow(row: Uint8Array, rows: readonly Uint8Array[], { word, wanted, depth }: Letter): number {
  const previous = rows[depth] ?? row;
  const beforePrevious = rows[depth - 1] ?? previous;
  let fewest = depth + 1 + FIRST_LETTER;
  row[0] = fewest;
  for (let column = 1; column <= wanted.length; column++) {
    const isSame = word[depth] === wanted[column - 1];
    const isFirst = depth === 0 && column === 1;
    const changed = at(previous, column - 1) + (isSame ? 0 : isFirst ? 1 + FIRST_LETTER : 1);
    const isSwap = depth > 0 && column > 1 && word[depth] === wanted[column - 2] && word[depth - 1] === wanted[column - 1];
    const swapped = isSwap ? at(beforePrevious, column - 2) + 1 : changed;
    const mistakes = Math.min(changed, swapped, at(previous, column) + 1, at(row, column - 1) + 1);
    row[column] = mistakes;
    fewest = Math.min(fewest, mistakes);
  }
  // A swap of the first two letters is one mistake, and shows only in the next row.
  return depth === 0 && word[0] === wanted[1] ? Math.min(fewest, 1) : fewest;
}

function at(row: Uint8Array, column: number): number {
  return row[column] ?? 0;
}

function sharedLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
