/** Checks whether a path is a program or a directory. A path that is missing or not accessible is neither. */
import { accessSync, constants, statSync } from "node:fs";

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
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
