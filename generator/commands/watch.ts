/** `climax-gen … --watch`: generates again after each change of an input, until it is interrupted. */
import { setTimeout as sleep } from "node:timers/promises";
import { count } from "../text/wording.ts";
import { fingerprintInputs } from "../host/inputs.ts";
import { listIncluded } from "./previous-run.ts";
import type { GenerateFlags } from "./generate.ts";
import { runGenerate } from "./generate.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Polling interval, in milliseconds. Polling detects changes that notifications miss: files that an editor replaces, directories that are
 * created or removed, network drives. A change takes effect once two polls agree, so that files saved together are generated together.
 */
const POLL_INTERVAL_MS = 150;

/**
 * Runs the command until SIGINT or SIGTERM and returns 0. If inputs have errors, the last good output is kept. Each run prints one line after
 * its diagnostics. `createTerminal` is called for each run, because progress starts again with each terminal.
 */
export async function runWatch(inputs: readonly string[], flags: GenerateFlags, createTerminal: () => Terminal): Promise<number> {
  const { signal, release } = untilInterrupted();
  const look = (): string => fingerprintInputs(inputs, [...(flags.policy ?? []), ...listIncluded(flags.output)]);
  let isFirst = true;
  await watchChanges(look, {
    signal,
    async onChange(settled) {
      const terminal = createTerminal();
      await runGenerate(inputs, flags, terminal);
      if (isFirst) terminal.err(`watching ${count(settled.split("\n").length, "file")}, press Ctrl+C to stop\n`);
      isFirst = false;
    },
  });
  release();
  return 0;
}

export interface WatchOptions {
  /** The snapshot that is known already. Defaults to none: the first one is a change. */
  readonly known?: string;
  readonly signal: AbortSignal;
  readonly onChange: (snapshot: string) => Promise<void>;
}

/** Calls `onChange` for each new snapshot, one at a time, until the signal aborts. */
export async function watchChanges(look: () => string, { known, signal, onChange }: WatchOptions): Promise<void> {
  let seen = known;
  while (!signal.aborted) {
    const settled = await settle(look, signal);
    if (settled !== undefined && settled !== seen) {
      await onChange(settled);
      seen = settled;
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

/** Returns a signal that aborts on SIGINT or SIGTERM. */
export function untilInterrupted(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  const release = (): void => {
    process.removeListener("SIGINT", stop);
    process.removeListener("SIGTERM", stop);
  };
  return { signal: controller.signal, release };
}
