/** Renders values for messages. */

/** UTF-16 units of a value that a message shows. */
const LONGEST_RENDERING = 200;

/** A value for a message to its caller: a text as it is, anything else as JSON, cut after 200 UTF-16 units. Never throws. */
export function renderValue(value: unknown): string {
  // JSON has `null` for an infinity.
  const text = typeof value === "string" || typeof value === "number" ? String(value) : toJson(value);
  if (text.length <= LONGEST_RENDERING) return text;
  return `${text.slice(0, LONGEST_RENDERING).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    // Cycles and bigints have no JSON. They cannot come out of JSON either, so their type says enough.
    return typeof value;
  }
}
