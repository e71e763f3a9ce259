/** Prints the usage errors of commander in two parts, the fault and its help, as diagnostics are printed. */

/** Suggestion that commander adds to an unknown option or command. */
const SUGGESTION = /\n\(Did you mean (.+)\?\)(?=\n|$)/;

/** Value of an option that its parser rejects, with the sentences of the parser. */
const INVALID_VALUE = /^(.* argument '[^]*' is invalid)\. ([^]+?)\.?(\n*)$/;

/** Arguments of commands that can start with a dash, and are then parsed as an option. */
const DASHED_ARGUMENTS = new Map([
  ["climax-gen search", "a query"],
  ["climax-gen explain", "a tool"],
  ["climax-gen call", "a tool"],
]);

/**
 * Converts a message of commander, which ends with a line feed: moves what to do to a line that starts with `help: `. If the message does
 * not say what to do, the line does. `command` is the name of the command, such as `climax-gen diff`.
 */
export function formatUsageError(message: string, command: string): string {
  const formatted = message
    .replace(SUGGESTION, (_all, names: string) => `\nhelp: did you mean ${names}?`)
    .replace(INVALID_VALUE, (_all, fault: string, help: string, end: string) => `${fault}\nhelp: ${lowerFirst(help)}${end}`);
  return formatted.includes("\nhelp: ") ? formatted : `${formatted}help: ${helpFor(message, command)}\n`;
}

function helpFor(message: string, command: string): string {
  const argument = message.startsWith("error: unknown option ") ? DASHED_ARGUMENTS.get(command) : undefined;
  return argument === undefined ? `run \`${command} --help\`` : `put ${argument} that starts with a dash after \`--\` and all options`;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
