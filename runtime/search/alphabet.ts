/** Defines the character classes and patterns that split text into words. */
import { once } from "../text/once.ts";

/** Patterns built from one set of character classes. */
export interface Alphabet {
  /**
   * Letters and digits with their marks, connected by the separators of names: `max_count`, `dry-run`, `mkfs.ext4`. A mark alone is not
   * a word: most emoji end in a mark that selects the colored form.
   */
  readonly compound: RegExp;
  readonly camelBoundary: RegExp;
  /** A sequence of letters from scripts without spaces between words; it is split into pairs of letters. */
  readonly unspaced: RegExp;
  readonly possessive: RegExp;
  readonly apostrophe: RegExp;
}

interface LetterClasses {
  readonly lower: string;
  readonly upper: string;
  readonly letter: string;
  readonly digit: string;
  readonly mark: string;
  readonly unspaced: string;
}

function createAlphabet({ lower, upper, letter, digit, mark, unspaced }: LetterClasses): Alphabet {
  const part = `[${letter}${digit}][${letter}${digit}${mark}]*`;
  return {
    compound: new RegExp(`${part}(?:[-_.:/]${part})*`, "gu"),
    camelBoundary: new RegExp(`(?<=[${lower}])(?=[${upper}])|(?<=[${upper}])(?=[${upper}][${lower}])`, "gu"),
    unspaced: new RegExp(`[${unspaced}]+`, "gu"),
    possessive: new RegExp(`['’]s(?![${letter}${digit}])`, "gu"),
    apostrophe: new RegExp(`(?<=[${letter}])['’](?=[${letter}])`, "gu"),
  };
}

const UNSPACED_SCRIPTS = ["Han", "Hiragana", "Katakana", "Hangul", "Thai", "Lao", "Khmer", "Myanmar"];

const allLetters = once(() =>
  createAlphabet({
    lower: "\\p{Ll}",
    upper: "\\p{Lu}",
    letter: "\\p{L}",
    digit: "\\p{N}",
    mark: "\\p{M}",
    unspaced: UNSPACED_SCRIPTS.map((script) => `\\p{Script=${script}}`).join(""),
  }),
);

/** Equivalent to `allLetters` for ASCII text. Compiling the Unicode classes would dominate the time of a first search. */
const asciiLetters = once(() => createAlphabet({ lower: "a-z", upper: "A-Z", letter: "A-Za-z", digit: "0-9", mark: "", unspaced: "" }));

const BEYOND_ASCII = /[\u0080-\uFFFF]/;

/** Returns the patterns for a text. The ASCII patterns produce the same words as the Unicode patterns. */
export function alphabetOf(text: string): Alphabet {
  return isAscii(text) ? asciiLetters() : allLetters();
}

/** Reports whether a text consists of ASCII characters. */
export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}
