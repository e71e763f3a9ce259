/**
 * Checks whether enough file descriptors are free to start a program. If a start fails with EMFILE, Node.js 20 leaks the pipes that it has
 * already opened. The server must therefore not start a program without enough descriptors.
 */
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { codeOf } from "../text/message-of.ts";

/** Detects that file descriptors are exhausted. */
export interface DescriptorProbe {
  /** Returns the system's error if too few descriptors are free. Probes only after a start has failed, because probing is slow. */
  readonly probeDescriptors: () => unknown;
  /** Records a failed start. Resolves to its error. */
  readonly recordFailure: (error: unknown) => Promise<unknown>;
}

/** Descriptors of a start: both ends of three pipes, both ends of the pipe that reports whether `exec` succeeded, and /dev/null. */
const DESCRIPTORS = 9;

/** Creates a probe for the process that runs the server. */
export function createDescriptorProbe(): DescriptorProbe {
  let pendingFailures = 0;
  let isLimitReached = false;
  return {
    probeDescriptors: () => (isLimitReached || pendingFailures > 0 ? tryOpening(DESCRIPTORS) : undefined),
    async recordFailure(failure) {
      pendingFailures += 1;
      const error = await failure;
      pendingFailures -= 1;
      isLimitReached ||= isDescriptorLimitError(error);
      return error;
    },
  };
}

/** Reports whether the process (EMFILE) or the whole machine (ENFILE) has too many open files. */
export function isDescriptorLimitError(error: unknown): boolean {
  return ["EMFILE", "ENFILE"].includes(codeOf(error) ?? "");
}

function tryOpening(count: number): unknown {
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
