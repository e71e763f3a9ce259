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
  return toLine(text)
    .replaceAll(/[\\`*[\]|~]|(?<!\w)_|_(?!\w)/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/^(?=[#>+-])/, "\\")
    .replace(/^(\d+)(?=[.)])/, "$1\\");
}

/** Returns a code span with more backticks than any run in the text. */
export function codeSpan(text: string): string {
  const line = toLine(text);
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const padding = longest > 0 || line === "" ? " " : "";
  return `${fence}${padding}${line}${padding}${fence}`;
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
