/** Where the first sentence of a description ends. Without the locale data of the machine, so that every machine finds the same. */

/** The marks that end a sentence, unless it goes on in lower case, as after `e.g.`; those of scripts without spaces; and an empty line. */
const SENTENCE_END = /[.!?]["')\]]*(?=\s+[^\s\p{Ll}])|[。！？]|\n\s*\n/u;

/** The text up to and with the end of its first sentence; all of it where there is no other. */
export function firstSentence(text: string): string {
  const end = SENTENCE_END.exec(text);
  return end === null ? text : text.slice(0, end.index + end[0].length);
}
