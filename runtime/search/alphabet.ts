/** What letters are to search, and the patterns that take a text apart by them. */
import { once } from "../once.ts";

/** The patterns over one set of letters. */
export interface Alphabet {
  /**
   * Letters and digits with their marks, held together by the separators of names: `max_count`, `dry-run`, `mkfs.ext4`. A mark alone is
   * no word: one that asks for a coloured sign stands behind most emoji.
   */
  readonly compound: RegExp;
  readonly camelBorder: RegExp;
  /** Scripts that put no space between words; a run of them is taken apart into pairs of letters. */
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
    camelBorder: new RegExp(`(?<=[${lower}])(?=[${upper}])|(?<=[${upper}])(?=[${upper}][${lower}])`, "gu"),
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

/** What `allLetters` comes to where a text has no other characters: its classes take longer to make than a first search should. */
const asciiLetters = once(() => createAlphabet({ lower: "a-z", upper: "A-Z", letter: "A-Za-z", digit: "0-9", mark: "", unspaced: "" }));

const BEYOND_ASCII = /[\u0080-\uFFFF]/;

/** The patterns for a text, which give the same for it as those for all letters. */
export function alphabetOf(text: string): Alphabet {
  return isAscii(text) ? asciiLetters() : allLetters();
}

export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}
