/** The file system: reading templates and records, and carrying out a write plan. */
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { errorCode, kindOf, toShownPath } from "./inputs.ts";
import type { FileContent } from "../write/manifest.ts";
import type { WritePlan } from "../write/plan-writes.ts";
import { failedTarget, type StagedFile, toWriteSteps } from "../write/write-steps.ts";

/** Path of the record of the last run, below the output folder. No manifest lists it, because it has checksums of the manifests. */
const RECORD_PATH = "dist/.climax-gen-run.json";

/** The text of every file in `templates/`, by file name. */
export function readTemplates(names: readonly string[]): ReadonlyMap<string, string> {
  const folder = fileURLToPath(new URL("../../templates/", import.meta.url));
  return new Map(names.map((name) => [name, fs.readFileSync(join(folder, name), "utf8")]));
}

/** The declarations that a generated project carries, out of the runtime package: file name → text. */
export function readDeclarations(): ReadonlyMap<string, string> {
  const path = createRequire(import.meta.url).resolve("@climax-gen/runtime/bundle/declarations.json");
  return new Map(Object.entries(JSON.parse(fs.readFileSync(path, "utf8")) as Readonly<Record<string, string>>));
}

/** What tells this build of climax-gen from any other; undefined where it runs from its sources. */
export function readBuildId(): string | undefined {
  return readIfThere(fileURLToPath(new URL("../build-id", import.meta.url)));
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
    writeTemporary(temporary, text);
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

/** The text of a file of the output folder; undefined where there is none that can be read. */
export function readOutputText(outFolder: string, path: string): string | undefined {
  try {
    return fs.readFileSync(join(outFolder, path), "utf8");
  } catch {
    // What is wrong with it is reported by whoever compares or writes it.
    return undefined;
  }
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

/** Never through a link. A file that is there was left by a killed run with the same process id, as processes in containers have. */
function writeTemporary(path: string, content: FileContent): void {
  try {
    fs.writeFileSync(path, content, { flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    fs.unlinkSync(path);
    fs.writeFileSync(path, content, { flag: "wx" });
  }
}

/** Removes what a write left behind. */
export function removeIfThere(path: string): void {
  try {
    fs.unlinkSync(path);
  } catch {
    // It was never written, or is in its place; whatever made the run fail is reported.
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
