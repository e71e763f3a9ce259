/**
 * Estimates the number of tokens of a text in the encoding o200k, whose vocabulary would be ten times as large as the page. Splits the text
 * into pieces like that encoding. Each piece counts as the mean number of tokens that pieces of its length have in search replies.
 */

/** The pieces of o200k: words with one leading character, numbers of up to three digits, punctuation, whitespace. */
const PIECES =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

/** Returns the estimated number of tokens. */
export function estimateTokens(text: string): number {
  let sum = 0;
  for (const [piece] of text.matchAll(PIECES)) sum += costOf(piece);
  return Math.round(sum);
}

/** Letters of scripts without spaces between words, whose pieces are whole sentences. */
const IDEOGRAPHS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

function costOf(piece: string): number {
  if (/^[\s\p{N}]/u.test(piece) && !/\p{L}/u.test(piece)) return 1;
  if (!/\p{L}/u.test(piece)) return piece.length <= 3 ? 1 : 1.3 + 0.7 * (piece.length - 4);
  const letters = piece.replace(/^[^\p{L}]/u, "");
  if (/^[\x20-\x7e]*$/.test(letters)) return 1.01 + 0.06 * Math.max(0, letters.length - 8);
  const ideographs = letters.match(IDEOGRAPHS)?.length ?? 0;
  return Math.max(1, 0.65 * ideographs + 0.3 * (letters.length - ideographs));
}
