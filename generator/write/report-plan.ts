/** Reports the conflicts of a plan, and the differences that `--check` finds. */
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { toShownPath } from "../text/shown-path.ts";
import { MANIFEST_NAME } from "./manifest.ts";
import type { Conflict, WritePlan } from "./plan-writes.ts";

/** Returns a diagnostic for each conflict, sorted by path. After a conflict, no file may be written. */
export function reportConflicts(plan: WritePlan, outFolder: string): readonly Diagnostic[] {
  return withoutConsequences(plan).flatMap((file) =>
    file.action === "conflict" ? [describeConflict(file.conflict, showPath(outFolder, file.path))] : [],
  );
}

/**
 * Returns the files of a plan. If climax-gen did not create the directory, omits all other conflicts and differences, which are
 * consequences.
 */
function withoutConsequences({ files }: WritePlan): WritePlan["files"] {
  const foreign = files.filter((file) => file.action === "conflict" && file.conflict.kind === "not-generated");
  return foreign.length > 0 ? foreign : files;
}

/**
 * Returns a diagnostic for each difference between the directory and the generated files, sorted by path.
 * @param command the command line that fixes them
 */
export function reportDrift(plan: WritePlan, outFolder: string, command: string): readonly Diagnostic[] {
  const differing = withoutConsequences(plan).filter(({ action }) => action !== "unchanged");
  // The manifest changes with the files, so it is reported only if nothing else differs.
  const worthSaying = differing.filter(({ path }) => path !== MANIFEST_NAME || differing.length === 1);
  return worthSaying.flatMap((file) => {
    const path = showPath(outFolder, file.path);
    if (file.action === "conflict") return [describeConflict(file.conflict, path)];
    return file.action === "unchanged" ? [] : [diagnose(DRIFT[file.action], { path }, { command })];
  });
}

const DRIFT = { create: "output-missing", update: "output-changed", remove: "output-stale" } as const;

function showPath(outFolder: string, path: string): string {
  return path === "" ? toShownPath(outFolder) : `${toShownPath(outFolder)}/${path}`;
}

function describeConflict(conflict: Conflict, path: string): Diagnostic {
  switch (conflict.kind) {
    case "hand-edited":
      return diagnose("output-hand-edited", { path });
    case "in-the-way":
      return diagnose("output-in-the-way", { path });
    case "outside":
      return diagnose(
        "output-unwritable",
        { path },
        { reason: "a symbolic link escapes the output directory", fix: "replace the link with a directory" },
      );
    case "unreadable":
      return diagnose("unreadable-file", { path }, { reason: conflict.reason });
    case "not-generated":
      return diagnose("output-not-generated", { path }, { files: conflict.fileCount });
    case "broken-manifest":
      return diagnose("output-manifest-broken", { path }, { reason: conflict.reason });
  }
}
