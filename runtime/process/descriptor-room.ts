/**
 * Checks whether enough file descriptors are free to start a program. If a start fails with EMFILE, Node.js (20) leaks the pipes that it
 * has already opened, so starting must not be attempted without enough descriptors.
 */
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

export interface DescriptorRoom {
  /** Returns the system's error if too few descriptors are free. Probes only after a start has failed, because probing is slow. */
  readonly findShortage: () => unknown;
  /** Records a failed start. Resolves to its error. */
  readonly learn: (error: unknown) => Promise<unknown>;
}

/** Descriptors of a start: both ends of three pipes, both ends of the pipe that reports whether `exec` succeeded, and /dev/null. */
const DESCRIPTORS = 9;

export function createDescriptorRoom(): DescriptorRoom {
  let unexplained = 0;
  let isScarce = false;
  return {
    findShortage: () => (isScarce || unexplained > 0 ? tryToOpen(DESCRIPTORS) : undefined),
    async learn(failure) {
      unexplained += 1;
      const error = await failure;
      unexplained -= 1;
      isScarce ||= isShortage(error);
      return error;
    },
  };
}

/** Reports whether the process (EMFILE) or the whole machine (ENFILE) has too many open files. */
export function isShortage(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EMFILE" || error.code === "ENFILE");
}

function tryToOpen(count: number): unknown {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync(devNull, "r"));
    return undefined;
  } catch (error) {
    return error;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
