/** Notes: facts about a valid server that matter only in some clients or modes, or that configs of CLImax need not state. */
import { listQuoted, quote } from "../text/wording.ts";
import type { CodeEntry } from "./code-entry.ts";

/** The tools of a config that a note is about. */
export interface OfTools {
  readonly tools: readonly string[];
}

export const noteCodes = {
  "no-risk": {
    severity: "note",
    message: ({ tools }: OfTools) =>
      `${listQuoted(tools)} ${tools.length === 1 ? "declares" : "declare"} no \`risk\`, so clients and policies assume that ${tools.length === 1 ? "it changes" : "they change"} something`,
    help: ({ tools }: OfTools) =>
      `add \`risk: read\`, \`risk: write\` or \`risk: destructive\` to ${tools.length === 1 ? "the tool" : "each tool"}`,
  },
  "dotted-tool-name": {
    severity: "note",
    message: ({ tools }: OfTools) => `in classic mode, several clients replace or reject the \`.\` in ${listQuoted(tools)}`,
    help: "write `_` instead of `.` if clients use the server with `--classic`",
  },
  "similar-tool-names": {
    severity: "note",
    message: ({ tools }: OfTools) =>
      `in classic mode, clients that replace \`.\` and \`-\` by \`_\`, or ignore case, cannot distinguish ${listQuoted(tools)}`,
    help: "choose names that differ in letters or digits if clients use the server with `--classic`",
  },
  "framework-argument-name": {
    severity: "note",
    message: (details: { readonly arg: string; readonly tool: string }) =>
      `in classic mode, agent frameworks drop or reject the argument ${quote(details.arg)} of ${quote(details.tool)}`,
    help: (details: { readonly arg: string; readonly flag?: string }) =>
      `choose another name if clients use the server with \`--classic\`${details.flag === undefined ? "" : `, and keep the flag with \`flag: ${details.flag}\``}`,
  },
  "default-server-name": {
    severity: "note",
    message: "several configs have no common name, so the server is named `climax`, as are its package and its entry in clients",
    help: "choose a name with `--name NAME`",
  },
} as const satisfies Record<string, CodeEntry>;
