/** Diagnostics about the file of `climax-gen search --golden`: queries, and the tools that they are to find. */
import type { CodeEntry } from "./code-entry.ts";
import { didYouMean, quote } from "../text/wording.ts";

export const searchCodes = {
  "not-queries": {
    severity: "error",
    message: (details: { readonly found: string }) =>
      `the kind of a list of queries cannot be ${details.found}, write \`kind: queries\`, or name a file that holds queries`,
  },
  "no-queries": {
    severity: "error",
    message: () => "the list has no queries, write one such as `{ query: newest commits, tool: git_log }`",
  },
  "query-without-tool": {
    severity: "error",
    message: () => "the query does not say what it is to find, write `tool:`, or `tools:` with a list of those that are all right",
  },
  "query-tool-twice": {
    severity: "error",
    message: () => "the query has both `tool` and `tools`, write all of them in `tools`",
  },
  "query-range": {
    severity: "error",
    message: (details: { readonly key: string }) => `\`${details.key}\` cannot be empty, write what it stands for or remove it`,
  },
  "unknown-query-tool": {
    severity: "error",
    message: (details: { readonly name: string; readonly near: readonly string[] }) =>
      `there is no tool ${quote(details.name)} among the inputs${didYouMean(details.near)}`,
  },
  "unknown-query-filter": {
    severity: "error",
    message: (details: { readonly key: "cli" | "category"; readonly name: string; readonly near: readonly string[] }) =>
      `none of the inputs has the ${details.key === "cli" ? "name" : "category"} ${quote(details.name)}${didYouMean(details.near)}`,
  },
} as const satisfies Record<string, CodeEntry>;
