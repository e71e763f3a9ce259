/** Formats JSON for files and for `--json`. */

/** Formats a value with an indentation of two spaces. Ends with a line feed. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
