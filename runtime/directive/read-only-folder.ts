/** A folder that is read and never written to: the only file of the Directive tools that touches the file system. */
import { constants } from "node:fs";
import type { Dirent, Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findRealPath, isInside } from "../policy/real-path.ts";

/** In bytes; the contract says 5 MB. Larger files are refused, unread. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

export interface ReadOnlyFolder {
  /**
   * Paths of all regular files, `/` between their parts, sorted by code unit. A link counts as what it leads to where that is a file
   * inside the folder; linked folders are not entered, for what they hold is listed in its own place or not inside at all.
   */
  readonly list: () => Promise<readonly string[]>;
  /** The text of a file, exactly as it is stored, a byte order mark included. `path` has `/` between its parts. */
  readonly read: (path: string) => Promise<ReadFile>;
}

export type ReadFile =
  | { readonly kind: "read"; readonly text: string }
  /** `missing`: there is no regular file. `outside`: where it leads is not inside the folder, or cannot be told. */
  | { readonly kind: "missing" | "outside" | "too_large" | "not_utf8" }
  | { readonly kind: "unreadable"; readonly code: string };

export type OpenedFolder =
  | { readonly kind: "open"; readonly folder: ReadOnlyFolder }
  /** `outside`: a link leads out of the directory that the folder should be in. */
  | { readonly kind: "missing" | "outside" };

/** The folder `root` below `directory`, as both are now. The directory may be reached through links, the folder has to be inside it. */
export async function openReadOnlyFolder(directory: string, root: string): Promise<OpenedFolder> {
  const fence = await findRealPath(resolve(directory));
  const folder = await findRealPath(resolve(directory, root));
  if (fence === undefined || folder === undefined) return { kind: "missing" };
  if (!isInside(folder, fence)) return { kind: "outside" };
  if (!(await statOf(folder))?.isDirectory()) return { kind: "missing" };
  return {
    kind: "open",
    folder: {
      list: async () => (await findFiles(folder, "", { folder, found: [] })).toSorted(),
      read: (path) => readInside(folder, path),
    },
  };
}

/** Adds the files below `parent`, whose names start with `prefix`. */
async function findFiles(parent: string, prefix: string, { folder, found }: Search): Promise<readonly string[]> {
  for (const entry of await entriesOf(parent)) {
    const path = join(parent, entry.name);
    const name = `${prefix}${entry.name}`;
    if (entry.isDirectory()) await findFiles(path, `${name}/`, { folder, found });
    else if (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(path, folder)))) found.push(name);
  }
  return found;
}

interface Search {
  readonly folder: string;
  readonly found: string[];
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // Gone meanwhile, or not to be looked into: either way nothing in it can be read.
    return [];
  }
}

async function leadsToFile(link: string, folder: string): Promise<boolean> {
  const target = await findRealPath(link);
  return target !== undefined && isInside(target, folder) && (await statOf(target))?.isFile() === true;
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch {
    // What cannot be looked at is neither a file nor a folder to us.
    return undefined;
  }
}

async function readInside(folder: string, path: string): Promise<ReadFile> {
  const target = await findRealPath(join(folder, path));
  if (target === undefined || !isInside(target, folder)) return { kind: "outside" };
  try {
    return await readRegularFile(target);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return MISSING_CODES.has(code) ? { kind: "missing" } : { kind: "unreadable", code };
  }
}

/** `ELOOP`: a link stands where a file was when links were followed. `ENXIO`: a pipe or a device that nobody serves. */
const MISSING_CODES: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ELOOP", "ENXIO"]);

/** Opened without waiting, so that a pipe nobody writes to does not hold the call, and looked at only once it is open. */
async function readRegularFile(path: string): Promise<ReadFile> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return { kind: "missing" };
    return stats.size > MAX_FILE_BYTES ? { kind: "too_large" } : await readText(file);
  } finally {
    await file.close();
  }
}

async function readText(file: FileHandle): Promise<ReadFile> {
  const bytes = await file.readFile();
  // It may have grown since it was measured.
  if (bytes.length > MAX_FILE_BYTES) return { kind: "too_large" };
  try {
    return { kind: "read", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    // The decoder throws at the first byte that belongs to no character, and at nothing else.
    return { kind: "not_utf8" };
  }
}
