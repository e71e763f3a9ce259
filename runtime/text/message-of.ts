/** Reads values that were thrown, which can have any type. */
import { valueOr } from "./value-or.ts";

/**
 * Returns the message of a value that was thrown, for logs. Never throws, even for an object that cannot be converted to a string, or whose
 * `message` throws.
 */
export function messageOf(error: unknown): string {
  return valueOr("an exception without a message", () => String(error instanceof Error ? error.message : error));
}

/** Returns the code of an error of Node.js, such as `ENOENT`. Returns undefined for any other value. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
