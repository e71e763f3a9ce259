/**
 * Resolves symbolic links. This is the only policy file that accesses the file system. It uses `promises` of `node:fs`, which Node.js loads
 * on first use. An import of `node:fs/promises` would be loaded at every startup.
 */
import { promises } from "node:fs";
import { basename, dirname, join, parse, sep } from "node:path";
import { codeOf } from "../text/message-of.ts";

/**
 * Resolves every symbolic link of an absolute path. If the path does not exist, resolves its deepest existing ancestor and appends the rest
 * unchanged. Returns `undefined` if the result is unknown: for a dangling link (a program could create its target), a loop of links, or a
 * directory that the server may not read.
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

/** The target of a path as another process resolves it. */
export type ProgramPath =
  | { readonly kind: "found"; readonly path: string }
  /** The cases in which `findRealPath` returns `undefined`. */
  | { readonly kind: "unknown" }
  /** The target depends on the process. `folder` contains the link of the process, if the link is the last component of the path. */
  | { readonly kind: "process"; readonly folder?: string };

/** Maximum number of links in one path, as in Linux. */
const MAX_LINKS = 40;

interface PathPart {
  readonly name: string;
  readonly isOfLink: boolean;
}

/**
 * Resolves an absolute path as a program that the server starts would resolve it. Works like `findRealPath`, but does not follow the links
 * of a process below `/proc` (`cwd`, `root`, `exe`, `fd/…`). For the program, `self` is a different process than for the server, and a
 * number can become the program's own. `self` and `thread-self` are kept as names: `/proc/self/stat` is inside `/proc` and `/proc/self`
 * only.
 */
export async function findProgramPath(path: string): Promise<ProgramPath> {
  const { root } = parse(path);
  let followed = root;
  let pending = toParts(path.slice(root.length), false);
  for (let links = 0; links <= MAX_LINKS;) {
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

/** Targets of `self`, `thread-self`, `mounts` and `net`. The links of a process contain absolute paths, or text such as `pipe:[1]`. */
const IN_PROCESS_TABLE = /^\w[\w/-]*$/;
const OWN_PROCESS = /^\d/;

/** `f_type` of the file system `proc` (Linux, `magic.h`), which identifies it at any mount point. */
const PROC_SUPER_MAGIC = 0x9fa0;

async function isProcessTable(folder: string): Promise<boolean> {
  try {
    return (await promises.statfs(folder)).type === PROC_SUPER_MAGIC;
  } catch {
    // The file system is unknown: assume the unsafe case.
    return true;
  }
}

function toParts(path: string, isOfLink: boolean): readonly PathPart[] {
  return path.split(sep).flatMap((name) => (name === "" || name === "." ? [] : [{ name, isOfLink }]));
}

type LinkText = { readonly kind: "link"; readonly text: string } | { readonly kind: "missing" } | { readonly kind: "unknown" };

/** Reads a link. Returns `undefined` if the path exists and is not a link. */
async function readLink(path: string): Promise<LinkText | undefined> {
  try {
    if (!(await promises.lstat(path)).isSymbolicLink()) return undefined;
    return { kind: "link", text: await promises.readlink(path) };
  } catch (error) {
    return { kind: isMissing(error) ? "missing" : "unknown" };
  }
}

/** Reports whether one real path is inside another. A directory is inside itself; `root-evil` is not inside `root`. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Reports whether an error means that the path does not exist. ENOTDIR: an ancestor is a file. */
function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await promises.lstat(path)).isSymbolicLink();
  } catch (error) {
    // A missing path is not a link. After any other error, assume a link.
    return !isMissing(error);
  }
}
