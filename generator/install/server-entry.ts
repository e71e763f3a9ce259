/** Entries for a server in a client's file. */
import { posix, win32 } from "node:path";
import type { ClientFacts } from "./clients.ts";
import type { EntryValue, ServerEntry } from "./entry-value.ts";

/** Command that starts a server. */
export interface ServerCommand {
  /** Absolute path of Node.js. */
  readonly node: string;
  /** Absolute path of `server.mjs`. */
  readonly server: string;
  readonly flags: readonly string[];
  /** `PATH` for the tools. Defaults to the client's `PATH`. */
  readonly searchPath?: string;
  /** Keys with which the client runs the tools without asking. */
  readonly trust?: ServerEntry;
}

/** Value of one key of an entry. The path is relative to the entry. */
export interface EntryPart {
  readonly path: readonly [string, ...string[]];
  readonly value: EntryValue;
}

/** Builds an entry, with keys in the order of the clients' documentation. */
export function toEntry(client: ClientFacts, { node, server, flags, searchPath, trust }: ServerCommand): ServerEntry {
  const variables = searchPath === undefined ? undefined : { PATH: searchPath };
  const command: ServerEntry =
    client.commandForm === "joined"
      ? { command: [node, server, ...flags], ...(variables && { environment: variables }) }
      : { command: node, args: [server, ...flags], ...(variables && { env: variables }) };
  return { ...client.fixed, ...command, ...client.initial, ...trust };
}

/** Options after which `--split-calls` has no effect, or is an error. */
const MODE_FLAGS = new Set(["--classic", "--split-calls", "--discovery=classic"]);

/** Facts about a generated server that decide about its options. */
export interface ServerMode {
  readonly classic: boolean;
  readonly splitCalls?: boolean;
  readonly risks: readonly string[];
}

/**
 * Returns the options with which a client starts the server. Adds `--split-calls` for a client that runs only read-only tools by default,
 * if the server has such tools next to others, and no option decides about it.
 */
export function addModeFlag({ runsOnlyReads = false }: ClientFacts, flags: readonly string[], server: ServerMode): readonly string[] {
  const isDecided =
    server.classic ||
    server.splitCalls === true ||
    flags.some((flag, index) => MODE_FLAGS.has(flag === "--discovery" ? `${flag}=${flags[index + 1]}` : flag));
  const isMixed = server.risks.includes("read") && server.risks.some((risk) => risk !== "read");
  return runsOnlyReads && isMixed && !isDecided ? [...flags, "--split-calls"] : flags;
}

/** Splits an entry into keys that are updated separately, so that keys added by the user are kept. */
export function entryParts(entry: ServerEntry): readonly EntryPart[] {
  return Object.entries(entry).flatMap(([key, value]): EntryPart[] =>
    typeof value !== "object" || isList(value)
      ? [{ path: [key], value }]
      : Object.entries(value).map(([name, inner]) => ({ path: [key, name], value: inner })),
  );
}

function isList(value: EntryValue): value is readonly string[] {
  return Array.isArray(value);
}

/** Reports whether an entry starts this server, which is identified by the first argument of its command. */
export function startsServer(found: unknown, server: string): boolean {
  if (typeof found !== "object" || found === null) return false;
  if ("command" in found && Array.isArray(found.command)) return found.command[1] === server;
  return "args" in found && Array.isArray(found.args) && found.args[0] === server;
}

/** Server flags whose value is a path. */
const PATH_FLAGS = new Set(["--policy", "--root", "--token-file"]);

/** Makes paths in flags absolute, because the client chooses the server's working directory. */
export function resolveFlags(flags: readonly string[], directory: string, platform: NodeJS.Platform): readonly string[] {
  const paths = platform === "win32" ? win32 : posix;
  return flags.map((flag, index) => {
    if (PATH_FLAGS.has(flags[index - 1] ?? "")) return paths.resolve(directory, flag);
    const [, name = "", value] = /^(--[\w-]+)=(.+)$/s.exec(flag) ?? [];
    return value !== undefined && PATH_FLAGS.has(name) ? `${name}=${paths.resolve(directory, value)}` : flag;
  });
}

/** Reports whether a path contains a version number, as with version managers and Homebrew. Such a path disappears after an update. */
export function isVersioned(program: string): boolean {
  return /[/\\]v?\d+\.\d+\.\d+[^/\\]*[/\\]/.test(program);
}
