/** Parses JSON without losing digits of integers. Pure. */

/**
 * Parses JSON. Integers that a JavaScript number cannot represent exactly, such as ids of 64 bits, become strings of their digits, and so do
 * numbers beyond its range, such as `1e999`. Escapes of half a surrogate pair become U+FFFD, because some clients reject them. Throws a
 * `SyntaxError` if the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // The expression is linear only for valid JSON, in which every string ends.
  return INEXACT.test(text) ? JSON.parse(text.replace(TOKEN, toExactToken)) : value;
}

/** As many digits as the shortest inexact integer has, an exponent of three digits, or a surrogate. */
const INEXACT = /\d{16}|\de\+?\d{3}|\\ud[89a-f]/i;

/** Strings, and numbers in all notations. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

function toExactToken(token: string): string {
  if (token.startsWith('"')) return token.replace(ESCAPE, (escape) => (escape.length === LONE_LENGTH ? "\\ufffd" : escape));
  const number = Number(token);
  if (!Number.isFinite(number)) return `"${token}"`;
  return /^-?\d{16,}$/.test(token) && BigInt(token) !== BigInt(number) ? `"${token}"` : token;
}

/** A pair of surrogates, a lone one, or the start of another escape. */
const ESCAPE = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}|\\[^]/gi;
const LONE_LENGTH = 6;
