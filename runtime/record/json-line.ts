/** Serializes the lines of logs and audits. Callers control part of each line, so invisible characters are escaped. */

/**
 * Control characters (JSON does not escape C1), bidirectional and invisible characters, and line separators that only some readers
 * recognize.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Serializes a value as JSON on one line, with invisible characters escaped. Does not append a line feed. */
export function toJsonLine(value: object): string {
  return toVisible(JSON.stringify(value));
}

/** Escapes invisible characters and line endings, so that a text is one visible line. */
export function toVisible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
