/**
 * Follows symbolic links: the only file of the policy that touches the file system. By `promises` of `node:fs`, which Node.js loads when
 * they are first used, where an import of `node:fs/promises` would have every start load them.
 */
import { promises } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

/**
 * Where an absolute path leads once every symbolic link is followed. Of a path that does not exist yet, the deepest folder that
 * does is followed, and the rest stays as it is. `undefined` where that cannot be told: a link without a target, which a program
 * would write through, a loop of links, a folder that the server may not look into.
 */
export async function findRealPath(path: string): Promise<string | undefined> {
  const missing: string[] = [];
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      return join(await promises.realpath(existing), ...missing);
    } catch (error) {
      if (!isMissing(error) || (await isLink(existing)) || existing === dirname(existing)) return undefined;
      missing.unshift(basename(existing));
    }
  }
}

/** Whether one real path is inside another. A folder is inside itself; `root-evil` is not inside `root`. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Below a file there is nothing either. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await promises.lstat(path)).isSymbolicLink();
  } catch (error) {
    // Something that is not there is no link; of anything else it cannot be told, so it counts as one.
    return !isMissing(error);
  }
}
