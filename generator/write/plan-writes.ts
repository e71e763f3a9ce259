/** Decides what a run does to each file of an output folder. Pure: the host looks at the folder and carries the plan out. */
import { byPath } from "../text/code-unit-order.ts";
import type { FileContent, ManifestEntries, ParsedManifest } from "./manifest.ts";
import { formatJournal, hashTree, isManifest, MANIFEST_NAME, parseManifest } from "./manifest.ts";

/** What stands at a path that a plan may touch; a path without an entry is free. */
export type ExistingEntry =
  /** With the hash that was asked for. */
  | { readonly kind: "file"; readonly hash: string }
  /** A symbolic link, wherever it leads. */
  | { readonly kind: "link" }
  | { readonly kind: "folder" }
  /** A device, or the path goes through something that is no folder, or nothing can be seen there. */
  | { readonly kind: "blocked" }
  /** A folder on the path is a symbolic link that leads out of the output folder. */
  | { readonly kind: "outside" };

export interface ExistingTree {
  /** Files in the output folder, at any depth; only whether there are any matters once there is a manifest. */
  readonly fileCount: number;
  /** Text of each manifest that is there, by path. */
  readonly manifests: ReadonlyMap<string, string>;
  /** Of every path to be written and every path that a manifest lists. */
  readonly entries: ReadonlyMap<string, ExistingEntry>;
}

export type PlannedFile =
  | { readonly action: "create" | "update"; readonly path: string; readonly content: FileContent }
  | { readonly action: "unchanged" | "remove"; readonly path: string }
  | { readonly action: "conflict"; readonly path: string; readonly conflict: Conflict };

export type Conflict =
  | { readonly kind: "hand-edited" }
  /** Something that no manifest lists stands where a file has to be written. */
  | { readonly kind: "in-the-way" }
  | { readonly kind: "outside" }
  /** The whole folder was not made by us. */
  | { readonly kind: "not-generated"; readonly fileCount: number }
  | { readonly kind: "broken-manifest"; readonly reason: string };

export interface WritePlan {
  /** Sorted by path. Where there is a conflict, nothing may be written. */
  readonly files: readonly PlannedFile[];
  /** Manifests to write before any other file, so that an interrupted run can be taken up again. By path. */
  readonly journals: ReadonlyMap<string, string>;
}

export interface PlanOptions {
  /** Overwrite files that were edited by hand or never generated. A path that leads out of the folder stays a conflict. */
  readonly force: boolean;
}

/** A manifest that the run writes, with what the last run's manifest in the same place lists. Paths count from the output folder. */
interface Area {
  readonly manifestPath: string;
  readonly folder: string;
  readonly isWritten: boolean;
  readonly manifest: ParsedManifest;
}

/** What the last run says it wrote; nothing where that cannot be understood. */
function oldEntries({ manifest }: Area): ManifestEntries {
  return manifest.ok ? manifest.entries : new Map();
}

/**
 * Only files that a manifest lists are ever removed or overwritten. A file whose manifest this run does not write stays as it
 * is: a run without the bundle leaves `dist/` alone.
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
  const planned = [...conflicts, ...written.filter(({ path }) => !refused.has(path)), ...removed].toSorted(byPath);
  return { files: planned, journals: writeJournals(areas, hashes, planned) };
}

/** The manifests of a tree: those to be written and those that are there. */
export function manifestPaths(files: ReadonlyMap<string, FileContent>): readonly string[] {
  return [...new Set([MANIFEST_NAME, `dist/${MANIFEST_NAME}`, ...[...files.keys()].filter(isManifest)])];
}

function findAreas(existing: ExistingTree, files: ReadonlyMap<string, FileContent>): readonly Area[] {
  return manifestPaths(files).map((manifestPath) => {
    const text = existing.manifests.get(manifestPath);
    const manifest: ParsedManifest = text === undefined ? { ok: true, entries: new Map() } : parseManifest(text);
    return { manifestPath, folder: manifestPath.slice(0, -MANIFEST_NAME.length), isWritten: files.has(manifestPath), manifest };
  });
}

function findFolderConflicts(existing: ExistingTree, areas: readonly Area[]): readonly PlannedFile[] {
  if (existing.fileCount > 0 && !existing.manifests.has(MANIFEST_NAME)) {
    return [{ action: "conflict", path: "", conflict: { kind: "not-generated", fileCount: existing.fileCount } }];
  }
  return areas.flatMap(({ manifestPath, isWritten, manifest }) =>
    manifest.ok || !isWritten
      ? []
      : [{ action: "conflict", path: manifestPath, conflict: { kind: "broken-manifest", reason: manifest.reason } } as const],
  );
}

/** What decides about a single file. */
interface Ground {
  readonly entries: ExistingTree["entries"];
  /** Of the contents to be written. */
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
  if (entry?.kind !== "file" && entry?.kind !== "link") return [];
  const isOurs = entry.kind === "file" && known.get(path)?.includes(entry.hash) === true;
  return isOurs || force ? [{ action: "remove", path }] : [{ action: "conflict", path, conflict: { kind: "hand-edited" } }];
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
