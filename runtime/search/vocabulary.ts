/** The words of an index, sorted, in one string: a word is found by binary search and read where it stands. */

export interface Vocabulary {
  readonly size: number;
  /** Word `place`. */
  readonly wordAt: (place: number) => string;
}

/** Ends each word in the joined text. No word contains it. */
const WORD_END = "\n";

export interface JoinedWords {
  readonly text: string;
  /** Where each word starts, in UTF-16 units; one more entry at the end. */
  readonly starts: Uint32Array;
}

/** Joins words that are sorted by code unit. */
export function joinWords(words: readonly string[]): JoinedWords {
  const starts = new Uint32Array(words.length + 1);
  words.forEach((word, place) => (starts[place + 1] = (starts[place] ?? 0) + word.length + WORD_END.length));
  return { text: words.map((word) => word + WORD_END).join(""), starts };
}

/** The vocabulary of joined words. */
export function createVocabulary({ text, starts }: JoinedWords): Vocabulary {
  return {
    size: starts.length - 1,
    wordAt: (place) => text.slice(starts[place], (starts[place + 1] ?? 0) - WORD_END.length),
  };
}

/** The place of exactly this word. */
export function findWord(vocabulary: Vocabulary, word: string): number | undefined {
  const place = placeOf(vocabulary, word);
  return place < vocabulary.size && vocabulary.wordAt(place) === word ? place : undefined;
}

/** The first place whose word is not less than `word`, at or behind `from`. */
export function placeOf({ size, wordAt }: Vocabulary, word: string, from = 0): number {
  let low = from;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (wordAt(middle) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first place behind `from` whose word does not begin with `prefix`, which the word at `from` does. */
export function placeAfter(vocabulary: Vocabulary, prefix: string, from: number): number {
  let low = from + 1;
  // Words with one prefix stand together and are mostly few: double the step before halving it.
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
