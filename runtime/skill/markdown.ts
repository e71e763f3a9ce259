/** Text of configs in a Markdown page: one line each, without markup. */

/** Media type of the files of a skill. */
export const MARKDOWN = "text/markdown";

/** Control, format, private and separator characters, and lone surrogates. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Returns the text on one line: invisible characters and runs of spaces become one space. */
export function toLine(text: string): string {
  return text.replaceAll(INVISIBLE, " ").replaceAll(/\s+/gu, " ").trim();
}

/** Returns text that Markdown shows unchanged, also at the start of a line. */
export function plainText(text: string): string {
  return escapeMarkup(toLine(text))
    .replace(/^(?=[#>+-])/, "\\")
    .replace(/^(\d+)(?=[.)])/, "$1\\");
}

/** Escapes the markup of Markdown and HTML inside a line. */
export function escapeMarkup(line: string): string {
  return line
    .replaceAll(/[\\`*[\]|~]|(?<!\w)_|_(?!\w)/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}

/** Returns the text as a code span on one line. */
export function codeSpan(text: string): string {
  return fence(toLine(text));
}

/** Returns a code span with more backticks than any run in the line. */
export function fence(line: string): string {
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const ticks = "`".repeat(longest + 1);
  const padding = longest > 0 || line === "" ? " " : "";
  return `${ticks}${padding}${line}${padding}${ticks}`;
}

/** Returns the beginning of a text that has at most `bytes` bytes of UTF-8, and ends with `…` if it was cut. */
export function cutToBytes(text: string, bytes: number): string {
  if (byteLength(text) <= bytes) return text;
  let size = byteLength("…");
  let kept = "";
  for (const character of text) {
    size += byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** Returns the number of bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
