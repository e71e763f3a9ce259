/** Reads JSON whose content is unknown. */
import { valueOr } from "./value-or.ts";

/** Parses JSON. Returns undefined if the text is not JSON. Never throws. */
export function parseJson(text: string): unknown {
  return valueOr(undefined, () => JSON.parse(text) as unknown);
}

/** Reports whether a JSON value is an object, not a list or `null`. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
