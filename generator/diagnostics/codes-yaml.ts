/** Diagnostics about the text of a YAML file of any kind. */
import type { CodeEntry } from "./code-entry.ts";
import { didYouMean, quote } from "../text/wording.ts";

/** Expected content of a file: one of the inputs, or a list of queries for `climax-gen search`. */
export type ExpectedContent = "config" | "queries";

const EMPTY_FILE_HELP: Readonly<Record<ExpectedContent, string>> = {
  config: "add `command` and `tools` for a config, or `tools` for a policy",
  queries: "add `queries`",
};

const NOT_A_MAPPING_HELP: Readonly<Record<ExpectedContent, string>> = {
  config: "write a config or policy as a mapping of keys such as `tools`",
  queries: "write the list of queries below the key `queries`",
};

export const yamlCodes = {
  "not-utf8": {
    severity: "error",
    message: (details: { readonly offset: number; readonly byte: number }) =>
      `byte 0x${details.byte.toString(16).padStart(2, "0")} at offset ${details.offset} is not valid UTF-8`,
    help: "save the file as UTF-8",
  },
  "control-character": {
    severity: "error",
    message: (details: { readonly name: string }) => `control character ${details.name}`,
    help: "remove it: only line endings and tabs are allowed in text",
  },
  "byte-order-mark": {
    severity: "error",
    message: "byte order mark inside the file",
    help: "remove the invisible character U+FEFF",
  },
  "lone-carriage-return": {
    severity: "error",
    message: "carriage return without a line feed",
    help: "save the file with LF or CRLF line endings",
  },
  "lone-surrogate": {
    severity: "error",
    message: (details: { readonly name: string }) => `${details.name} is half of a surrogate pair`,
    help: "write both halves, or remove it",
  },
  "invisible-character": {
    severity: "warning",
    message: (details: { readonly name: string }) => `invisible character ${details.name}, which models read but reviewers cannot see`,
    help: "remove the character",
  },
  "empty-file": {
    severity: "error",
    message: "the file contains no YAML",
    help: (details: { readonly wanted: ExpectedContent }) => EMPTY_FILE_HELP[details.wanted],
  },
  "not-a-mapping": {
    severity: "error",
    message: (details: { readonly found: string }) => `the file contains ${details.found}, not a mapping`,
    help: (details: { readonly wanted: ExpectedContent }) => NOT_A_MAPPING_HELP[details.wanted],
  },
  "yaml-syntax": {
    severity: "error",
    message: (details: { readonly problem: string }) => `invalid YAML: ${details.problem}`,
  },
  "yaml-unclosed": {
    severity: "error",
    message: "unclosed bracket or quote",
    help: (details: { readonly closing: string; readonly hasComment: boolean }) =>
      `add the closing ${details.closing}${details.hasComment ? ", and quote the text that contains ` #`, which starts a comment" : ""}`,
  },
  "yaml-comment": {
    severity: "warning",
    message: "the text ends here, because ` #` starts a comment",
    help: "quote the whole value, or write a space after `#` for a comment",
  },
  "yaml-unexpected": {
    severity: "error",
    message: (details: { readonly text: string; readonly endedBy?: "'" | '"' | undefined }) =>
      details.endedBy === undefined ? `unexpected ${quote(details.text)}` : `unexpected ${quote(details.text)} after the quoted text`,
    help: (details: { readonly endedBy?: "'" | '"' | undefined }) => {
      if (details.endedBy === undefined) return "remove it, or quote the whole value if it is text";
      return details.endedBy === "'" ? "write `''` for a quote inside single quotes" : 'write `\\"` for a quote inside double quotes';
    },
  },
  "yaml-missing-comma": {
    severity: "error",
    message: "missing comma between two entries",
    help: "add the comma, or quote the text if it contains `: `, brackets or braces",
  },
  "yaml-colon-in-value": {
    severity: "error",
    message: (details: { readonly isBelow: boolean }) =>
      details.isBelow ? "the text of several lines contains a colon" : "second `key: value` on the same line",
    help: (details: { readonly isBelow: boolean }) =>
      details.isBelow ? "quote the whole text, or indent the line like the other keys" : "quote the text, or start a new line",
  },
  "yaml-missing-colon": {
    severity: "error",
    message: "missing colon after the key",
    help: (details: { readonly isText: boolean }) =>
      `write \`key: value\`, with a space after the colon${details.isText ? ", or indent the line if it continues the text above" : ""}`,
  },
  "yaml-indentation": {
    severity: "error",
    message: (details: { readonly isItem: boolean; readonly parent?: string }) => {
      if (details.parent !== undefined) return `the lines below \`${details.parent}:\` are not indented`;
      return details.isItem ? "a list item among the keys of a mapping" : "the indentation matches no block above";
    },
    help: (details: { readonly isItem: boolean; readonly parent?: string }) => {
      if (details.parent !== undefined) return "indent them, and start each item of a list with `- `";
      return details.isItem
        ? "write it as a key, or indent it below the key of its list"
        : "align the line with the other keys of its mapping";
    },
  },
  "yaml-block-indentation": {
    severity: "error",
    message: "the text of a block is not indented",
    help: (details: { readonly mark: string }) => `indent all lines of the text further than the key before \`${details.mark}\``,
  },
  "yaml-flow-indentation": {
    severity: "warning",
    message: "the line continues a value but is not indented, which YAML 1.2 requires",
    help: "indent all lines between the brackets or quotes",
  },
  "yaml-dash": {
    severity: "error",
    message: "missing space after the dash",
    help: (details: { readonly key: string }) => `write ${quote(`- ${details.key}: …`)} to start a list item`,
  },
  "yaml-tab": {
    severity: "error",
    message: "a tab is used for indentation",
    help: "use spaces",
  },
  "yaml-space": {
    severity: "error",
    message: (details: { readonly name: string }) => `the character ${details.name} looks like a space, but YAML does not read it as one`,
    help: "replace it with a space",
  },
  "yaml-conflict": {
    severity: "error",
    message: "merge conflict marker",
    help: "resolve the conflict, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`",
  },
  "yaml-reserved-character": {
    severity: "error",
    message: (details: { readonly character: string }) => `a value cannot start with ${details.character}`,
    help: "quote the text",
  },
  "yaml-escape": {
    severity: "error",
    message: (details: { readonly escape: string }) => `${details.escape} is not a valid escape sequence`,
    help: "double the backslash, or use single quotes",
  },
  "yaml-anchor": {
    severity: "error",
    message: "missing name after `&` or `*`",
    help: "add the name of the anchor, or quote the text if the character is part of it",
  },
  "yaml-directive": {
    severity: "warning",
    message: (details: { readonly directive: string }) => `${quote(details.directive)} has no effect, because files are read as YAML 1.2`,
    help: "remove the line",
  },
  "yaml-tag": {
    severity: "error",
    message: (details: { readonly tag: string }) => `unsupported tag ${quote(details.tag)}`,
    help: "remove the tag, or quote the text if it starts with `!`",
  },
  "yaml-multiple-documents": {
    severity: "error",
    message: "second document in the file",
    help: (details: { readonly isEmpty: boolean }) => (details.isEmpty ? "remove the line `---`" : "move each config to its own file"),
  },
  "yaml-duplicate-key": {
    severity: "error",
    message: (details: { readonly key: string }) => `duplicate key ${quote(details.key)}`,
    help: (details: { readonly isBelowItem: boolean }) =>
      details.isBelowItem ? "indent it like the keys of the item above, or remove all but one" : "remove all but one",
  },
  "yaml-complex-key": {
    severity: "error",
    message: "a list or mapping cannot be a key",
    help: "use plain text as the key, or quote the whole value if it is text",
  },
  "yaml-merge": {
    severity: "error",
    message: (details: { readonly found: string }) => `\`<<\` cannot merge ${details.found}`,
    help: "use a mapping, or a list of mappings",
  },
  "yaml-unknown-alias": {
    severity: "error",
    message: (details: { readonly alias: string }) => `the alias ${quote(`*${details.alias}`)} has no anchor above it`,
    help: ({ alias, near }: { readonly alias: string; readonly near: readonly string[] }) => {
      const quoted = "quote the text if it starts with `*`";
      // The text is not a name, but for example a glob.
      if (!/^[\w-]+$/.test(alias)) return quoted;
      return didYouMean(near.map((name) => `*${name}`)) ?? `write \`&${alias}\` before the value that it stands for, or ${quoted}`;
    },
  },
  "yaml-unused-anchor": {
    severity: "warning",
    message: (details: { readonly anchor: string }) => `${quote(details.anchor)} is an anchor that no alias uses, not a part of the text`,
    help: "quote the whole text if it starts with `&`, or remove the anchor",
  },
  "yaml-recursive-alias": {
    severity: "error",
    message: (details: { readonly alias: string }) => `the alias ${quote(`*${details.alias}`)} is inside its own anchor`,
    help: "move the alias out of the anchored value",
  },
  "yaml-alias-limit": {
    severity: "error",
    message: (details: { readonly limit: number }) => `the aliases of the file expand to more than ${details.limit} values`,
    help: "use fewer aliases, or smaller anchored values",
  },
  "yaml-nesting-limit": {
    severity: "error",
    message: "lists and mappings are nested too deeply",
    help: "reduce the nesting",
  },
} as const satisfies Record<string, CodeEntry>;
