/** Finds index terms within a small edit distance of a query term. */
import type { Vocabulary } from "./vocabulary.ts";
import { prefixEnd } from "./vocabulary.ts";

/** Additional cost of a typo in the first letter. Users rarely mistype it, and distinct words often differ there: `biggest`, `digest`. */
const FIRST_LETTER_PENALTY = 1;

/**
 * Returns the indexes of the closest terms within `allowed` typos of `wanted`, in order. A typo is an inserted, missing, changed or swapped
 * letter. A typo in the first letter counts twice. If several terms match, only the terms with the fewest typos are returned.
 *
 * Adjacent terms of a sorted vocabulary share prefixes, so each row of the distance table is computed once per prefix. A prefix that
 * exceeds the distance is skipped together with all its terms.
 */
export function fuzzyMatches(vocabulary: Vocabulary, wanted: string, allowed: number): readonly number[] {
  const rows = [Uint8Array.from({ length: wanted.length + 1 }, (_, column) => (column === 0 ? 0 : column + FIRST_LETTER_PENALTY))];
  let closest: number[] = [];
  let fewest = allowed;
  let before = "";
  for (let index = 0; index < vocabulary.size;) {
    const word = vocabulary.wordAt(index);
    const depth = extendRows(rows, { word, wanted, shared: sharedLength(before, word), allowed: fewest });
    before = word.slice(0, depth);
    if (depth < word.length) {
      // The row after `depth` already exceeded the distance.
      index = prefixEnd(vocabulary, word.slice(0, depth + 1), index);
      continue;
    }
    const typos = rows[depth]?.[wanted.length] ?? Infinity;
    if (typos < fewest) closest = [];
    if (typos <= fewest) {
      fewest = typos;
      closest.push(index);
    }
    index += 1;
  }
  return closest;
}

interface Extension {
  readonly word: string;
  readonly wanted: string;
  /** Number of letters of `word` whose rows are already computed. */
  readonly shared: number;
  readonly allowed: number;
}

/**
 * Fills the rows for the letters of `word` after the shared prefix, until a row exceeds `allowed`. Returns the number of letters with a
 * row.
 */
function extendRows(rows: Uint8Array[], { word, wanted, shared, allowed }: Extension): number {
  for (let depth = shared; depth < word.length; depth++) {
    // Rows are reused for all words. Allocating them would take most of the memory of a search.
    const row = (rows[depth + 1] ??= new Uint8Array(wanted.length + 1));
    // A swap uses the row before the previous one, but its cost is never below the minimum of the previous row.
    if (fillRow(row, rows, { word, wanted, depth }) > allowed) return depth;
  }
  return word.length;
}

interface Letter {
  readonly word: string;
  readonly wanted: string;
  /** Index of the letter in `word`. */
  readonly depth: number;
}

/** Fills the row of the optimal string alignment distance for a letter. Returns the minimum of the row. */
function fillRow(row: Uint8Array, rows: readonly Uint8Array[], { word, wanted, depth }: Letter): number {
  const previous = rows[depth] ?? row;
  const beforePrevious = rows[depth - 1] ?? previous;
  let fewest = depth + 1 + FIRST_LETTER_PENALTY;
  row[0] = fewest;
  for (let column = 1; column <= wanted.length; column++) {
    const isSame = word[depth] === wanted[column - 1];
    const isFirst = depth === 0 && column === 1;
    const changed = at(previous, column - 1) + (isSame ? 0 : isFirst ? 1 + FIRST_LETTER_PENALTY : 1);
    const isSwap = depth > 0 && column > 1 && word[depth] === wanted[column - 2] && word[depth - 1] === wanted[column - 1];
    const swapped = isSwap ? at(beforePrevious, column - 2) + 1 : changed;
    const typos = Math.min(changed, swapped, at(previous, column) + 1, at(row, column - 1) + 1);
    row[column] = typos;
    fewest = Math.min(fewest, typos);
  }
  // A swap of the first two letters costs 1, which appears only in the next row.
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
