/** Diagnostics of `verify`: differences between configs and the installed programs. */
import { allow } from "./allow-advice.ts";
import { error, nearOr, note, warning } from "./code-entry.ts";
import { describeMissingProgram } from "./codes-host.ts";
import { joinWords, quote } from "../text/wording.ts";

/** A flag, and the command that it belongs to. */
export interface FlagDetails {
  readonly flag: string;
  /** Program and subcommand: `git log`. */
  readonly command: string;
}

/** A flag without a value. */
export interface SwitchDetails {
  readonly flag: string;
  /** The config passes a value in the word of the flag. */
  readonly isGlued: boolean;
}

/** A flag without a value. */
export interface WrittenFlagDetails extends FlagDetails {
  /** The flag is a member of an `enum`. */
  readonly isWord: boolean;
}

/** A flag whose value must be in the same word. */
export interface UngluedDetails extends FlagDetails {
  /** The flag works without a value, too. */
  readonly isOptional: boolean;
}

/** A flag, with values of its `enum`. */
export interface ValuesDetails extends FlagDetails {
  readonly values: readonly string[];
}

export const verifyCodes = {
  "verify-missing-program": error(
    ({ program }: { readonly program: string }) => describeMissingProgram(program),
    "install the program here, or run `verify` where the server runs",
  ),
  "verify-version": error(
    '"{program}" has version {version}, but the config needs {wanted}',
    "install another version, or change the requirement",
  ),
  "verify-no-version": warning('"{command}" does not print a version number', ({ isWritten }: { readonly isWritten: boolean }) =>
    isWritten ? "write the words that print it" : "add the words that print it, for example `version_command: version`",
  ),
  "verify-refused-flag": error('"{command}" rejects "{flag}"', nearOr("remove it, or write the program's new flag")),
  "verify-unknown-flag": warning(
    'no help text or man page of "{command}" mentions "{flag}"',
    nearOr(`remove it, or if the program accepts it, ${allow("verify-unknown-flag", "the argument or tool")}`),
  ),
  "verify-takes-value": error(
    ({ flag, command, isWord }: WrittenFlagDetails) =>
      `${quote(flag)} of ${quote(command)} takes a value, but ${isWord ? "the `enum` writes none" : "the argument is a boolean"}`,
    ({ isWord }: WrittenFlagDetails) => (isWord ? "write the flag and its value in a mapping of `enum`" : "remove `type: boolean`"),
  ),
  "verify-takes-none": error('"{flag}" of "{command}" takes no value', ({ flag, isGlued }: SwitchDetails) =>
    isGlued ? `write \`type: boolean\` and \`flag: ${flag}\`` : "add `type: boolean`",
  ),
  "verify-perhaps-none": warning(
    'the documentation of "{command}" shows no value for "{flag}"',
    ({ flag, isGlued }: SwitchDetails) =>
      `${isGlued ? `write \`type: boolean\` and \`flag: ${flag}\`` : "add `type: boolean`"} if the flag is a switch`,
  ),
  "verify-unglued": error(
    ({ flag, command, isOptional }: UngluedDetails) =>
      isOptional
        ? `the value of ${quote(flag)} of ${quote(command)} is optional, so it must be in the same word`
        : `${quote(flag)} of ${quote(command)} takes its value only in the same word`,
    "write `flag: {flag}=`",
  ),
  "verify-unjoined": error(
    ({ flag, command }: FlagDetails) => `${quote(command)} does not read ${quote(`${flag}=VALUE`)}: the value must be a separate word`,
    "write `flag: {flag}`",
  ),
  "verify-order": error(
    '"{command}" does not read options after the first positional value',
    "add `end_of_options: true`, or `order: as_written` with the flags before the positional values",
  ),
  "verify-end-of-options": error(
    '"{command}" does not end its options at `--`',
    "replace `end_of_options: true` by `order: as_written`, with the flags before the positional values",
  ),
  "verify-values": warning(
    ({ flag, command, values }: ValuesDetails) =>
      `the documentation of ${quote(command)} does not list ${joinWords(values.map(quote), "or")} as a value of ${quote(flag)}`,
    "remove the values from `enum` if the program no longer accepts them",
  ),
  "verify-deprecated": warning('"{flag}" of "{command}" is deprecated', "use the flag that replaces it"),
  "verify-subcommand": error('"{command}" has no subcommand "{word}"', nearOr("remove the tool, or write the program's new subcommand")),
  "verify-unreadable": warning(
    '"{command}" {problem}, so its flags were not compared',
    "compare the flags with the program's documentation",
  ),
  "verify-local-program": warning(
    '"{program}" belongs to this repository and was not started',
    "use `--run-local` if you trust the program",
  ),
  "verify-allow-unused": note(
    'the installed program has no finding "{code}" to acknowledge here',
    "remove the acknowledgement, unless another version of the program needs it",
  ),
} as const;

/** Findings of `verify` that `x-allow` acknowledges, because a program can read its words in a way that its texts and answers do not show. */
export const acceptedFindings: readonly (keyof typeof verifyCodes)[] = [
  "verify-refused-flag",
  "verify-unknown-flag",
  "verify-takes-value",
  "verify-takes-none",
  "verify-perhaps-none",
  "verify-unglued",
  "verify-unjoined",
  "verify-order",
  "verify-end-of-options",
  "verify-values",
  "verify-deprecated",
  "verify-subcommand",
];
