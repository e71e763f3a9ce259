/** The manifest of a generated tree: which files a later run may replace or remove, and how it will know that nobody edited them. */
import { createHash } from "node:crypto";
import { byKey } from "../text/code-unit-order.ts";

export type FileContent = string | Uint8Array;

/** Name of the manifest, in the generated project's folder and in its `dist/`, which has its own as it is not committed. */
export const MANIFEST_NAME = ".climax-gen.json";

const FORMAT_VERSION = 1;

/** Content hashes that a listed file may have, by path from the manifest's folder. More than one while a run was interrupted. */
export type ManifestEntries = ReadonlyMap<string, readonly string[]>;

/** The entries, or why the text cannot be used. */
export type ParsedManifest =
  | { readonly ok: true; readonly entries: ManifestEntries }
  | { readonly ok: false; readonly reason: "no JSON" | "no manifest" | "other format version" | "unsafe path" };

/** Hash of a file's bytes as manifests write it: `sha256-` and base64. */
export function hashContent(content: FileContent): string {
  return hashParts([content]);
}

/** The same for bytes that come in parts. */
export function hashParts(parts: Iterable<FileContent>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return `sha256-${hash.digest("base64")}`;
}

/** The manifest's text: sorted by path, one line a file. Paths count from the manifest's own folder. */
export function formatManifest(files: ReadonlyMap<string, FileContent>): string {
  return formatEntries(Array.from(files, ([path, content]) => [path, [hashContent(content)]]));
}

/** Whether a path of a generated tree is a manifest. */
export function isManifest(path: string): boolean {
  return path === MANIFEST_NAME || path.endsWith(`/${MANIFEST_NAME}`);
}

/** Paths of the files that a manifest lists, beginning as its own path does; none where it cannot be understood. */
export function listedPaths(manifestPath: string, text: string): readonly string[] {
  const parsed = parseManifest(text);
  const folder = manifestPath.slice(0, -MANIFEST_NAME.length);
  return parsed.ok ? Array.from(parsed.entries.keys(), (path) => folder + path) : [];
}

/** The hash of every file of a generated tree, by path. Its manifests say most of them, so that no file is hashed twice. */
export function hashTree(files: ReadonlyMap<string, FileContent>): ReadonlyMap<string, string> {
  const listed = new Map(
    Array.from(files).flatMap(([path, content]) => {
      const manifest = isManifest(path) && typeof content === "string" ? parseManifest(content) : undefined;
      if (manifest?.ok !== true) return [];
      const folder = path.slice(0, -MANIFEST_NAME.length);
      return Array.from(manifest.entries, ([name, hashes]) => [folder + name, hashes[0]] as const);
    }),
  );
  return new Map(Array.from(files, ([path, content]) => [path, listed.get(path) ?? hashContent(content)]));
}

/** A manifest that holds for a tree in which any file may be the old or the new one: what stands there while a run writes. */
export function formatJournal(old: ManifestEntries, next: ManifestEntries): string {
  const paths = new Set([...old.keys(), ...next.keys()]);
  return formatEntries(Array.from(paths, (path) => [path, [...new Set([...(old.get(path) ?? []), ...(next.get(path) ?? [])])]]));
}

function formatEntries(entries: readonly (readonly [string, readonly string[]])[]): string {
  const sorted = entries.toSorted(byKey);
  const lines = sorted.map(([path, hashes]) => `    ${JSON.stringify(path)}: ${JSON.stringify(hashes.length === 1 ? hashes[0] : hashes)}`);
  return `{\n  "formatVersion": ${FORMAT_VERSION},\n  "files": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/** Reads a manifest that anyone may have edited: a path that could lead out of its folder makes all of it unusable. */
export function parseManifest(text: string): ParsedManifest {
  const manifest = parseJson(text);
  if (manifest === undefined) return { ok: false, reason: "no JSON" };
  if (!isRecord(manifest) || !isRecord(manifest["files"])) return { ok: false, reason: "no manifest" };
  if (manifest["formatVersion"] !== FORMAT_VERSION) return { ok: false, reason: "other format version" };
  const entries = new Map<string, readonly string[]>();
  for (const [path, hashes] of Object.entries(manifest["files"])) {
    const list: unknown[] = Array.isArray(hashes) ? hashes : [hashes];
    if (!list.every((hash) => typeof hash === "string")) return { ok: false, reason: "no manifest" };
    if (!isSafePath(path)) return { ok: false, reason: "unsafe path" };
    entries.set(path, list);
  }
  return { ok: true, entries };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The only failure of JSON.parse, and undefined is no JSON value.
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSafePath(path: string): boolean {
  return !/[\\:\0]/.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
