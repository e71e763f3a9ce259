/**
 * Formats and parses the manifest of a generated tree: the files that a later run may replace or remove, with hashes that detect manual
 * edits.
 */
import { createHash } from "node:crypto";
import { isJsonObject, parseJson } from "@climax-gen/runtime/internal/text/json";
import { byKey } from "@climax-gen/runtime/internal/text/code-unit-order";

/** Content of a generated file. */
export type FileContent = string | Uint8Array;

/** Name of the manifest in the project's directory and in its `dist/`. `dist/` has its own manifest, because it is not committed. */
export const MANIFEST_NAME = ".climax-gen.json";

const FORMAT_VERSION = 1;

/**
 * Allowed content hashes by path, relative to the manifest's directory. A file has several hashes until an interrupted run is completed.
 */
export type ManifestEntries = ReadonlyMap<string, readonly string[]>;

/** The entries, or the reason why the text is invalid. */
export type ParsedManifest =
  | { readonly kind: "parsed"; readonly entries: ManifestEntries }
  | { readonly kind: "invalid"; readonly reason: "not valid JSON" | "not a manifest" | "another format version" | "unsafe path" };

/** Computes the hash of a file for a manifest: `sha256-` and base64. */
export function hashContent(content: FileContent): string {
  return hashParts([content]);
}

/** Computes the hash of bytes that come in parts. */
export function hashParts(parts: Iterable<FileContent>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return `sha256-${hash.digest("base64")}`;
}

/** Formats a manifest: sorted by path, one line per file. Paths are relative to the manifest's directory. */
export function formatManifest(files: ReadonlyMap<string, FileContent>): string {
  return formatEntries(Array.from(files, ([path, content]) => [path, [hashContent(content)]]));
}

/** Reports whether a path of a generated tree is a manifest. */
export function isManifest(path: string): boolean {
  return path === MANIFEST_NAME || path.endsWith(`/${MANIFEST_NAME}`);
}

/** Returns the files that a manifest lists, relative to the directory of `manifestPath`. Returns an empty list for an invalid manifest. */
export function listedPaths(manifestPath: string, text: string): readonly string[] {
  const parsed = parseManifest(text);
  const folder = manifestPath.slice(0, -MANIFEST_NAME.length);
  return parsed.kind === "parsed" ? Array.from(parsed.entries.keys(), (path) => folder + path) : [];
}

/** Computes the hash of every file of a generated tree, by path. Takes most hashes from its manifests, so that no file is hashed twice. */
export function hashTree(files: ReadonlyMap<string, FileContent>): ReadonlyMap<string, string> {
  const listed = new Map(
    Array.from(files).flatMap(([path, content]) => {
      const manifest = isManifest(path) && typeof content === "string" ? parseManifest(content) : undefined;
      if (manifest?.kind !== "parsed") return [];
      const folder = path.slice(0, -MANIFEST_NAME.length);
      return Array.from(manifest.entries, ([name, hashes]) => [folder + name, hashes[0]] as const);
    }),
  );
  return new Map(Array.from(files, ([path, content]) => [path, listed.get(path) ?? hashContent(content)]));
}

/** Formats a manifest that accepts the old and the new content of each file. It is on disk until the run has written all files. */
export function formatJournal(old: ManifestEntries, next: ManifestEntries): string {
  const paths = new Set([...old.keys(), ...next.keys()]);
  return formatEntries(Array.from(paths, (path) => [path, [...new Set([...(old.get(path) ?? []), ...(next.get(path) ?? [])])]]));
}

function formatEntries(entries: readonly (readonly [string, readonly string[]])[]): string {
  const sorted = entries.toSorted(byKey);
  const lines = sorted.map(([path, hashes]) => `    ${JSON.stringify(path)}: ${JSON.stringify(hashes.length === 1 ? hashes[0] : hashes)}`);
  return `{\n  "formatVersion": ${FORMAT_VERSION},\n  "files": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/** Parses a manifest, which can be edited by hand. A path that could escape the directory makes it invalid. */
export function parseManifest(text: string): ParsedManifest {
  const manifest = parseJson(text);
  if (manifest === undefined) return { kind: "invalid", reason: "not valid JSON" };
  if (!isJsonObject(manifest) || !isJsonObject(manifest["files"])) return { kind: "invalid", reason: "not a manifest" };
  if (manifest["formatVersion"] !== FORMAT_VERSION) return { kind: "invalid", reason: "another format version" };
  const entries = new Map<string, readonly string[]>();
  for (const [path, hashes] of Object.entries(manifest["files"])) {
    const list: unknown[] = Array.isArray(hashes) ? hashes : [hashes];
    if (!list.every((hash) => typeof hash === "string")) return { kind: "invalid", reason: "not a manifest" };
    if (!isSafePath(path)) return { kind: "invalid", reason: "unsafe path" };
    entries.set(path, list);
  }
  return { kind: "parsed", entries };
}

function isSafePath(path: string): boolean {
  return !/[\\:\0]/.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
