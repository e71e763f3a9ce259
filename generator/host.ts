/** The file system: reading templates, looking at the output folder, and carrying out a write plan. Inputs are in `host-inputs.ts`. */
import * as fs from "node:fs";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { diagnose } from "./diagnostics/diagnose.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { errorCode, identify, kindOf, listEntries, toShownPath } from "./host-inputs.ts";
import { type FileContent, hashContent, parseManifest } from "./write/manifest.ts";
import { RECORD_PATH } from "./write/run-record.ts";
import { type ExistingEntry, type ExistingTree, manifestPaths, type WritePlan } from "./write/plan-writes.ts";
import { failedTarget, type StagedFile, temporaryFile, toWriteSteps } from "./write/write-steps.ts";

/** A folder that holds more files than this was not meant as an output folder: counting on would tell nothing new. */
const MAX_COUNTED_FILES = 1000;

/** The text of every file in `templates/`, by file name. */
export function readTemplates(names: readonly string[]): ReadonlyMap<string, string> {
  const folder = fileURLToPath(new URL("../templates/", import.meta.url));
  return new Map(names.map((name) => [name, fs.readFileSync(join(folder, name), "utf8")]));
}

/** What tells this build of climax-gen from any other; undefined where it runs from its sources. */
export function readBuildId(): string | undefined {
  return readIfThere(fileURLToPath(new URL("build-id", import.meta.url)));
}

/** The text that the last run left in the folder about itself; undefined where there is none. */
export function readRecord(outFolder: string): string | undefined {
  return readIfThere(join(outFolder, RECORD_PATH));
}

/** Replaces that text. Where it cannot be written, the next run is gone through. */
export function writeRecord(outFolder: string, text: string): void {
  const target = join(outFolder, RECORD_PATH);
  const temporary = join(dirname(target), `.climax-gen-${process.pid}-0.tmp`);
  try {
    fs.writeFileSync(temporary, text, { flag: "wx" });
    fs.renameSync(temporary, target);
  } catch {
    removeIfThere(temporary);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return fs.readFileSync(path, "utf8");
  } catch {
    // Whatever the reason: a run goes on without it.
    return undefined;
  }
}

/** Whether a program can be run: by its path, or found in a `PATH` list. */
export function hasProgram(program: string, searchPath: string): boolean {
  const candidates = program.includes("/") ? [program] : searchPath.split(delimiter).map((folder) => join(folder, program));
  return candidates.some((path) => {
    try {
      fs.accessSync(path, fs.constants.X_OK);
      return kindOf(path) === "file";
    } catch {
      // Whatever the reason: it cannot be run.
      return false;
    }
  });
}

/** What stands where the given files, and those of earlier runs, belong. A folder that is missing is empty. */
export function readExistingTree(outFolder: string, files: ReadonlyMap<string, FileContent>): ExistingTree {
  const manifests = new Map<string, string>();
  for (const path of manifestPaths(files)) {
    if (lookBelow(outFolder, path)?.kind === "file") manifests.set(path, fs.readFileSync(join(outFolder, path), "utf8"));
  }
  const listed = Array.from(manifests, ([path, text]) => {
    const parsed = parseManifest(text);
    return parsed.ok ? Array.from(parsed.entries.keys(), (name) => join(dirname(path), name).replaceAll(sep, "/")) : [];
  });
  const entries = new Map<string, ExistingEntry>();
  for (const path of new Set([...files.keys(), ...listed.flat()])) {
    const entry = lookBelow(outFolder, path);
    if (entry !== undefined) entries.set(path, entry);
  }
  return { fileCount: countFiles(outFolder), manifests, entries };
}

/** The text of a file of the output folder; undefined where there is none that can be read. */
export function readOutputText(outFolder: string, path: string): string | undefined {
  try {
    return fs.readFileSync(join(outFolder, path), "utf8");
  } catch {
    // What is wrong with it is reported by whoever compares or writes it.
    return undefined;
  }
}

function lookBelow(root: string, path: string): ExistingEntry | undefined {
  const folder = dirname(path);
  const parent = folder === "." ? { kind: "folder" as const } : followLink(root, folder, lookBelow(root, folder));
  if (parent?.kind === "folder") return lookAt(join(root, path));
  return parent === undefined || parent.kind === "outside" ? parent : { kind: "blocked" };
}

function followLink(root: string, folder: string, entry: ExistingEntry | undefined): ExistingEntry | undefined {
  if (entry?.kind !== "link") return entry;
  const target = identify(join(root, folder));
  const realRoot = identify(root);
  return target.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep) ? lookAt(target) : { kind: "outside" };
}

function lookAt(path: string): ExistingEntry | undefined {
  try {
    const stats = fs.lstatSync(path);
    if (stats.isFile()) return { kind: "file", hash: hashContent(fs.readFileSync(path)) };
    if (stats.isDirectory()) return { kind: "folder" };
    return { kind: stats.isSymbolicLink() ? "link" : "blocked" };
  } catch (error) {
    // Where nothing can be seen for another reason than that nothing is there, writing fails with that reason.
    return errorCode(error) === "EACCES" ? { kind: "blocked" } : undefined;
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

/**
 * Carries out a plan without conflicts; the diagnostic says why it could not. Every new content is on the disk before the first
 * file is replaced, and a journal manifest stands there meanwhile, so that the next run can take up an interrupted one.
 */
export function applyPlan(outFolder: string, plan: WritePlan): Diagnostic | undefined {
  const { replacements, removals, manifests } = toWriteSteps(plan, outFolder, process.pid);
  const staged = [...replacements, ...manifests];
  const madeFolders: MadeFolder[] = [];
  try {
    for (const file of staged) stage(file, madeFolders);
    for (const { temporary, target } of replacements) fs.renameSync(temporary, target);
    for (const path of removals) fs.unlinkSync(path);
    for (const { temporary, target } of manifests) fs.renameSync(temporary, target);
    for (const path of removals) removeEmptyFolders(dirname(path), outFolder);
    return undefined;
  } catch (error) {
    for (const { temporary } of staged) removeIfThere(temporary);
    for (const { folder, parent } of madeFolders) removeEmptyFolders(folder, parent);
    return diagnose("output-unwritable", { path: toShownPath(failedTarget(error, staged) ?? outFolder) }, { reason: errorCode(error) });
  }
}

interface MadeFolder {
  readonly folder: string;
  /** The deepest folder above it that was there before. */
  readonly parent: string;
}

function stage({ target, content, temporary }: StagedFile, madeFolders: MadeFolder[]): void {
  const folder = dirname(target);
  const topmost = fs.mkdirSync(folder, { recursive: true });
  if (topmost !== undefined) madeFolders.unshift({ folder, parent: dirname(topmost) });
  fs.writeFileSync(temporary, content, { flag: "wx" });
}

function removeIfThere(path: string): void {
  try {
    fs.unlinkSync(path);
  } catch {
    // It was never written, or renamed already; whatever made the run fail is reported.
  }
}

function removeEmptyFolders(folder: string, stopAt: string): void {
  for (let current = resolve(folder); current.startsWith(resolve(stopAt) + sep); current = dirname(current)) {
    try {
      fs.rmdirSync(current);
    } catch {
      // It holds something else, so it stays, and so do the folders above it.
      return;
    }
  }
}
