/** JSON that was made before it is asked for: who writes messages itself copies its bytes, everyone else sees the value. */

/** No data has a symbol for a key, so nothing that comes from outside is taken for such a text. */
const BYTES = Symbol("bytes");

export interface JsonText {
  readonly [BYTES]: Uint8Array;
  /** The value, for `JSON.stringify`. */
  readonly toJSON: () => unknown;
}

/** `bytes`: JSON in UTF-8, on one line. */
export function createJsonText(bytes: Uint8Array): JsonText {
  return { [BYTES]: bytes, toJSON: (): unknown => JSON.parse(Buffer.from(bytes).toString("utf8")) };
}

/** The bytes of a `JsonText`; `undefined` for any other value. */
export function jsonBytesOf(value: unknown): Uint8Array | undefined {
  return typeof value === "object" && value !== null && BYTES in value ? (value as JsonText)[BYTES] : undefined;
}
