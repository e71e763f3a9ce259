/** Diagnostics about the file of `climax-gen search --golden`: queries and the tools that they must find. */
import type { CodeEntry } from "./code-entry.ts";
import { didYouMean, quote, rejectValue } from "../text/wording.ts";

export const searchCodes = {
  "not-queries": {
    severity: "error",
    message: (details: { readonly found: string }) => rejectValue("kind", details.found),
    help: "write `kind: queries`, or pass a file that contains queries",
  },
  "no-queries": {
    severity: "error",
    message: "the list of queries is empty",
    help: "add one, for example `{ query: newest commits, tool: git_log }`",
  },
  "query-without-tool": {
    severity: "error",
    message: "the query has no expected tool",
    help: "add `tool`, or `tools` with a list of acceptable tools",
  },
  "query-tool-twice": {
    severity: "error",
    message: "the query has both `tool` and `tools`",
    help: "list all acceptable tools in `tools`",
  },
  "query-range": {
    severity: "error",
    message: (details: { readonly key: string }) => `\`${details.key}\` is empty`,
    help: "set a value, or remove the key",
  },
  "unknown-query-tool": {
    severity: "error",
    message: (details: { readonly name: string }) => `the inputs have no tool ${quote(details.name)}`,
    help: (details: { readonly near: readonly string[] }) =>
      didYouMean(details.near) ?? "use a tool that `climax-gen list` prints for these inputs, or remove the query",
  },
  "unknown-query-filter": {
    severity: "error",
    message: (details: { readonly key: "cli" | "category"; readonly name: string }) =>
      `no input has the ${details.key === "cli" ? "name" : "category"} ${quote(details.name)}`,
    help: (details: { readonly key: "cli" | "category"; readonly near: readonly string[] }) =>
      didYouMean(details.near) ?? `use the \`${details.key === "cli" ? "name" : "category"}\` of a config`,
  },
} as const satisfies Record<string, CodeEntry>;
