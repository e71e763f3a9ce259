/** Runs a program many times, in sandboxes that the runs share. */
import { homedir } from "node:os";
import { findRealProgram } from "./find-shimmed.ts";
import type { ProgramRun, RunOptions, Sandbox } from "./run-program.ts";
import { environmentOf, runProgram, TIME_LIMIT_MS } from "./run-program.ts";
import type { SharedSandbox } from "./shared-sandbox.ts";
import { openSharedSandbox } from "./shared-sandbox.ts";

/** Time after which a sandbox without a run ends before `close`, in milliseconds: programs that are not asked again keep none. */
const IDLE_MS = 5000;

/** Runs a program as `runProgram` does. */
export type RunProgram = (words: readonly string[], options: Omit<RunOptions, "sandbox">) => Promise<ProgramRun>;

/** Runs of programs in sandboxes. */
export interface ProgramRuns {
  readonly run: RunProgram;
  /** Ends the sandboxes without a run. Resolves when they have ended. */
  readonly close: () => Promise<void>;
}

/**
 * Returns functions that run programs as `runProgram` does, and create fewer sandboxes: a program runs in one in which it has run before, if
 * nothing is left there.
 */
export function createProgramRuns(sandbox: Sandbox): ProgramRuns {
  if (sandbox.kind === "none")
    return { run: async (words, options) => await runProgram(words, { sandbox, ...options }), close: async () => {} };
  const { features } = sandbox;
  const idle = new Map<string, IdleSandbox[]>();
  const alone = new Set<string>();
  const take = (key: string): SharedSandbox | undefined => {
    for (;;) {
      const found = idle.get(key)?.pop();
      if (found === undefined) return undefined;
      clearTimeout(found.timer);
      if (found.shared.isUsable()) return found.shared;
    }
  };
  const give = (key: string, shared: SharedSandbox): void => {
    if (!shared.isUsable()) return;
    const all = idle.get(key) ?? [];
    idle.set(key, [...all, { shared, timer: setTimeout(() => void shared.close(), IDLE_MS) }]);
  };
  const run: RunProgram = async (words, { env = {}, timeLimitMs = TIME_LIMIT_MS }) => {
    const [name = "", ...args] = words;
    const runAlone = async (): Promise<ProgramRun> => await runProgram(words, { sandbox, env, timeLimitMs });
    const located = findRealProgram(name);
    if (located === undefined || words.some((word) => word.includes("\n"))) return await runAlone();
    const variables = { ...environmentOf(located, homedir()), ...env };
    const key = JSON.stringify([located, variables]);
    if (alone.has(key)) return await runAlone();
    const shared = take(key) ?? openSharedSandbox({ located, env: variables, features });
    const outcome = await shared.run(args, timeLimitMs);
    give(key, shared);
    if (outcome !== undefined) return outcome;
    // The program has ended its sandbox, or a shell cannot start it.
    alone.add(key);
    return await runAlone();
  };
  const close = async (): Promise<void> => {
    const all = [...idle.values()].flat();
    for (const { timer } of all) clearTimeout(timer);
    await Promise.all(all.map(async ({ shared }) => await shared.close()));
  };
  return { run, close };
}

/** A sandbox without a run. */
interface IdleSandbox {
  readonly shared: SharedSandbox;
  readonly timer: NodeJS.Timeout;
}
