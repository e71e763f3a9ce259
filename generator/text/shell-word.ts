/** Quotes paths and command lines for a POSIX shell. */
import { shellWord } from "@climax-gen/runtime/internal/text/shell-word";

export { shellWord };

/** Quotes a path for a shell if necessary. A path that starts with a dash would be an option, so `./` is added. */
export function shellPath(path: string): string {
  return shellWord(path.startsWith("-") ? `./${path}` : path);
}

/** Formats arguments as a command line. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}
