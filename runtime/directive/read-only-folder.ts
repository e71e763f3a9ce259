/** Reads a directory without writing to it. This is the only file of the Directive tools that accesses the file system. */
import { constants } from "node:fs";
import type { Dirent, Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open, readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findRealPath, isInside } from "../policy/real-path.ts";
import { codeOf } from "../text/message-of.ts";
import { decodeUtf8 } from "../text/utf8.ts";

/** Maximum size of a file, in bytes: 5 MB in the Directive contract. Larger files are rejected without being read. */
const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** A directory. Files outside the directory are never listed or read, even through links. */
export interface ReadOnlyFolder {
  /**
   * Returns the paths of all regular files, with `/` as the separator, sorted by code unit. Includes links to files inside the directory.
   * Linked directories are not entered, because their files are either listed at their own path or outside the directory.
   */
  readonly list: () => Promise<readonly string[]>;
  /** Reads a file as text, including a byte order mark. `path` uses `/` as the separator. */
  readonly read: (path: string) => Promise<FileOutcome>;
}

/** The outcome of reading a file. `code`: the system's error code, such as `EACCES`. */
export type FileOutcome =
  | { readonly kind: "read"; readonly text: string }
  /** `missing`: no regular file exists. `outside`: the path resolves to a location outside the directory, or cannot be resolved. */
  | { readonly kind: "missing" | "outside" | "too_large" | "not_utf8" }
  | { readonly kind: "unreadable"; readonly code: string };

/** The outcome of opening a directory. */
export type OpenedFolder =
  | { readonly kind: "open"; readonly folder: ReadOnlyFolder }
  /** `outside`: the directory resolves to a location outside its parent. */
  | { readonly kind: "missing" | "outside" };

/** Opens the directory `root` below `directory`. `directory` may contain links; `root` must resolve to a path inside `directory`. */
export async function openReadOnlyFolder(directory: string, root: string): Promise<OpenedFolder> {
  const parent = await findRealPath(resolve(directory));
  const folder = await findRealPath(resolve(directory, root));
  if (parent === undefined || folder === undefined) return { kind: "missing" };
  if (!isInside(folder, parent)) return { kind: "outside" };
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
async function findFiles(parent: string, prefix: string, { folder, found }: FileSearch): Promise<readonly string[]> {
  for (const entry of await entriesOf(parent)) {
    const path = join(parent, entry.name);
    const name = `${prefix}${entry.name}`;
    if (entry.isDirectory()) await findFiles(path, `${name}/`, { folder, found });
    else if (entry.isFile() || (entry.isSymbolicLink() && (await resolvesToFile(path, folder)))) found.push(name);
  }
  return found;
}

interface FileSearch {
  readonly folder: string;
  readonly found: string[];
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // The directory was deleted after it was listed, or is not readable, so its files cannot be read.
    return [];
  }
}

async function resolvesToFile(link: string, folder: string): Promise<boolean> {
  const target = await findRealPath(link);
  return target !== undefined && isInside(target, folder) && (await statOf(target))?.isFile() === true;
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch {
    // A path that cannot be accessed counts as missing.
    return undefined;
  }
}

async function readInside(folder: string, path: string): Promise<FileOutcome> {
  const target = await findRealPath(join(folder, path));
  if (target === undefined || !isInside(target, folder)) return { kind: "outside" };
  try {
    return await readRegularFile(target);
  } catch (error) {
    const code = codeOf(error) ?? String(error);
    return MISSING_CODES.has(code) ? { kind: "missing" } : { kind: "unreadable", code };
  }
}

/**
 * `ELOOP`: a link has replaced the file since links were resolved. `ENXIO`: a special file that cannot be opened, such as a device without
 * a driver.
 */
const MISSING_CODES: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ELOOP", "ENXIO"]);

/** Reads a file. Opens it non-blocking, so that a pipe without a writer does not block the call, and checks its type after opening. */
async function readRegularFile(path: string): Promise<FileOutcome> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return { kind: "missing" };
    return stats.size > MAX_FILE_BYTES ? { kind: "too_large" } : await readText(file);
  } finally {
    await file.close();
  }
}

async function readText(file: FileHandle): Promise<FileOutcome> {
  const bytes = await file.readFile();
  // The file may have grown since its size was checked.
  if (bytes.length > MAX_FILE_BYTES) return { kind: "too_large" };
  const text = decodeUtf8(bytes);
  return text === undefined ? { kind: "not_utf8" } : { kind: "read", text };
}
