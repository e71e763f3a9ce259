/**
 * Resolves POSIX paths as text, with the same results as `node:path`. Used by stages that also run in a browser, which has no file system
 * and no working directory.
 */

/** Reports whether a path is absolute. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith("/");
}

/** Returns the absolute path of `path`, which is relative to the absolute directory `base`. */
export function resolvePath(base: string, path: string): string {
  const whole = normalizePath(isAbsolutePath(path) ? path : `${base}/${path}`);
  return whole.length > 1 && whole.endsWith("/") ? whole.slice(0, -1) : whole;
}

/** Returns the parent of an absolute, normalized path. The parent of `/` is `/`. */
export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** Removes `.`, `..` and repeated slashes, except `..` at the start of a relative path. A final slash is kept. */
export function normalizePath(path: string): string {
  const isAbsolute = isAbsolutePath(path);
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    const last = parts.at(-1);
    if (part !== "..") parts.push(part);
    else if (last !== undefined && last !== "..") parts.pop();
    else if (!isAbsolute) parts.push(part);
  }
  const body = parts.join("/");
  const end = path.endsWith("/") ? "/" : "";
  if (isAbsolute) return body === "" ? "/" : `/${body}${end}`;
  return body === "" ? `.${end}` : `${body}${end}`;
}
