/** Prints the usage errors of commander in two parts, the fault and its help, as diagnostics are printed. */

/** Suggestion that commander adds to an unknown option or command. */
const SUGGESTION = /\n\(Did you mean (.+)\?\)(?=\n|$)/;

/** Value of an option that its parser rejects, with the sentences of the parser. */
const INVALID_VALUE = /^(.* argument '[^]*' is invalid)\. ([^]+?)\.?(\n*)$/;

/**
 * Converts a message of commander, which ends with a line feed: moves what to do to a line that starts with `help: `. A message without
 * advice gets the command that prints the arguments and options of `command`, such as `climax-gen list`.
 */
export function formatUsageError(message: string, command: string): string {
  const suggested = message.replace(SUGGESTION, (_all, names: string) => `\nhelp: did you mean ${names}?`);
  const advised = suggested.replace(
    INVALID_VALUE,
    (_all, fault: string, help: string, end: string) => `${fault}\nhelp: ${lowerFirst(help)}${end}`,
  );
  return advised.includes("\nhelp: ") ? advised : `${advised.trimEnd()}\nhelp: run ${command} --help\n`;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
