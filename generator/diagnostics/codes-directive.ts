/** Diagnostics about Directive definitions: their tools and JSON Schemas. */
import { error, nearOr, warning } from "./code-entry.ts";
import { didYouMean, quote, rejectValue } from "../text/wording.ts";

export const directiveCodes = {
  "directive-root": error(
    'invalid `root` "{root}": {reason}',
    "use a path below the server's directory, which `--root` sets, with `/` as separator",
  ),
  "unknown-handler": error(
    (details: { readonly found: string }) => rejectValue("handler", details.found),
    nearOr("use `files.list`, `file.get` or `{ bundle: template.md }`"),
  ),
  "bundle-name": error(
    (details: { readonly found: string }) => rejectValue("bundle", details.found),
    "use the name of a file in the templates directory, for example `spec_template.md`",
  ),
  "handler-argument": warning(
    'the schema of "{name}" does not define the argument `path`, which `file.get` reads',
    "add `path` to `properties`",
  ),
  "method-name": error('invalid method "{method}"', "use letters, digits, `.`, `-` and `_`, but not the name of an MCP method"),
  "duplicate-method": error('two tools have the method "{name}"', "rename or remove one of them"),
  "schema-dialect": error(
    (details: { readonly found: string }) => rejectValue("$schema", details.found),
    'remove `$schema` for 2020-12, or write "http://json-schema.org/draft-07/schema#"',
  ),
  "schema-not-object": error("the input schema does not describe an object", "write `type: object` at its top level"),
  "schema-keyword": error(
    "{what} must be {expected}, not {found}",
    (details: { readonly expected: string; readonly fix?: string | undefined }) => details.fix ?? `write ${details.expected}`,
  ),
  "schema-pattern": error("invalid regular expression: {problem}"),
  "schema-pattern-linear": error("{problem} cannot be matched in linear time", "rewrite the pattern without it"),
  "schema-pattern-compile": error(
    (details: { readonly problem: string }) =>
      `the pattern cannot be matched in linear time: ${details.problem.replace(/^not a valid pattern: /, "")}`,
    "use smaller repetition counts, and only the Unicode categories and scripts that RE2 supports",
  ),
  "schema-unknown-keyword": warning(
    'the keyword "{keyword}" has no effect in JSON Schema {dialect}',
    (details: { readonly near: readonly string[]; readonly translation?: string | undefined }) =>
      details.translation === undefined ? didYouMean(details.near) : `use ${details.translation}`,
  ),
  "schema-required": error(
    'the schema requires "{name}", but does not allow it',
    (details: { readonly name: string; readonly near: readonly string[] }) =>
      didYouMean(details.near) ?? `add ${quote(details.name)} to \`properties\`, or remove it from \`required\``,
  ),
  "schema-default": warning("`{key}` rejects the default", "change the default or `{key}`"),
  "schema-dynamic-keyword": error('the keyword "{keyword}" is not supported', "{remedy}"),
  "schema-unknown-ref": error('the schema does not contain "{reference}"', "add the definition, or correct the reference"),
  "schema-outside-ref": error('"{reference}" refers to another document', "copy its schema to `$defs`, and refer to `#/$defs/…`"),
  "schema-circle": error(
    '"{reference}" refers to itself for the same value',
    "refer to another schema, or refer from a property or an item",
  ),
  "schema-too-deep": error('"{reference}" is part of a chain of more than {limit} references', "shorten the chain"),
} as const;
