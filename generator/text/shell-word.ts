/** Quotes an argument for a POSIX shell if necessary. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Formats arguments as a command line. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}
