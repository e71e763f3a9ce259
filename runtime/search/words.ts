/**
 * Splits text into words. The same rules apply to tools and queries in every language, without locale data. `readOnly`, `read_only` and
 * `read-only` each produce `read`, `only` and `readonly`.
 */
import { alphabetOf, isAscii } from "./alphabet.ts";
import { stemWord } from "./stem.ts";

const SEPARATOR = /[-_.:/]/;
const APOSTROPHE = /['’]/;
/**
 * Accents of Latin, Greek and Cyrillic, enclosing marks, and variation selectors. The vowel signs of other scripts distinguish words and
 * are kept.
 */
const ACCENT = /[\u0300-\u036F\u20D0-\u20FF\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
/**
 * Maximum number of parts of a joined compound. Longer compounds are usually paths or versions, which are not words. Camel case has no
 * limit, because a phrase may contain it in lower case.
 */
const MAX_JOINED_PARTS = 4;
/** Maximum length of a word, in code points. The limit bounds the size of the index. */
const MAX_WORD_LENGTH = 64;

/** A word, lowercase and without accents, with its stem. */
export interface Word {
  readonly text: string;
  /** Search compares words by stem. */
  readonly stem: string;
  /** Whether the word joins the parts of a compound, which precede it. */
  readonly isJoined: boolean;
}

/** Returns the words of a text in order. A compound produces its parts, then the unsplit word. */
export type Splitter = (text: string) => readonly Word[];

/** Splits a text into words. */
export const splitWords: Splitter = (text) => findCompounds(text).flatMap(splitCompound);

/** Creates a `splitWords` that caches compounds. */
export function createSplitter(): Splitter {
  const seen = new Map<string, readonly Word[]>();
  const splitOnce = (compound: string): readonly Word[] => {
    const known = seen.get(compound);
    if (known !== undefined) return known;
    const words = splitCompound(compound);
    seen.set(compound, words);
    return words;
  };
  return (text) => {
    const words: Word[] = [];
    for (const compound of findCompounds(text)) words.push(...splitOnce(compound));
    return words;
  };
}

function findCompounds(text: string): readonly string[] {
  const normal = isAscii(text) ? text : text.normalize("NFKC");
  const { possessive, apostrophe, compound } = alphabetOf(normal);
  const joined = APOSTROPHE.test(normal) ? normal.replace(possessive, "").replace(apostrophe, "") : normal;
  return joined.match(compound) ?? [];
}

/** Converts a text to lower case and removes accents, for comparison. */
export function foldLetters(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : lower.normalize("NFKD").replace(ACCENT, "").normalize("NFC");
}

/**
 * Returns the words of a text without joined compounds and without stems, which take most of the time. A camel case word stays unsplit if
 * `isWhole` returns true for the word in lower case, because `GitHub` may be a name.
 */
export function plainWords(text: string, isWhole?: (word: string) => boolean): readonly string[] {
  return findCompounds(text)
    .flatMap((compound) => splitParts(compound, isWhole))
    .flatMap(splitUnspaced)
    .map(shorten);
}

function splitCompound(compound: string): readonly Word[] {
  const parts = splitParts(compound);
  const words = parts.flatMap(splitUnspaced).map((text) => toWord(text, false));
  const isJoined = parts.length > 1 && (parts.length <= MAX_JOINED_PARTS || !SEPARATOR.test(compound));
  return isJoined ? [...words, toWord(parts.join(""), true)] : words;
}

function splitParts(compound: string, isWhole?: (word: string) => boolean): readonly string[] {
  const { camelBoundary } = alphabetOf(compound);
  const pieces = compound.split(SEPARATOR).flatMap((piece) => (isWhole?.(foldLetters(piece)) ? [piece] : piece.split(camelBoundary)));
  return pieces.map(foldLetters);
}

/** Splits letters of unspaced scripts into overlapping pairs: `abc` becomes `ab` and `bc`. The text around them is split as usual. */
function splitUnspaced(part: string): readonly string[] {
  const words: string[] = [];
  let end = 0;
  for (const { 0: run, index } of part.matchAll(alphabetOf(part).unspaced)) {
    words.push(part.slice(end, index), ...pairs(Array.from(run)));
    end = index + run.length;
  }
  return [...words, part.slice(end)].filter((word) => word !== "");
}

function pairs(letters: readonly string[]): readonly string[] {
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
}

function toWord(written: string, isJoined: boolean): Word {
  const text = shorten(written);
  return { text, stem: stemWord(text), isJoined };
}

/** Truncates a word by code points, because half of a surrogate pair cannot be written to a file. */
function shorten(word: string): string {
  return word.length > MAX_WORD_LENGTH ? Array.from(word).slice(0, MAX_WORD_LENGTH).join("") : word;
}
