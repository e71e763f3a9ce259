/** Tracks the programs that are read, so that a signal that terminates this process leaves none of them and no directory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessRunner } from "@climax-gen/runtime/internal/process/process";
import { createProcessRunner } from "@climax-gen/runtime/internal/process/process";
import { createStdioCover } from "@climax-gen/runtime/internal/process/inherited-descriptors";
import { onTermination } from "./termination.ts";

/** Time between SIGTERM and SIGKILL, in milliseconds. */
const GRACE_MS = 50;

/** A program that runs, or a sandbox in which programs run. */
export interface Run {
  /** The directory in which the program, or its sandbox, is started. */
  readonly cwd: string;
  /** True if `cwd` is a temporary directory of this run. */
  readonly isTemporary: boolean;
  readonly runner: ProcessRunner;
}

const runs = new Set<Run>();
let release = (): void => {};

/** Shared by all runs: an import starts hundreds of programs, and reading the descriptors of this process takes longer than a start. */
const cover = createStdioCover();

/**
 * Creates the directory of a run without a sandbox: a sandbox has an empty one. Until `closeRun`, a signal that terminates this process
 * kills the program and removes the directory.
 * @param isTemporary whether the run needs a directory
 */
export function openRun(isTemporary: boolean): Run {
  // The handlers are added before the directory is created. Without them, a signal would terminate the process and leave the directory.
  if (runs.size === 0) release = onTermination(killAll);
  const cwd = isTemporary ? mkdtempSync(join(tmpdir(), "climax-gen-")) : "/";
  const run: Run = { cwd, isTemporary, runner: createProcessRunner({ graceMs: GRACE_MS, cover }) };
  runs.add(run);
  return run;
}

/** Kills what is left of a run, and removes its directory. */
export async function closeRun(run: Run): Promise<void> {
  await run.runner.terminateAll();
  removeFolder(run);
  runs.delete(run);
  if (runs.size === 0) release();
}

function removeFolder({ cwd, isTemporary }: Run): void {
  if (isTemporary) rmSync(cwd, { recursive: true, force: true });
}

function killAll(): void {
  for (const run of runs) {
    run.runner.killAllNow();
    removeFolder(run);
  }
}
