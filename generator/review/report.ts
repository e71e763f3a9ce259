/** A comparison as it is printed, in whatever format. */
import { count, escapeUnprintable } from "../diagnostics/wording.ts";
import type { Change, ChangePlace } from "./change.ts";
import type { ChangeClass, Failure } from "./rules.ts";
import { CHANGE_CLASSES } from "./rules.ts";
import type { NewHazard } from "./new-hazards.ts";

export interface DiffReport {
  /** The sides as the user named them. */
  readonly old: string;
  readonly new: string;
  /** Sorted: the gravest class first. */
  readonly changes: readonly Change[];
  /** Sorted by place. */
  readonly hazards: readonly NewHazard[];
  /** The classes that make the command fail, and whether hazards do. */
  readonly failOn: readonly Failure[];
}

/** What each class promises, as a heading says it. */
export const CLASS_MEANINGS: Readonly<Record<ChangeClass, string>> = {
  breaking: "calls that worked fail, or run something else",
  widening: "agents can do what they could not do",
  narrowing: "a policy or a guard allows less",
  compatible: "calls that worked still work",
  metadata: "only words change",
};

export const HAZARDS_MEANING = "valid, new, and worth a decision";

/** Whether there is a change, or a hazard, that makes the command fail. */
export function isFailure({ changes, hazards, failOn }: DiffReport): boolean {
  return changes.some((change) => failOn.includes(change.class)) || (hazards.length > 0 && failOn.includes("hazards"));
}

export function changesOf({ changes }: DiffReport, one: ChangeClass): readonly Change[] {
  return changes.filter((change) => change.class === one);
}

/** `3 changes: 2 breaking, 1 widening; 1 new hazard`, or `no changes`. */
export function summarizeReport(report: DiffReport): string {
  const { length } = report.hazards;
  return length === 0 ? summarizeChanges(report) : `${summarizeChanges(report)}; ${count(length, "new hazard")}`;
}

function summarizeChanges(report: DiffReport): string {
  const total = report.changes.length;
  if (total === 0) return "no changes";
  const counts = CHANGE_CLASSES.map((one) => [one, changesOf(report, one).length] as const).filter(([, number]) => number > 0);
  return `${count(total, "change")}: ${counts.map(([one, number]) => `${number} ${one}`).join(", ")}`;
}

/** What a change is about, in one line: `git_log format`, the CLI's name, or the server. */
export function nameSubject({ cli, tool, arg }: Change): string {
  if (tool === undefined) return cli === undefined ? "server" : `cli ${escapeUnprintable(cli)}`;
  return escapeUnprintable(arg === undefined ? tool : `${tool} ${arg}`);
}

/** The file as it is called in a checkout: without the revision that it was read from. */
export function fileOf({ path }: ChangePlace): string {
  return path.replace(/^git:[^:]*:/, "");
}
