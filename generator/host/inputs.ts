/** The file system, as far as it is about inputs: finding and reading the files that a user names. */
import * as fs from "node:fs";
import { basename, dirname, sep } from "node:path";
import { nearNames } from "@climax-gen/runtime/compiler";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { InputFile } from "../load/decode.ts";
import { maxFileBytes } from "../load/decode.ts";
import { listedPaths, MANIFEST_NAME } from "../write/manifest.ts";

export interface ReadInputs {
  readonly files: readonly InputFile[];
  /** In the order named, without those that cannot be read. */
  readonly policies: readonly InputFile[];
  readonly diagnostics: readonly Diagnostic[];
}

const CONFIG_FILE = /\.ya?ml$/;

/**
 * The named files, and the `*.yaml` and `*.yml` files below the named folders, sorted by code unit; folders that are called
 * `node_modules` or start with a dot are skipped, and files that climax-gen wrote, as those of packages. A file that is named twice is read once, where it is first named; a file that
 * is given as a policy is no input as well.
 */
export function readInputs(paths: readonly string[], policyPaths: readonly string[] = []): ReadInputs {
  const files: InputFile[] = [];
  const diagnostics: Diagnostic[] = [];
  const seen = new Set(policyPaths.map(identify));
  for (const named of paths.map(toShownPath)) {
    const found = findInputs(named);
    if (found.length === 0) diagnostics.push(diagnose("no-input-files", { path: named }));
    for (const path of found) {
      const identity = identify(path);
      if (seen.has(identity) && path === named) diagnostics.push(diagnose("duplicate-input", { path }));
      if (seen.has(identity)) continue;
      seen.add(identity);
      const file = readInput(path);
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

/** A text that changes with every input and policy that is added, removed or written. Reads no contents. */
export function fingerprintInputs(paths: readonly string[], policyPaths: readonly string[] = []): string {
  const files = paths.map(toShownPath).flatMap(findInputs);
  return [...files, ...policyPaths].map((path) => `${path} ${stampOf(path)}`).join("\n");
}

function stampOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = fs.statSync(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    // That it is not there is what there is to know.
    return "missing";
  }
}

function findInputs(named: string): readonly string[] {
  return kindOf(named) === "folder" ? findConfigs(named).toSorted() : [named];
}

/** A folder that cannot be looked into stands for itself, so that reading it says why. A linked folder is not followed: it may lead back. */
function findConfigs(folder: string): readonly string[] {
  const entries = listEntries(folder);
  if (entries === undefined) return [folder];
  const at = (name: string): string => (folder === "." ? name : `${folder === "/" ? "" : folder}/${name}`);
  const written = new Set(entries.some(({ name }) => name === MANIFEST_NAME) ? readListed(at(MANIFEST_NAME)) : []);
  return entries.flatMap((entry) => {
    const path = at(entry.name);
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : findConfigs(path);
    const isConfig = CONFIG_FILE.test(entry.name) && !written.has(path);
    return isConfig && (entry.isFile() || kindOf(path) === "file") ? [path] : [];
  });
}

function readListed(manifestPath: string): readonly string[] {
  try {
    return listedPaths(manifestPath, fs.readFileSync(manifestPath, "utf8"));
  } catch {
    // Then nothing says that any of the files is ours.
    return [];
  }
}

/** Whether a file below a folder is one of its configs, by its path alone: as a search of the folder would find it. */
export function isConfigPath(folder: string, path: string): boolean {
  const prefix = folder === "." ? "" : `${folder}/`;
  const folders = path.slice(prefix.length).split("/").slice(0, -1);
  return path.startsWith(prefix) && CONFIG_FILE.test(path) && !folders.some(isSkipped);
}

function isSkipped(folder: string): boolean {
  return folder.startsWith(".") || folder === "node_modules";
}

/** One file, or why it cannot be read; `path` is as messages show it. */
export function readInput(path: string): InputFile | Diagnostic {
  try {
    const { size } = fs.statSync(path);
    if (size > maxFileBytes) return diagnose("file-too-large", { path }, { bytes: size, limit: maxFileBytes });
    return { path, bytes: fs.readFileSync(path) };
  } catch (error) {
    if (errorCode(error) !== "ENOENT") return diagnose("unreadable-file", { path }, { reason: errorCode(error) });
    const siblings = listEntries(dirname(path)) ?? [];
    const near = nearNames(
      basename(path),
      siblings.map(({ name }) => name),
      3,
    );
    return diagnose("file-not-found", { path }, { near });
  }
}

/** Reports whether a file or folder of this path exists. */
export function isThere(path: string): boolean {
  return fs.existsSync(path);
}

/** The path as messages show it: with `/` on every system, without one at its end. */
export function toShownPath(path: string): string {
  const slashes = path.replaceAll(sep, "/");
  return slashes.length > 1 ? slashes.replace(/\/+$/, "") : slashes;
}

/** What a path leads to, links followed. */
export function kindOf(path: string): "file" | "folder" | "other" {
  try {
    const stats = fs.statSync(path);
    if (stats.isDirectory()) return "folder";
    return stats.isFile() ? "file" : "other";
  } catch {
    // Whoever goes on to use the path is told what is wrong with it.
    return "other";
  }
}

/** The path with its links followed, by which two names of one file are known; a path that leads nowhere is itself. */
export function identify(path: string): string {
  // The system's own way is faster; in a few containers it lacks what it needs (musl without /proc).
  return tryPath(() => fs.realpathSync.native(path)) ?? tryPath(() => fs.realpathSync(path)) ?? path;
}

function tryPath(find: () => string): string | undefined {
  try {
    return find();
  } catch {
    // Whoever reads it is told that it leads nowhere.
    return undefined;
  }
}

/** What is in a folder; undefined where it cannot be looked into. */
export function listEntries(folder: string): readonly fs.Dirent[] | undefined {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not there, or not to be looked into; whoever uses the folder is told why.
    return undefined;
  }
}

/** `ENOENT` and the like, for a message. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
