/** Quotes an argument for a POSIX shell if necessary. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a path for a shell if necessary. A path that starts with a dash would be an option, so `./` is added. */
export function shellPath(path: string): string {
  return shellWord(path.startsWith("-") ? `./${path}` : path);
}

/** Formats arguments as a command line. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}
