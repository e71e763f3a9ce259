import { byKey } from "../text/code-unit-order.ts";

/**
 * Returns a key for comparing JSON values: two keys are equal if and only if JSON Schema defines the values as equal. Ignores the order of
 * properties.
 */
export function toEqualityKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toEqualityKey).join()}]`;
  if (typeof value !== "object" || value === null) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const members = Object.entries(value).toSorted(byKey);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toEqualityKey(member)}`).join()}}`;
}
