/** Writes generated files to an output directory. */
import { dirname, join } from "node:path";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { toShownPath } from "../text/shown-path.ts";
import { applyPlan } from "./output-folder.ts";
import { removeLeftovers } from "./temporary-files.ts";
import type { OutputLock } from "./output-lock.ts";
import { lockOutput } from "./output-lock.ts";
import { isForeign, readExistingTree } from "./output-tree.ts";
import type { FileContent } from "../write/manifest.ts";
import type { WritePlan } from "../write/plan-writes.ts";
import { planWrites } from "../write/plan-writes.ts";
import { reportConflicts } from "../write/report-plan.ts";
import { LOCK_NAME } from "../write/write-steps.ts";

/** Result of writing an output directory. If it failed, no file was changed, or the next run continues the interrupted one. */
export type WrittenOutput =
  | { readonly kind: "written"; readonly plan: WritePlan }
  | { readonly kind: "failed"; readonly diagnostics: readonly Diagnostic[] };

/** Options of writing an output directory. */
export interface WriteOutputOptions {
  /** Overwrite files that were edited by hand or not generated. */
  readonly force: boolean;
  /** Called after the files are written, before another process can change them. */
  readonly onWritten?: () => void;
}

/** Writes the files that differ, by path below the directory, and removes what earlier runs generated. Waits for other runs. */
export async function writeOutput(
  outFolder: string,
  files: ReadonlyMap<string, FileContent>,
  { force, onWritten }: WriteOutputOptions,
): Promise<WrittenOutput> {
  // Nothing is written to a directory that climax-gen did not create, not even a lock. Checked twice, because another run can write its
  // manifest during the first check.
  const isRefused = !force && isForeign(outFolder) && isForeign(outFolder);
  const lock: OutputLock = isRefused ? { kind: "unlocked", release: () => {} } : await lockOutput(outFolder);
  if (lock.kind === "busy") {
    return {
      kind: "failed",
      diagnostics: [diagnose("output-busy", { path: toShownPath(outFolder) }, { lock: join(outFolder, LOCK_NAME) })],
    };
  }
  try {
    const plan = planWrites(readExistingTree(outFolder, files), files, { force });
    const conflicts = reportConflicts(plan, outFolder);
    if (conflicts.length > 0) return { kind: "failed", diagnostics: conflicts };
    const folders = new Set(plan.files.map(({ path }) => dirname(join(outFolder, path))));
    // Every process that writes holds the lock, so no process uses the temporary files.
    if (lock.kind === "held") for (const folder of folders) removeLeftovers(folder, { isLocked: true });
    const failure = applyPlan(outFolder, plan);
    if (failure !== undefined) return { kind: "failed", diagnostics: [failure] };
    onWritten?.();
    return { kind: "written", plan };
  } finally {
    lock.release();
  }
}
