/** Parses JSON without losing digits of integers. Pure. */

/**
 * Parses JSON. Integers that a JavaScript number cannot represent exactly, such as ids of 64 bits, become strings of their digits. Throws a
 * `SyntaxError` if the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // The expression is linear only for valid JSON, in which every string ends.
  return LONG_INTEGER.test(text) ? JSON.parse(text.replace(TOKEN, keepDigits)) : value;
}

/** More digits than every exact integer has, or as many as some have. */
const LONG_INTEGER = /\d{16}/;

/** Strings, and numbers in all notations. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

function keepDigits(token: string): string {
  return /^-?\d{16,}$/.test(token) && BigInt(token) !== BigInt(Number(token)) ? `"${token}"` : token;
}
