import { valueOr } from "./value-or.ts";

/** Decodes text, and keeps a byte order mark. Returns undefined if the bytes are not UTF-8, which is the only error of a fatal decoder. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  return valueOr(undefined, () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
}

/** Reports whether a byte of UTF-8 continues a character, so that the character starts before it. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Matches an unpaired surrogate, which has no encoding in UTF-8. With the flag `u`, the range does not match halves of a pair. */
const LONE_SURROGATE = /[\uD800-\uDFFF]/u;
const LONE_SURROGATES = /[\uD800-\uDFFF]/gu;

/** Reports whether a string can be encoded in UTF-8, the encoding in which programs receive it. */
export function isEncodable(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/** Replaces each unpaired surrogate by U+FFFD, as UTF-8 encoders do. JSON would escape it, and some parsers reject the escape. */
export function toEncodable(text: string): string {
  return isEncodable(text) ? text : text.replaceAll(LONE_SURROGATES, "\ufffd");
}
