/**
 * Returns the message of a value that was thrown, for logs. Never throws: functions of other programs can throw objects without a
 * text, or whose `message` throws.
 */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return "an exception without a message";
  }
}
