/** Diagnostics about included files, argument groups and defaults. */
import { error, warning } from "./code-entry.ts";
import { didYouMean, joinWords, quote } from "../text/wording.ts";

export const fragmentCodes = {
  "include-kind": error(
    '"{path}" is a file of kind {kind}, not fragment',
    "write `kind: fragment` in that file, or remove it from `include`",
  ),
  "fragment-as-input": error("a fragment defines no tools", "name a config that includes it, or remove `kind: fragment`"),
  "duplicate-group": error('the argument group "{name}" is defined twice', "rename or remove one of the groups"),
  "duplicate-default": error("`{key}` has a default in two files", "remove one of the two defaults"),
  "unknown-group": error(
    'unknown argument group "{name}"',
    (details: { readonly near: readonly string[]; readonly known: readonly string[] }) =>
      didYouMean(details.near) ??
      (details.known.length === 0 ? "define it under `arg_groups`" : `use ${joinWords(details.known.map(quote), "or")}`),
  ),
  "repeated-group": error('the tool uses the argument group "{name}" twice', "remove one of the two items"),
  "unused-group": warning('no tool uses the argument group "{name}"', "add `- use: {name}` to the `args` of a tool, or remove the group"),
} as const;
