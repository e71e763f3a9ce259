/** Splits the string of `command:` into words. Only quotes have a special meaning, because commands do not run in a shell. */

/** The words of a command, or the reason why it has none. */
export type CommandWords =
  | { readonly kind: "words"; readonly words: readonly string[] }
  /** `offset`: offset of the unterminated quote, in UTF-16 units. */
  | { readonly kind: "unterminated_quote"; readonly offset: number };

/** A part of a word, either quoted or unquoted. */
export interface WordSegment {
  readonly quote: "none" | "single" | "double";
  readonly text: string;
}

/**
 * Whitespace between words: JavaScript's, except for the byte order mark U+FEFF (quirks argv.base.022 and 026). Has no flag `g`, so it has
 * no state and can be used for `split` and `search`.
 */
export const WHITE_SPACE = /[^\S\uFEFF]+/;

const QUOTE = /['"]/;

/** One token of a command: whitespace, a quoted part, an unquoted part, or an unterminated quote. */
const STEP = /[^\S\uFEFF]+|'[^']*'|"[^"]*"|(?:[^\s'"]|\uFEFF)+|['"]/g;

/** One segment of a word. A word has no whitespace outside quotes, so an unquoted segment matches any other character. */
const SEGMENT = /'([^']*)'|"([^"]*)"|([^'"]+|['"])/g;

/**
 * Splits a command at whitespace outside quotes. The words keep their quotes, which determine how `$VAR` is expanded when the tool is
 * called. A backslash is an ordinary character (vector argv.base.018).
 */
export function splitCommand(text: string): CommandWords {
  if (!QUOTE.test(text)) return { kind: "words", words: text.split(WHITE_SPACE).filter((word) => word !== "") };
  const words: string[] = [];
  let word = "";
  for (const { 0: step, index } of text.matchAll(STEP)) {
    if (step === "'" || step === '"') return { kind: "unterminated_quote", offset: index };
    if (step.search(WHITE_SPACE) !== 0) {
      word += step;
      continue;
    }
    if (word !== "") words.push(word);
    word = "";
  }
  if (word !== "") words.push(word);
  return { kind: "words", words };
}

/** Removes the quotes from words that are never expanded: the words of a tool's own command (vector argv.sub.015). */
export function unquoteWords(words: readonly string[]): readonly string[] {
  return words.map(unquoteWord);
}

function unquoteWord(word: string): string {
  if (!QUOTE.test(word)) return word;
  return readSegments(word)
    .map((segment) => segment.text)
    .join("");
}

/** Splits a word of `splitCommand` into segments. An unterminated quote, which these words do not have, is an ordinary character. */
export function readSegments(word: string): readonly WordSegment[] {
  return Array.from(word.matchAll(SEGMENT), ([, single, double, bare]): WordSegment => {
    if (single !== undefined) return { quote: "single", text: single };
    if (double !== undefined) return { quote: "double", text: double };
    return { quote: "none", text: bare ?? "" };
  });
}
