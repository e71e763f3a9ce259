/** Result of a comparison, for all output formats. */
import { count, escapeUnprintable } from "../text/wording.ts";
import type { Change, ChangeLocation } from "./change.ts";
import type { ChangeClass, Failure } from "./rule.ts";
import { CHANGE_CLASSES } from "./rule.ts";
import type { NewHazard } from "./new-hazards.ts";

/** Changes between two versions, new hazards, and the classes that make the command fail. */
export interface DiffReport {
  /** Sides as specified by the user. */
  readonly old: string;
  readonly new: string;
  /** Policies that the command applies to each side, as specified by the user. Defaults to none. */
  readonly policies?: { readonly old: readonly string[]; readonly new: readonly string[] };
  /** Sorted by class, most severe first. */
  readonly changes: readonly Change[];
  /** Sorted by location, the acknowledged ones last. */
  readonly hazards: readonly NewHazard[];
  /** Classes that make the command fail; `hazards` if hazards do. */
  readonly failOn: readonly Failure[];
}

/** Meaning of each class, for headings. */
export const CLASS_MEANINGS: Readonly<Record<ChangeClass, string>> = {
  breaking: "existing calls fail or run something else",
  widening: "agents can do more than before",
  narrowing: "a policy or a safeguard allows less",
  compatible: "existing calls still work",
  metadata: "only descriptions change",
};

/** Explanation of the hazards in a report. */
export const HAZARDS_MEANING = "new, valid, and in need of review";

/** Reports whether a change or an unacknowledged hazard makes the command fail. */
export function isFailure({ changes, hazards, failOn }: DiffReport): boolean {
  const isOpen = hazards.some(({ acknowledged }) => acknowledged === undefined);
  return changes.some((change) => failOn.includes(change.class)) || (isOpen && failOn.includes("hazards"));
}

/** Returns the changes of one class. */
export function changesOf({ changes }: DiffReport, one: ChangeClass): readonly Change[] {
  return changes.filter((change) => change.class === one);
}

/** Returns a summary: `3 changes: 2 breaking, 1 widening; 2 new hazards, 1 of them acknowledged`, or `no changes`. */
export function summarizeReport(report: DiffReport): string {
  const { length } = report.hazards;
  if (length === 0) return summarizeChanges(report);
  const acknowledged = report.hazards.filter((hazard) => hazard.acknowledged !== undefined).length;
  const part = acknowledged === 0 ? "" : acknowledged === length ? ", acknowledged" : `, ${acknowledged} of them acknowledged`;
  return `${summarizeChanges(report)}; ${count(length, "new hazard")}${part}`;
}

function summarizeChanges(report: DiffReport): string {
  const total = report.changes.length;
  if (total === 0) return "no changes";
  const counts = CHANGE_CLASSES.map((one) => [one, changesOf(report, one).length] as const).filter(([, number]) => number > 0);
  return `${count(total, "change")}: ${counts.map(([one, number]) => `${number} ${one}`).join(", ")}`;
}

/** Returns the name of the changed part, on one line: `git_log format`, `cli` and the CLI's name, or `server`. */
export function nameSubject({ cli, tool, arg }: Change): string {
  if (tool === undefined) return cli === undefined ? "server" : `cli ${escapeUnprintable(cli)}`;
  return escapeUnprintable(arg === undefined ? tool : `${tool} ${arg}`);
}

/** Returns the path of the file in a checkout, without the revision that it was read from. */
export function fileOf({ path }: ChangeLocation): string {
  return path.replace(/^git:[^:]*:/, "");
}

/** Returns the location on the new side, or in its enclosing part, if `places` are known. Otherwise the location on the old side. */
export function currentPlace({ place, places }: Pick<Change, "place" | "places">): ChangeLocation | undefined {
  return place?.side === "old" && places?.new !== undefined ? { side: "new", ...places.new } : place;
}
