/** Reports whether a byte of UTF-8 continues a character, so that the character starts before it. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
