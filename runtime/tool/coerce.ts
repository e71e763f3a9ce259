/** Coerces JSON values to the types of arguments. */
import { isEncodable } from "../text/utf8.ts";
import type { ArgType, ScalarValue } from "./tool-spec.ts";

/**
 * Coerces a value to `type`. Returns `undefined` if it cannot be converted. Strings become numbers by the rules of JavaScript's `Number`,
 * but infinities and blank strings are rejected. An integer must be exactly representable as a double, because the program would otherwise
 * receive a different number. A string with an unpaired surrogate is rejected for the same reason. Booleans and numbers are converted both
 * ways, as in CLImax (quirks coerce.bool_int, coerce.num_bool).
 */
export function coerceScalar(type: Exclude<ArgType, "map">, value: unknown): ScalarValue | undefined {
  switch (type) {
    case "string":
      return toText(value);
    case "integer": {
      const number = toNumber(value);
      return Number.isSafeInteger(number) ? number : undefined;
    }
    case "number":
      return toNumber(value);
    case "boolean":
      return toBoolean(value);
  }
}

function toText(value: unknown): string | undefined {
  if (typeof value === "string") return isEncodable(value) ? value : undefined;
  if (isInexactWhole(value)) return undefined;
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return String(value);
  return undefined;
}

/** The first integer that JavaScript formats with an exponent. */
const FIRST_WITH_EXPONENT = 1e21;

/**
 * Reports whether a value is an integer beyond 2^53 that is formatted without an exponent. JSON parsing can have changed its digits:
 * `1234567890123456789` becomes `…800`. Larger numbers are accepted, because they are formatted with an exponent (vectors coerce.*), which
 * does not look exact.
 */
export function isInexactWhole(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(Number(value)) < FIRST_WITH_EXPONENT;
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  // `Number("  ")` is 0.
  if (typeof value === "string" && value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isInteger(value) ? value !== 0 : undefined;
  if (typeof value !== "string") return undefined;
  const word = value.toLowerCase();
  if (word === "true") return true;
  return word === "false" ? false : undefined;
}
