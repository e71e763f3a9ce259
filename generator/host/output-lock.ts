/** Lets one process at a time change an output directory. */
import * as fs from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createFile } from "./new-files.ts";
import { makeFolders, removeEmptyFolders } from "./folders.ts";
import { readTextIfThere } from "./file-system.ts";
import { isAlive, isStale, removeIfExists } from "./temporary-files.ts";
import { LOCK_NAME } from "../write/write-steps.ts";

/** Result of waiting for an output directory. */
export type OutputLock =
  | { readonly kind: "held"; readonly release: () => void }
  /** The lock cannot be written, such as in a read-only directory. Writing the files reports the error. */
  | { readonly kind: "unlocked"; readonly release: () => void }
  /** Another process holds the lock for longer than the waiting time. */
  | { readonly kind: "busy" };

/** Default waiting time, in milliseconds. A process holds the lock while it compares and writes files, for a fraction of a second. */
const WAIT_MS = 10_000;
const POLL_INTERVAL_MS = 20;

/**
 * Creates the directory, and waits until no other process changes it. Takes the lock of a process that no longer runs. `release` removes
 * the lock, and directories that were created for it and are empty.
 * @param waitMs waiting time, in milliseconds
 */
export async function lockOutput(outFolder: string, waitMs = WAIT_MS): Promise<OutputLock> {
  const path = join(outFolder, LOCK_NAME);
  const place = describePlace();
  const own = `${process.pid} ${place}`;
  let topmost: string | undefined;
  const removeCreated = (): void => {
    if (topmost !== undefined) removeEmptyFolders(outFolder, dirname(topmost));
  };
  const release = (): void => {
    removeIfExists(path);
    removeCreated();
  };
  try {
    topmost = makeFolders(outFolder);
    for (let waited = 0; waited <= waitMs; waited += POLL_INTERVAL_MS) {
      if (createFile(path, own)) return { kind: "held", release };
      const holder = readTextIfThere(path);
      if (holder === own) return { kind: "held", release };
      // Several processes can overwrite the lock at the same time. In the next round, only the last one finds its own id.
      if (holder !== undefined && isAbandoned(path, holder, place)) fs.writeFileSync(path, own);
      await sleep(POLL_INTERVAL_MS);
    }
    return { kind: "busy" };
  } catch {
    return { kind: "unlocked", release: removeCreated };
  }
}

/**
 * Describes the machine or container in which process ids are unique. The host name alone is not enough, because a container can have the
 * name of its machine.
 */
function describePlace(): string {
  try {
    return `${hostname()} ${fs.readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    // Only Linux has namespaces.
    return hostname();
  }
}

/**
 * Reports whether the process that created the lock no longer runs. For a process on another machine or in another container, the age of
 * the lock decides.
 */
function isAbandoned(path: string, holder: string, place: string): boolean {
  const [, processId, holderPlace] = /^(\d+) (.+)$/.exec(holder) ?? [];
  if (holderPlace === place) return !isAlive(Number(processId));
  return isStale(path);
}
