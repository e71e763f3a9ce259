/** The flags that a client is to start a server with, as the server itself will read them. */
import { readLaunch } from "@climax-gen/runtime";

export type ServerFlags =
  /** The server starts, and obeys these policies too. */
  { readonly kind: "serve"; readonly policyFiles: readonly string[] } | { readonly kind: "refused"; readonly problem: string };

/** Refuses what the server does not take, and what leaves no server that a client can talk to. */
export function readServerFlags(flags: readonly string[]): ServerFlags {
  const launch = readLaunch(flags, { name: "", version: "", classic: false });
  switch (launch.kind) {
    case "refused":
      return { kind: "refused", problem: `the server does not start with these flags: ${launch.problem}` };
    case "list":
    case "print":
      return { kind: "refused", problem: "with these flags the server only prints something, leave --list, --version and --help out" };
    case "serve":
      if (launch.http !== undefined)
        return { kind: "refused", problem: "a client that starts the server talks to it on its standard input, leave --http out" };
      return { kind: "serve", policyFiles: launch.policyFiles };
  }
}
