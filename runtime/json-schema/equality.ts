import { byKey } from "../text/code-unit-order.ts";

/** A text that two JSON values share exactly when JSON Schema calls them equal: the order of properties does not count. */
export function toEqualityKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toEqualityKey).join()}]`;
  if (typeof value !== "object" || value === null) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const members = Object.entries(value).toSorted(byKey);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toEqualityKey(member)}`).join()}}`;
}
