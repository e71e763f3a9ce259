/** Sets of code points, as sorted ranges that are neither overlapping nor adjacent. */

/** Inclusive range of code points. */
export type CharRange = readonly [first: number, last: number];

/** Sorted ranges that neither overlap nor touch. */
export type CharSet = readonly CharRange[];

const LAST_CODE_POINT = 0x10ffff;

/** Non-ASCII letters that Unicode case-folds to an ASCII letter: the Kelvin sign and the long s. */
const FOLDED_BEYOND_ASCII: readonly (readonly [ascii: string, other: number])[] = [
  ["k", 0x212a],
  ["s", 0x17f],
];

/** Returns the union of the ranges. */
export function toCharSet(ranges: readonly CharRange[]): CharSet {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([left], [right]) => left - right)) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** Returns the set of the characters of a text. */
export function setOf(text: string): CharSet {
  return toCharSet(Array.from(text, (char): CharRange => [codePointOf(char), codePointOf(char)]));
}

/** Returns the complement of a set. */
export function negateSet(set: CharSet): CharSet {
  const starts = [0, ...set.map(([, last]) => last + 1)];
  const ends = [...set.map(([first]) => first - 1), LAST_CODE_POINT];
  return starts.map((start, index): CharRange => [start, ends[index] ?? LAST_CODE_POINT]).filter(([first, last]) => first <= last);
}

/** Reports whether a set contains a code point. */
export function hasCodePoint(set: CharSet, codePoint: number): boolean {
  return set.some(([first, last]) => first <= codePoint && codePoint <= last);
}

/** Adds the other case of each letter. Returns `undefined` if the set contains non-ASCII characters, which are not supported. */
export function foldSet(set: CharSet): CharSet | undefined {
  if (set.some(([, last]) => last > 0x7f)) return undefined;
  const letters = Array.from("abcdefghijklmnopqrstuvwxyz");
  const folded = letters.flatMap((letter) => {
    const cases = [letter, letter.toUpperCase()].map(codePointOf);
    const others = FOLDED_BEYOND_ASCII.filter(([ascii]) => ascii === letter).map(([, other]) => other);
    const all = [...cases, ...others];
    return all.some((codePoint) => hasCodePoint(set, codePoint)) ? all.map((codePoint): CharRange => [codePoint, codePoint]) : [];
  });
  return toCharSet([...set, ...folded]);
}

/** Returns the code point of a text of one character. */
export function codePointOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}
