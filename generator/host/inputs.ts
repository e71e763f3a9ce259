/** Finds and reads the files that a user names. */
import * as fs from "node:fs";
import { basename, dirname, join, posix, sep } from "node:path";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { valueOr } from "@climax-gen/runtime/internal/text/value-or";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { byPath } from "../text/code-unit-order.ts";
import { shellPath } from "../text/shell-word.ts";
import { toShownPath } from "../text/shown-path.ts";
import type { InputFile } from "../load/decode.ts";
import { maxFileBytes } from "../load/decode.ts";
import { listedPaths, MANIFEST_NAME } from "../write/manifest.ts";
import { errorCode, identify, kindOf, listEntries } from "./file-system.ts";

/** The inputs that could be read, and the diagnostics of the others. */
export interface ReadInputs {
  readonly files: readonly InputFile[];
  /** In the given order, without unreadable files. */
  readonly policies: readonly InputFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Size of one read of a pipe, in bytes. */
const STREAM_PART_BYTES = 64 * 1024;

const CONFIG_FILE = /\.ya?ml$/;

/**
 * Reads the named files, and the `*.yaml` and `*.yml` files below the named directories, sorted by code unit. Skips directories that are
 * called `node_modules` or start with a dot, and files that climax-gen wrote, such as those of packages. Reads each file once, at its first
 * position. A file that is passed as a policy is not also an input.
 */
export function readInputs(paths: readonly string[], policyPaths: readonly string[] = []): ReadInputs {
  const files: InputFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const seen = new Set(policyPaths.map(identify));
  for (const named of paths.map(toShownPath)) {
    const found = findInputs(named);
    if (found.length === 0) diagnostics.push(describeEmpty(named));
    for (const { path, identity } of found) {
      if (seen.has(identity) && path === named) diagnostics.push(diagnose("duplicate-input", { path }));
      if (seen.has(identity)) continue;
      seen.add(identity);
      const file = readInput(path, identity);
      if ("code" in file) diagnostics.push(file);
      else files.push(path === named ? file : { ...file, isFromFolder: true });
    }
  }
  const policies: InputFile[] = [];
  for (const path of policyPaths) {
    const policy = readInput(toShownPath(path));
    if ("code" in policy) diagnostics.push(policy);
    else policies.push(policy);
  }
  return { files, policies, diagnostics };
}

/** Returns a string that changes if an input or policy is added, removed or written. Reads no contents. */
export function fingerprintInputs(paths: readonly string[], policyPaths: readonly string[] = []): string {
  const files = paths.map(toShownPath).flatMap((path) => findInputs(path).map((found) => found.path));
  // One line per path, also for a path with line feeds.
  return [...files, ...policyPaths].map((path) => `${JSON.stringify(path)} ${stampOf(path)}`).join("\n");
}

/** Returns the diagnostic of a directory without configs, which may be a generated project. */
function describeEmpty(path: string): Diagnostic {
  if (kindOf(join(path, MANIFEST_NAME)) !== "file") return diagnose("no-input-files", { path });
  return diagnose("generated-input", { path }, { server: shellPath(`${path}/dist/server.mjs`) });
}

/** Returns the time of the last change of a file, in milliseconds since 1970, or 0 for a missing file. */
export function writeTimeOf(path: string): number {
  return valueOr(0, () => fs.statSync(path).mtimeMs);
}

function stampOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = fs.statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    // A missing file has a constant stamp, so that its creation changes the fingerprint.
    return "missing";
  }
}

interface FoundInput {
  readonly path: string;
  /** See `identify`. */
  readonly identity: string;
}

function findInputs(path: string): readonly FoundInput[] {
  const identity = identify(path);
  if (kindOf(path) !== "folder") return [{ path, identity }];
  return findConfigs({ path, identity }).toSorted(byPath);
}

/**
 * Finds configs. Returns an unreadable directory itself, so that reading it reports the error. Does not follow links, which can form
 * cycles. The identity of a file that is not a link consists of its directory's identity and its name.
 */
function findConfigs(folder: FoundInput): readonly FoundInput[] {
  const entries = listEntries(folder.path);
  if (entries === undefined) return [folder];
  const at = (name: string): string => (folder.path === "." ? name : appendName(folder.path, "/", name));
  const written = new Set(entries.some(({ name }) => name === MANIFEST_NAME) ? readListed(at(MANIFEST_NAME)) : []);
  return entries.flatMap((entry) => {
    const path = at(entry.name);
    const found = { path, identity: appendName(folder.identity, sep, entry.name) };
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : findConfigs(found);
    if (!CONFIG_FILE.test(entry.name) || written.has(path)) return [];
    if (entry.isFile()) return [found];
    return kindOf(path) === "file" ? [{ path, identity: identify(path) }] : [];
  });
}

/** Joins a directory and a name. Unlike `join`, it does not normalize the path, which would take as long as listing the directory. */
function appendName(folder: string, separator: string, name: string): string {
  return `${folder}${folder.endsWith(separator) ? "" : separator}${name}`;
}

function readListed(manifestPath: string): readonly string[] {
  // Without a manifest, no file counts as generated.
  return valueOr([], () => listedPaths(manifestPath, fs.readFileSync(manifestPath, "utf8")));
}

/** Reports whether a search of a directory would find the file, by its path alone. */
export function isConfigPath(folder: string, path: string): boolean {
  const prefix = folder === "." ? "" : `${folder}/`;
  const folders = path.slice(prefix.length).split("/").slice(0, -1);
  return path.startsWith(prefix) && CONFIG_FILE.test(path) && !folders.some(isSkipped);
}

function isSkipped(folder: string): boolean {
  return folder.startsWith(".") || folder === "node_modules";
}

/** Reads one file. `path` is the path for messages. */
export function readInput(path: string, identity = identify(path)): InputFile | Diagnostic {
  try {
    const bytes = readWithin(path, maxFileBytes);
    if (typeof bytes === "number") return diagnose("file-too-large", { path }, { bytes, limit: maxFileBytes });
    const readIncluded = (relative: string): InputFile | Diagnostic => readInput(posix.join(toShownPath(dirname(path)), relative));
    return { path, bytes, identity, readIncluded };
  } catch (error) {
    return errorCode(error) === "ENOENT" ? describeMissing(path) : diagnose("unreadable-file", { path }, { reason: errorCode(error) });
  }
}

/** Returns the diagnostic of a path without a file: a broken link, a name that is not UTF-8, or no entry. */
export function describeMissing(path: string): Diagnostic {
  if (path === "-") return diagnose("file-not-found", { path }, { near: [], advice: "write `/dev/stdin` for standard input" });
  if (path.startsWith("git:")) {
    return diagnose("file-not-found", { path }, { near: [], advice: "pass a file or directory: only `climax-gen diff` reads revisions" });
  }
  const name = basename(path);
  const names = (listEntries(dirname(path)) ?? []).map((entry) => entry.name);
  if (!names.includes(name)) return diagnose("file-not-found", { path }, { near: nearNames(name, names, 3) });
  // Node.js replaces bytes that are not UTF-8, both in arguments and in names of entries, so such a file cannot be opened.
  if (name.includes("\uFFFD")) return diagnose("file-not-found", { path }, { near: [], advice: "rename the file: its name is not UTF-8" });
  return diagnose("unreadable-file", { path }, { reason: "broken link" });
}

/** Reads a file. Returns a size if it is larger than the limit. Throws if it cannot be read. */
function readWithin(path: string, limit: number): Uint8Array | number {
  const file = fs.openSync(path, "r");
  try {
    const stats = fs.fstatSync(file);
    if (stats.size > limit) return stats.size;
    return stats.isFile() ? fs.readFileSync(file) : readStream(file, limit);
  } finally {
    fs.closeSync(file);
  }
}

/** Reads a pipe or a device, whose size is not known before its end. Stops beyond the limit, and returns the size so far. */
function readStream(file: number, limit: number): Uint8Array | number {
  const parts: Buffer[] = [];
  let size = 0;
  for (;;) {
    const part = Buffer.allocUnsafeSlow(STREAM_PART_BYTES);
    const count = fs.readSync(file, part);
    if (count === 0) return Buffer.concat(parts, size);
    parts.push(part.subarray(0, count));
    size += count;
    if (size > limit) return size;
  }
}
