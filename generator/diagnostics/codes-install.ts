/** Diagnostics about installing a server into an MCP client: the server, and the client's own file. */
import type { CodeEntry } from "./code-entry.ts";
import { escapeUnprintable, quote } from "../text/wording.ts";

/** Name of a server, and whether the command removes it. */
export interface NamedServer {
  readonly name: string;
  readonly isRemoval: boolean;
}

export const installCodes = {
  "unreadable-server": {
    severity: "error",
    message: (details: { readonly reason: string }) => `cannot read the index of the server (${escapeUnprintable(details.reason)})`,
    help: "generate the server again",
  },
  "versioned-node": {
    severity: "warning",
    message: "the client starts the server with this version of Node.js",
    help: "install the server again before you remove this version",
  },
  "root-missing": {
    severity: "warning",
    message: "the server reads Directive directories, but their location depends on the client",
    help: "set the location with `-- --root DIR`",
  },
  "client-file-syntax": {
    severity: "error",
    message: (details: { readonly reason: string }) => `invalid syntax in the client's file (${escapeUnprintable(details.reason)})`,
    help: "correct the file, and run the command again",
  },
  "client-file-shape": {
    severity: "error",
    message: (details: { readonly container: string }) => `\`${details.container}\` of the client's file is not a table of servers`,
    help: "correct the file, and run the command again",
  },
  "client-file-layout": {
    severity: "error",
    message: (details: NamedServer) =>
      details.isRemoval
        ? `the layout of the file does not allow ${quote(details.name)} to be removed safely`
        : `the layout of the file does not allow ${quote(details.name)} to be added safely`,
    help: (details: NamedServer) => (details.isRemoval ? "remove the entry by hand" : "add the entry by hand"),
  },
  "client-file-changed": {
    severity: "error",
    message: "another program changed the file at the same time",
    help: "run the command again",
  },
  "foreign-server": {
    severity: "error",
    message: (details: NamedServer) =>
      details.isRemoval
        ? `the entry ${quote(details.name)} starts another server`
        : `the entry ${quote(details.name)} already starts another server`,
    help: (details: NamedServer) =>
      details.isRemoval
        ? "name the entry of your server with `--name`, or remove this entry with `--force`"
        : "choose another name with `--name`, or overwrite the entry with `--force`",
  },
} as const satisfies Record<string, CodeEntry>;
