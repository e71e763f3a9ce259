/**
 * Whether the server may still open what the start of a program takes. Node.js (20) closes none of a program's pipes where the system
 * refuses the last of them (EMFILE): each such start would take away for good what the next one lacks, so it is better not tried.
 */
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

export interface DescriptorRoom {
  /** The system's error where there is no room; `undefined` where there is. Looks only once a start has failed, for looking is work. */
  readonly findShortage: () => unknown;
  /** To be told of a start that has failed. Gives the error back, as soon as it is known. */
  readonly learn: (error: unknown) => Promise<unknown>;
}

/** Both ends of three pipes and of the one that tells whether the program began, and what stands for no input. */
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

/** Whether the process (EMFILE) or the whole machine (ENFILE) has too many files open. */
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
