/** One change between two versions of a server, as it is printed. */
import type { ChangeClass, ChangeCode } from "./rules.ts";
import { changeRules } from "./rules.ts";
import type { Side, SidePlace } from "./side.ts";

export interface Change {
  readonly class: ChangeClass;
  readonly code: ChangeCode;
  /** What it is about, by its new name where it has two; all absent: the server as a whole. */
  readonly cli?: string;
  readonly tool?: string;
  readonly arg?: string;
  /** Lower case, no final full stop; without the names above. */
  readonly message: string;
  /** As the YAML has it; absent where the side says nothing. */
  readonly old?: unknown;
  readonly new?: unknown;
  /** On the new side where the part is there, else on the old one. Absent where a side has no YAML. */
  readonly place?: ChangePlace;
}

export interface ChangePlace extends SidePlace {
  readonly side: "old" | "new";
}

/** What a part is called on each side; one name is absent where the part is new or gone. */
export interface Names {
  readonly old?: string;
  readonly new?: string;
}

/** What a change is about. */
export interface Subject {
  readonly cli?: Names;
  readonly tool?: Names;
  readonly arg?: Names;
  /** A tool of the CLI, by which its file is found: several CLIs may have one name. */
  readonly member?: Names;
}

/** A change before it has its class and its place. */
export interface Finding {
  readonly code: ChangeCode;
  readonly subject: Subject;
  readonly message: string;
  /** Keys below the subject's part of the YAML file, for the place. Default: the part itself. */
  readonly keys?: readonly string[];
  /** Whether it is the policy that says it, not the config. */
  readonly isPolicy?: boolean;
  readonly old?: unknown;
  readonly new?: unknown;
}

export interface Sides {
  readonly old: Side;
  readonly new: Side;
}

/** The change that a finding is. */
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

/** The key itself on either side tells more than the part that it is missing from; what no policy says, the config may show. */
function locate({ subject, keys = [], isPolicy = false }: Finding, sides: Sides): ChangePlace | undefined {
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
