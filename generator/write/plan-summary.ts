/** Summarizes a plan in one line. */
import { count } from "../text/wording.ts";
import type { WritePlan } from "./plan-writes.ts";

/** Reports whether executing the plan changes nothing. */
export function isUpToDate({ files }: WritePlan): boolean {
  return files.every(({ action }) => action === "unchanged");
}

const NOTHING: WritePlan = { files: [], journals: new Map() };

/** Returns the plan as data for `--json`. Without a plan, nothing is written. */
export function listPlan(plan: WritePlan = NOTHING): object {
  return {
    created: pathsOf(plan, "create"),
    updated: pathsOf(plan, "update"),
    removed: pathsOf(plan, "remove"),
    unchanged: pathsOf(plan, "unchanged").length,
  };
}

/** Formats the number of files that a completed plan wrote, kept and removed. */
export function summarizePlan(plan: WritePlan): string {
  const written = pathsOf(plan, "create").length + pathsOf(plan, "update").length;
  return `${count(written, "file")} written, ${pathsOf(plan, "unchanged").length} unchanged, ${pathsOf(plan, "remove").length} removed`;
}

type Action = WritePlan["files"][number]["action"];

function pathsOf({ files }: WritePlan, action: Action): readonly string[] {
  return files.filter((file) => file.action === action).map(({ path }) => path);
}
