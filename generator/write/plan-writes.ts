/** Plans the action for each file of an output directory. Pure: the host reads the directory and executes the plan. */
import { byPath } from "../text/code-unit-order.ts";
import type { FileContent, ManifestEntries, ParsedManifest } from "./manifest.ts";
import { formatJournal, hashTree, isManifest, MANIFEST_NAME, parseManifest } from "./manifest.ts";

/** The entry at a path of a plan. A path without an entry is free. */
export type ExistingEntry =
  /** A file, with the hash that the caller requested. */
  | { readonly kind: "file"; readonly hash: string }
  /** A symbolic link to any target. */
  | { readonly kind: "link" }
  | { readonly kind: "folder" }
  /** A device, or a path in which a parent is not a directory. */
  | { readonly kind: "blocked" }
  /** The file, or a directory in its path, cannot be read. `path`: that file or directory, below the output directory. */
  | { readonly kind: "unreadable"; readonly path: string; readonly reason: string }
  /** A directory in the path is a symbolic link that escapes the output directory. */
  | { readonly kind: "outside" };

/** State of the output directory before a run. */
export interface ExistingTree {
  /** Number of files in the output directory, at any depth. If a manifest exists, only whether it is zero is meaningful. */
  readonly fileCount: number;
  /** Text of each existing manifest, by path. */
  readonly manifests: ReadonlyMap<string, string>;
  /** Entries of every path to be written and every path that a manifest lists. */
  readonly entries: ReadonlyMap<string, ExistingEntry>;
}

/** A generated file, and what happens to it. */
export type PlannedFile =
  | { readonly action: "create" | "update"; readonly path: string; readonly content: FileContent }
  | { readonly action: "unchanged" | "remove"; readonly path: string }
  | { readonly action: "conflict"; readonly path: string; readonly conflict: Conflict };

/** Reason why a file must not be written. */
export type Conflict =
  | { readonly kind: "hand-edited" }
  /** The path to write is occupied by an entry that no manifest lists. */
  | { readonly kind: "in-the-way" }
  | { readonly kind: "outside" }
  | { readonly kind: "unreadable"; readonly reason: string }
  /** climax-gen did not create the directory. */
  | { readonly kind: "not-generated"; readonly fileCount: number }
  | { readonly kind: "broken-manifest"; readonly reason: string };

/** The changes of the output directory. */
export interface WritePlan {
  /** Sorted by path. If there is a conflict, no file may be written. */
  readonly files: readonly PlannedFile[];
  /** Manifests to write before all other files, so that a later run can continue an interrupted one. By path. */
  readonly journals: ReadonlyMap<string, string>;
}

/** Options of a plan. */
export interface PlanOptions {
  /** Overwrite files that were edited by hand or not generated. A path that escapes the directory is still a conflict. */
  readonly force: boolean;
}

/** A manifest of the run, with the entries of the previous manifest at its path. Paths are relative to the output directory. */
interface Area {
  readonly manifestPath: string;
  readonly folder: string;
  readonly isWritten: boolean;
  readonly manifest: ParsedManifest;
}

/** Returns the entries of the previous run. Returns none if its manifest is invalid. */
function oldEntries({ manifest }: Area): ManifestEntries {
  return manifest.kind === "parsed" ? manifest.entries : new Map();
}

/**
 * Plans a run. Only files that a manifest lists are removed or overwritten. Files of a manifest that this run does not write are kept: a
 * run without the bundle does not change `dist/`.
 */
export function planWrites(existing: ExistingTree, files: ReadonlyMap<string, FileContent>, options: PlanOptions): WritePlan {
  const areas = findAreas(existing, files);
  const conflicts = options.force ? [] : findFolderConflicts(existing, areas);
  const known = new Map(areas.flatMap((area) => Array.from(oldEntries(area), ([path, hashes]) => [area.folder + path, hashes] as const)));
  const hashes = hashTree(files);
  const ground = { entries: existing.entries, hashes, known, force: options.force };
  const written = Array.from(files, ([path, content]) => planFile(path, content, ground));
  const stale = areas
    .filter(({ isWritten }) => isWritten)
    .flatMap((area) => Array.from(oldEntries(area).keys(), (path) => area.folder + path));
  const removed = stale.filter((path) => !files.has(path)).flatMap((path) => planRemoval(path, ground));
  const refused = new Set(conflicts.map(({ path }) => path));
  const actions = [...written.filter(({ path }) => !refused.has(path)), ...removed];
  // An unreadable directory is reported once, not for each file below it.
  const unique = actions.filter((file, index) => !isUnreadable(file) || actions.findIndex(({ path }) => path === file.path) === index);
  const planned = [...conflicts, ...unique].toSorted(byPath);
  return { files: planned, journals: writeJournals(areas, hashes, planned) };
}

/** Returns the manifests of a tree: those to be written and the existing ones. */
export function manifestPaths(files: ReadonlyMap<string, FileContent>): readonly string[] {
  return [...new Set([MANIFEST_NAME, `dist/${MANIFEST_NAME}`, ...[...files.keys()].filter(isManifest)])];
}

function findAreas(existing: ExistingTree, files: ReadonlyMap<string, FileContent>): readonly Area[] {
  return manifestPaths(files).map((manifestPath) => {
    const text = existing.manifests.get(manifestPath);
    const manifest: ParsedManifest = text === undefined ? { kind: "parsed", entries: new Map() } : parseManifest(text);
    return { manifestPath, folder: manifestPath.slice(0, -MANIFEST_NAME.length), isWritten: files.has(manifestPath), manifest };
  });
}

function findFolderConflicts(existing: ExistingTree, areas: readonly Area[]): readonly PlannedFile[] {
  if (existing.fileCount > 0 && !existing.manifests.has(MANIFEST_NAME)) {
    return [{ action: "conflict", path: "", conflict: { kind: "not-generated", fileCount: existing.fileCount } }];
  }
  return areas.flatMap(({ manifestPath, isWritten, manifest }) =>
    manifest.kind === "parsed" || !isWritten
      ? []
      : [{ action: "conflict", path: manifestPath, conflict: { kind: "broken-manifest", reason: manifest.reason } } as const],
  );
}

/** Data for planning a single file. */
interface Ground {
  readonly entries: ExistingTree["entries"];
  /** Hashes of the contents to be written. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly known: ManifestEntries;
  readonly force: boolean;
}

function planFile(path: string, content: FileContent, { entries, hashes, known, force }: Ground): PlannedFile {
  const entry = entries.get(path);
  const knownHashes = known.get(path);
  switch (entry?.kind) {
    case undefined:
      return { action: "create", path, content };
    case "outside":
      return { action: "conflict", path, conflict: { kind: "outside" } };
    case "unreadable":
      return toUnreadable(entry);
    case "folder":
    case "blocked":
      return { action: "conflict", path, conflict: { kind: "in-the-way" } };
    case "link":
      return force ? { action: "update", path, content } : { action: "conflict", path, conflict: { kind: "in-the-way" } };
    case "file":
      if (entry.hash === hashes.get(path)) return { action: "unchanged", path };
      if (force || isManifest(path) || knownHashes?.includes(entry.hash)) return { action: "update", path, content };
      return { action: "conflict", path, conflict: { kind: knownHashes === undefined ? "in-the-way" : "hand-edited" } };
  }
}

function planRemoval(path: string, { entries, known, force }: Ground): readonly PlannedFile[] {
  const entry = entries.get(path);
  if (entry?.kind === "unreadable") return [toUnreadable(entry)];
  if (entry?.kind !== "file" && entry?.kind !== "link") return [];
  const isOurs = entry.kind === "file" && known.get(path)?.includes(entry.hash) === true;
  return isOurs || force ? [{ action: "remove", path }] : [{ action: "conflict", path, conflict: { kind: "hand-edited" } }];
}

function isUnreadable(file: PlannedFile): boolean {
  return file.action === "conflict" && file.conflict.kind === "unreadable";
}

function toUnreadable({ path, reason }: Extract<ExistingEntry, { kind: "unreadable" }>): PlannedFile {
  return { action: "conflict", path, conflict: { kind: "unreadable", reason } };
}

function writeJournals(
  areas: readonly Area[],
  hashes: ReadonlyMap<string, string>,
  planned: readonly PlannedFile[],
): ReadonlyMap<string, string> {
  const changing = planned.filter(({ action }) => action !== "unchanged").map(({ path }) => path);
  const owner = (path: string): Area | undefined => areas.findLast(({ folder }) => path.startsWith(folder));
  const changed = areas.filter((area) => area.isWritten && changing.some((path) => path !== area.manifestPath && owner(path) === area));
  return new Map(
    changed.map((area) => {
      const own = [...hashes].filter(([path]) => owner(path) === area && path !== area.manifestPath);
      const next = new Map(own.map(([path, hash]) => [path.slice(area.folder.length), [hash]] as const));
      return [area.manifestPath, formatJournal(oldEntries(area), next)];
    }),
  );
}
