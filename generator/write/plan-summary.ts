/** What a plan comes to, in a line. */
import { count } from "../text/wording.ts";
import type { WritePlan } from "./plan-writes.ts";

type Action = WritePlan["files"][number]["action"];

/** The paths that a plan does this to; none where there is no plan. */
export function pathsOf(plan: WritePlan | undefined, action: Action): readonly string[] {
  return (plan?.files ?? []).filter((file) => file.action === action).map(({ path }) => path);
}

/** Whether carrying out the plan changes anything. */
export function isUpToDate(plan: WritePlan | undefined): boolean {
  return (plan?.files ?? []).every(({ action }) => action === "unchanged");
}

/** The same as data, as `--json` prints it. */
export function listPlan(plan: WritePlan | undefined): object {
  return {
    created: pathsOf(plan, "create"),
    updated: pathsOf(plan, "update"),
    removed: pathsOf(plan, "remove"),
    unchanged: pathsOf(plan, "unchanged").length,
  };
}

/** How many files a plan that was carried out wrote, left alone and removed. */
export function summarizePlan(plan: WritePlan | undefined): string {
  const written = pathsOf(plan, "create").length + pathsOf(plan, "update").length;
  return `${count(written, "file")} written, ${pathsOf(plan, "unchanged").length} unchanged, ${pathsOf(plan, "remove").length} removed`;
}
