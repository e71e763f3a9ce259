/** The file system, as far as it is about a generated project that is there already. */
import * as fs from "node:fs";
import { join } from "node:path";
import { diagnose } from "./diagnostics/diagnose.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { errorCode, kindOf, toShownPath } from "./host-inputs.ts";
import { hashContent, MANIFEST_NAME, parseManifest } from "./write/manifest.ts";

export type ReadDist =
  | { readonly kind: "read"; readonly files: ReadonlyMap<string, Uint8Array> }
  | { readonly kind: "refused"; readonly diagnostics: readonly Diagnostic[] };

/** The files of a project's `dist/` by path below it, as they were generated: one that is missing or changed is a diagnostic. */
export function readDist(project: string): ReadDist {
  const dist = join(project, "dist");
  const manifest = readManifest(join(dist, MANIFEST_NAME));
  if (manifest === undefined) return { kind: "refused", diagnostics: [diagnose("no-server", { path: toShownPath(project) })] };
  const files = new Map<string, Uint8Array>();
  const diagnostics: Diagnostic[] = [];
  for (const [path, hashes] of manifest) {
    const shown = toShownPath(join(dist, path));
    try {
      const content = fs.readFileSync(join(dist, path));
      files.set(path, content);
      // Several hashes are those of a run that was interrupted: then some files may be the old ones, and some the new.
      if (hashes.length !== 1 || !hashes.includes(hashContent(content))) diagnostics.push(diagnose("project-changed", { path: shown }));
    } catch (error) {
      diagnostics.push(diagnose("unreadable-file", { path: shown }, { reason: errorCode(error) }));
    }
  }
  return diagnostics.length > 0 ? { kind: "refused", diagnostics } : { kind: "read", files };
}

/** Whether a folder is a generated project, with or without its `dist/`. */
export function isGeneratedProject(folder: string): boolean {
  return kindOf(join(folder, MANIFEST_NAME)) === "file";
}

/** Path → hashes; `undefined` where there is no manifest that can be understood. */
export function readManifest(path: string): ReadonlyMap<string, readonly string[]> | undefined {
  try {
    const parsed = parseManifest(fs.readFileSync(path, "utf8"));
    return parsed.ok ? parsed.entries : undefined;
  } catch {
    // Whatever the reason: then it is not a folder that we wrote.
    return undefined;
  }
}
