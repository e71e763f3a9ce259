/** Formats the usage errors of commander like diagnostics: the fault, then its help. */

import { shellPath } from "../text/shell-word.ts";
import { escapeUnprintable } from "../text/wording.ts";
import { disarmCommands } from "../text/workflow-commands.ts";

/** Suggestion that commander adds to an unknown option or command. */
const SUGGESTION = /\n\(Did you mean (.+)\?\)(?=\n|$)/;

/** Value of an option that its parser rejects, with the sentences of the parser. */
const INVALID_VALUE = /^(.* argument '[^]*' is invalid)\. ([^]+?)\.?(\n*)$/;

/** Argument of a command that its parser rejects, with the sentences of the parser. */
const INVALID_ARGUMENT = /^error: command-argument (value '[^]*' is invalid for argument '[^']*')\. ([^]+?)\.?(\n*)$/;

/** More arguments than the command has. */
const EXCESS = /^(error: too many arguments for '[^']*')\. Expected (\d+) arguments? but got (\d+)\.\n/;

const UNKNOWN_OPTION = /^error: unknown option '([^]*?)'\n/;

const MISSING_VALUE = /^error: option '[^]* (<[^>]+>)' argument missing\n/;

const CONFLICT = /^error: option '[^]*' cannot be used with option '[^]*'\n/;

const TOOL = "a tool";

/** Arguments of commands that can start with a dash, and are then parsed as an option. */
const DASHED_ARGUMENTS = new Map([
  ["climax-gen search", "a query"],
  ["climax-gen explain", TOOL],
  ["climax-gen call", TOOL],
]);

/** Options of a generation that most commands do not have. */
const GENERATION_OPTIONS: ReadonlySet<string> = new Set(["-o", "--output", "--check", "--force", "--watch", "--policy"]);

/** The command of a usage error, and checks for its advice. */
export interface Usage {
  /** Name of the command, such as `climax-gen diff`. */
  readonly command: string;
  /** Reports whether a path exists. */
  readonly isThere: (path: string) => boolean;
  /** Reports whether a server has an option, without or with a value. */
  readonly isServerOption: (option: string) => boolean;
}

/**
 * Converts a message of commander, which ends with a line feed. Moves the remedy to a line that starts with `help: `, and adds one if the
 * message has none. Escapes control characters, and commands of CI services.
 */
export function formatUsageError(message: string, usage: Usage): string {
  return disarmCommands(separateHelp(message, usage).split("\n").map(escapeUnprintable).join("\n"));
}

function separateHelp(message: string, usage: Usage): string {
  const [, option = ""] = UNKNOWN_OPTION.exec(message) ?? [];
  const fault = message.replace(option, escapeUnprintable);
  const advice = adviseOption(option, usage);
  if (advice !== undefined) return `${fault.split("\n", 1).join()}\nhelp: ${advice}\n`;
  const formatted = fault
    .replace(EXCESS, (_all, text: string, expected: string, given: string) => `${text}: ${given} instead of ${expected}\n`)
    .replace(SUGGESTION, (_all, names: string) => `\nhelp: did you mean ${names}?`)
    .replace(INVALID_VALUE, (_all, value: string, help: string, end: string) => `${value}\nhelp: ${lowerFirst(help)}${end}`)
    .replace(INVALID_ARGUMENT, (_all, value: string, help: string, end: string) => `error: ${value}\nhelp: ${lowerFirst(help)}${end}`);
  return formatted.includes("\nhelp: ") ? formatted : `${formatted}help: ${helpFor(message, option, usage.command)}\n`;
}

/** Returns the help for an unknown option that is a path, or an option of the server. It is printed instead of similar names. */
function adviseOption(option: string, { command, isThere, isServerOption }: Usage): string | undefined {
  if (option === "") return undefined;
  if (isThere(option)) return `write the path as ${escapeUnprintable(shellPath(option))}`;
  const [, word = ""] = command.split(" ");
  // The words are those of a generation whose input has the name of a command.
  if (GENERATION_OPTIONS.has(option.replace(/=.*$/s, "")) && word !== "" && isThere(word))
    return `to generate from \`${word}\` of this directory, write its path as ./${word}`;
  return command === "climax-gen install" && isServerOption(option) ? "put the flags of the server at the end, after `--`" : undefined;
}

/** Returns the help for a message without one. `option` is the unknown option, or an empty string. */
function helpFor(message: string, option: string, command: string): string {
  if (CONFLICT.test(message)) return "remove one of the two";
  const [, value] = MISSING_VALUE.exec(message) ?? [];
  if (value !== undefined) return `write ${value} after the option`;
  const argument = option === "" ? undefined : DASHED_ARGUMENTS.get(command);
  if (argument === undefined) return `run \`${command} --help\``;
  const escape = `put ${argument} that starts with a dash after \`--\` and all options`;
  const [, name] = /^--([\w-]+)/.exec(option) ?? [];
  if (name === undefined || argument !== TOOL) return escape;
  return `write the arguments of the tool as JSON, such as '{"${name.replaceAll("-", "_")}": "value"}', or ${escape}`;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
