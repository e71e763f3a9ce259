/** Diagnostics about Directive definitions: their tools and JSON Schemas. */
import type { CodeEntry } from "./code-entry.ts";
import { didYouMean, quote, rejectValue } from "../text/wording.ts";

export const directiveCodes = {
  "directive-root": {
    severity: "error",
    message: (details: { readonly root: string; readonly reason: string }) => `invalid \`root\` ${quote(details.root)}: ${details.reason}`,
    help: "use a path below the server's directory, which `--root` sets, with `/` as separator",
  },
  "unknown-handler": {
    severity: "error",
    message: (details: { readonly found: string }) => rejectValue("handler", details.found),
    help: (details: { readonly near: readonly string[] }) =>
      didYouMean(details.near) ?? "use `files.list`, `file.get` or `{ bundle: template.md }`",
  },
  "bundle-name": {
    severity: "error",
    message: (details: { readonly found: string }) => rejectValue("bundle", details.found),
    help: "use the name of a file in the templates directory, for example `spec_template.md`",
  },
  "handler-argument": {
    severity: "warning",
    message: (details: { readonly name: string }) =>
      `the schema of ${quote(details.name)} does not define the argument \`path\`, which \`file.get\` reads`,
    help: "add `path` to `properties`",
  },
  "method-name": {
    severity: "error",
    message: (details: { readonly method: string }) => `invalid method ${quote(details.method)}`,
    help: "use letters, digits, `.`, `-` and `_`, but not the name of an MCP method",
  },
  "duplicate-method": {
    severity: "error",
    message: (details: { readonly name: string }) => `two tools have the method ${quote(details.name)}`,
    help: "rename or remove one of them",
  },
  "schema-dialect": {
    severity: "error",
    message: (details: { readonly found: string }) => rejectValue("$schema", details.found),
    help: 'remove `$schema` for 2020-12, or write "http://json-schema.org/draft-07/schema#"',
  },
  "schema-not-object": {
    severity: "error",
    message: "the input schema does not describe an object",
    help: "write `type: object` at its top level",
  },
  "schema-keyword": {
    severity: "error",
    message: (details: { readonly what: string; readonly expected: string; readonly found: string }) =>
      `${details.what} must be ${details.expected}, not ${details.found}`,
    help: (details: { readonly expected: string; readonly fix?: string | undefined }) => details.fix ?? `write ${details.expected}`,
  },
  "schema-pattern": {
    severity: "error",
    message: (details: { readonly problem: string }) => `invalid regular expression: ${details.problem}`,
  },
  "schema-pattern-linear": {
    severity: "error",
    message: (details: { readonly problem: string }) => `${details.problem} cannot be matched in linear time`,
    help: "rewrite the pattern without it",
  },
  "schema-pattern-compile": {
    severity: "error",
    message: (details: { readonly problem: string }) =>
      `the pattern cannot be matched in linear time: ${details.problem.replace(/^not a valid pattern: /, "")}`,
    help: "use smaller repetition counts, and only the Unicode categories and scripts that RE2 supports",
  },
  "schema-unknown-keyword": {
    severity: "warning",
    message: (details: { readonly keyword: string; readonly dialect: string }) =>
      `the keyword ${quote(details.keyword)} has no effect in JSON Schema ${details.dialect}`,
    help: (details: { readonly near: readonly string[]; readonly translation?: string | undefined }) =>
      details.translation === undefined ? didYouMean(details.near) : `use ${details.translation}`,
  },
  "schema-required": {
    severity: "error",
    message: (details: { readonly name: string }) => `the schema requires ${quote(details.name)}, but does not allow it`,
    help: (details: { readonly name: string; readonly near: readonly string[] }) =>
      didYouMean(details.near) ?? `add ${quote(details.name)} to \`properties\`, or remove it from \`required\``,
  },
  "schema-default": {
    severity: "warning",
    message: (details: { readonly key: string }) => `\`${details.key}\` rejects the default`,
    help: (details: { readonly key: string }) => `change the default or \`${details.key}\``,
  },
  "schema-dynamic-keyword": {
    severity: "error",
    message: (details: { readonly keyword: string }) => `the keyword ${quote(details.keyword)} is not supported`,
    help: (details: { readonly remedy: string }) => details.remedy,
  },
  "schema-unknown-ref": {
    severity: "error",
    message: (details: { readonly reference: string }) => `the schema does not contain ${quote(details.reference)}`,
    help: "add the definition, or correct the reference",
  },
  "schema-outside-ref": {
    severity: "error",
    message: (details: { readonly reference: string }) => `${quote(details.reference)} refers to another document`,
    help: "copy its schema to `$defs`, and refer to `#/$defs/…`",
  },
  "schema-circle": {
    severity: "error",
    message: (details: { readonly reference: string }) => `${quote(details.reference)} refers to itself for the same value`,
    help: "refer to another schema, or refer from a property or an item",
  },
  "schema-too-deep": {
    severity: "error",
    message: (details: { readonly reference: string; readonly limit: number }) =>
      `${quote(details.reference)} is part of a chain of more than ${details.limit} references`,
    help: "shorten the chain",
  },
} as const satisfies Record<string, CodeEntry>;
