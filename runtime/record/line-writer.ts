/** Whole lines to a descriptor that refuses what it has no room for, such as a pipe whose reader is slow, or reads nothing at all. */
import { constants, writeSync } from "node:fs";

/** Writes a line that ends in a line feed. Never throws, and never waits for a reader longer than `PATIENCE_MS`. */
export type LineWriter = (line: string) => void;

/**
 * To append to a file that may be a named pipe: where nobody reads it, opening it fails instead of waiting for somebody, and writing
 * fails instead of waiting for room. For any other file it changes nothing, nor where the system has no such flag.
 */
export const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** Of a file that is made: only the user whom the server runs as reads it, for the arguments of calls are nobody else's business. */
export const FILE_MODE = 0o600;

/** How long a line may wait, in milliseconds. Those behind one that has waited in vain do not wait until one is written again. */
const PATIENCE_MS = 200;

const POLL_MS = 2;

/** A line that finds no room is lost; `describeLost` makes the line that stands in the place of those that were. */
export function createLineWriter(file: number, describeLost: (lines: number) => string): LineWriter {
  let cutOff: Buffer = Buffer.alloc(0);
  let lost = 0;
  let isStuck = false;
  return (line) => {
    const bytes = Buffer.concat([cutOff, Buffer.from(`${lost === 0 ? "" : describeLost(lost)}${line}`)]);
    const written = writeWhole(file, bytes, isStuck ? 0 : PATIENCE_MS);
    isStuck = written < bytes.length;
    const isBegun = written > cutOff.length || !isStuck;
    lost = isBegun ? 0 : lost + 1;
    cutOff = isBegun ? bytes.subarray(written) : cutOff.subarray(written);
  };
}

/** The number of bytes that were written. */
function writeWhole(file: number, bytes: Buffer, patienceMs: number): number {
  const end = performance.now() + patienceMs;
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(file, bytes, written);
    } catch (error) {
      // Whatever else is wrong with a log, waiting does not mend it.
      const isFull = error instanceof Error && "code" in error && error.code === "EAGAIN";
      if (!isFull || performance.now() >= end) return written;
      pause();
    }
  }
  return written;
}

/** Synchronous, as the writing is. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, POLL_MS);
}
