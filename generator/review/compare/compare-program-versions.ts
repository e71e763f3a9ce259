/** Compares the program versions of configs. */
import type { Finding, Sides, Subject } from "../change.ts";
import type { ToolPair } from "./compare-tools.ts";
import { findDifference } from "./finding.ts";

/** Returns the changes of the keys for `verify`, which have no effect on calls. */
export function compareProgramVersions([oldTool, newTool]: ToolPair, { old, new: now }: Sides): readonly Finding[] {
  const [before, after] = [old.programVersions?.get(oldTool.name), now.programVersions?.get(newTool.name)];
  if (before === undefined || after === undefined) return [];
  const subject: Subject = { cli: { old: oldTool.cli.name, new: newTool.cli.name }, member: { old: oldTool.name, new: newTool.name } };
  return (["program_version", "version_command"] as const).flatMap((key) =>
    findDifference("program-version-changed", subject, { key, old: before[key], new: after[key] }),
  );
}
