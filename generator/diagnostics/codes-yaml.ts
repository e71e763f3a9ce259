/** Diagnostics about the text of a YAML file of any kind. */
import { error, warning } from "./code-entry.ts";
import { didYouMean, quote } from "../text/wording.ts";

/** Details of the code `yaml-indentation`. */
export interface IndentationDetails {
  /** Whether the line is an item of a list in the column of a key. */
  readonly isItem: boolean;
  /** The key whose lines are not indented. */
  readonly parent?: string;
  /** The key with an empty list or mapping above the line, such as `tools: {}`. */
  readonly empty?: { readonly key: string; readonly brackets: string };
}

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
  "not-utf8": error(
    (details: { readonly offset: number; readonly byte: number }) =>
      `byte 0x${details.byte.toString(16).padStart(2, "0")} at offset ${details.offset} is not valid UTF-8`,
    "save the file as UTF-8",
  ),
  "control-character": error("control character {name}", "remove it: only line endings and tabs are allowed in text"),
  "byte-order-mark": error("byte order mark inside the file", "remove the invisible character U+FEFF"),
  "lone-carriage-return": error("carriage return without a line feed", "save the file with LF or CRLF line endings"),
  "lone-surrogate": error("{name} is half of a surrogate pair", "write both halves, or remove it"),
  "invisible-character": warning("invisible character {name}, which models read but reviewers cannot see", "remove the character"),
  "empty-file": error("the file contains no YAML", (details: { readonly wanted: ExpectedContent }) => EMPTY_FILE_HELP[details.wanted]),
  "not-a-mapping": error(
    "the file contains {found}, not a mapping",
    (details: { readonly wanted: ExpectedContent }) => NOT_A_MAPPING_HELP[details.wanted],
  ),
  "yaml-syntax": error("invalid YAML: {problem}"),
  "yaml-unclosed": error(
    "unclosed bracket or quote",
    (details: { readonly closing: string; readonly hasComment: boolean }) =>
      `add the closing ${details.closing}${details.hasComment ? ", and quote the text that contains ` #`, which starts a comment" : ""}`,
  ),
  "yaml-comment": warning(
    "the text ends here, because ` #` starts a comment",
    "quote the whole value, or write a space after `#` for a comment",
  ),
  "yaml-unexpected": error(
    (details: { readonly text: string; readonly endedBy?: "'" | '"' | undefined }) =>
      details.endedBy === undefined ? `unexpected ${quote(details.text)}` : `unexpected ${quote(details.text)} after the quoted text`,
    (details: { readonly endedBy?: "'" | '"' | undefined }) => {
      if (details.endedBy === undefined) return "remove it, or quote the whole value if it is text";
      return details.endedBy === "'" ? "write `''` for a quote inside single quotes" : 'write `\\"` for a quote inside double quotes';
    },
  ),
  "yaml-missing-comma": error(
    "missing comma between two entries",
    "add the comma, or quote the text if it contains `: `, brackets or braces",
  ),
  "yaml-colon-in-value": error(
    (details: { readonly isBelow: boolean }) =>
      details.isBelow ? "the text of several lines contains a colon" : "second `key: value` on the same line",
    (details: { readonly isBelow: boolean }) =>
      details.isBelow ? "quote the whole text, or indent the line like the other keys" : "quote the text, or start a new line",
  ),
  "yaml-missing-colon": error(
    "missing colon after the key",
    (details: { readonly isText: boolean }) =>
      `write \`key: value\`, with a space after the colon${details.isText ? ", or indent the line if it continues the text above" : ""}`,
  ),
  "yaml-indentation": error(
    ({ parent, empty, isItem }: IndentationDetails) => {
      if (parent !== undefined) return `the lines below \`${parent}:\` are not indented`;
      if (empty !== undefined) return `lines below \`${empty.key}: ${empty.brackets}\`, whose value ends at \`${empty.brackets.at(-1)}\``;
      return isItem ? "a list item among the keys of a mapping" : "the indentation matches no block above";
    },
    ({ parent, empty, isItem }: IndentationDetails) => {
      if (parent !== undefined) return "indent them, and start each item of a list with `- `";
      if (empty !== undefined) return `remove \`${empty.brackets}\` after \`${empty.key}:\``;
      return isItem ? "write it as a key, or indent it below the key of its list" : "align the line with the other keys of its mapping";
    },
  ),
  "yaml-block-indentation": error(
    "the text of a block is not indented",
    "indent all lines of the text further than the key before `{mark}`",
  ),
  "yaml-flow-indentation": warning(
    "the line continues a value but is not indented, which YAML 1.2 requires",
    "indent all lines between the brackets or quotes",
  ),
  "yaml-dash": error(
    "missing space after the dash",
    (details: { readonly key: string }) => `write ${quote(`- ${details.key}: …`)} to start a list item`,
  ),
  "yaml-tab": error("a tab is used for indentation", "use spaces"),
  "yaml-space": error("the character {name} looks like a space, but YAML does not read it as one", "replace it with a space"),
  "yaml-conflict": error("merge conflict marker", "resolve the conflict, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`"),
  "yaml-reserved-character": error("a value cannot start with {character}", "quote the text"),
  "yaml-escape": error("{escape} is not a valid escape sequence", "double the backslash, or use single quotes"),
  "yaml-anchor": error("missing name after `&` or `*`", "add the name of the anchor, or quote the text if the character is part of it"),
  "yaml-directive": warning('"{directive}" has no effect, because files are read as YAML 1.2', "remove the line"),
  "yaml-tag": error('unsupported tag "{tag}"', "remove the tag, or quote the text if it starts with `!`"),
  "yaml-multiple-documents": error("second document in the file", (details: { readonly isEmpty: boolean }) =>
    details.isEmpty ? "remove the line `---`" : "move each config to its own file",
  ),
  "yaml-duplicate-key": error('duplicate key "{key}"', (details: { readonly isBelowItem: boolean }) =>
    details.isBelowItem ? "indent it like the keys of the item above, or remove all but one" : "remove all but one",
  ),
  "yaml-complex-key": error("a list or mapping cannot be a key", "use plain text as the key, or quote the whole value if it is text"),
  "yaml-merge": error("`<<` cannot merge {found}", "use a mapping, or a list of mappings"),
  "yaml-unknown-alias": error(
    (details: { readonly alias: string }) => `the alias ${quote(`*${details.alias}`)} has no anchor above it`,
    ({ alias, near }: { readonly alias: string; readonly near: readonly string[] }) => {
      const quoted = "quote the text if it starts with `*`";
      // The text is not a name, but for example a glob.
      if (!/^[\w-]+$/.test(alias)) return quoted;
      return didYouMean(near.map((name) => `*${name}`)) ?? `write \`&${alias}\` before the value that it stands for, or ${quoted}`;
    },
  ),
  "yaml-unused-anchor": warning(
    '"{anchor}" is an anchor that no alias uses, not a part of the text',
    "quote the whole text if it starts with `&`, or remove the anchor",
  ),
  "unused-anchor": warning('no alias uses the anchor "{anchor}"', "remove the anchor, or insert its value with `*{name}`"),
  "yaml-recursive-alias": error(
    (details: { readonly alias: string }) => `the alias ${quote(`*${details.alias}`)} is inside its own anchor`,
    "move the alias out of the anchored value",
  ),
  "yaml-alias-limit": error("the aliases of the file expand to more than {limit} values", "use fewer aliases, or smaller anchored values"),
  "yaml-nesting-limit": error("lists and mappings are nested too deeply", "reduce the nesting"),
} as const;
