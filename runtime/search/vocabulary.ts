/**
 * Stores the sorted terms of an index in one string. Terms are found by binary search and read from the string, without a list of all
 * terms.
 */

/** The sorted terms of an index. */
export interface Vocabulary {
  readonly size: number;
  /** Returns the term with this index. */
  readonly wordAt: (index: number) => string;
}

/** Terminator of each term in the joined text. Terms never contain it. */
const WORD_END = "\n";

/** Words in one string. */
export interface JoinedWords {
  readonly text: string;
  /** Start offset of each term, in UTF-16 code units, followed by the total length. */
  readonly starts: Uint32Array;
}

/** Joins words sorted by code unit. */
export function joinWords(words: readonly string[]): JoinedWords {
  const starts = new Uint32Array(words.length + 1);
  words.forEach((word, index) => (starts[index + 1] = (starts[index] ?? 0) + word.length + WORD_END.length));
  return { text: words.map((word) => word + WORD_END).join(""), starts };
}

/** Creates a vocabulary from joined words. */
export function createVocabulary({ text, starts }: JoinedWords): Vocabulary {
  return {
    size: starts.length - 1,
    wordAt: (index) => text.slice(starts[index], (starts[index + 1] ?? 0) - WORD_END.length),
  };
}

/** Returns the index of a word, or undefined if the vocabulary does not contain it. */
export function findWord(vocabulary: Vocabulary, word: string): number | undefined {
  const index = lowerBound(vocabulary, word);
  return index < vocabulary.size && vocabulary.wordAt(index) === word ? index : undefined;
}

/** Returns the index of the first term that is not less than `word`. */
export function lowerBound({ size, wordAt }: Vocabulary, word: string): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (wordAt(middle) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of the first term after `from` that does not start with `prefix`. The term at `from` must start with it. */
export function prefixEnd(vocabulary: Vocabulary, prefix: string, from: number): number {
  let low = from + 1;
  // Exponential search: terms with the same prefix are adjacent and usually few.
  let step = 1;
  while (low + step < vocabulary.size && vocabulary.wordAt(low + step).startsWith(prefix)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, vocabulary.size);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (vocabulary.wordAt(middle).startsWith(prefix)) low = middle + 1;
    else high = middle;
  }
  return low;
}
