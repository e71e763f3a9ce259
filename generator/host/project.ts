/** Reads an existing generated project. */
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import type { CompiledHeader } from "@climax-gen/runtime/internal/tool-index/compiled/format";
import type { PackagedServer } from "@climax-gen/runtime/internal/tool-index/compiled/packaged-server";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { describeStaleDist, findStaleDist, SOURCES_COPY } from "@climax-gen/runtime/internal/launch/stale-dist";
import { readPackagedServer } from "@climax-gen/runtime/internal/tool-index/compiled/packaged-server";
import { openCompiledIndex } from "@climax-gen/runtime/internal/tool-index/compiled/read";
import { shellPath } from "../text/shell-word.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { errorCode, kindOf, readTextIfThere } from "./file-system.ts";
import { describeMissing } from "./inputs.ts";
import { toShownPath } from "../text/shown-path.ts";
import { hashContent, MANIFEST_NAME, parseManifest } from "../write/manifest.ts";

/** Result of reading the `dist/` of a generated project. */
export type ReadDist =
  | { readonly kind: "read"; readonly files: ReadonlyMap<string, Uint8Array>; readonly server: PackagedServer }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads the files of a project's `dist/`, by path below it, and the server in them. Returns a diagnostic for each missing or changed file, or
 * if another version has generated them.
 */
export function readDist(project: string): ReadDist {
  const dist = join(project, "dist");
  const manifest = readManifest(join(dist, MANIFEST_NAME));
  if (manifest === undefined) return { kind: "refused", diagnostics: [describeNoServer(project)] };
  const stale = findStale(dist, project);
  if (stale !== undefined) return { kind: "refused", diagnostics: [stale] };
  const files = new Map<string, Uint8Array>();
  const diagnostics: Diagnostic[] = [];
  for (const [path, hashes] of manifest) {
    const shown = toShownPath(join(dist, path));
    try {
      const content = fs.readFileSync(join(dist, path));
      files.set(path, content);
      // An interrupted run lists several hashes, and can leave a mix of old and new files.
      if (hashes.length !== 1 || !hashes.includes(hashContent(content))) diagnostics.push(diagnose("project-changed", { path: shown }));
    } catch (error) {
      const reason = errorCode(error);
      const command = `climax-gen <inputs> -o ${shellPath(project)}`;
      diagnostics.push(
        reason === "ENOENT"
          ? diagnose("output-missing", { path: shown }, { command })
          : diagnose("unreadable-file", { path: shown }, { reason }),
      );
    }
  }
  if (diagnostics.length > 0) return { kind: "refused", diagnostics };
  const server = readPackagedServer(files);
  if (server !== undefined && files.has("server.mjs")) return { kind: "read", files, server };
  return { kind: "refused", diagnostics: [diagnose("project-too-old", { path: toShownPath(project) })] };
}

/** Returns the diagnostic of a path without a server: it does not exist, cannot be read, or is another directory. */
function describeNoServer(project: string): Diagnostic {
  const path = toShownPath(project);
  try {
    fs.readdirSync(project);
    return diagnose("no-server", { path }, { isRemoval: false });
  } catch (error) {
    const reason = errorCode(error);
    return reason === "ENOENT" ? describeMissing(path) : diagnose("unreadable-file", { path }, { reason });
  }
}

/**
 * Returns a diagnostic if `dist` was not generated with the sources next to it. Returns undefined if it was, or if there are no sources
 * next to it. `project` is the directory for the suggested command.
 */
export function findStale(dist: string, project: string): Diagnostic | undefined {
  // Older versions of climax-gen wrote no copy.
  const isOld =
    isGeneratedProject(dist) &&
    isGeneratedProject(join(dist, "..")) &&
    readManifest(join(dist, MANIFEST_NAME))?.has(SOURCES_COPY) === false;
  const stale = isOld ? describeStaleDist(dist) : findStaleDist(dist);
  const { command = `climax-gen <inputs> -o ${shellPath(project)}` } = stale ?? {};
  return stale && diagnose("dist-stale", { path: toShownPath(dist) }, { command });
}

/** Returns a diagnostic for each wrong file in the `dist/` of an output directory. Returns an empty list if climax-gen wrote none. */
export function checkDist(project: string, command: string): readonly Diagnostic[] {
  const dist = join(project, "dist");
  const manifest = readManifest(join(dist, MANIFEST_NAME));
  if (manifest === undefined) return [];
  const isInterrupted = [...manifest.values()].some((hashes) => hashes.length !== 1);
  if (isInterrupted || findStale(dist, project) !== undefined) return [diagnose("dist-stale", { path: toShownPath(dist) }, { command })];
  return [...manifest].flatMap(([path, hashes]) => {
    const place = { path: toShownPath(join(dist, path)) };
    try {
      return hashes.includes(hashContent(fs.readFileSync(join(dist, path)))) ? [] : [diagnose("output-hand-edited", place)];
    } catch (error) {
      if (errorCode(error) === "ENOENT") return [diagnose("output-missing", place, { command })];
      return [diagnose("unreadable-file", place, { reason: errorCode(error) })];
    }
  });
}

/** Reports whether a directory is a generated project, with or without its `dist/`. */
export function isGeneratedProject(folder: string): boolean {
  return kindOf(join(folder, MANIFEST_NAME)) === "file";
}

/** Returns the hashes by path. Returns undefined if there is no valid manifest. */
export function readManifest(path: string): ReadonlyMap<string, readonly string[]> | undefined {
  const text = readTextIfThere(path);
  // Without a manifest that can be read, climax-gen did not write the directory.
  const parsed = text === undefined ? undefined : parseManifest(text);
  return parsed?.kind === "parsed" ? parsed.entries : undefined;
}

/** A generated server that can be started. */
export interface GeneratedServer {
  /** Path of `server.mjs`. */
  readonly path: string;
  readonly header: CompiledHeader;
}

/** Reads the server of a generated project, or of a copy of its `dist/`. */
export function readServer(folder: string): GeneratedServer | Diagnostic {
  const dist = [join(folder, "dist"), folder].find((candidate) => kindOf(join(candidate, "server.mjs")) === "file");
  if (dist === undefined) return describeNoServer(folder);
  return openServer(folder, () => ({ path: join(dist, "server.mjs"), header: openCompiledIndex(join(dist, "index")).header }));
}

/** Reads the tools of a server. `folder` is the directory that `readServer` has read. */
export function readTools({ path }: GeneratedServer, folder: string): readonly Tool[] | Diagnostic {
  return openServer(folder, () => openCompiledIndex(join(dirname(path), "index")).reader.readTools());
}

function openServer<Data>(folder: string, open: () => Data): Data | Diagnostic {
  try {
    return open();
  } catch (error) {
    return diagnose("unreadable-server", { path: toShownPath(folder) }, { reason: errorCode(error) });
  }
}
