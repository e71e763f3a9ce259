/** Shortens the text of a program to a description that fits in a list of tools. */

/** Maximum length of an argument's description, in UTF-16 code units. */
export const MAX_ARGUMENT_TEXT = 100;
/** Maximum length of a tool's description, in UTF-16 code units. */
export const MAX_TOOL_TEXT = 160;

/** A text in two parts. */
export interface ShortText {
  /** The first sentence, cut at a word. Ends with an ellipsis if it was cut. */
  readonly text: string;
  /** The remaining text. Empty if nothing remains. */
  readonly rest: string;
}

/** End of a sentence: a period that no lower-case word follows, as one does after `e.g.`. */
const SENTENCE_END = /(?<!\b(?:[Ee]\.g|[Ii]\.e|etc|vs|[Cc]f|[Aa]pprox|resp|[Ii]ncl|[Nn]o))\.(?=\s+[^\s\p{Ll}])/u;

/** Returns the first sentence of a text, without the final period, and the rest. A longer sentence is cut at a word. */
export function shortenText(given: string, maximum: number): ShortText {
  const text = given.replace(/\s+/g, " ").trim();
  const end = SENTENCE_END.exec(text)?.index ?? text.length;
  const sentence = text.slice(0, end).replace(/(?<=[\w)\]>"'`])[.;,]$/, "");
  if (sentence.length <= maximum) return { text: sentence, rest: text.slice(end).replace(/^\.\s*/, "") };
  const at = cutPosition(sentence, maximum - 2);
  return { text: `${sentence.slice(0, at).replace(/[\s,;:(\u2013\u2014-]+$/, "")} \u2026`, rest: text.slice(at).trim() };
}

/** Returns the position of the last space before a limit. Without one, returns the limit, but not inside a surrogate pair. */
function cutPosition(text: string, limit: number): number {
  const space = text.lastIndexOf(" ", limit);
  if (space > limit / 2) return space;
  return /[\uD800-\uDBFF]/.test(text[limit - 1] ?? "") ? limit - 1 : limit;
}
