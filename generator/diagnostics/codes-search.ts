/** Diagnostics about the file of `climax-gen search --golden`: queries and the tools that they must find. */
import { error, nearOr } from "./code-entry.ts";
import { didYouMean, quote, rejectValue } from "../text/wording.ts";

export const searchCodes = {
  "not-queries": error(
    (details: { readonly found: string }) => rejectValue("kind", details.found),
    "write `kind: queries`, or pass a file that contains queries",
  ),
  "no-queries": error("the list of queries is empty", "add one, for example `{ query: newest commits, tool: git_log }`"),
  "query-without-tool": error("the query has no expected tool", "add `tool`, or `tools` with a list of acceptable tools"),
  "query-tool-twice": error("the query has both `tool` and `tools`", "list all acceptable tools in `tools`"),
  "query-range": error("`{key}` is empty", "set a value, or remove the key"),
  "unknown-query-tool": error(
    'the inputs have no tool "{name}"',
    nearOr("use a tool that `climax-gen list` prints for these inputs, or remove the query"),
  ),
  "unknown-query-filter": error(
    (details: { readonly key: "cli" | "category"; readonly name: string }) =>
      `no input has the ${details.key === "cli" ? "name" : "category"} ${quote(details.name)}`,
    (details: { readonly key: "cli" | "category"; readonly near: readonly string[] }) =>
      didYouMean(details.near) ?? `use the \`${details.key === "cli" ? "name" : "category"}\` of a config`,
  ),
} as const;
