/** Diagnostics about the arguments of a tool: their values and positions, and combinations of them. */
import type { CodeEntry } from "./code-entry.ts";
import { describeReplacement, joinWords, quote } from "../text/wording.ts";

/** Name of an argument. */
export interface Named {
  readonly name: string;
}

export const toolCodes = {
  "duplicate-argument": {
    severity: "error",
    message: (details: Named) => `the argument ${quote(details.name)} is defined twice`,
    help: "rename or remove one of the definitions",
  },
  "empty-flag": {
    severity: "warning",
    message: (details: { readonly flag: string }) => `the flag is empty, so the default ${quote(details.flag)} applies`,
    help: "set the flag, or remove the key",
  },
  "flag-as-name": {
    severity: "warning",
    message: (details: Named & { readonly flag: string }) => `the flag of the argument ${quote(details.name)} is ${quote(details.flag)}`,
    help: (details: Named & { readonly meant: string }) => `write \`name: ${details.meant}, flag: ${details.name}\``,
  },
  "flag-with-space": {
    severity: "warning",
    message: (details: { readonly word: string }) => `${quote(details.word)} is passed as one argument, including the space`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "dashes-as-flag": {
    severity: "warning",
    message: (details: { readonly flag: string }) => `${quote(details.flag)} is passed as a separate argument before the value`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "flag-notation": {
    severity: "error",
    message: (details: { readonly flag: string }) => `the flag ${quote(details.flag)} is passed to the program literally`,
    help: (details: { readonly meant: string; readonly hasBothForms: boolean }) =>
      `write ${quote(details.meant)}${details.hasBothForms ? " with `type: boolean` and `negatable: true`" : ""}`,
  },
  "enum-not-text": {
    severity: "error",
    message: (details: { readonly found: string }) => `enum values must be text, not ${details.found}`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "empty-enum": {
    severity: "error",
    message: "an empty enum allows no values",
    help: "list the allowed values, or remove the key",
  },
  "duplicate-enum-value": {
    severity: "warning",
    message: (details: { readonly value: string }) => `duplicate enum value ${quote(details.value)}`,
    help: "remove all but one",
  },
  "enum-on-other-type": {
    severity: "error",
    message: (details: { readonly type: string; readonly found?: string }) =>
      details.found === undefined
        ? `an argument of type ${details.type} cannot have a list of values`
        : `enum values of an argument of type ${details.type} cannot be ${details.found}`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "default-type": {
    severity: "error",
    message: (details: { readonly expected: string; readonly found: string }) =>
      `the default must be ${details.expected}, not ${details.found}`,
    help: (details: { readonly expected: string; readonly fix?: string | undefined }) =>
      details.fix ?? describeReplacement(details.expected),
  },
  "default-not-in-enum": {
    severity: "error",
    message: (details: { readonly value: string }) => `the default ${quote(details.value)} is not in the enum`,
    help: (details: { readonly allowed: readonly string[]; readonly others: number }) => {
      const others = details.others === 0 ? [] : [`one of ${details.others} more`];
      return `use ${joinWords([...details.allowed.map(quote), ...others], "or")}`;
    },
  },
  "required-with-default": {
    severity: "warning",
    message: (details: Named) => `the argument ${quote(details.name)} is required, so its default has no effect`,
    help: "remove `required` or `default`",
  },
  "secret-with-default": {
    severity: "warning",
    hidesLine: true,
    message: (details: Named) => `the generated files contain the default of the secret argument ${quote(details.name)}`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "typographic-dash": {
    severity: "warning",
    message: (details: { readonly word: string }) =>
      `${quote(details.word)} starts with a typographic dash, which programs do not recognize as an option`,
    help: (details: { readonly meant: string }) => `write ${quote(details.meant)}`,
  },
  "typographic-quote": {
    severity: "warning",
    message: (details: { readonly word: string }) => `${quote(details.word)} has a typographic quote, which is passed to the program`,
    help: "replace typographic quotes with `'`, or remove them",
  },
  "positional-with-flag": {
    severity: "error",
    message: (details: Named) => `the argument ${quote(details.name)} is positional but also has a flag`,
    help: "remove `positional` or `flag`",
  },
  "conflicting-places": {
    severity: "error",
    message: (details: Named & { readonly place: string; readonly key: string }) =>
      `the argument ${quote(details.name)} has both \`${details.place}\` and \`${details.key}\``,
    help: "remove one of the two keys",
  },
  "flag-with-stdin": {
    severity: "warning",
    message: (details: Named & { readonly flag: string }) =>
      `the flag ${quote(details.flag)} of ${quote(details.name)} is not passed, because the value goes to standard input`,
    help: "remove the flag; if the program needs a flag to read its standard input, add it to the tool's `command`",
  },
  "several-stdin": {
    severity: "error",
    message: (details: { readonly other: string }) => `standard input is already assigned to the argument ${quote(details.other)}`,
    help: "remove `stdin` from one of the two arguments",
  },
  "several-cwd": {
    severity: "error",
    message: (details: { readonly other: string }) => `the working directory is already assigned to the argument ${quote(details.other)}`,
    help: "remove `cwd` from one of the two arguments",
  },
  "repeat-with-boolean": {
    severity: "error",
    message: "a boolean argument cannot be repeated",
    help: "remove `repeat`, or choose another type",
  },
  "boolean-positional": {
    severity: "warning",
    message: (details: Named) => `the boolean ${quote(details.name)} is positional, so the program receives the word true or false`,
    help: "replace `positional` with a `flag` to make it a switch",
  },
  "needless-leading-dash": {
    severity: "warning",
    message: (details: { readonly reason: string }) => `\`allow_leading_dash\` has no effect: ${details.reason}`,
    help: "remove the key",
  },
  "global-arg-without-default": {
    severity: "warning",
    message: (details: Named) => `the global argument ${quote(details.name)} is never passed, because it has no default`,
    help: "add a `default`",
  },
  "global-arg-key": {
    severity: "warning",
    message: (details: { readonly key: string }) => `\`${details.key}\` has no effect on a global argument`,
    help: "remove the key",
  },
  "global-arg-map": {
    severity: "error",
    message: "a global argument cannot be a map",
    help: "write one global argument for each entry",
  },
  "global-arg-repeat": {
    severity: "error",
    message: "a global argument cannot be repeated",
    help: "define a separate global argument for each value",
  },
} as const satisfies Record<string, CodeEntry>;
