/** Watches inputs, for the commands with `--watch`. */
import { setTimeout as sleep } from "node:timers/promises";
import { fingerprintInputs, writeTimeOf } from "../host/inputs.ts";

/** The inputs to watch, and what happens after each change. */
export interface WatchOptions {
  readonly inputs: readonly string[];
  /** Paths of the policies. Defaults to none. */
  readonly policy?: readonly string[] | undefined;
  /** The state that has been handled before: `fingerprintInputs`, and the included files. Defaults to none: the first state is a change. */
  readonly known?: { readonly snapshot: string; readonly included: readonly string[] } | undefined;
  readonly signal: AbortSignal;
  /**
   * Reads the inputs, which are `count` files. Returns the paths of the files that they include, or undefined if they could not be read: the
   * files of the last time are then watched further.
   */
  readonly onChange: (count: number) => Promise<readonly string[] | undefined>;
}

/** Calls `onChange` for each change of the inputs, of the policies, and of the files that they include, until the signal aborts. */
export async function watchInputs({ inputs, policy = [], known, signal, onChange }: WatchOptions): Promise<void> {
  let included = takeFingerprints(known?.included ?? []);
  await watchChanges(() => fingerprintInputs(inputs, [...policy, ...included.keys()]), {
    known: known && [known.snapshot, ...included.values()].join("\n"),
    signal,
    async onChange(settled) {
      const watched = included;
      const startedAt = Date.now();
      const found = await onChange(settled.split("\n").length);
      if (found !== undefined) included = takeFingerprints(found, startedAt);
      return toHandled(settled, watched, included);
    },
  });
}

/** Included files: path → line of a snapshot, taken when a run found the file. */
type Fingerprints = ReadonlyMap<string, string>;

/**
 * Returns a fingerprint of the current state of each path. A file that was written since `startedAt`, in milliseconds since 1970, has that of
 * no state: the run that found it can have read the earlier content.
 */
export function takeFingerprints(paths: readonly string[], startedAt = Infinity): Fingerprints {
  return new Map(paths.map((path) => [path, writeTimeOf(path) >= startedAt ? "" : fingerprintInputs([], [path])]));
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

/**
 * Polling interval, in milliseconds. Polling detects changes that notifications miss: files that an editor replaces, directories that are
 * created or removed, network drives. A change takes effect once two polls agree, so that files saved together are generated together.
 */
const POLL_INTERVAL_MS = 150;

interface Polling {
  /** The snapshot that has already been handled. Undefined if the first one counts as a change. */
  readonly known: string | undefined;
  readonly signal: AbortSignal;
  /** Handles a change. Returns the snapshot that it has handled, which can cover further files. */
  readonly onChange: (snapshot: string) => Promise<string>;
}

/** Calls `onChange` for each new snapshot, one at a time, until the signal aborts. */
async function watchChanges(look: () => string, { known, signal, onChange }: Polling): Promise<void> {
  let seen = known;
  while (!signal.aborted) {
    const settled = await settle(look, signal);
    if (settled !== undefined && settled !== seen) seen = await onChange(settled);
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
