/** Quotes words for a POSIX shell. */

/** Quotes a word, unless it consists of characters that no shell interprets. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
