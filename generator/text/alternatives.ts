/** Builds long regular expressions from lists. Pure. */

/** Returns a group that matches one of several patterns, which spaces separate: `(?:add|cop(?:y|ies))`. */
export function anyOf(patterns: string): string {
  return `(?:${patterns.trim().split(/\s+/).join("|")})`;
}
