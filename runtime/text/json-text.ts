/** Holds pre-serialized JSON. A writer of messages can copy its bytes; `JSON.stringify` serializes its value. */

/** A symbol key, which parsed data never has, so that data from outside is not mistaken for a `JsonText`. */
const BYTES = Symbol("bytes");

export interface JsonText {
  readonly [BYTES]: Uint8Array;
  /** The value, for `JSON.stringify`. */
  readonly toJSON: () => unknown;
}

/** Wraps JSON in UTF-8 without line breaks. */
export function createJsonText(bytes: Uint8Array): JsonText {
  return { [BYTES]: bytes, toJSON: (): unknown => JSON.parse(Buffer.from(bytes).toString("utf8")) };
}

/** Returns the bytes of a `JsonText`, or `undefined` for any other value. */
export function jsonBytesOf(value: unknown): Uint8Array | undefined {
  return typeof value === "object" && value !== null && BYTES in value ? (value as JsonText)[BYTES] : undefined;
}
