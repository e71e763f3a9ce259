/**
 * Checks whether a path is a program or a directory, and resolves its links. A path that is missing or not accessible is neither a program
 * nor a directory.
 */
import { accessSync, constants, lstatSync, realpathSync, statSync } from "node:fs";
import { valueOr } from "../text/value-or.ts";

/** Reports whether a path is a file that this process may execute. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Reports whether a path is a directory. */
export function isFolder(path: string): boolean {
  return valueOr(false, () => statSync(path).isDirectory());
}

/** Reports whether a path is a symbolic link. */
export function isLink(path: string): boolean {
  return valueOr(false, () => lstatSync(path).isSymbolicLink());
}

/** Resolves all links of a path. Returns the path itself if it is missing or not accessible. */
export function toRealPath(path: string): string {
  return valueOr(path, () => realpathSync.native(path));
}
