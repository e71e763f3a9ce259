/** Parses JSON without losing digits of integers. Pure. */

/**
 * Parses JSON. An integer that a JavaScript number cannot represent exactly, such as an id of 64 bits, becomes a string of its digits. So
 * does a number out of range, such as `1e999`. Escapes of unpaired surrogates become U+FFFD, because some clients reject them. Throws a
 * `SyntaxError` if the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return INEXACT.test(text) ? JSON.parse(replaceInexact(text)) : value;
}

/**
 * Matches any part that may need a replacement: 16 digits, as in the shortest inexact integer; an exponent of three digits; or a surrogate.
 */
const INEXACT = /\d{16}|\de\+?\d{3}|\\ud[89a-f]/i;

/** A quote, an escaped pair of surrogates, an escaped unpaired surrogate, another escape, or a number in any notation. */
const TOKEN = /"|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\ud[89a-f][\da-f]{2}|\\[^]|-?\d[\d.e+-]*/gi;

const LONE_SURROGATE_LENGTH = 6;

/**
 * Replaces inexact numbers and unpaired surrogates in valid JSON. A token never contains a whole string, because V8 cannot match a group
 * that repeats several million times.
 */
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
