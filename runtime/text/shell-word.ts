/** Quotes words for a POSIX shell. */

/** Quotes a word for a POSIX shell, unless it consists of safe characters. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
