/** File system access of output directories: reads templates and records, and executes a write plan. */
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isExecutable } from "@climax-gen/runtime/compiler";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { errorCode, kindOf, listEntries, toShownPath } from "./inputs.ts";
import type { FileContent } from "../write/manifest.ts";
import type { WritePlan } from "../write/plan-writes.ts";
import { failedTarget, type StagedFile, temporaryName, toWriteSteps, writerOf } from "../write/write-steps.ts";

/** Path of the record of the last run, below the output folder. No manifest lists it, because it has checksums of the manifests. */
const RECORD_PATH = "dist/.climax-gen-run.json";

/** Returns the text of every file in `templates/`, by file name. */
export function readTemplates(names: readonly string[]): ReadonlyMap<string, string> {
  const folder = fileURLToPath(new URL("../../templates/", import.meta.url));
  return new Map(names.map((name) => [name, fs.readFileSync(join(folder, name), "utf8")]));
}

/** Returns the runtime's declarations for a self-contained project: text by file name. */
export function readDeclarations(): ReadonlyMap<string, string> {
  const path = createRequire(import.meta.url).resolve("@climax-gen/runtime/bundle/declarations.json");
  return new Map(Object.entries(JSON.parse(fs.readFileSync(path, "utf8")) as Readonly<Record<string, string>>));
}

/** Returns an identifier of this build of climax-gen. Returns undefined if it runs from its sources. */
export function readBuildId(): string | undefined {
  return readIfThere(fileURLToPath(new URL("../build-id", import.meta.url)));
}

/** Returns the run record of an output directory, or undefined. */
export function readRecord(outFolder: string): string | undefined {
  return readIfThere(join(outFolder, RECORD_PATH));
}

/** Replaces the run record. On failure, the next run executes all stages. */
export function writeRecord(outFolder: string, text: string): void {
  const target = join(outFolder, RECORD_PATH);
  const temporary = join(dirname(target), temporaryName(process.pid, "record"));
  try {
    writeTemporary(temporary, text);
    fs.renameSync(temporary, target);
  } catch {
    removeIfExists(temporary);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return fs.readFileSync(path, "utf8");
  } catch {
    // Best effort: the run continues.
    return undefined;
  }
}

/** Result of writing files without overwriting any. */
export interface NewFiles {
  /** Paths that were created, in the given order. */
  readonly created: readonly string[];
  /** Paths that existed, and were not changed. */
  readonly kept: readonly string[];
  /** The first error, after which nothing was written. */
  readonly failure?: Diagnostic;
}

/** Creates the files that do not exist, by path below the directory. Overwrites nothing. */
export function createNewFiles(folder: string, files: ReadonlyMap<string, string>): NewFiles {
  const created: string[] = [];
  const kept: string[] = [];
  for (const [path, text] of files) {
    const target = join(folder, path);
    try {
      makeFolders(dirname(target));
      (createFile(target, text) ? created : kept).push(path);
    } catch (error) {
      return { created, kept, failure: diagnose("output-unwritable", { path: toShownPath(target) }, { reason: errorCode(error) }) };
    }
  }
  return { created, kept };
}

/** Returns false if the path exists. Throws the system's error. */
function createFile(path: string, text: string): boolean {
  try {
    fs.writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Paths of the two packages that run now: those of an installation, or of a clone. */
export function findOwnPackages(): readonly string[] {
  const { resolve: find } = createRequire(import.meta.url);
  return ["@climax-gen/runtime", "climax-gen"].map((name) => fs.realpathSync(dirname(find(`${name}/package.json`))));
}

/** Reports whether a program is executable: by its path, or in a `PATH` list. */
export function hasProgram(program: string, searchPath: string): boolean {
  const candidates = program.includes("/") ? [program] : searchPath.split(delimiter).map((folder) => join(folder, program));
  return candidates.some(isExecutable);
}

/** Returns the text of a file in the output directory. Returns undefined if it cannot be read. */
export function readOutputText(outFolder: string, path: string): string | undefined {
  try {
    return fs.readFileSync(join(outFolder, path), "utf8");
  } catch {
    // The comparison or the write reports the error.
    return undefined;
  }
}

/**
 * Executes a plan without conflicts, and returns a diagnostic on failure. Writes all contents to temporary files before it replaces the
 * first file. Until the end, a journal manifest allows the next run to continue an interrupted one.
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
    for (const { temporary } of staged) removeIfExists(temporary);
    for (const { folder, parent } of madeFolders) removeEmptyFolders(folder, parent);
    return diagnose("output-unwritable", { path: toShownPath(failedTarget(error, staged) ?? outFolder) }, { reason: errorCode(error) });
  }
}

interface MadeFolder {
  readonly folder: string;
  /** The deepest existing directory above it. */
  readonly parent: string;
}

function stage({ target, content, temporary }: StagedFile, madeFolders: MadeFolder[]): void {
  const folder = dirname(target);
  const topmost = makeFolders(folder);
  if (topmost !== undefined) madeFolders.unshift({ folder, parent: dirname(topmost) });
  writeTemporary(temporary, content);
}

/**
 * Creates a directory with its missing parents, and returns the topmost one that it created; undefined if the directory exists. Throws the
 * system's error. `recursive` of Node.js never returns below a directory that exists and answers ENOENT, such as `/proc` and `/dev/fd`.
 */
export function makeFolders(folder: string): string | undefined {
  if (kindOf(folder) === "folder") return undefined;
  const parent = dirname(folder);
  const topmost = fs.existsSync(parent) || parent === folder ? undefined : makeFolders(parent);
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    // Another process may have created it in between.
    if (errorCode(error) !== "EEXIST" || kindOf(folder) !== "folder") throw error;
    return topmost;
  }
  return topmost ?? folder;
}

/** Writes a temporary file, never through a link. An existing one is from a killed run with the same process id, as in containers. */
export function writeTemporary(path: string, content: FileContent): void {
  try {
    fs.writeFileSync(path, content, { flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    fs.unlinkSync(path);
    fs.writeFileSync(path, content, { flag: "wx" });
  }
}

/** Removes a file if it exists. */
export function removeIfExists(path: string): void {
  try {
    fs.unlinkSync(path);
  } catch {
    // It was never written, or already renamed; the cause of the failure is reported.
  }
}

/** Removes the temporary files in a directory whose processes no longer run: they were killed. */
export function removeLeftovers(folder: string): void {
  for (const { name } of listEntries(folder) ?? []) {
    const writer = writerOf(name);
    // A file with the id of this process is from another one, which had the same id.
    if (writer !== undefined && (writer === process.pid || !isAlive(writer))) removeIfExists(join(folder, name));
  }
}

/** Reports whether a process of this id runs. */
export function isAlive(processId: number): boolean {
  try {
    // Signal 0 only checks.
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** Removes a directory and its parents below `stopAt` if they are empty. */
export function removeEmptyFolders(folder: string, stopAt: string): void {
  for (let current = resolve(folder); current.startsWith(resolve(stopAt) + sep); current = dirname(current)) {
    try {
      fs.rmdirSync(current);
    } catch {
      // A directory that contains other files is kept, and so are its parents.
      return;
    }
  }
}
