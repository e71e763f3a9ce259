/** A server as a client's file names it. */
import { posix, win32 } from "node:path";
import type { ClientFacts } from "./clients.ts";

/** How a server is started. */
export interface ServerCommand {
  /** Full path of Node.js. */
  readonly node: string;
  /** Full path of `server.mjs`. */
  readonly server: string;
  readonly flags: readonly string[];
  /** The `PATH` that its tools need. Absent: the client's. */
  readonly searchPath?: string;
}

export type EntryValue = string | readonly string[] | { readonly [name: string]: EntryValue };
export type ServerEntry = Readonly<Record<string, EntryValue>>;

/** The value of one key of an entry; the path counts from the entry. */
export interface EntryPart {
  readonly path: readonly [string, ...string[]];
  readonly value: EntryValue;
}

/** The whole entry, in the order in which clients show it. */
export function toEntry({ fixed }: ClientFacts, { node, server, flags, searchPath }: ServerCommand): ServerEntry {
  const env: ServerEntry = searchPath === undefined ? {} : { env: { PATH: searchPath } };
  return { ...fixed, command: node, args: [server, ...flags], ...env };
}

/** The entry, key by key, so that what others added beside them can stay. */
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

/** Whether an entry that stands in a file starts this server: by its first argument, whatever else is in it. */
export function startsServer(found: unknown, server: string): boolean {
  if (typeof found !== "object" || found === null || !("args" in found)) return false;
  return Array.isArray(found.args) && found.args[0] === server;
}

/** Flags of a generated server whose value is a path. */
const PATH_FLAGS = new Set(["--policy", "--root", "--token-file"]);

/** The flags with full paths: a client starts the server in a folder of its own choice. */
export function resolveFlags(flags: readonly string[], folder: string, platform: NodeJS.Platform): readonly string[] {
  const paths = platform === "win32" ? win32 : posix;
  return flags.map((flag, index) => {
    if (PATH_FLAGS.has(flags[index - 1] ?? "")) return paths.resolve(folder, flag);
    const [, name = "", value] = /^(--[\w-]+)=(.+)$/s.exec(flag) ?? [];
    return value !== undefined && PATH_FLAGS.has(name) ? `${name}=${paths.resolve(folder, value)}` : flag;
  });
}

/** Whether a program is in a folder that is named for a version, and goes away with it: those of version managers, and of Homebrew. */
export function isVersioned(program: string): boolean {
  return /[/\\]v?\d+\.\d+\.\d+[^/\\]*[/\\]/.test(program);
}
