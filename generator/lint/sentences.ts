/** Counts the sentences of a description. Pure. */
import { firstSentence } from "@climax-gen/runtime/internal/search/sentence";

/** Returns the number of sentences of a text, as the search splits them. An empty text has none. */
export function countSentences(text: string): number {
  let count = 0;
  for (let rest = text.trim(); rest !== ""; count++) rest = rest.slice(firstSentence(rest).length).trim();
  return count;
}
