/** Diagnostics about the text of a YAML file, whatever it describes. */
import type { CodeEntry } from "./code-entry.ts";
import { didYouMean, quote } from "../text/wording.ts";

/** What a file is read for: one of the inputs, or a list of queries for `climax-gen search`. */
export type DocumentKind = "config" | "queries";

const NEEDED_KEYS: Readonly<Record<DocumentKind, string>> = {
  config: "a config needs at least `command` and `tools`, a policy `tools`",
  queries: "a list of queries needs `queries`",
};

const MAPPINGS: Readonly<Record<DocumentKind, string>> = {
  config: "a config or policy is a mapping of keys such as `tools`",
  queries: "the list of queries stands below the key `queries`",
};

export const yamlCodes = {
  "not-utf8": {
    severity: "error",
    message: (details: { readonly offset: number; readonly byte: number }) =>
      `byte 0x${details.byte.toString(16).padStart(2, "0")} at offset ${details.offset} is not UTF-8, save the file as UTF-8`,
  },
  "control-character": {
    severity: "error",
    message: (details: { readonly name: string }) => `control character ${details.name}, only line ends and tabs are allowed in text`,
  },
  "lone-carriage-return": {
    severity: "error",
    message: () => "a carriage return without a line feed is no line end in YAML, save the file with LF or CRLF line ends",
  },
  "lone-surrogate": {
    severity: "error",
    message: (details: { readonly name: string }) =>
      `${details.name} is half of a surrogate pair and no character, write both halves or neither`,
  },
  "invisible-character": {
    severity: "warning",
    message: (details: { readonly name: string }) =>
      `invisible character ${details.name}: a reviewer sees another text than a model reads, remove it`,
  },
  "empty-file": {
    severity: "error",
    message: (details: { readonly wanted: DocumentKind }) => `the file holds no YAML, ${NEEDED_KEYS[details.wanted]}`,
  },
  "not-a-mapping": {
    severity: "error",
    message: (details: { readonly wanted: DocumentKind; readonly found: string }) =>
      `${MAPPINGS[details.wanted]}, this is ${details.found}`,
  },
  "yaml-syntax": {
    severity: "error",
    message: (details: { readonly problem: string }) => `not valid YAML: ${details.problem}`,
  },
  "yaml-unclosed": {
    severity: "error",
    message: (details: { readonly closing: string }) => `opened here and never closed, add the closing ${details.closing}`,
  },
  "yaml-unexpected": {
    severity: "error",
    message: (details: { readonly text: string; readonly endedBy?: "'" | '"' }) => {
      const way =
        details.endedBy === "'" ? "write `''` for a quote inside of single quotes" : 'write `\\"` for a quote inside of double quotes';
      const fix =
        details.endedBy === undefined ? "remove it, or put quotes around the whole value if it is text" : `the text ends before it, ${way}`;
      return `unexpected ${quote(details.text)}, ${fix}`;
    },
  },
  "yaml-missing-comma": {
    severity: "error",
    message: () => "a comma is missing here, entries between `[]` or `{}` are separated by commas, and text with `: ` in it needs quotes",
  },
  "yaml-colon-in-value": {
    severity: "error",
    message: () => "a value cannot hold a second `key: value` on its line, put quotes around the text or start a new line",
  },
  "yaml-missing-colon": {
    severity: "error",
    message: () => "expected `key: value`, write a colon and a space after the key",
  },
  "yaml-indentation": {
    severity: "error",
    message: () => "the indentation fits no block above, align the line with the keys that it belongs to",
  },
  "yaml-flow-indentation": {
    severity: "warning",
    message: () =>
      "YAML 1.2 requires this line to be indented, as it continues the value of a key, indent all lines between the brackets or quotes",
  },
  "yaml-dash": {
    severity: "error",
    message: (details: { readonly key: string }) =>
      `the dash is a part of this key, as no space stands behind it, write ${quote(`- ${details.key}: …`)} to begin an item`,
  },
  "yaml-tab": {
    severity: "error",
    message: () => "YAML does not allow tabs as indentation, use spaces",
  },
  "yaml-reserved-character": {
    severity: "error",
    message: (details: { readonly character: string }) => `a value cannot start with ${details.character}, put quotes around the text`,
  },
  "yaml-escape": {
    severity: "error",
    message: (details: { readonly escape: string }) =>
      `${details.escape} is no escape of double-quoted text, double the backslash or use single quotes`,
  },
  "yaml-anchor": {
    severity: "error",
    message: () => "`&` starts an anchor and `*` an alias, and this is neither, put quotes around the text if you mean the character",
  },
  "yaml-directive": {
    severity: "warning",
    message: (details: { readonly directive: string }) =>
      `${quote(details.directive)} has no effect, files are read as YAML 1.2, remove the line`,
  },
  "yaml-tag": {
    severity: "error",
    message: (details: { readonly tag: string }) =>
      `the tag ${quote(details.tag)} is not supported here, remove it, or put quotes around text that begins with \`!\``,
  },
  "yaml-multiple-documents": {
    severity: "error",
    message: () => "a second document starts here, put each config into a file of its own",
  },
  "yaml-duplicate-key": {
    severity: "error",
    message: (details: { readonly key: string }) => `the key ${quote(details.key)} is there twice, keep one`,
  },
  "yaml-complex-key": {
    severity: "error",
    message: () => "a key must be plain text, not a list or a mapping",
  },
  "yaml-merge": {
    severity: "error",
    message: (details: { readonly found: string }) => `\`<<\` merges a mapping or a list of mappings, this is ${details.found}`,
  },
  "yaml-unknown-alias": {
    severity: "error",
    message: (details: { readonly alias: string; readonly near: readonly string[] }) => {
      const way = didYouMean(details.near.map((name) => `*${name}`)) || `, put quotes around text that begins with \`*\``;
      return `no anchor ${quote(`&${details.alias}`)} stands above this alias${way}`;
    },
  },
  "yaml-recursive-alias": {
    severity: "error",
    message: (details: { readonly alias: string }) =>
      `the alias ${quote(`*${details.alias}`)} stands inside its own anchor, a value cannot contain itself`,
  },
  "yaml-alias-limit": {
    severity: "error",
    message: (details: { readonly limit: number }) =>
      `the aliases of the file stand for more than ${details.limit} values, write fewer or smaller ones`,
  },
  "yaml-nesting-limit": {
    severity: "error",
    message: () => "lists and mappings are nested too deeply here, no config needs that",
  },
} as const satisfies Record<string, CodeEntry>;
