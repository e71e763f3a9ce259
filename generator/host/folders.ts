/** Creates directories, and removes empty ones. */
import * as fs from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { errorCode, kindOf } from "./file-system.ts";

/**
 * Creates a directory with its missing parents, and returns the topmost one that it created; undefined if the directory exists. Throws the
 * system's error. Does not use `recursive` of Node.js, which never returns below `/proc` and `/dev/fd`: they exist, but creating a
 * directory in them fails with ENOENT.
 */
export function makeFolders(folder: string): string | undefined {
  if (kindOf(folder) === "folder") return undefined;
  const parent = dirname(folder);
  const topmost = fs.existsSync(parent) || parent === folder ? undefined : makeFolders(parent);
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    // Another process may have created it in between.
    if (errorCode(error) !== "EEXIST" || kindOf(folder) !== "folder") throw error;
    return topmost;
  }
  return topmost ?? folder;
}

/** Removes a directory and its parents below `stopAt` if they are empty. */
export function removeEmptyFolders(folder: string, stopAt: string): void {
  for (let current = resolve(folder); current.startsWith(resolve(stopAt) + sep); current = dirname(current)) {
    try {
      fs.rmdirSync(current);
    } catch {
      // A directory with other files is kept, and so are its parents.
      return;
    }
  }
}
