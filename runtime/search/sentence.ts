/** Splits off the first sentence of a description. Does not use locale data, so that all machines give the same result. */

/**
 * End of a sentence: a punctuation mark not followed by a lowercase word (as after `e.g.`), a mark of a script without spaces, or an empty
 * line.
 */
const SENTENCE_END = /[.!?]["')\]]*(?=\s+[^\s\p{Ll}])|[。！？]|\n\s*\n/u;

/** Returns the first sentence of a text, including its end. Returns the whole text if it has only one sentence. */
export function firstSentence(text: string): string {
  const end = SENTENCE_END.exec(text);
  return end === null ? text : text.slice(0, end.index + end[0].length);
}
