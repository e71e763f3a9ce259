/** Prints the usage errors of commander in two parts, the fault and its help, as diagnostics are printed. */

/** Suggestion that commander adds to an unknown option or command. */
const SUGGESTION = /\n\(Did you mean (.+)\?\)(?=\n|$)/;

/** Value of an option that its parser rejects, with the sentences of the parser. */
const INVALID_VALUE = /^(.* argument '[^]*' is invalid)\. ([^]+?)\.?(\n*)$/;

/** Converts a message of commander, which ends with a line feed: moves what to do to a line that starts with `help: `. */
export function formatUsageError(message: string): string {
  const suggested = message.replace(SUGGESTION, (_all, names: string) => `\nhelp: did you mean ${names}?`);
  return suggested.replace(INVALID_VALUE, (_all, fault: string, help: string, end: string) => `${fault}\nhelp: ${lowerFirst(help)}${end}`);
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
