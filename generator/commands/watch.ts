/** `climax-gen … --watch`: generates again whenever an input changes, until it is interrupted. */
import { setTimeout as sleep } from "node:timers/promises";
import { count } from "../text/wording.ts";
import { fingerprintInputs } from "../host/inputs.ts";
import type { GenerateFlags } from "./generate.ts";
import { runGenerate } from "./generate.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Milliseconds between two looks at the inputs. Looking finds what notifications lose: files that an editor replaces, folders that
 * come and go, network drives. A change counts once two looks agree, so that what is saved together is generated together.
 */
const INTERVAL = 150;

/**
 * Runs the command until SIGINT or SIGTERM and returns 0. Inputs with errors leave the last good output as it is; each run says
 * what it did in a line, after its diagnostics. `createTerminal` makes one for each run, whose progress starts anew.
 */
export async function runWatch(inputs: readonly string[], flags: GenerateFlags, createTerminal: () => Terminal): Promise<number> {
  const { signal, release } = untilInterrupted();
  const look = (): string => fingerprintInputs(inputs, flags.policy);
  let generated: string | undefined;
  while (!signal.aborted) {
    const settled = await settle(look, signal);
    if (settled !== undefined && settled !== generated) {
      const terminal = createTerminal();
      await runGenerate(inputs, flags, terminal);
      if (generated === undefined) terminal.err(`watching ${count(settled.split("\n").length, "file")}, Ctrl+C ends it\n`);
      generated = settled;
    }
    await pause(signal);
  }
  release();
  return 0;
}

/** What two looks in a row have seen; undefined once it is interrupted. */
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
    await sleep(INTERVAL, undefined, { signal });
  } catch {
    // Interrupted, which the signal says.
  }
}

function untilInterrupted(): { readonly signal: AbortSignal; readonly release: () => void } {
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
