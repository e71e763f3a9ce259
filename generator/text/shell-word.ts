/** The word as a shell takes it for one word and nothing more. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Words in one line, in which each can be told from the next. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}
