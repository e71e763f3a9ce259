/** Diagnostics of `verify`: differences between configs and the installed programs. */
import type { CodeEntry } from "./code-entry.ts";
import { describeMissingProgram } from "./codes-host.ts";
import { didYouMean, joinWords, quote } from "../text/wording.ts";

/** A flag, and the command that it belongs to. */
export interface FlagDetails {
  readonly flag: string;
  /** Program and subcommand: `git log`. */
  readonly command: string;
}

/** An unknown flag, with similar documented flags, most similar first. */
export interface UnknownFlagDetails extends FlagDetails {
  readonly near: readonly string[];
}

/** A flag without a value. */
export interface SwitchDetails extends FlagDetails {
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

/** A command: program and subcommand. */
export interface CommandDetails {
  readonly command: string;
}

/** A flag, with values of its `enum`. */
export interface ValuesDetails extends FlagDetails {
  readonly values: readonly string[];
}

export const verifyCodes = {
  "verify-missing-program": {
    severity: "error",
    message: ({ program }: { readonly program: string }) => describeMissingProgram(program),
    help: "install the program here, or run `verify` where the server runs",
  },
  "verify-version": {
    severity: "error",
    message: (details: { readonly program: string; readonly version: string; readonly wanted: string }) =>
      `${quote(details.program)} has version ${details.version}, but the config needs ${details.wanted}`,
    help: "install another version, or change the requirement",
  },
  "verify-no-version": {
    severity: "warning",
    message: ({ command }: { readonly command: string }) => `${quote(command)} does not print a version number`,
    help: ({ isWritten }: { readonly isWritten: boolean }) =>
      isWritten ? "write the words that print it" : "add the words that print it, for example `version_command: version`",
  },
  "verify-refused-flag": {
    severity: "error",
    message: ({ flag, command }: FlagDetails) => `${quote(command)} rejects ${quote(flag)}`,
    help: ({ near }: UnknownFlagDetails) => didYouMean(near) ?? "remove it, or write the program's new flag",
  },
  "verify-unknown-flag": {
    severity: "warning",
    message: ({ flag, command }: FlagDetails) => `no help text or man page of ${quote(command)} mentions ${quote(flag)}`,
    help: ({ near }: UnknownFlagDetails) =>
      didYouMean(near) ??
      "remove it, or if the program accepts it, acknowledge it with `x-allow: [{ code: verify-unknown-flag, reason: … }]` in the argument or tool",
  },
  "verify-takes-value": {
    severity: "error",
    message: ({ flag, command, isWord }: WrittenFlagDetails) =>
      `${quote(flag)} of ${quote(command)} takes a value, but ${isWord ? "the `enum` writes none" : "the argument is a boolean"}`,
    help: ({ isWord }: WrittenFlagDetails) => (isWord ? "write the flag and its value in a mapping of `enum`" : "remove `type: boolean`"),
  },
  "verify-takes-none": {
    severity: "error",
    message: ({ flag, command }: FlagDetails) => `${quote(flag)} of ${quote(command)} takes no value`,
    help: ({ flag, isGlued }: SwitchDetails) => (isGlued ? `write \`type: boolean\` and \`flag: ${flag}\`` : "add `type: boolean`"),
  },
  "verify-perhaps-none": {
    severity: "warning",
    message: ({ flag, command }: FlagDetails) => `the documentation of ${quote(command)} shows no value for ${quote(flag)}`,
    help: ({ flag, isGlued }: SwitchDetails) =>
      `${isGlued ? `write \`type: boolean\` and \`flag: ${flag}\`` : "add `type: boolean`"} if the flag is a switch`,
  },
  "verify-unglued": {
    severity: "error",
    message: ({ flag, command, isOptional }: UngluedDetails) =>
      isOptional
        ? `the value of ${quote(flag)} of ${quote(command)} is optional, so it must be in the same word`
        : `${quote(flag)} of ${quote(command)} takes its value only in the same word`,
    help: ({ flag }: UngluedDetails) => `write \`flag: ${flag}=\``,
  },
  "verify-unjoined": {
    severity: "error",
    message: ({ flag, command }: FlagDetails) =>
      `${quote(command)} does not read ${quote(`${flag}=VALUE`)}: the value must be a separate word`,
    help: ({ flag }: FlagDetails) => `write \`flag: ${flag}\``,
  },
  "verify-order": {
    severity: "error",
    message: ({ command }: CommandDetails) => `${quote(command)} does not read options after the first positional value`,
    help: "add `end_of_options: true`, or `order: as_written` with the flags before the positional values",
  },
  "verify-end-of-options": {
    severity: "error",
    message: ({ command }: CommandDetails) => `${quote(command)} does not end its options at \`--\``,
    help: "replace `end_of_options: true` by `order: as_written`, with the flags before the positional values",
  },
  "verify-values": {
    severity: "warning",
    message: ({ flag, command, values }: ValuesDetails) =>
      `the documentation of ${quote(command)} does not list ${joinWords(values.map(quote), "or")} as a value of ${quote(flag)}`,
    help: "remove the values from `enum` if the program no longer accepts them",
  },
  "verify-deprecated": {
    severity: "warning",
    message: ({ flag, command }: FlagDetails) => `${quote(flag)} of ${quote(command)} is deprecated`,
    help: "use the flag that replaces it",
  },
  "verify-subcommand": {
    severity: "error",
    message: ({ command, word }: { readonly command: string; readonly word: string }) =>
      `${quote(command)} has no subcommand ${quote(word)}`,
    help: ({ near }: { readonly near: readonly string[] }) => didYouMean(near) ?? "remove the tool, or write the program's new subcommand",
  },
  "verify-unreadable": {
    severity: "warning",
    message: ({ command, problem }: { readonly command: string; readonly problem: string }) =>
      `${quote(command)} ${problem}, so its flags were not compared`,
    help: "compare the flags with the program's documentation",
  },
  "verify-local-program": {
    severity: "warning",
    message: ({ program }: { readonly program: string }) => `${quote(program)} belongs to this repository and was not started`,
    help: "use `--run-local` if you trust the program",
  },
} as const satisfies Record<string, CodeEntry>;

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
