/** Diagnostics about Directive definitions: their tools, and the JSON Schemas of those. */
import type { CodeEntry } from "./code-entry.ts";
import { didYouMean, quote } from "../text/wording.ts";

export const directiveCodes = {
  "directive-root": {
    severity: "error",
    message: (details: { readonly root: string; readonly reason: string }) =>
      `the folder ${quote(details.root)} cannot be read: ${details.reason}`,
  },
  "unknown-handler": {
    severity: "error",
    message: (details: { readonly found: string; readonly near: readonly string[] }) =>
      `\`handler\` cannot be ${details.found}${didYouMean(details.near) || ", write `files.list`, `file.get` or `{ bundle: template.md }`"}`,
  },
  "bundle-name": {
    severity: "error",
    message: (details: { readonly found: string }) =>
      `a bundle is made of a file in the templates folder, not of ${details.found}, write its name, such as \`spec_template.md\``,
  },
  "handler-argument": {
    severity: "warning",
    message: (details: { readonly name: string }) =>
      `\`file.get\` reads the argument \`path\`, which the schema of ${quote(details.name)} does not define, add it to \`properties\``,
  },
  "method-name": {
    severity: "error",
    message: (details: { readonly method: string }) =>
      `${quote(details.method)} cannot be the method of a tool, write letters, digits, \`.\`, \`-\` and \`_\`, and no method of MCP`,
  },
  "duplicate-method": {
    severity: "error",
    message: (details: { readonly name: string }) => `two tools have the method ${quote(details.name)}, rename or remove one`,
  },
  "schema-dialect": {
    severity: "error",
    message: (details: { readonly found: string }) =>
      `the dialect ${details.found} is not supported, leave \`$schema\` out for 2020-12, or write "http://json-schema.org/draft-07/schema#"`,
  },
  "schema-not-object": {
    severity: "error",
    message: () => "the arguments of a tool are an object, write `type: object` at the top of its input schema",
  },
  "schema-keyword": {
    severity: "error",
    message: (details: { readonly what: string; readonly expected: string; readonly found: string }) =>
      `${details.what} must be ${details.expected}, not ${details.found}`,
  },
  "schema-pattern": {
    severity: "error",
    message: (details: { readonly problem: string }) => `this is not a regular expression: ${quote(details.problem)}, correct it`,
  },
  "schema-pattern-linear": {
    severity: "error",
    message: (details: { readonly problem: string }) =>
      `${details.problem} cannot be matched in time linear in the text, write the pattern without it`,
  },
  "schema-unknown-keyword": {
    severity: "warning",
    message: (details: {
      readonly keyword: string;
      readonly dialect: string;
      readonly near: readonly string[];
      readonly translation?: string;
    }) => {
      const way = details.translation === undefined ? didYouMean(details.near) : `, write ${details.translation}`;
      return `${quote(details.keyword)} means nothing in JSON Schema ${details.dialect}${way}`;
    },
  },
  "schema-dynamic-keyword": {
    severity: "error",
    message: (details: { readonly keyword: string; readonly remedy: string }) =>
      `the keyword ${quote(details.keyword)} is not supported, ${details.remedy}`,
  },
  "schema-unknown-ref": {
    severity: "error",
    message: (details: { readonly reference: string }) => `the schema has no ${quote(details.reference)}, add it or correct the reference`,
  },
  "schema-outside-ref": {
    severity: "error",
    message: (details: { readonly reference: string }) =>
      `${quote(details.reference)} is not in this schema, and nothing else is read, copy it below \`$defs\` and refer to \`#/$defs/…\``,
  },
  "schema-circle": {
    severity: "error",
    message: (details: { readonly reference: string }) =>
      `${quote(details.reference)} leads back to itself with the same value, refer to a schema that does not, or refer from a property or an item`,
  },
  "schema-too-deep": {
    severity: "error",
    message: (details: { readonly reference: string; readonly limit: number }) =>
      `${quote(details.reference)} is one of more than ${details.limit} references that lead from each into the next, write what they say in fewer`,
  },
} as const satisfies Record<string, CodeEntry>;
