/** Converts findings into the changes that are printed. */
import type { ChangeClass, ChangeCode } from "./rules.ts";
import { changeRules } from "./rules.ts";
import type { FilePosition } from "../check/files/locations.ts";
import type { Side } from "./side.ts";

export interface Change {
  readonly class: ChangeClass;
  readonly code: ChangeCode;
  /** Names of the changed part, the new name if it was renamed. Without a name, the change concerns the whole server. */
  readonly cli?: string;
  readonly tool?: string;
  readonly arg?: string;
  /** Lower case, without a final period and without the names above. */
  readonly message: string;
  /** Value as in the YAML. Omitted if the side does not set it. */
  readonly old?: unknown;
  readonly new?: unknown;
  /** Location on the new side if the part exists there, otherwise on the old side. Omitted if that side has no YAML. */
  readonly place?: ChangeLocation;
}

export interface ChangeLocation extends FilePosition {
  readonly side: "old" | "new";
}

/** Names of a part on each side. A name is omitted if the part was added or removed. */
export interface Names {
  readonly old?: string;
  readonly new?: string;
}

/** Part that a change concerns. */
export interface Subject {
  readonly cli?: Names;
  readonly tool?: Names;
  readonly arg?: Names;
  /** A tool of the CLI, which identifies its file: several CLIs can have the same name. */
  readonly member?: Names;
}

/** Change without its class and location. */
export interface Finding {
  readonly code: ChangeCode;
  readonly subject: Subject;
  readonly message: string;
  /** Path of keys in the subject's part of the YAML file, for the location. Defaults to the part itself. */
  readonly keys?: readonly string[];
  /** Whether the change is in the policy instead of the config. */
  readonly isPolicy?: boolean;
  readonly old?: unknown;
  readonly new?: unknown;
}

export interface Sides {
  readonly old: Side;
  readonly new: Side;
}

/** Converts a finding into a change. */
export function toChange(finding: Finding, sides: Sides): Change {
  const { code, subject, message } = finding;
  const place = locate(finding, sides);
  const [cli, tool, arg] = [subject.cli, subject.tool, subject.arg].map(nameOf);
  return {
    class: changeRules[code].class,
    code,
    ...(cli !== undefined && { cli }),
    ...(tool !== undefined && { tool }),
    ...(arg !== undefined && { arg }),
    message,
    ...(finding.old !== undefined && { old: finding.old }),
    ...(finding.new !== undefined && { new: finding.new }),
    ...(place && { place }),
  };
}

function nameOf(names: Names | undefined): string | undefined {
  return names?.new ?? names?.old;
}

/** Returns the most specific location: the key on either side, then the enclosing part. Falls back from the policy to the config. */
function locate({ subject, keys = [], isPolicy = false }: Finding, sides: Sides): ChangeLocation | undefined {
  const files = isPolicy ? [true, false] : [false];
  const attempts = files.flatMap((inPolicy) =>
    (keys.length === 0 || (isPolicy && !inPolicy) ? [[]] : [keys, []]).map((path) => ({ inPolicy, path })),
  );
  for (const { inPolicy, path } of attempts) {
    for (const side of ["new", "old"] as const) {
      const [tool, arg, member] = [subject.tool, subject.arg, subject.member].map((names) => names && (names[side] ?? ""));
      const place = sides[side].locate({ tool, arg, member, keys: path, isPolicy: inPolicy });
      if (place !== undefined) return { side, ...place };
    }
  }
  return undefined;
}
