/** Diagnostics about installing a server into an MCP client: the server, and the client's own file. */
import type { CodeEntry } from "./code-entry.ts";
import { escapeUnprintable, quote } from "../text/wording.ts";

/** A server's name, and whether it was to be removed. */
export interface NamedServer {
  readonly name: string;
  readonly isRemoval: boolean;
}

export const installCodes = {
  "unreadable-server": {
    severity: "error",
    message: (details: { readonly reason: string }) =>
      `the server's index cannot be read (${escapeUnprintable(details.reason)}), generate it again`,
  },
  "versioned-node": {
    severity: "warning",
    message: () => "the client starts the server with this Node.js, install the server again when this version is removed",
  },
  "root-missing": {
    severity: "warning",
    message: () =>
      "the server reads Directive folders, and where it looks for them is up to the client, say where they are with `-- --root DIR`",
  },
  "client-file-syntax": {
    severity: "error",
    message: (details: { readonly reason: string }) =>
      `the client's file cannot be understood from here on (${escapeUnprintable(details.reason)}), correct it first`,
  },
  "client-file-shape": {
    severity: "error",
    message: (details: { readonly container: string }) =>
      `the servers of this client stand in a table \`${details.container}\`, and the file holds something else there, correct it first`,
  },
  "client-file-layout": {
    severity: "error",
    message: (details: NamedServer) =>
      details.isRemoval
        ? `${quote(details.name)} is written in a way that cannot be taken out safely, remove it by hand`
        : `${quote(details.name)} cannot be written into this file safely, add it by hand`,
  },
  "client-file-changed": {
    severity: "error",
    message: () => "another program changed the file in the meantime, run the command again",
  },
  "foreign-server": {
    severity: "error",
    message: (details: NamedServer) =>
      details.isRemoval
        ? `${quote(details.name)} starts another server, name yours with \`--name\`, or remove this one with \`--force\``
        : `${quote(details.name)} starts another server already, choose a name with \`--name\`, or write over it with \`--force\``,
  },
} as const satisfies Record<string, CodeEntry>;
