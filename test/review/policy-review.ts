/** Compares two versions of a server that differ in their policies. */
import { compareSides } from "../../generator/review/compare/compare-sides.ts";
import { nameSubject } from "../../generator/review/report.ts";
import { toSideOf } from "./sides.ts";

/** The config of both versions, unless a test has another. */
export const CONFIG = `name: git
description: Version control
command: git
tools:
  - name: git_log
    description: Show commits
    command: log
    risk: read
    args:
      - { name: max_count, type: integer, flag: -n }
      - { name: path, positional: true }
  - name: git_push
    description: Send commits
    command: push
    risk: write
`;

/** One version of a server. */
export interface Version {
  readonly config?: string;
  readonly policies?: readonly string[];
}

/** Returns a line for each change, with its class. The text of each policy follows `default: enabled`. */
export async function review(old: Version, now: Version): Promise<readonly string[]> {
  const sideOf = (label: string, { config = CONFIG, policies = [] }: Version) =>
    toSideOf(
      label,
      [{ path: `${label}.yaml`, bytes: Buffer.from(config) }],
      ...policies.map((text) => `kind: policy\ndefault: enabled\n${text}\n`),
    );
  const changes = compareSides({ old: await sideOf("old", old), new: await sideOf("new", now) });
  return changes.map((change) => {
    const { place } = change;
    return `${change.class} ${place?.path ?? ""}:${place?.line ?? ""} ${change.code} ${nameSubject(change)}: ${change.message}`;
  });
}
