/** Writes whole lines to files that may not accept every line: a pipe with a slow or stalled reader, or a file on a full disk. */
import { constants, writeSync } from "node:fs";
import { codeOf } from "../text/message-of.ts";

/** Writes a line, which must end in a line feed. Never throws, and waits for a reader for at most `WRITE_TIMEOUT_MS`. */
export type LineWriter = (line: string) => void;

/**
 * Flags for appending to a file that may be a named pipe. Opening a pipe without a reader and writing to a full pipe fail instead of
 * blocking. No effect on other files, or on systems without `O_NONBLOCK`.
 */
export const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** Mode of new log and audit files: accessible only to the server's user, because they contain the arguments of calls. */
export const FILE_MODE = 0o600;

/** Write timeout, in milliseconds. After a timeout, later lines do not wait until a line has been written in full. */
const WRITE_TIMEOUT_MS = 200;

const POLL_MS = 2;

/** Writes as many bytes as possible within `timeoutMs`, and returns their number. Never throws. */
export type ByteWriter = (bytes: Buffer, timeoutMs: number) => number;

/** Creates a writer that drops lines that cannot be written in time. `describeLost` returns the line that replaces the dropped ones. */
export function createLineWriter(writeBytes: ByteWriter, describeLost: (lines: number) => string): LineWriter {
  let cutOff: Buffer = Buffer.alloc(0);
  let lost = 0;
  let isStuck = false;
  return (line) => {
    const bytes = Buffer.concat([cutOff, Buffer.from(`${lost === 0 ? "" : describeLost(lost)}${line}`)]);
    const written = writeBytes(bytes, isStuck ? 0 : WRITE_TIMEOUT_MS);
    isStuck = written < bytes.length;
    const isBegun = written > cutOff.length || !isStuck;
    lost = isBegun ? 0 : lost + 1;
    cutOff = isBegun ? bytes.subarray(written) : cutOff.subarray(written);
  };
}

/** Writes to a non-blocking descriptor, as a `ByteWriter` does. */
export function writeWhole(file: number, bytes: Buffer, timeoutMs: number): number {
  const end = performance.now() + timeoutMs;
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(file, bytes, written);
    } catch (error) {
      // Retries only if the descriptor is full.
      if (codeOf(error) !== "EAGAIN" || performance.now() >= end) return written;
      pause();
    }
  }
  return written;
}

/** Sleeps for `POLL_MS`, to wait for a descriptor in non-blocking mode. Synchronous. */
export function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, POLL_MS);
}
