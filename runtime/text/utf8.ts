/** Reports whether a byte of UTF-8 continues a character, so that the character starts before it. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Half of a surrogate pair, which has no encoding in UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Reports whether a string can be encoded in UTF-8, as programs receive it. */
export function isEncodable(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/** Replaces each half of a surrogate pair by U+FFFD, as UTF-8 encoders do. JSON has an escape for it, which some parsers reject. */
export function toEncodable(text: string): string {
  return isEncodable(text) ? text : text.replaceAll(LONE_SURROGATES, "\ufffd");
}
