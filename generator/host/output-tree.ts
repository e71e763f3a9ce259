/** The file system: what stands in an output folder. */
import * as fs from "node:fs";
import { dirname, join, sep } from "node:path";
import { errorCode, identify, listEntries } from "./inputs.ts";
import { type FileContent, hashParts, MANIFEST_NAME, parseManifest } from "../write/manifest.ts";
import { type ExistingEntry, type ExistingTree, manifestPaths } from "../write/plan-writes.ts";
import { temporaryFile } from "../write/write-steps.ts";

/** A folder that holds more files than this was not meant as an output folder: counting on would tell nothing new. */
const MAX_COUNTED_FILES = 1000;

/** Bytes that are read and hashed at a time, in one piece of memory: new memory for each file would take longer than its hash. */
const CHUNK_BYTES = 128 * 1024;

/**
 * What stands where the given files, and those of earlier runs, belong. A folder that is missing is empty. `hash` is computed of each
 * file; plans take those of manifests.
 */
export function readExistingTree(outFolder: string, files: ReadonlyMap<string, FileContent>, hash: Hash = hashParts): ExistingTree {
  const look = createLook(outFolder, hash);
  const manifests = new Map<string, string>();
  for (const path of manifestPaths(files)) {
    if (look(path)?.kind === "file") manifests.set(path, fs.readFileSync(join(outFolder, path), "utf8"));
  }
  const listed = Array.from(manifests, ([path, text]) => {
    const parsed = parseManifest(text);
    return parsed.ok ? Array.from(parsed.entries.keys(), (name) => join(dirname(path), name).replaceAll(sep, "/")) : [];
  });
  const entries = new Map<string, ExistingEntry>();
  for (const path of new Set([...files.keys(), ...listed.flat()])) {
    const entry = look(path);
    if (entry !== undefined) entries.set(path, entry);
  }
  return { fileCount: manifests.has(MANIFEST_NAME) ? manifests.size : countFiles(outFolder), manifests, entries };
}

type Look = (path: string) => ExistingEntry | undefined;
type Hash = (parts: Iterable<Uint8Array>) => string;

/** Looks at paths below a folder; what lies on the way to several of them is looked at once. */
function createLook(root: string, hash: Hash): Look {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const folders = new Map<string, ExistingEntry | undefined>([[".", { kind: "folder" }]]);

  function look(path: string): ExistingEntry | undefined {
    const parent = lookInto(dirname(path));
    if (parent?.kind === "folder") return lookAt(join(root, path));
    return parent === undefined || parent.kind === "outside" ? parent : { kind: "blocked" };
  }

  /** What a folder's path leads to. */
  function lookInto(folder: string): ExistingEntry | undefined {
    if (!folders.has(folder)) folders.set(folder, followLink(look(folder), folder));
    return folders.get(folder);
  }

  function followLink(entry: ExistingEntry | undefined, folder: string): ExistingEntry | undefined {
    if (entry?.kind !== "link") return entry;
    const target = identify(join(root, folder));
    const realRoot = identify(root);
    return target.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep) ? lookAt(target) : { kind: "outside" };
  }

  function lookAt(path: string): ExistingEntry | undefined {
    try {
      const stats = fs.lstatSync(path);
      if (stats.isFile()) return { kind: "file", hash: hash(readParts(path, chunk)) };
      if (stats.isDirectory()) return { kind: "folder" };
      return { kind: stats.isSymbolicLink() ? "link" : "blocked" };
    } catch (error) {
      // Where nothing can be seen for another reason than that nothing is there, writing fails with that reason.
      return errorCode(error) === "EACCES" ? { kind: "blocked" } : undefined;
    }
  }

  return look;
}

/** The bytes of a file, part after part in the same `chunk`. */
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
    if (!entry.isDirectory()) count += temporaryFile.test(entry.name) ? 0 : 1;
    else if (count < MAX_COUNTED_FILES) count += countFiles(join(folder, entry.name));
    if (count >= MAX_COUNTED_FILES) break;
  }
  return count;
}
