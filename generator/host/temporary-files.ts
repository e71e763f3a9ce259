/** Writes temporary files that replace others in one step, and removes those of killed processes. */
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, listEntries } from "./file-system.ts";
import type { FileContent } from "../write/manifest.ts";
import { temporaryName, writerOf } from "../write/write-steps.ts";

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

/**
 * Creates or replaces a file in one step. Throws the system's error, after which the old file is unchanged.
 * @param mode defaults to that of new files
 */
export function replaceFile(path: string, content: FileContent, mode?: number): void {
  const temporary = join(dirname(path), temporaryName(process.pid, "file"));
  try {
    writeTemporary(temporary, content);
    if (mode !== undefined) fs.chmodSync(temporary, mode);
    fs.renameSync(temporary, path);
  } catch (error) {
    removeIfExists(temporary);
    throw error;
  }
}

/** Removes a file if it exists. */
export function removeIfExists(path: string): void {
  try {
    fs.unlinkSync(path);
  } catch {
    // The file was never written, or already renamed. The caller reports the cause.
  }
}

/** Minimum age of a temporary file that no process uses any more, in milliseconds. A run writes and renames its files within a second. */
const STALE_MS = 60_000;

/**
 * Removes the temporary files of killed processes in a directory. The process of an unknown id may run in another container that shares the
 * directory, so only files older than `STALE_MS` are removed.
 * @param isLocked true if no other process can write to the directory: then files of any age are removed. An age can be negative, because  
 * the times of files are more precise than `Date.now()`, or set by the clock of another machine.
 */
export function removeLeftovers(folder: string, { isLocked }: { readonly isLocked: boolean }): void {
  for (const { name } of listEntries(folder) ?? []) {
    const writer = writerOf(name);
    // A file with the id of this process was left by an earlier process with the same id.
    if (writer === undefined || (writer !== process.pid && isAlive(writer))) continue;
    const path = join(folder, name);
    if (isLocked || isStale(path)) removeIfExists(path);
  }
}

/** Reports whether a file exists and is older than `STALE_MS`. */
export function isStale(path: string): boolean {
  const stats = fs.lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > STALE_MS;
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
