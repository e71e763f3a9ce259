/** Makes files that have no name: a program reads one through a descriptor, and it is gone when the last descriptor is closed. */
import { closeSync, constants, openSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isShortage } from "./descriptor-room.ts";

/** Linux's `O_TMPFILE`, which Node.js does not name; the same number on every architecture that Node.js is built for. */
const O_TMPFILE = 0o20000000 | constants.O_DIRECTORY;

/** Folders for such files, in the order in which they are tried: memory first, then the temporary folder. */
export function listUnnamedFileFolders(): readonly string[] {
  return process.platform === "linux" ? ["/dev/shm", tmpdir()] : [tmpdir()];
}

export interface UnnamedFile {
  readonly descriptor: number;
  readonly close: () => void;
}

/**
 * Opens a file with mode 0600 that holds `content` and is read from its start. Returns undefined if no folder can hold the file.
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

function openIn(folder: string): number | undefined {
  return (
    (process.platform === "linux" ? tryTo(() => openSync(folder, O_TMPFILE | constants.O_RDWR, 0o600)) : undefined) ?? openAndUnlink(folder)
  );
}

/** For systems and file systems without `O_TMPFILE`. */
function openAndUnlink(folder: string): number | undefined {
  const path = join(folder, `.climax-input-${crypto.randomUUID()}`);
  const descriptor = tryTo(() => openSync(path, "wx+", 0o600));
  if (descriptor !== undefined) unlinkSync(path);
  return descriptor;
}

/** Writes without moving the position, from which the program reads. Reports whether there was room for everything. */
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

/** The result, or undefined if the system refuses; a shortage of descriptors is thrown, because no other folder helps then. */
function tryTo(action: () => number): number | undefined {
  try {
    return action();
  } catch (error) {
    if (isShortage(error)) throw error;
    return undefined;
  }
}
