/** Summarizes a plan in one line. */
import { count } from "../text/wording.ts";
import type { WritePlan } from "./plan-writes.ts";

type Action = WritePlan["files"][number]["action"];

/** Returns the paths with this action. Returns an empty list without a plan. */
export function pathsOf(plan: WritePlan | undefined, action: Action): readonly string[] {
  return (plan?.files ?? []).filter((file) => file.action === action).map(({ path }) => path);
}

/** Reports whether executing the plan changes nothing. */
export function isUpToDate(plan: WritePlan | undefined): boolean {
  return (plan?.files ?? []).every(({ action }) => action === "unchanged");
}

/** Returns the plan as data for `--json`. */
export function listPlan(plan: WritePlan | undefined): object {
  return {
    created: pathsOf(plan, "create"),
    updated: pathsOf(plan, "update"),
    removed: pathsOf(plan, "remove"),
    unchanged: pathsOf(plan, "unchanged").length,
  };
}

/** Formats the number of files that a completed plan wrote, kept and removed. */
export function summarizePlan(plan: WritePlan | undefined): string {
  const written = pathsOf(plan, "create").length + pathsOf(plan, "update").length;
  return `${count(written, "file")} written, ${pathsOf(plan, "unchanged").length} unchanged, ${pathsOf(plan, "remove").length} removed`;
}
