/** Estimates the number of tokens of a text without the vocabulary of a tokenizer, which would be larger than the page. */

/** Parts that a tokenizer splits a text into first: words with one leading character, numbers, punctuation, whitespace. */
const PIECES = /[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+|\s+/gu;

/** Returns the estimated number of o200k tokens. */
export function estimateTokens(text: string): number {
  let sum = 0;
  for (const [piece] of text.matchAll(PIECES)) sum += costOf(piece);
  return Math.round(sum);
}

function costOf(piece: string): number {
  return Math.max(1, piece.length / 6);
}
