/** The words of a `command:` text. Quotes hold a word together (design 4.12); nothing else means anything, there is no shell. */

export type CommandWords =
  | { readonly ok: true; readonly words: readonly string[] }
  /** `offset`: UTF-16 offset of the quote that is never closed. */
  | { readonly ok: false; readonly reason: "unterminated_quote"; readonly offset: number };

/** A stretch of a word between quotes of one kind, or outside of any. */
export interface WordSegment {
  readonly quote: "none" | "single" | "double";
  readonly text: string;
}

/**
 * White space between words: JavaScript's, apart from the byte order mark U+FEFF (quirks argv.base.022 and 026).
 * Has no state: for `split`, not for `exec`.
 */
export const WHITE_SPACE = /[^\S\uFEFF]+/;

/** One step of a command: white space, a quoted stretch, a bare stretch, or a quote without its partner. */
const STEP = /[^\S\uFEFF]+|'[^']*'|"[^"]*"|(?:[^\s'"]|\uFEFF)+|['"]/g;

/** One step of a word; a word may hold no white space outside quotes, so a bare stretch may hold anything. */
const SEGMENT = /'([^']*)'|"([^"]*)"|([^'"]+|['"])/g;

/**
 * Splits a command on white space outside quotes. The words keep their quotes, for `$VAR` to be resolved by them when
 * the tool is called. A backslash is an ordinary character (vector argv.base.018).
 */
export function splitCommand(text: string): CommandWords {
  const words: string[] = [];
  let word = "";
  for (const { 0: step, index } of text.matchAll(STEP)) {
    if (step === "'" || step === '"') return { ok: false, reason: "unterminated_quote", offset: index };
    if (step.search(WHITE_SPACE) !== 0) {
      word += step;
      continue;
    }
    if (word !== "") words.push(word);
    word = "";
  }
  if (word !== "") words.push(word);
  return { ok: true, words };
}

/** The words without their quotes, otherwise as written: a tool's own words, which are never expanded (vector argv.sub.015). */
export function unquoteWords(words: readonly string[]): readonly string[] {
  return words.map((word) =>
    readSegments(word)
      .map((segment) => segment.text)
      .join(""),
  );
}

/** The stretches of one word of `splitCommand`. A quote that is never closed, which such a word does not have, stands for itself. */
export function readSegments(word: string): readonly WordSegment[] {
  return Array.from(word.matchAll(SEGMENT), ([, single, double, bare]): WordSegment => {
    if (single !== undefined) return { quote: "single", text: single };
    if (double !== undefined) return { quote: "double", text: double };
    return { quote: "none", text: bare ?? "" };
  });
}
