/**
 * Follows symbolic links: the only file of the policy that touches the file system. By `promises` of `node:fs`, which Node.js loads when
 * they are first used, where an import of `node:fs/promises` would have every start load them.
 */
import { promises } from "node:fs";
import { basename, dirname, join, parse, sep } from "node:path";

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

/** Where a path leads for any process. */
export type ProgramPath =
  | { readonly kind: "found"; readonly path: string }
  /** As `undefined` of `findRealPath`. */
  | { readonly kind: "unknown" }
  /** It depends on the process. `folder` holds the link that decides, if that is the last part of the path. */
  | { readonly kind: "process"; readonly folder?: string };

/** As many as Linux follows in one path. */
const MOST_LINKS = 40;

interface Part {
  readonly name: string;
  readonly isOfLink: boolean;
}

/**
 * Where an absolute path leads for a program that the server starts: as `findRealPath`, but without the links of a process below
 * `/proc` (`cwd`, `root`, `exe`, `fd/…`), wherever they are met. `self` is another process for the program than for the server, and a
 * number may become its own. `self` and `thread-self` are kept as names: `/proc/self/stat` is inside `/proc` and `/proc/self` only.
 */
export async function findProgramPath(path: string): Promise<ProgramPath> {
  const { root } = parse(path);
  let followed = root;
  let pending = toParts(path.slice(root.length), false);
  for (let links = 0; links <= MOST_LINKS;) {
    const [part, ...rest] = pending;
    if (part === undefined) return { kind: "found", path: followed };
    pending = rest;
    const at = join(followed, part.name);
    const target = part.name === ".." ? undefined : await readLink(at);
    if (target === undefined) {
      // The parent of `thread-self` is not `/proc`.
      if (part.name === ".." && (await isProcessTable(followed))) return { kind: "process" };
      followed = at;
    } else if (target.kind === "missing") {
      if (await isProcessTable(followed)) return { kind: "process" };
      if ([part, ...rest].some(({ isOfLink }) => isOfLink)) return { kind: "unknown" };
      return { kind: "found", path: join(at, ...rest.map(({ name }) => name)) };
    } else if (target.kind !== "link") {
      return { kind: (await isProcessTable(followed)) ? "process" : "unknown" };
    } else if (await isProcessTable(followed)) {
      if (!IN_PROCESS_TABLE.test(target.text)) return { kind: "process", ...(rest.length === 0 && { folder: followed }) };
      if (OWN_PROCESS.test(target.text)) followed = at;
      else pending = [...toParts(target.text, true), ...rest];
    } else {
      links += 1;
      if (target.text.startsWith(sep)) followed = parse(target.text).root;
      pending = [...toParts(target.text, true), ...rest];
    }
  }
  return { kind: "unknown" };
}

/** What `self`, `thread-self`, `mounts` and `net` hold; the links of a process hold absolute paths, or texts such as `pipe:[1]`. */
const IN_PROCESS_TABLE = /^\w[\w/-]*$/;
const OWN_PROCESS = /^\d/;

/** `f_type` of the file system `proc` (Linux, `magic.h`), which is found wherever it is mounted. */
const PROC_SUPER_MAGIC = 0x9fa0;

async function isProcessTable(folder: string): Promise<boolean> {
  try {
    return (await promises.statfs(folder)).type === PROC_SUPER_MAGIC;
  } catch {
    // What cannot be asked is taken for the dangerous one.
    return true;
  }
}

function toParts(path: string, isOfLink: boolean): readonly Part[] {
  return path.split(sep).flatMap((name) => (name === "" || name === "." ? [] : [{ name, isOfLink }]));
}

type LinkText = { readonly kind: "link"; readonly text: string } | { readonly kind: "missing" } | { readonly kind: "unknown" };

/** `undefined` for what exists and is not a link. */
async function readLink(path: string): Promise<LinkText | undefined> {
  try {
    if (!(await promises.lstat(path)).isSymbolicLink()) return undefined;
    return { kind: "link", text: await promises.readlink(path) };
  } catch (error) {
    return { kind: isMissing(error) ? "missing" : "unknown" };
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
