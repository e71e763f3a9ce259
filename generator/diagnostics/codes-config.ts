/** Diagnostics about the keys and values of a config: its shape, its command and its names. */
import type { CodeEntry } from "./code-entry.ts";
import { count, describeReplacement, didYouMean, joinWords, quote, rejectValue } from "../text/wording.ts";

/** Owner of a key, from `Format.describeOwner`: `the config`, `the argument "n" of the tool "git_log"`. */
export interface Owned {
  readonly owner: string;
}

export const configCodes = {
  "unknown-kind": {
    severity: "error",
    message: (details: { readonly found: string }) => rejectValue("kind", details.found),
    help: (details: { readonly near: readonly string[] }) => didYouMean(details.near) ?? "write `kind: cli`, or remove the key",
  },
  "not-a-config": {
    severity: "error",
    message: "the file is not a config: it has neither `command` nor `tools`",
    help: (details: { readonly wrapper: string | undefined }) =>
      details.wrapper === undefined
        ? "write a config, for example `{ command: git, tools: [{ name: git_log, description: Show the newest commits, command: log }] }`, or remove the file from the inputs"
        : `move the keys below \`${details.wrapper}\` to the top level of the file`,
  },
  "unknown-key": {
    severity: "error",
    message: (details: Owned & { readonly key: string }) => `unknown key ${quote(details.key)} in ${details.owner}`,
    help: (details: { readonly near: readonly string[]; readonly hint?: string }) =>
      didYouMean(details.near) ?? details.hint ?? "remove it, or prefix it with `x-` to keep it as a note",
  },
  "missing-key": {
    severity: "error",
    message: (details: Owned & { readonly key: string }) => `missing key \`${details.key}\` in ${details.owner}`,
    help: (details: { readonly key: string; readonly addition: string }) =>
      details.addition === "one" ? `add \`${details.key}\`` : `add ${details.addition}`,
  },
  "wrong-type": {
    severity: "error",
    message: (details: { readonly what: string; readonly expected: string; readonly found: string }) =>
      `${details.what} must be ${details.expected}, not ${details.found}`,
    help: (details: { readonly expected: string; readonly fix?: string | undefined }) =>
      details.fix ?? describeReplacement(details.expected),
  },
  "unknown-value": {
    severity: "error",
    message: (details: { readonly key: string; readonly found: string }) => rejectValue(details.key, details.found),
    help: (details: { readonly near: readonly string[]; readonly allowed: readonly string[] }) =>
      details.near.length > 0 ? `did you mean ${joinWords(details.near, "or")}?` : `use ${joinWords(details.allowed, "or")}`,
  },
  "ambiguous-scalar": {
    severity: "warning",
    message: (details: { readonly text: string; readonly here: string; readonly elsewhere: string }) =>
      `\`${details.text}\` is ${details.here} here, but ${details.elsewhere} in YAML 1.1`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "empty-command": {
    severity: "error",
    message: (details: { readonly key: "command" | "program" }) => `${details.key === "command" ? "the command" : "`program`"} is empty`,
    help: (details: { readonly key: "command" | "program" }) => `set the program to run, for example \`${details.key}: git\``,
  },
  "unterminated-quote": {
    severity: "error",
    message: "unterminated quote in the command",
    help: (details: { readonly hasComment: boolean }) =>
      details.hasComment
        ? "quote the whole value, because ` #` in it starts a YAML comment"
        : "close the quote, or enclose it in quotes of the other kind",
  },
  placeholder: {
    severity: "error",
    message: (details: { readonly text: string }) => `the placeholder ${quote(details.text)} is not replaced by a value`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "env-name": {
    severity: "error",
    message: (details: { readonly name: string; readonly reason: string }) =>
      `invalid environment variable name ${quote(details.name)}: ${details.reason}`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "env-value": {
    severity: "error",
    message: (details: { readonly name: string; readonly found: string }) =>
      `the environment variable ${quote(details.name)} must be text, not ${details.found}`,
    help: (details: { readonly fix?: string | undefined }) => details.fix ?? describeReplacement("text"),
  },
  "no-tools": {
    severity: "warning",
    message: "the list of tools is empty",
    help: "add a tool, or remove the file",
  },
  "duplicate-tool": {
    severity: "error",
    message: (details: { readonly name: string }) => `the tool ${quote(details.name)} is defined twice in this file`,
    help: "rename or remove one of the definitions",
  },
  "version-requirement": {
    severity: "error",
    message: (details: { readonly wanted: string }) => `${quote(details.wanted)} is not a version requirement`,
    help: "write comparisons such as `>=2.30` or `>=2.30 <3`",
  },
  "version-command-alone": {
    severity: "warning",
    message: "`version_command` has no effect without `program_version`",
    help: "remove it, or add `program_version`, for example `>=1.0`",
  },
  "empty-version-command": {
    severity: "error",
    message: "`version_command` is empty",
    help: "write the arguments that print the version, or remove it: the default is `--version`",
  },
  "redefined-tool": {
    severity: "warning",
    message: (details: { readonly name: string; readonly first: string }) =>
      `the tool ${quote(details.name)} replaces the tool of the same name in ${details.first}`,
    help: "rename one of the tools to keep both",
  },
  "unsafe-name": {
    severity: "error",
    message: (details: { readonly what: string; readonly name: string; readonly reason: string }) =>
      `invalid name ${quote(details.name)} for ${details.what}: ${details.reason}`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "long-name": {
    severity: "warning",
    message: (details: { readonly what: string; readonly length: number; readonly limit: number }) =>
      `the name of ${details.what} has ${count(details.length, "character")}, but several MCP hosts reject more than ${details.limit}`,
    help: "shorten the name",
  },
  "name-characters": {
    severity: "warning",
    message: (details: { readonly what: string; readonly name: string }) =>
      `several MCP hosts reject ${quote(details.name)} as the name of ${details.what}`,
    help: "use only letters, digits, `_`, `-` and `.`",
  },
  "reserved-tool-name": {
    severity: "warning",
    message: (details: { readonly name: string }) =>
      `${quote(details.name)} is the name of a tool that the server itself registers, which hides this tool`,
    help: "rename the tool",
  },
  "reserved-output-read": {
    severity: "error",
    message: "the name `output_read` is reserved for the tool that reads output that exceeds a reply",
    help: "rename the tool",
  },
  "empty-description": {
    severity: "warning",
    message: (details: { readonly name: string }) => `the tool ${quote(details.name)} has an empty description`,
    help: "describe what the tool does, so that models can choose it",
  },
  "unsearched-keyword": {
    severity: "warning",
    message: (details: { readonly keyword: string; readonly name: string }) =>
      `search ignores the keyword ${quote(details.keyword)} of the tool ${quote(details.name)}`,
    help: "remove it, or write the verbs and nouns of the task instead, such as `dependency tree`",
  },
  "timeout-range": {
    severity: "error",
    message: "the timeout is out of range",
    help: (details: { readonly limit: number; readonly default: number }) =>
      `use a number from 0 to ${details.limit} seconds, or remove the key for ${details.default} seconds`,
  },
  "zero-timeout": {
    severity: "warning",
    message: (details: { readonly default: number }) => `a timeout of 0 means the default of ${details.default} seconds`,
    help: (details: { readonly default: number }) => `write ${details.default}, or remove the key`,
  },
  "exit-code-range": {
    severity: "error",
    message: (details: { readonly found: string }) => `${details.found} is not a valid exit code`,
    help: "use an integer from 0 to 255",
  },
} as const satisfies Record<string, CodeEntry>;
