/** Entries for a server in a client's file. */
import { posix, win32 } from "node:path";
import type { ClientFacts } from "./clients.ts";

/** Command that starts a server. */
export interface ServerCommand {
  /** Absolute path of Node.js. */
  readonly node: string;
  /** Absolute path of `server.mjs`. */
  readonly server: string;
  readonly flags: readonly string[];
  /** `PATH` for the tools. Defaults to the client's `PATH`. */
  readonly searchPath?: string;
}

/** A value in a configuration file. */
export type EntryValue = string | readonly string[] | { readonly [name: string]: EntryValue };
/** The entry of a server in a configuration file, by key. */
export type ServerEntry = Readonly<Record<string, EntryValue>>;

/** Value of one key of an entry. The path is relative to the entry. */
export interface EntryPart {
  readonly path: readonly [string, ...string[]];
  readonly value: EntryValue;
}

/** Builds an entry, with keys in the order of the clients' documentation. */
export function toEntry({ fixed }: ClientFacts, { node, server, flags, searchPath }: ServerCommand): ServerEntry {
  const env: ServerEntry = searchPath === undefined ? {} : { env: { PATH: searchPath } };
  return { ...fixed, command: node, args: [server, ...flags], ...env };
}

/** Splits an entry into keys that are updated separately, so that keys added by the user are kept. */
export function entryParts(entry: ServerEntry): readonly EntryPart[] {
  return Object.entries(entry).flatMap(([key, value]): EntryPart[] =>
    typeof value === "string" || isList(value)
      ? [{ path: [key], value }]
      : Object.entries(value).map(([name, inner]) => ({ path: [key, name], value: inner })),
  );
}

function isList(value: EntryValue): value is readonly string[] {
  return Array.isArray(value);
}

/** Reports whether an entry starts this server, which is identified by the first argument. */
export function startsServer(found: unknown, server: string): boolean {
  if (typeof found !== "object" || found === null || !("args" in found)) return false;
  return Array.isArray(found.args) && found.args[0] === server;
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
