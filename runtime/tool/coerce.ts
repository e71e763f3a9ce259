/** From a value as it came over the wire to a value of an argument's type, and back to text for a message. */
import type { ArgType, ScalarValue } from "./tool-spec.ts";

/**
 * The value as `type`, or `undefined` where it is no such value. Numbers are what JavaScript calls a number, without
 * infinities, and a text must not be blank (design 4.7). An integer must be one that a double holds exactly: a longer
 * one would reach the program as another number, also as a text. Between booleans and numbers CLImax converts both ways
 * (quirks coerce.bool_int, coerce.num_bool), and so do we.
 */
export function coerceScalar(type: ArgType, value: unknown): ScalarValue | undefined {
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
  if (typeof value === "string") return value;
  if (isInexactWhole(value)) return undefined;
  if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))) return String(value);
  return undefined;
}

/** From here on JavaScript writes whole numbers with an exponent. */
const FIRST_WITH_EXPONENT = 1e21;

/**
 * Reports whether a value is a whole number beyond 2^53 that is written as digits: JSON parsing may have changed them, as
 * `1234567890123456789` becomes `…800`. Larger numbers are text with an exponent (vectors coerce.*), which nobody takes for exact.
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
