/** Validates the flags with which a client starts a server, using the server's own parser. */
import { readLaunch } from "@climax-gen/runtime/compiler";

/** Result of parsing the options that the installed server is started with. */
export type ServerFlags =
  /** The server starts, and also applies these policies. */
  | { readonly kind: "serve"; readonly policyFiles: readonly string[] }
  /** `help` is omitted if `--help` of the server lists the valid flags. */
  | { readonly kind: "refused"; readonly problem: string; readonly help?: string };

/** Rejects invalid flags, and flags with which the server does not serve standard input and output. */
export function readServerFlags(flags: readonly string[]): ServerFlags {
  const launch = readLaunch(flags, { name: "", version: "", classic: false });
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
