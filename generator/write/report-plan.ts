/** What a plan means to the user: why nothing was written, and what `--check` found. */
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { MANIFEST_NAME } from "./manifest.ts";
import type { Conflict, WritePlan } from "./plan-writes.ts";

/** A diagnostic per conflict, sorted by path; where there is one, nothing may be written. */
export function reportConflicts(plan: WritePlan, outFolder: string): readonly Diagnostic[] {
  return plan.files.flatMap((file) =>
    file.action === "conflict" ? [describeConflict(file.conflict, toShownPath(outFolder, file.path))] : [],
  );
}

/**
 * A diagnostic per difference between the folder and what the inputs generate, sorted by path; none when they agree.
 * @param command the command line that fixes them
 */
export function reportDrift(plan: WritePlan, outFolder: string, command: string): readonly Diagnostic[] {
  const differing = plan.files.filter(({ action }) => action !== "unchanged");
  // The manifest follows the files: it is worth a word only where it is all that differs.
  const worthSaying = differing.filter(({ path }) => path !== MANIFEST_NAME || differing.length === 1);
  return worthSaying.flatMap((file) => {
    const place = { path: toShownPath(outFolder, file.path) };
    switch (file.action) {
      case "create":
        return [diagnose("output-missing", place, { command })];
      case "update":
        return [diagnose("output-changed", place, { command })];
      case "remove":
        return [diagnose("output-stale", place, { command })];
      case "conflict":
        return [describeConflict(file.conflict, place.path)];
      case "unchanged":
        return [];
    }
  });
}

function toShownPath(outFolder: string, path: string): string {
  const folder = outFolder.replace(/\/+$/, "") || "/";
  return path === "" ? folder : `${folder}/${path}`;
}

function describeConflict(conflict: Conflict, path: string): Diagnostic {
  switch (conflict.kind) {
    case "hand-edited":
      return diagnose("output-hand-edited", { path });
    case "in-the-way":
      return diagnose("output-in-the-way", { path });
    case "outside":
      return diagnose("output-unwritable", { path }, { reason: "a symbolic link leads out of the output folder" });
    case "not-generated":
      return diagnose("output-not-generated", { path }, { files: conflict.fileCount });
    case "broken-manifest":
      return diagnose("output-manifest-broken", { path }, { reason: conflict.reason });
  }
}
