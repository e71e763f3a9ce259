/** Creates files without a name. They are read through descriptors, and deleted when the last descriptor is closed. */
import { closeSync, constants, openSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDescriptorLimitError } from "./descriptor-probe.ts";

/** Linux's `O_TMPFILE`, for which Node.js has no constant. The number is equal on every architecture that Node.js supports. */
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;

/** Returns the directories for unnamed files, in order of preference: memory, then the temporary directory. */
export function listUnnamedFileFolders(): readonly string[] {
  return process.platform === "linux" ? ["/dev/shm", tmpdir()] : [tmpdir()];
}

/** An open file without a name. It is deleted when it is closed. */
export interface UnnamedFile {
  readonly descriptor: number;
  readonly close: () => void;
}

/**
 * Opens a file with mode 0600 that contains `content`, positioned at its start. Returns undefined if no directory can hold the file.
 * Throws the system's error if too many files are open.
 */
export function openUnnamedFile(content: Uint8Array, folders: readonly string[]): UnnamedFile | undefined {
  for (const folder of folders) {
    const descriptor = openIn(folder);
    if (descriptor === undefined) continue;
    const close = (): void => closeSync(descriptor);
    if (writeWhole(descriptor, content)) return { descriptor, close };
    close();
  }
  return undefined;
}

/**
 * Creates an empty file with mode 0600 for reading and writing, and returns its descriptor. Returns undefined if no directory can hold the
 * file. Throws the system's error if too many files are open.
 */
export function createUnnamedFile(folders: readonly string[]): number | undefined {
  for (const folder of folders) {
    const descriptor = openIn(folder);
    if (descriptor !== undefined) return descriptor;
  }
  return undefined;
}

function openIn(folder: string): number | undefined {
  return (
    (process.platform === "linux" ? tryTo(() => openSync(folder, O_TMPFILE | constants.O_RDWR, 0o600)) : undefined) ?? openAndUnlink(folder)
  );
}

/** Creates and unlinks a file, for systems and file systems without `O_TMPFILE`. */
function openAndUnlink(folder: string): number | undefined {
  const path = join(folder, `.climax-${crypto.randomUUID()}`);
  const descriptor = tryTo(() => openSync(path, "wx+", 0o600));
  if (descriptor !== undefined) unlinkSync(path);
  return descriptor;
}

/** Writes the content without moving the file position, from which the program reads. Reports whether all of it was written. */
function writeWhole(descriptor: number, content: Uint8Array): boolean {
  let written = 0;
  while (written < content.length) {
    const position = written;
    const count = tryTo(() => writeSync(descriptor, content, position, content.length - position, position));
    if (count === undefined) return false;
    written += count;
  }
  return true;
}

/** Returns the result, or undefined on a system error. Throws if descriptors are exhausted, because no other directory helps. */
function tryTo(action: () => number): number | undefined {
  try {
    return action();
  } catch (error) {
    if (isDescriptorLimitError(error)) throw error;
    return undefined;
  }
}
