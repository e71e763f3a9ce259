/** Diagnostics about the arguments of a tool: their values, their places on the command line, and how they go together. */
import type { CodeEntry } from "./code-entry.ts";
import { joinWords, quote } from "../text/wording.ts";

/** An argument by its name. */
export interface Named {
  readonly name: string;
}

export const toolCodes = {
  "duplicate-argument": {
    severity: "error",
    message: (details: Named) => `the argument ${quote(details.name)} is defined twice, rename or remove one`,
  },
  "empty-flag": {
    severity: "warning",
    message: (details: { readonly flag: string }) =>
      `an empty flag counts as none, so ${quote(details.flag)} is used, write it or remove the key`,
  },
  "flag-with-space": {
    severity: "warning",
    message: (details: { readonly flag: string }) =>
      `the flag ${quote(details.flag)} is passed as one word with the space in it, write each flag as an argument of its own`,
  },
  "flag-notation": {
    severity: "error",
    message: (details: { readonly flag: string; readonly meant: string }) =>
      `the program gets the flag ${quote(details.flag)} as one word, write ${quote(details.meant)}`,
  },
  "positional-order": {
    severity: "warning",
    message: (details: Named & { readonly optional: string }) =>
      `the value of ${quote(details.name)} takes the position of ${quote(details.optional)} in calls without the latter, define ${quote(details.optional)} after the required positionals, or give it \`required: true\`, a \`default\` or a \`flag\``,
  },
  "enum-not-text": {
    severity: "error",
    message: (details: { readonly found: string; readonly fix: string }) =>
      `the values of an enum must be text, this is ${details.found}, ${details.fix}`,
  },
  "empty-enum": {
    severity: "error",
    message: () => "an empty enum allows no value at all, list the values or remove the key",
  },
  "duplicate-enum-value": {
    severity: "warning",
    message: (details: { readonly value: string }) => `the value ${quote(details.value)} is in the enum twice, remove one`,
  },
  "enum-on-other-type": {
    severity: "error",
    message: (details: { readonly type: string; readonly fix: string }) =>
      `an enum lists text, and the argument is of type ${details.type}, ${details.fix}`,
  },
  "default-type": {
    severity: "error",
    message: (details: { readonly expected: string; readonly found: string; readonly fix?: string }) =>
      `the default must be ${details.expected}, not ${details.found}${details.fix === undefined ? "" : `, ${details.fix}`}`,
  },
  "default-not-in-enum": {
    severity: "error",
    message: (details: { readonly value: string; readonly allowed: readonly string[]; readonly others: number }) => {
      const others = details.others === 0 ? [] : [`one of ${details.others} more`];
      return `the default ${quote(details.value)} is not in the enum, write ${joinWords([...details.allowed.map(quote), ...others], "or")}`;
    },
  },
  "required-with-default": {
    severity: "warning",
    message: (details: Named) =>
      `the argument ${quote(details.name)} is required, so its default is never used, remove \`required\` or \`default\``,
  },
  "secret-with-default": {
    severity: "warning",
    message: (details: Named & { readonly fix: string }) =>
      `the default of the secret argument ${quote(details.name)} is written into the generated files, ${details.fix}`,
  },
  "typographic-dash": {
    severity: "warning",
    message: (details: { readonly word: string; readonly meant: string }) =>
      `${quote(details.word)} begins with a typographic dash, which programs take for no option, write ${quote(details.meant)}`,
  },
  "positional-with-flag": {
    severity: "error",
    message: (details: Named) =>
      `the argument ${quote(details.name)} is positional and has a flag, a value can have only one of the two places, remove one`,
  },
  "conflicting-places": {
    severity: "error",
    message: (details: Named & { readonly place: string; readonly key: string }) =>
      `the argument ${quote(details.name)} has \`${details.place}\` and \`${details.key}\`, its value can go to one place only, remove one`,
  },
  "several-stdin": {
    severity: "error",
    message: (details: { readonly other: string }) =>
      `the argument ${quote(details.other)} is the standard input already, a process has only one`,
  },
  "several-cwd": {
    severity: "error",
    message: (details: { readonly other: string }) =>
      `the argument ${quote(details.other)} is the working directory already, a process has only one`,
  },
  "repeat-with-boolean": {
    severity: "error",
    message: () => "a boolean argument cannot be repeated, remove `repeat` or choose another type",
  },
  "boolean-positional": {
    severity: "warning",
    message: (details: Named) =>
      `the boolean ${quote(details.name)} is positional, so the program gets the word true or false, give it a \`flag\` to switch something on`,
  },
  "needless-leading-dash": {
    severity: "warning",
    message: () => "`allow_leading_dash` has a meaning for positional arguments only, remove it",
  },
  "global-arg-without-default": {
    severity: "warning",
    message: (details: Named) =>
      `the global argument ${quote(details.name)} has no default and is never sent, callers cannot set it, add a \`default\``,
  },
  "global-arg-key": {
    severity: "warning",
    message: (details: { readonly key: string }) => `\`${details.key}\` has no effect on a global argument, remove it`,
  },
  "global-arg-repeat": {
    severity: "error",
    message: () => "a global argument has one value, write one global argument for each value",
  },
} as const satisfies Record<string, CodeEntry>;
