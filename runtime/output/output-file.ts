/** Reads the file that a call wrote. */
import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";

/** The file that a call has written. `size` is in bytes, `sample` the first bytes. `problem` completes "because ". */
export type OutputFile =
  /** `content` is omitted if the file is larger than the limit. */
  | { readonly kind: "file"; readonly size: number; readonly sample: Buffer; readonly content?: Buffer }
  | { readonly kind: "refused"; readonly problem: string };

/** Bytes that decide about the type of a file. */
const SAMPLE_BYTES = 4100;

/** Returns a fingerprint of the file's state, or undefined if the file does not exist. Any change of the file changes it. */
export async function markFile(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await lstat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(":");
  } catch {
    // If the file does not exist or cannot be read yet, any later mark differs from undefined.
    return undefined;
  }
}

/**
 * Opens a regular file without following a link, and reads it. Refuses a file whose mark is still `before`. Never rejects.
 * @param maxBytes maximum size of the content, in bytes
 */
export async function readOutputFile(path: string, before: string | undefined, maxBytes: number): Promise<OutputFile> {
  if (before !== undefined && (await markFile(path)) === before) return { kind: "refused", problem: "the call did not change it" };
  try {
    // O_NONBLOCK: opening a FIFO would wait for a writer.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { kind: "refused", problem: "it is not a regular file" };
      const bytes = Buffer.alloc(Math.min(stats.size, Math.max(maxBytes, SAMPLE_BYTES)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      const read = bytes.subarray(0, bytesRead);
      const sample = read.subarray(0, SAMPLE_BYTES);
      return { kind: "file", size: stats.size, sample, ...(stats.size <= maxBytes && { content: read }) };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { kind: "refused", problem: describe((error as NodeJS.ErrnoException).code) };
  }
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
