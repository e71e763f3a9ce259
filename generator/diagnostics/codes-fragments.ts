/** Diagnostics about included files, argument groups and defaults. */
import type { CodeEntry } from "./code-entry.ts";
import { didYouMean, joinWords, quote } from "../text/wording.ts";

export const fragmentCodes = {
  "include-kind": {
    severity: "error",
    message: (details: { readonly path: string; readonly kind: string }) =>
      `${quote(details.path)} is a file of kind ${details.kind}, not fragment`,
    help: "write `kind: fragment` in that file, or remove it from `include`",
  },
  "fragment-as-input": {
    severity: "error",
    message: "a fragment defines no tools",
    help: "name a config that includes it, or remove `kind: fragment`",
  },
  "duplicate-group": {
    severity: "error",
    message: (details: { readonly name: string }) => `the argument group ${quote(details.name)} is defined twice`,
    help: "rename or remove one of the groups",
  },
  "duplicate-default": {
    severity: "error",
    message: (details: { readonly key: string }) => `\`${details.key}\` has a default in two files`,
    help: "remove one of the two defaults",
  },
  "unknown-group": {
    severity: "error",
    message: (details: { readonly name: string }) => `unknown argument group ${quote(details.name)}`,
    help: (details: { readonly near: readonly string[]; readonly known: readonly string[] }) =>
      didYouMean(details.near) ??
      (details.known.length === 0 ? "define it under `arg_groups`" : `use ${joinWords(details.known.map(quote), "or")}`),
  },
  "repeated-group": {
    severity: "error",
    message: (details: { readonly name: string }) => `the tool uses the argument group ${quote(details.name)} twice`,
    help: "remove one of the two items",
  },
  "unused-group": {
    severity: "warning",
    message: (details: { readonly name: string }) => `no tool uses the argument group ${quote(details.name)}`,
    help: (details: { readonly name: string }) => `add \`- use: ${details.name}\` to the \`args\` of a tool, or remove the group`,
  },
} as const satisfies Record<string, CodeEntry>;
