/** Reads the file that a call wrote. */
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open } from "node:fs/promises";

/** The file that a call has written. `size` is in bytes. `problem` completes "because ". */
export type OutputFile =
  /** `isWhole`: whether the whole file has been read. */
  { readonly kind: "file"; readonly size: number; readonly isWhole: boolean } | { readonly kind: "refused"; readonly problem: string };

/** Size of one read, in bytes. The first read determines the type of the file. */
const READ_BYTES = 64 * 1024;

/** The reader of a file. */
export interface ChunkReader {
  /** Maximum number of bytes to read. Only the start of a larger file is read. */
  readonly maxBytes: number;
  /** Receives the next bytes, which are valid only during the call. Returns false to stop reading. */
  readonly push: (chunk: Buffer) => boolean;
}

/** Returns a fingerprint of the file's state, or undefined if the file does not exist. Any change of the file changes it. */
export async function markFile(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await lstat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(":");
  } catch {
    // If the file does not exist or cannot be read yet, any later mark differs, because it is not undefined.
    return undefined;
  }
}

/** Opens a regular file without following a link, and reads it. Refuses a file whose mark is still `before`. Never rejects. */
export async function readOutputFile(path: string, before: string | undefined, reader: ChunkReader): Promise<OutputFile> {
  if (before !== undefined && (await markFile(path)) === before) return { kind: "refused", problem: "the call did not change it" };
  try {
    // O_NONBLOCK: opening a FIFO would wait for a writer.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { kind: "refused", problem: "it is not a regular file" };
      return { kind: "file", size: stats.size, isWhole: await readChunks(file, stats.size, reader) };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { kind: "refused", problem: describe((error as NodeJS.ErrnoException).code) };
  }
}

/** Reports whether the first `size` bytes of the file have been read. */
async function readChunks(file: FileHandle, size: number, { maxBytes, push }: ChunkReader): Promise<boolean> {
  const buffer = Buffer.alloc(Math.min(size, READ_BYTES));
  for (let position = 0; position < size;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - position), position);
    // The file has become shorter.
    if (bytesRead === 0) return true;
    position += bytesRead;
    const goesOn = push(buffer.subarray(0, bytesRead)) && size <= maxBytes;
    if (!goesOn && position < size) return false;
  }
  return true;
}

function describe(code: string | undefined): string {
  switch (code) {
    case "ENOENT":
      return "it does not exist";
    case "ELOOP":
      return "it is a symbolic link";
    default:
      return `it cannot be read (${code ?? "unknown error"})`;
  }
}
