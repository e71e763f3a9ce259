/** Inspects paths without reporting errors. Imports nearly nothing, because every run uses it before anything else. */
import { valueOr } from "@climax-gen/runtime/internal/text/value-or";
import * as fs from "node:fs";

/** Reports whether a file or directory of this path exists. */
export function isThere(path: string): boolean {
  return fs.existsSync(path);
}

/** Returns the sorted names in a directory. Empty for a directory that does not exist, or that this user may not list. */
export function listFolder(path: string): readonly string[] {
  return valueOr([], () => fs.readdirSync(path).toSorted());
}

/** Returns the type of a path's target, after following links. */
export function kindOf(path: string): "file" | "folder" | "other" {
  try {
    const stats = fs.statSync(path);
    if (stats.isDirectory()) return "folder";
    return stats.isFile() ? "file" : "other";
  } catch {
    // The next access to the path reports the error.
    return "other";
  }
}

/** Resolves links, so that two names of one file can be compared. Returns a broken path unchanged. */
export function identify(path: string): string {
  // The native implementation is faster, but fails in some containers (musl without /proc).
  return valueOr(undefined, () => fs.realpathSync.native(path)) ?? valueOr(path, () => fs.realpathSync(path));
}

/** Lists a directory. Returns undefined if it cannot be read. */
export function listEntries(folder: string): readonly fs.Dirent[] | undefined {
  // The next access to the directory reports the error.
  return valueOr(undefined, () => fs.readdirSync(folder, { withFileTypes: true }));
}

/** Reads a file. Returns undefined if it cannot be read. */
export function readIfThere(path: string): Buffer | undefined {
  // A later read or write of the file reports the error. Without the record of a run, all stages run.
  return valueOr(undefined, () => fs.readFileSync(path));
}

/** Reads a text file. Returns undefined if it cannot be read. */
export function readTextIfThere(path: string): string | undefined {
  return readIfThere(path)?.toString("utf8");
}

/** Reads a text file of any size. Returns the system's reason if it cannot be read. */
export function readText(path: string): { readonly text: string } | { readonly reason: string } {
  try {
    return { text: fs.readFileSync(path, "utf8") };
  } catch (error) {
    return { reason: errorCode(error) };
  }
}

/** Returns the code of a system error for a message, such as `ENOENT`. Returns the message of another error. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}
