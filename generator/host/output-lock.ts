/** Lets one process at a time change an output directory. */
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "./inputs.ts";
import { isAlive, removeIfExists } from "./temporary-files.ts";
import { makeFolders, removeEmptyFolders } from "./folders.ts";
import { LOCK_NAME } from "../write/write-steps.ts";

/** Result of waiting for an output directory. */
export type OutputLock =
  | { readonly kind: "held"; readonly release: () => void }
  /** Another process holds the lock for longer than the waiting time. */
  | { readonly kind: "busy" };

/** Default waiting time, in milliseconds. A process holds the lock while it compares and writes files, for a fraction of a second. */
const WAIT_MS = 10_000;
const POLL_INTERVAL_MS = 20;

/**
 * Waits until no other process changes the directory, which it creates. Takes the lock of a process that no longer runs. If the lock cannot
 * be written, such as in a read-only directory, returns one that holds nothing: writing then reports the error.
 * @param waitMs waiting time, in milliseconds
 */
export async function lockOutput(outFolder: string, waitMs = WAIT_MS): Promise<OutputLock> {
  const path = join(outFolder, LOCK_NAME);
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
      if (createLock(path)) return { kind: "held", release };
      const holder = readHolder(path);
      if (holder === process.pid) return { kind: "held", release };
      // Several processes can take the lock. The last one finds its id in the next round.
      if (holder !== undefined && !isAlive(holder)) fs.writeFileSync(path, String(process.pid));
      await sleep(POLL_INTERVAL_MS);
    }
    return { kind: "busy" };
  } catch {
    // Writing the files reports the same error.
    return { kind: "held", release: removeCreated };
  }
}

/** Returns false if the lock exists. Throws the system's error. */
function createLock(path: string): boolean {
  try {
    fs.writeFileSync(path, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Returns the id of the process that holds the lock. Returns undefined if it has just been created or released. */
function readHolder(path: string): number | undefined {
  try {
    const id = Number(fs.readFileSync(path, "utf8"));
    return Number.isInteger(id) && id > 0 ? id : undefined;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
