/** Diagnostics about the message of a confirmation and its resolvers. */
import type { CodeEntry } from "./code-entry.ts";
import { quote } from "../text/wording.ts";

export const confirmCodes = {
  "template-format": {
    severity: "error",
    message: (details: { readonly written: string }) => `the template has ${quote(details.written)}, but a placeholder is only a name`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "message-without-value": {
    severity: "warning",
    message: (details: { readonly name: string }) =>
      `calls can omit ${quote(details.name)}, and the message then shows \`(not given)\` instead`,
    help: "add `required: true` or a `default` to the argument, or remove it from the message",
  },
  "unused-resolver": {
    severity: "warning",
    message: (details: { readonly name: string }) => `the resolver ${quote(details.name)} never runs, because no message contains its name`,
    help: (details: { readonly name: string }) => `write \`{${details.name}}\` in \`confirm_message\`, or remove the resolver`,
  },
  "resolver-list": {
    severity: "error",
    message: (details: { readonly name: string; readonly type: string }) =>
      `the value of ${quote(details.name)} is a ${details.type}, which is not one word`,
    help: "use an argument with a single value",
  },
  "resolver-name": {
    severity: "error",
    message: (details: { readonly name: string }) => `${quote(details.name)} is not a valid name of a resolver or of its flag`,
    help: "use letters, digits, `_`, `-` and `.`, and start with a letter or `_`; a flag is written without dashes",
  },
  "resolver-timeout": {
    severity: "error",
    message: "the time limit of a resolver is out of range",
    help: (details: { readonly limit: number; readonly default: number }) =>
      `use a number above 0 and at most ${details.limit} seconds, or remove the key for ${details.default} seconds`,
  },
} as const satisfies Record<string, CodeEntry>;
