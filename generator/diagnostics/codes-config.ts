/** Diagnostics about the keys and values of a config: its shape, its command, its names, and the files that it includes. */
import { error, nearOr, warning } from "./code-entry.ts";
import { count, describeReplacement, didYouMean, joinWords, quote, rejectValue } from "../text/wording.ts";

export const configCodes = {
  "unknown-kind": error(
    (details: { readonly found: string }) => rejectValue("kind", details.found),
    nearOr("write `kind: cli`, or remove the key"),
  ),
  "not-a-config": error(
    "the file is not a config: it has neither `command` nor `tools`",
    (details: { readonly wrapper: string | undefined }) =>
      details.wrapper === undefined
        ? "write a config, for example `{ command: git, tools: [{ name: git_log, description: Show the newest commits, command: log }] }`, or remove the file from the inputs"
        : `move the keys below \`${details.wrapper}\` to the top level of the file`,
  ),
  "unknown-key": error(
    'unknown key "{key}" in {owner}',
    (details: { readonly near: readonly string[]; readonly hint?: string }) =>
      didYouMean(details.near) ?? details.hint ?? "remove it, or prefix it with `x-` to keep it as a note",
  ),
  "missing-key": error("missing key `{key}` in {owner}", (details: { readonly key: string; readonly addition: string }) =>
    details.addition === "one" ? `add \`${details.key}\`` : `add ${details.addition}`,
  ),
  "wrong-type": error(
    "{what} must be {expected}, not {found}",
    (details: { readonly expected: string; readonly fix?: string | undefined }) => details.fix ?? describeReplacement(details.expected),
  ),
  "unknown-value": error(
    (details: { readonly key: string; readonly found: string }) => rejectValue(details.key, details.found),
    (details: { readonly near: readonly string[]; readonly allowed: readonly string[] }) =>
      details.near.length > 0 ? `did you mean ${joinWords(details.near, "or")}?` : `use ${joinWords(details.allowed, "or")}`,
  ),
  "ambiguous-scalar": warning("`{text}` is {here} here, but {elsewhere} in YAML 1.1", "{fix}"),
  "empty-command": error(
    (details: { readonly key: "command" | "program" }) => `${details.key === "command" ? "the command" : "`program`"} is empty`,
    "set the program to run, for example `{key}: git`",
  ),
  "unterminated-quote": error("unterminated quote in the command", (details: { readonly hasComment: boolean }) =>
    details.hasComment
      ? "quote the whole value, because ` #` in it starts a YAML comment"
      : "close the quote, or enclose it in quotes of the other kind",
  ),
  placeholder: error('the placeholder "{text}" is not replaced by a value', "{fix}"),
  "env-name": error('invalid environment variable name "{name}": {reason}', "{fix}"),
  "env-value": error(
    'the environment variable "{name}" must be text, not {found}',
    (details: { readonly fix?: string | undefined }) => details.fix ?? describeReplacement("text"),
  ),
  "secret-source": error(
    'the source of the secret variable "{name}" {problem}',
    "write `{ file: ~/.config/token }`, `{ command: [pass, show, token], cache: 300 }`, `{ header: x-token }` or `{ claim: sub }`",
  ),
  "no-tools": warning("the list of tools is empty", "add a tool, or remove the file"),
  "duplicate-tool": error('the tool "{name}" is defined twice in this file', "rename or remove one of the definitions"),
  "version-requirement": error('"{wanted}" is not a version requirement', "write comparisons such as `>=2.30` or `>=2.30 <3`"),
  "version-command-alone": warning(
    "`version_command` has no effect without `program_version`",
    "remove it, or add `program_version`, for example `>=1.0`",
  ),
  "empty-version-command": error(
    "`version_command` is empty",
    "write the arguments that print the version, or remove it: the default is `--version`",
  ),
  "redefined-tool": warning('the tool "{name}" replaces the tool of the same name in {first}', "rename one of the tools to keep both"),
  "unsafe-name": error('invalid name "{name}" for {what}: {reason}', "{fix}"),
  "long-name": warning(
    (details: { readonly what: string; readonly length: number; readonly limit: number }) =>
      `the name of ${details.what} has ${count(details.length, "character")}, but several MCP hosts reject more than ${details.limit}`,
    "shorten the name",
  ),
  "name-characters": warning('several MCP hosts reject "{name}" as the name of {what}', "use only letters, digits, `_`, `-` and `.`"),
  "reserved-tool-name": warning(
    '"{name}" is the name of a tool that the server itself registers, which hides this tool',
    "rename the tool",
  ),
  "reserved-output-read": error(
    "the name `output_read` is reserved for the tool that reads output that exceeds a reply",
    "rename the tool",
  ),
  "reserved-output-stop": error(
    "the name `output_stop` is reserved for the tool that stops a command after its first reply (`limits.reply_after`)",
    "rename the tool",
  ),
  "empty-description": warning('the tool "{name}" has an empty description', "describe what the tool does, so that models can choose it"),
  "unsearched-keyword": warning(
    'search ignores the keyword "{keyword}" of the tool "{name}"',
    "remove it, or write the verbs and nouns of the task instead, such as `dependency tree`",
  ),
  "contradictory-facts": error('`{fact}` of the tool "{name}" contradicts `{other}`: {reason}', "{fix}"),
  "timeout-range": error("the timeout is out of range", "use a number from 0 to {limit} seconds, or remove the key for {default} seconds"),
  "zero-timeout": warning("a timeout of 0 means the default of {default} seconds", "write {default}, or remove the key"),
  "exit-code-range": error("{found} is not a valid exit code", "use an integer from 0 to 255"),
  "include-kind": error(
    '"{path}" is a file of kind {kind}, not fragment',
    "write `kind: fragment` in that file, or remove it from `include`",
  ),
  "fragment-as-input": error("a fragment defines no tools", "name a config that includes it, or remove `kind: fragment`"),
  "duplicate-group": error('the argument group "{name}" is defined twice', "rename or remove one of the groups"),
  "duplicate-default": error("`{key}` has two defaults", "remove one of the two"),
  "unknown-group": error(
    'unknown argument group "{name}"',
    (details: { readonly near: readonly string[]; readonly known: readonly string[] }) =>
      didYouMean(details.near) ??
      (details.known.length === 0 ? "define it under `arg_groups`" : `use ${joinWords(details.known.map(quote), "or")}`),
  ),
  "repeated-group": error('the tool uses the argument group "{name}" twice', "remove one of the two items"),
  "unused-group": warning('no tool uses the argument group "{name}"', "add `- use: {name}` to the `args` of a tool, or remove the group"),
} as const;
