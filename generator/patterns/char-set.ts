/** Sets of code points, as sorted ranges that do not touch. */

/** From a first code point to a last one, both included. */
export type CharRange = readonly [first: number, last: number];

export type CharSet = readonly CharRange[];

const LAST_CODE_POINT = 0x10ffff;

/** Letters that Unicode folds onto an ASCII letter although they are not ASCII: the Kelvin sign and the long s. */
const FOLDED_BEYOND_ASCII: readonly (readonly [ascii: string, other: number])[] = [
  ["k", 0x212a],
  ["s", 0x17f],
];

/** The set of all ranges, however they overlap. */
export function toCharSet(ranges: readonly CharRange[]): CharSet {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted(([left], [right]) => left - right)) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** All characters of the text, each for itself. */
export function setOf(text: string): CharSet {
  return toCharSet(Array.from(text, (char): CharRange => [codePointOf(char), codePointOf(char)]));
}

export function negateSet(set: CharSet): CharSet {
  const starts = [0, ...set.map(([, last]) => last + 1)];
  const ends = [...set.map(([first]) => first - 1), LAST_CODE_POINT];
  return starts.map((start, index): CharRange => [start, ends[index] ?? LAST_CODE_POINT]).filter(([first, last]) => first <= last);
}

export function hasCodePoint(set: CharSet, codePoint: number): boolean {
  return set.some(([first, last]) => first <= codePoint && codePoint <= last);
}

/** The set with the other case of its letters; `undefined` where it holds more than ASCII, whose cases are not known here. */
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

/** Of a text that is one character. */
export function codePointOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}
