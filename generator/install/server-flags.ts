/** Validates the flags with which a client starts a server, using the server's own parser. */
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { readLaunch } from "@climax-gen/runtime/internal/launch/launch";
import { estimateListTokens, MAX_DIRECT_TOKENS } from "@climax-gen/runtime/internal/tool/tool-listing";

/** Result of parsing the options that the installed server is started with. */
export type ServerFlags =
  /** The server starts, and also applies these policies. */
  | { readonly kind: "serve"; readonly policyFiles: readonly string[] }
  /** `help` is omitted if `--help` of the server lists the valid flags. */
  | { readonly kind: "refused"; readonly problem: string; readonly help?: string };

/**
 * Rejects invalid flags, and flags with which the server does not serve standard input and output.
 * @param classic the mode of the server without flags
 */
export function readServerFlags(flags: readonly string[], classic: boolean): ServerFlags {
  const launch = readLaunch(flags, { name: "", version: "", classic });
  switch (launch.kind) {
    case "refused":
      return { kind: "refused", problem: `invalid server options: ${launch.problem}` };
    case "list":
    case "print":
      return { kind: "refused", problem: "the server does not serve clients with --list, --version or --help", help: "omit these options" };
    case "serve":
      if (launch.http !== undefined)
        return { kind: "refused", problem: "a client that starts the server cannot use HTTP", help: "omit --http" };
      return { kind: "serve", policyFiles: launch.policyFiles };
  }
}

/**
 * Reports whether a server with these valid flags registers every tool directly. With `--discovery auto`, a short list of tools decides. A
 * startup policy can make any list short.
 * @param classic the mode of the server without flags
 */
export function listsEveryTool(flags: readonly string[], classic: boolean, tools: readonly Tool[]): boolean {
  const launch = readLaunch(flags, { name: "", version: "", classic });
  if (launch.kind !== "serve") return classic;
  if (launch.isAuto !== true) return launch.classic;
  return launch.policyFiles.length > 0 || estimateListTokens(tools) <= MAX_DIRECT_TOKENS;
}
