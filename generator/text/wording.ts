/** Formats users' text for messages. It can be hostile: it must not move a terminal's cursor or fill the screen. */

/** Maximum length of a user's text in a message, in code units. The rest becomes an ellipsis. */
const shownLength = 60;

/** Control characters, lone surrogates, line separators, bidirectional controls and invisible characters. */
export const unprintable = /[\p{Cc}\p{Surrogate}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

/** Quotes a user's text: at most 60 characters, on one line, with invisible characters escaped. */
export function quote(text: string): string {
  return quoteUpTo(shownLength, text);
}

/** Quotes a user's text like `quote`, with another maximum length in code units. */
export function quoteUpTo(length: number, text: string): string {
  const shown = text.length > length ? `${text.slice(0, length)}…` : text;
  return `"${escapeUnprintable(shown)}"`;
}

/** Escapes control characters as `\n`, `\t` and `\u001b`, so that the text is safe on a terminal. */
export function escapeUnprintable(text: string): string {
  return text.replace(new RegExp(unprintable, "gu"), (character) => {
    if (character === "\n") return "\\n";
    if (character === "\t") return "\\t";
    return `\\u${characterCode(character).padStart(4, "0")}`;
  });
}

/** Escapes control characters except for line feeds, for a text of several lines. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeUnprintable).join("\n");
}

/** Returns the Unicode name of a character: `U+202E`. */
export function nameCharacter(character: string): string {
  return `U+${characterCode(character).toUpperCase().padStart(4, "0")}`;
}

/** Returns `did you mean "a" or "b"?`. Undefined without names. */
export function didYouMean(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `did you mean ${joinWords(names.map(quote), "or")}?`;
}

/** Names an invalid value of a key. `found` is a quoted text, or a description such as `a list`. */
export function rejectValue(key: string, found: string): string {
  return found.startsWith('"') ? `invalid value ${found} for \`${key}\`` : `\`${key}\` cannot be ${found}`;
}

/** Formats a list: `a, b and c`. */
export function joinWords(words: readonly string[], conjunction: "and" | "or"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}

/** Formats values in quotes, as `"a", "b" and "c"`: at most five, then the number of further ones. */
export function listQuoted(values: readonly (string | number)[]): string {
  const shown = values.slice(0, 5).map((value) => quote(String(value)));
  return values.length > shown.length ? `${shown.join(", ")} and ${values.length - shown.length} more` : joinWords(shown, "and");
}

/** Returns the text on one line, with single spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Returns the text on one line for a terminal, with invisible characters escaped. */
export function shownLine(text: string): string {
  return escapeUnprintable(oneLine(text));
}

/** Formats an integer with thousands separators: `3,000`. `toLocaleString` would load tables of languages, which takes 15 ms of every command. */
export function groupDigits(integer: number): string {
  return `${integer}`.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Formats a count: `1 error`, `2 errors`, `2 queries`. */
export function count(quantity: number, noun: string): string {
  return quantity === 1 ? `1 ${noun}` : `${quantity} ${noun.replace(/y$/, "ie")}s`;
}

function characterCode(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}

/** Returns the remedy for a value of a wrong type: `write a list, such as [a, b]`. `expected` completes "must be". */
export function describeReplacement(expected: string): string {
  switch (expected) {
    case "text":
      return "write one text";
    case "true or false":
      return "write `true` or `false`";
    case "a number":
    case "an integer":
      return `write ${expected} without a unit, such as \`5\``;
    case "a list":
      return "write a list, such as `[a, b]`";
    case "a mapping of keys to texts":
    case "a mapping of keys to values":
      return "write a mapping, such as `{ key: value }`";
    default:
      return `write ${expected.replace(/ as ".*" is$/, "")}`;
  }
}
