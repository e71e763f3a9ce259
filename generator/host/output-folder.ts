/** Reads and writes the record of a run in an output directory, and executes a write plan. */
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { makeFolders, removeEmptyFolders } from "./folders.ts";
import { errorCode, readTextIfThere } from "./file-system.ts";
import { toShownPath } from "../text/shown-path.ts";
import { removeIfExists, replaceFile, writeTemporary } from "./temporary-files.ts";
import type { WritePlan } from "../write/plan-writes.ts";
import { failedTarget, type StagedFile, toWriteSteps } from "../write/write-steps.ts";

/**
 * Path of the record of the last run, below the output directory. No manifest lists it, because it contains the checksums of the manifests.
 */
const RECORD_PATH = "dist/.climax-gen-run.json";

/** Returns the run record of an output directory, or undefined. */
export function readRecord(outFolder: string): string | undefined {
  return readTextIfThere(join(outFolder, RECORD_PATH));
}

/** Replaces the run record. On failure, the next run executes all stages. */
export function writeRecord(outFolder: string, text: string): void {
  try {
    replaceFile(join(outFolder, RECORD_PATH), text);
  } catch {
    // The record is optional: it only saves time.
  }
}

/** Returns the text of a file in the output directory. Returns undefined if it cannot be read. */
export function readOutputText(outFolder: string, path: string): string | undefined {
  return readTextIfThere(join(outFolder, path));
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
  if (isScript(content)) fs.chmodSync(temporary, EXECUTABLE);
}

/** Mode of scripts. */
const EXECUTABLE = 0o755;

/** Reports whether a file is a shell script, which users start by its name. */
function isScript(content: StagedFile["content"]): boolean {
  return typeof content === "string" && content.startsWith("#!/bin/sh\n");
}
