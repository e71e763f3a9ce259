/** Reads the state of an output directory. */
import * as fs from "node:fs";
import { dirname, join, sep } from "node:path";
import { errorCode, identify, kindOf, listEntries } from "./file-system.ts";
import { type FileContent, hashParts, MANIFEST_NAME, parseManifest } from "../write/manifest.ts";
import { type ExistingEntry, type ExistingTree, manifestPaths } from "../write/plan-writes.ts";
import { isTransient } from "../write/write-steps.ts";

/** Maximum number of files to count. A directory with more files is clearly not an output directory. */
const MAX_COUNTED_FILES = 1000;

/** Size of the read buffer, in bytes. It is allocated once, because allocating one per file takes longer than hashing. */
const CHUNK_BYTES = 128 * 1024;

/** Reads the state of each path of the given files and of earlier runs. A missing directory counts as empty. */
export function readExistingTree(outFolder: string, files: ReadonlyMap<string, FileContent>): ExistingTree {
  const look = createLook(outFolder, hashParts);
  const manifests = new Map<string, string>();
  for (const path of manifestPaths(files)) {
    if (look(path)?.kind === "file") manifests.set(path, fs.readFileSync(join(outFolder, path), "utf8"));
  }
  const listed = Array.from(manifests, ([path, text]) => {
    const parsed = parseManifest(text);
    return parsed.kind === "parsed" ? Array.from(parsed.entries.keys(), (name) => join(dirname(path), name).replaceAll(sep, "/")) : [];
  });
  const entries = new Map<string, ExistingEntry>();
  for (const path of new Set([...files.keys(), ...listed.flat()])) {
    const entry = look(path);
    if (entry !== undefined) entries.set(path, entry);
  }
  // Without permission to read the manifest, it is unknown who wrote the other files.
  const isKnown = manifests.has(MANIFEST_NAME) || entries.get(MANIFEST_NAME)?.kind === "unreadable";
  return { fileCount: isKnown ? manifests.size : countFiles(outFolder), manifests, entries };
}

/** Reports whether a directory contains files, and climax-gen wrote none of them. */
export function isForeign(outFolder: string): boolean {
  return kindOf(join(outFolder, MANIFEST_NAME)) !== "file" && countFiles(outFolder) > 0;
}

/** Returns a function that computes the hash of a file below a directory. It returns undefined if the path is not a file. */
export function createFileHash(folder: string, hash: Hash): (path: string) => string | undefined {
  const look = createLook(folder, hash);
  return (path) => {
    const entry = look(path);
    return entry?.kind === "file" ? entry.hash : undefined;
  };
}

type Look = (path: string) => ExistingEntry | undefined;
type Hash = (parts: Iterable<Uint8Array>) => string;

/** Creates a function that inspects paths below a directory. It inspects each parent directory once. */
function createLook(root: string, hash: Hash): Look {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const folders = new Map<string, ExistingEntry | undefined>([[".", { kind: "folder" }]]);

  function look(path: string): ExistingEntry | undefined {
    const parent = lookInto(dirname(path));
    if (parent?.kind === "folder") return lookAt(`${root}${sep}${path}`, path);
    return parent === undefined || parent.kind === "outside" || parent.kind === "unreadable" ? parent : { kind: "blocked" };
  }

  /** Returns the entry of a directory, with links followed. */
  function lookInto(folder: string): ExistingEntry | undefined {
    if (!folders.has(folder)) folders.set(folder, followLink(look(folder), folder));
    return folders.get(folder);
  }

  function followLink(entry: ExistingEntry | undefined, folder: string): ExistingEntry | undefined {
    if (entry?.kind !== "link") return entry;
    const target = identify(join(root, folder));
    const realRoot = identify(root);
    return target.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep) ? lookAt(target, folder) : { kind: "outside" };
  }

  /** Inspects `target`. `path` is its path below the root, for messages. */
  function lookAt(target: string, path: string): ExistingEntry | undefined {
    let isListed = false;
    try {
      const stats = fs.lstatSync(target);
      isListed = true;
      if (stats.isFile()) return { kind: "file", hash: hash(readParts(target, chunk)) };
      if (stats.isDirectory()) return { kind: "folder" };
      return { kind: stats.isSymbolicLink() ? "link" : "blocked" };
    } catch (error) {
      const reason = errorCode(error);
      // Writing the file reports other errors.
      if (reason !== "EACCES") return undefined;
      const folder = dirname(path);
      return { kind: "unreadable", path: isListed ? path : folder === "." ? "" : folder, reason };
    }
  }

  return look;
}

/** Yields the bytes of a file in parts, which share one buffer, `chunk`. */
function* readParts(path: string, chunk: Uint8Array): Iterable<Uint8Array> {
  const file = fs.openSync(path, "r");
  try {
    for (let count = fs.readSync(file, chunk); count > 0; count = fs.readSync(file, chunk)) yield chunk.subarray(0, count);
  } finally {
    fs.closeSync(file);
  }
}

function countFiles(folder: string): number {
  let count = 0;
  for (const entry of listEntries(folder) ?? []) {
    if (!entry.isDirectory()) count += isTransient(entry.name) ? 0 : 1;
    else if (count < MAX_COUNTED_FILES) count += countFiles(join(folder, entry.name));
    if (count >= MAX_COUNTED_FILES) break;
  }
  return count;
}
