/** Builds regular expressions. Pure. */

/** Returns a group that matches one of several patterns, which spaces separate: `(?:add|cop(?:y|ies))`. */
export function anyOf(patterns: string): string {
  return `(?:${patterns.trim().split(/\s+/).join("|")})`;
}

/** Returns a pattern that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
