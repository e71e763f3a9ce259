/** Watches inputs, for the commands with `--watch`. */
import { setTimeout as sleep } from "node:timers/promises";
import { fingerprintInputs } from "../host/inputs.ts";

/**
 * Polling interval, in milliseconds. Polling detects changes that notifications miss: files that an editor replaces, directories that are
 * created or removed, network drives. A change takes effect once two polls agree, so that files saved together are generated together.
 */
const POLL_INTERVAL_MS = 150;

/** Included files: path → line of a snapshot, taken when a run found the file. */
export type Fingerprints = ReadonlyMap<string, string>;

/** Returns a fingerprint of the current state of each path. */
export function takeFingerprints(paths: readonly string[]): Fingerprints {
  return new Map(paths.map((path) => [path, fingerprintInputs([], [path])]));
}

/**
 * Returns the snapshot that a run has handled. `settled` is the stable snapshot before the run, which ends with the lines of the `watched`
 * files. `included` are the files that the run has found. A file that was already watched keeps its line from before the run, so that a
 * change during the run is detected.
 */
export function toHandled(settled: string, watched: Fingerprints, included: Fingerprints): string {
  const lines = settled.split("\n");
  const own = lines.slice(0, lines.length - watched.size);
  const before = new Map(Array.from(watched.keys(), (path, index) => [path, lines[own.length + index]]));
  return [...own, ...Array.from(included, ([path, found]) => before.get(path) ?? found)].join("\n");
}

/** Options of watching files. */
export interface WatchOptions {
  /** The snapshot that has already been handled. Defaults to none, so that the first one counts as a change. */
  readonly known?: string;
  readonly signal: AbortSignal;
  /** Handles a change. Returns the snapshot that it has handled, which can cover further files. */
  readonly onChange: (snapshot: string) => Promise<string>;
}

/** Calls `onChange` for each new snapshot, one at a time, until the signal aborts. */
export async function watchChanges(look: () => string, { known, signal, onChange }: WatchOptions): Promise<void> {
  let seen = known;
  while (!signal.aborted) {
    const settled = await settle(look, signal);
    if (settled !== undefined && settled !== seen) {
      seen = await onChange(settled);
    }
    await pause(signal);
  }
}

/** Returns the snapshot that two consecutive polls agree on, or undefined if interrupted. */
async function settle(look: () => string, signal: AbortSignal): Promise<string | undefined> {
  let seen = look();
  while (!signal.aborted) {
    await pause(signal);
    const now = look();
    if (now === seen) return now;
    seen = now;
  }
  return undefined;
}

async function pause(signal: AbortSignal): Promise<void> {
  try {
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  } catch {
    // Interrupted: `signal` is aborted.
  }
}
