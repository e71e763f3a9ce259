/** Diagnostics about the keys and values of a config: its shape, its command and its names. */
import type { CodeEntry } from "./code-entry.ts";
import { count, didYouMean, escapeUnprintable, joinWords, quote } from "../text/wording.ts";

/** Whose key it is, as `Format.describeOwner` says it: `the config`, `the argument "n" of the tool "git_log"`. */
export interface Owned {
  readonly owner: string;
}

export const configCodes = {
  "unknown-kind": {
    severity: "error",
    message: (details: { readonly found: string; readonly near: readonly string[] }) =>
      `the kind of a document cannot be ${details.found}${didYouMean(details.near) || ", write `kind: cli` or leave the key out"}`,
  },
  "unknown-key": {
    severity: "error",
    message: (details: Owned & { readonly key: string; readonly near: readonly string[]; readonly hint?: string }) => {
      const way = didYouMean(details.near) || `, ${details.hint ?? "remove it, or start it with `x-` to keep it as a note"}`;
      return `unknown key ${quote(details.key)} in ${details.owner}${way}`;
    },
  },
  "missing-key": {
    severity: "error",
    message: (details: Owned & { readonly key: string; readonly addition: string }) =>
      `${details.owner} has no \`${details.key}\`, add ${details.addition}`,
  },
  "wrong-type": {
    severity: "error",
    message: (details: { readonly what: string; readonly expected: string; readonly found: string; readonly fix?: string }) =>
      `${details.what} must be ${details.expected}, not ${details.found}${details.fix === undefined ? "" : `, ${details.fix}`}`,
  },
  "unknown-value": {
    severity: "error",
    message: (details: {
      readonly key: string;
      readonly found: string;
      readonly near: readonly string[];
      readonly allowed: readonly string[];
    }) =>
      details.near.length > 0
        ? `\`${details.key}\` cannot be ${details.found}, did you mean ${joinWords(details.near, "or")}?`
        : `\`${details.key}\` cannot be ${details.found}, write ${joinWords(details.allowed, "or")}`,
  },
  "ambiguous-scalar": {
    severity: "warning",
    message: (details: { readonly text: string; readonly here: string; readonly elsewhere: string }) =>
      `\`${details.text}\` is ${details.here} here and ${details.elsewhere} for readers of YAML 1.1, put quotes around it or write the value that you mean`,
  },
  "empty-command": {
    severity: "error",
    message: () => "the command is empty, write the program to run, such as `command: git`",
  },
  "unterminated-quote": {
    severity: "error",
    message: () => "this quote in the command is never closed, close it, or put quotes of the other kind around it",
  },
  placeholder: {
    severity: "error",
    message: (details: { readonly text: string; readonly fix: string }) =>
      `${quote(details.text)} is not replaced by a value, ${details.fix}`,
  },
  "possible-placeholder": {
    severity: "warning",
    message: (details: { readonly text: string; readonly fix: string }) =>
      `the program gets ${quote(details.text)} as it is, ${details.fix}`,
  },
  "repeated-words": {
    severity: "warning",
    message: (details: { readonly words: string; readonly rest: string }) =>
      `${quote(details.words)} is in the config's command and in the tool's, so the program gets it twice, ${
        details.rest === "" ? "remove the tool's `command`" : `write ${quote(details.rest)}`
      }, or put single quotes around the first word if it must be there twice`,
  },
  "env-name": {
    severity: "error",
    message: (details: { readonly name: string; readonly reason: string }) =>
      `${quote(details.name)} cannot be the name of an environment variable: ${details.reason}`,
  },
  "env-value": {
    severity: "error",
    message: (details: { readonly name: string; readonly found: string; readonly fix?: string }) =>
      `the environment variable ${quote(details.name)} must be text, not ${details.found}${details.fix === undefined ? "" : `, ${details.fix}`}`,
  },
  "no-tools": {
    severity: "warning",
    message: () => "the list of tools is empty, the config adds nothing to a server",
  },
  "duplicate-tool": {
    severity: "error",
    message: (details: { readonly name: string }) => `the tool ${quote(details.name)} is defined twice in this file, rename or remove one`,
  },
  "redefined-tool": {
    severity: "warning",
    message: (details: { readonly name: string; readonly first: string }) =>
      `the tool ${quote(details.name)} replaces the one of ${escapeUnprintable(details.first)}, rename one to keep both`,
  },
  "unsafe-name": {
    severity: "error",
    message: (details: { readonly what: string; readonly name: string; readonly reason: string }) =>
      `${details.what} cannot be named ${quote(details.name)}: ${details.reason}`,
  },
  "long-name": {
    severity: "warning",
    message: (details: { readonly what: string; readonly length: number }) =>
      `the name of ${details.what} has ${count(details.length, "character")}, several MCP hosts refuse more than 64`,
  },
  "name-characters": {
    severity: "warning",
    message: (details: { readonly what: string; readonly name: string }) =>
      `several MCP hosts refuse ${quote(details.name)} as the name of ${details.what}, use only letters, digits, \`_\`, \`-\` and \`.\``,
  },
  "reserved-tool-name": {
    severity: "warning",
    message: (details: { readonly name: string }) =>
      `${quote(details.name)} is a tool of the server itself, this one can only be reached through \`climax_call\`, rename it`,
  },
  "empty-description": {
    severity: "warning",
    message: (details: { readonly name: string }) =>
      `the tool ${quote(details.name)} has an empty description, say what it does so that a model can choose it`,
  },
  "timeout-range": {
    severity: "error",
    message: (details: { readonly limit: number }) => `the timeout must be from 0 to ${details.limit} seconds, leave it out for 30`,
  },
  "zero-timeout": {
    severity: "warning",
    message: () => "a timeout of 0 means the default of 30 seconds, write 30 or leave it out",
  },
  "exit-code-range": {
    severity: "error",
    message: (details: { readonly found: string }) => `${details.found} is no exit code, write a whole number from 0 to 255`,
  },
} as const satisfies Record<string, CodeEntry>;
