/** Paths as callers write them, before anything is looked up: pure. */

/** Names that are listed start with the folder's own: the last part of `root`. */
export function folderName(root: string): string {
  return root.split("/").findLast((part) => part !== "" && part !== ".") ?? root;
}

/**
 * The path below the folder, `/` between its parts; the folder's name in front may be there or not. `undefined` where no file that
 * is listed could be meant: `..` anywhere, absolute paths of any system, backslashes, NUL, and either of them percent-encoded,
 * which nothing here decodes but something before or behind it might.
 */
export function toRelativePath(path: string, folder: string): string | undefined {
  if (!isPlain(path) || !isPlain(decodeFully(path))) return undefined;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return (parts[0] === folder ? parts.slice(1) : parts).join("/");
}

/** Whether a file of this name below the folder can be asked for. A name that is no Unicode text is not known well enough. */
export function isListable(relative: string, folder: string): boolean {
  return toRelativePath(`${folder}/${relative}`, folder) === relative && !relative.includes("\uFFFD");
}

function isPlain(path: string): boolean {
  return !/[\0\\]/.test(path) && !/^\/|^[A-Za-z]:/.test(path) && !path.split("/").includes("..");
}

/** `%25` is what an encoded `%` looks like: `%252e` is two rounds away from a dot. */
function decodeFully(path: string): string {
  let decoded = path;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = decoded.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    if (next === decoded) return decoded;
    decoded = next;
  }
  // Nobody means a name that is encoded so often: what `isPlain` refuses stands for it.
  return "..";
}

const MOST_ROUNDS = 5;
