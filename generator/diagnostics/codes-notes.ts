/** Notes: facts about a valid server that matter only in some clients or modes, or that configs of CLImax need not state. */
import { listQuoted } from "../text/wording.ts";
import { note } from "./code-entry.ts";

/** The tools of a config that a note is about. */
export interface OfTools {
  readonly tools: readonly string[];
}

export const noteCodes = {
  "no-risk": note(
    ({ tools }: OfTools) =>
      `${listQuoted(tools)} ${tools.length === 1 ? "declares" : "declare"} no \`risk\`, so clients and policies assume that ${tools.length === 1 ? "it changes" : "they change"} something`,
    ({ tools }: OfTools) =>
      `add \`risk: read\`, \`risk: write\` or \`risk: destructive\` to ${tools.length === 1 ? "the tool" : "each tool"}`,
  ),
  "dotted-tool-name": note(
    ({ tools }: OfTools) => `in classic mode, several clients replace or reject the \`.\` in ${listQuoted(tools)}`,
    "write `_` instead of `.` if clients use the server with `--classic`",
  ),
  "similar-tool-names": note(
    ({ tools }: OfTools) =>
      `in classic mode, clients that replace \`.\` and \`-\` by \`_\`, or ignore case, cannot distinguish ${listQuoted(tools)}`,
    "choose names that differ in letters or digits if clients use the server with `--classic`",
  ),
  "framework-argument-name": note(
    'in classic mode, agent frameworks drop or reject the argument "{arg}" of "{tool}"',
    (details: { readonly arg: string; readonly flag?: string }) =>
      `choose another name if clients use the server with \`--classic\`${details.flag === undefined ? "" : `, and keep the flag with \`flag: ${details.flag}\``}`,
  ),
  "default-server-name": note(
    "several configs have no common name, so the server is named `climax`, as are its package and its entry in clients",
    "choose a name with `--name NAME`",
  ),
} as const;
