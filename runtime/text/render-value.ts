/** Renders values for messages. */

/** Maximum length of a value in a message, in UTF-16 units. */
const MAX_RENDERED_LENGTH = 200;

/** Renders a value for a message: a string unchanged, any other value as JSON, truncated after 200 UTF-16 units. Never throws. */
export function renderValue(value: unknown): string {
  // JSON represents an infinity as `null`.
  const text = typeof value === "string" || typeof value === "number" ? String(value) : toJson(value);
  if (text.length <= MAX_RENDERED_LENGTH) return text;
  return `${text.slice(0, MAX_RENDERED_LENGTH).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    // Cyclic values and bigints cannot be serialized. Parsed JSON never contains them, so the name of the type is sufficient.
    return typeof value;
  }
}
