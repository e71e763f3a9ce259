/** Parses paths from callers, without access to the file system. */

/** Returns the `path` of a call, and "" if the call passes none. */
export function pathArgument(given: Readonly<Record<string, unknown>>): string {
  const path = Object.hasOwn(given, "path") ? given["path"] : undefined;
  return typeof path === "string" ? path : "";
}

/** Returns the path of a directory without trailing slashes. */
export function withoutSlash(root: string): string {
  return root.replace(/\/+$/, "");
}

/** Returns the directory name that listed paths start with: the last component of `root`. */
export function folderName(root: string): string {
  return root.split("/").findLast((part) => part !== "" && part !== ".") ?? root;
}

/**
 * Converts a path, with or without the directory's name as its first component, to a path relative to the directory. Returns `undefined`
 * for paths that cannot be listed: `..` components, absolute paths of any system, backslashes, NUL, and their percent-encoded forms. This
 * server does not decode them, but a proxy or client could.
 */
export function toRelativePath(path: string, folder: string): string | undefined {
  if (!isPlain(path) || !isPlain(decodeFully(path))) return undefined;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return (parts[0] === folder ? parts.slice(1) : parts).join("/");
}

/** Reports whether a caller can request this file. A name that is not valid Unicode cannot be requested. */
export function isListable(relative: string, folder: string): boolean {
  return toRelativePath(`${folder}/${relative}`, folder) === relative && !relative.includes("\uFFFD");
}

function isPlain(path: string): boolean {
  return !/[\0\\]/.test(path) && !/^\/|^[A-Za-z]:/.test(path) && !path.split("/").includes("..");
}

/** Decodes percent-encoding repeatedly: `%252e` needs two rounds, because `%25` is an encoded `%`. */
function decodeFully(path: string): string {
  let decoded = path;
  for (let round = 0; round < MAX_DECODE_ROUNDS; round++) {
    const next = decoded.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    if (next === decoded) return decoded;
    decoded = next;
  }
  // A legitimate name is not encoded more often. `isPlain` rejects this result.
  return "..";
}

const MAX_DECODE_ROUNDS = 5;
