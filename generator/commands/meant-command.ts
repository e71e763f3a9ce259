/** A command that was misspelt, and so was taken for the name of an input. */
import { nearNames } from "@climax-gen/runtime";

/** The end of the message that an option is missing: the command or the option that the first word may be. Empty where it is neither. */
export function suggestCommand(word: string, names: readonly string[]): string {
  const [near] = /^[a-z]+$/i.test(word) ? nearNames(word, names, 1) : [];
  return near === undefined ? "" : `\n(Did you mean ${near}?)`;
}
