/** Diagnostics about the examples of tools. */
import type { CodeEntry } from "./code-entry.ts";
import { didYouMean, oneLine, quote } from "../text/wording.ts";

export const exampleCodes = {
  "example-argument": {
    severity: "error",
    message: (details: { readonly name: string; readonly tool: string }) =>
      `the tool ${quote(details.tool)} has no argument ${quote(details.name)}`,
    help: (details: { readonly near: readonly string[] }) => didYouMean(details.near) ?? "remove it from the example",
  },
  "example-refused": {
    severity: "error",
    message: (details: { readonly problem: string }) => `the server would reject this example: ${oneLine(details.problem)}`,
    help: "change the arguments, or remove the example",
  },
  "example-secret": {
    severity: "error",
    message: (details: { readonly name: string }) => `the example shows the secret argument ${quote(details.name)} to every agent`,
    help: "remove the argument from the example",
  },
  "example-argv": {
    severity: "error",
    message: (details: { readonly number: number; readonly found: string; readonly expected: string }) =>
      `word ${details.number} of the command line is ${details.found}, not ${details.expected}`,
    help: (details: { readonly argv: string }) => `write \`argv: ${details.argv}\`, or change the arguments`,
  },
} as const satisfies Record<string, CodeEntry>;
