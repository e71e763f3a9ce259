/** Parses JSON without losing digits of integers. Pure. */

/**
 * Parses JSON. Integers that a JavaScript number cannot represent exactly, such as ids of 64 bits, become strings of their digits, and so do
 * numbers beyond its range, such as `1e999`. Escapes of half a surrogate pair become U+FFFD, because some clients reject them. Throws a
 * `SyntaxError` if the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return INEXACT.test(text) ? JSON.parse(replaceInexact(text)) : value;
}

/** As many digits as the shortest inexact integer has, an exponent of three digits, or a surrogate. */
const INEXACT = /\d{16}|\de\+?\d{3}|\\ud[89a-f]/i;

/** A quote, an escaped pair of surrogates, an escape of half a pair, another escape, or a number in any notation. */
const TOKEN = /"|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}|\\[^]|-?\d[\d.e+-]*/gi;

const LONE_SURROGATE_LENGTH = 6;

/** Reads valid JSON. No token contains a whole string: V8 cannot match a group that repeats for each of several million characters. */
function replaceInexact(text: string): string {
  let isText = false;
  return text.replace(TOKEN, (token) => {
    if (token === '"') isText = !isText;
    else if (token.startsWith("\\")) return token.length === LONE_SURROGATE_LENGTH ? "\\ufffd" : token;
    else if (!isText) return toExactNumber(token);
    return token;
  });
}

function toExactNumber(token: string): string {
  const number = Number(token);
  if (!Number.isFinite(number)) return `"${token}"`;
  return /^-?\d{16,}$/.test(token) && BigInt(token) !== BigInt(number) ? `"${token}"` : token;
}
