/**
 * Text → the words that search compares: the same rules for tools and for queries, for any language, without the locale data of the
 * machine. `readOnly`, `read_only` and `read-only` are `read`, `only` and `readonly`.
 */
import { alphabetOf, isAscii } from "./alphabet.ts";
import { stemWord } from "./stem.ts";

const SEPARATOR = /[-_.:/]/;
/**
 * The accents of Latin, Greek and Cyrillic, the frames of signs, and what chooses among the shapes of a letter or sign. The vowel signs of
 * other scripts are letters to their readers and stay.
 */
const ACCENT = /[\u0300-\u036F\u20D0-\u20FF\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
/** A path or a version is a list of words, and no word of its own; camel case of any length is, because a phrase may have it in lower case. */
const MOST_JOINED = 4;
/** Nobody looks for a longer word, and one could be a whole file. */
const MAX_LENGTH = 64;

/** A word as written, lower-case and without accents, and what it is found by. */
export interface Word {
  readonly text: string;
  /** Words with one stem are one word to search. */
  readonly stem: string;
  /** Made by joining the parts of a compound, which stand before it. */
  readonly isJoined: boolean;
}

/** The words of a text in order. A compound gives its parts, then itself in one piece. */
export type Splitter = (text: string) => readonly Word[];

export const splitWords: Splitter = (text) => findCompounds(text).flatMap(splitCompound);

/** `splitWords` for many texts of the same words: it remembers the compounds that it has seen. */
export function createSplitter(): Splitter {
  const seen = new Map<string, readonly Word[]>();
  const splitOnce = (compound: string): readonly Word[] => {
    const known = seen.get(compound) ?? splitCompound(compound);
    seen.set(compound, known);
    return known;
  };
  return (text) => {
    const compounds = findCompounds(text);
    return compounds.length === 1 ? splitOnce(compounds[0] ?? "") : compounds.flatMap(splitOnce);
  };
}

function findCompounds(text: string): readonly string[] {
  const normal = text.normalize("NFKC");
  const { possessive, apostrophe, compound } = alphabetOf(normal);
  return normal.replace(possessive, "").replace(apostrophe, "").match(compound) ?? [];
}

/** The form in which letters are compared: lower case, without accents. */
export function foldLetters(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : lower.normalize("NFKD").replace(ACCENT, "").normalize("NFC");
}

/**
 * The words of a text as written, without those that are made by joining others. Stems none, which is most of the work. What `isWhole`
 * says of a word in camel case, in lower case, is left in one piece: `GitHub` may be a name.
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
  const isJoined = parts.length > 1 && (parts.length <= MOST_JOINED || !SEPARATOR.test(compound));
  return isJoined ? [...words, toWord(parts.join(""), true)] : words;
}

function splitParts(compound: string, isWhole?: (word: string) => boolean): readonly string[] {
  const { camelBorder } = alphabetOf(compound);
  const pieces = compound.split(SEPARATOR).flatMap((piece) => (isWhole?.(foldLetters(piece)) ? [piece] : piece.split(camelBorder)));
  return pieces.map(foldLetters);
}

/** `ab` and `bc` for three letters without spaces; what stands around them is a word as usual. */
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
  return letters.length === 1 ? letters : letters.slice(1).map((letter, place) => `${letters[place] ?? ""}${letter}`);
}

function toWord(written: string, isJoined: boolean): Word {
  const text = shorten(written);
  return { text, stem: stemWord(text), isJoined };
}

/** By code points: half of a surrogate pair would not survive being written to a file. */
function shorten(word: string): string {
  return word.length > MAX_LENGTH ? Array.from(word).slice(0, MAX_LENGTH).join("") : word;
}
