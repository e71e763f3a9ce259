/** Converts findings to the changes that are printed. */
import type { ChangeClass } from "./rule.ts";
import type { ChangeCode } from "./rules.ts";
import { changeRules } from "./rules.ts";
import type { FilePosition } from "../check/files/locations.ts";
import { omitAbsent } from "../check/files/omit-absent.ts";
import type { Side } from "./side.ts";

/** One difference between two versions, as all formats print it. */
export interface Change {
  readonly class: ChangeClass;
  readonly code: ChangeCode;
  /** Names of the changed part; of a renamed part, the new names. A change without names applies to the whole server. */
  readonly cli?: string;
  readonly tool?: string;
  readonly arg?: string;
  /** Message in lower case, without a final period and without the names above. */
  readonly message: string;
  /** Value as in the YAML. Omitted if the side does not set it. */
  readonly old?: unknown;
  readonly new?: unknown;
  /** Value that only one side accepts, if the languages of two patterns were compared. */
  readonly witness?: ChangeWitness;
  /** Location on the new side if the part exists there, otherwise on the old side. Omitted if that side has no YAML. */
  readonly place?: ChangeLocation;
  /** Location on each side, if requested: of the part, or of the part that encloses it. Omitted for a side without YAML. */
  readonly places?: ChangeLocations;
}

/** A shortest value that only one side accepts, and this side. */
export interface ChangeWitness {
  readonly value: string;
  readonly accepted: "old" | "new";
}

/** Location on each side. Omitted for a side without YAML. */
export interface ChangeLocations {
  readonly old?: FilePosition;
  readonly new?: FilePosition;
}

/** Location on one of the sides. */
export interface ChangeLocation extends FilePosition {
  readonly side: "old" | "new";
}

/** Names of a part on each side. A name is omitted if the part was added or removed. */
export interface Names {
  readonly old?: string;
  readonly new?: string;
}

/** The part that changed. */
export interface Subject {
  readonly cli?: Names;
  readonly tool?: Names;
  readonly arg?: Names;
  /** A tool of the CLI. It identifies the CLI's file, because several CLIs can have the same name. */
  readonly member?: Names;
}

/** Change without its class and location. */
export interface Finding {
  readonly code: ChangeCode;
  readonly subject: Subject;
  readonly message: string;
  /** Path of keys in the subject's part of the YAML file, for the location. Defaults to the part itself. */
  readonly keys?: readonly string[];
  /** Paths of keys in the policy as a whole, for the location if its entries for the subject lack `keys`. Defaults to none. */
  readonly policyKeys?: readonly (readonly string[])[];
  /** True if the change is in a policy, not in the config. */
  readonly isPolicy?: boolean;
  readonly old?: unknown;
  readonly new?: unknown;
  readonly witness?: ChangeWitness;
}

/** The two compared versions. */
export interface Sides {
  readonly old: Side;
  readonly new: Side;
}

/** Options of a comparison. */
export interface LocateOptions {
  /** True to set `places` of changes. Defaults to false, because a second location takes as long as the first. */
  readonly places?: boolean;
  /** Whether the size of the list decides how tools are registered. Defaults to the setting of a generated project. */
  readonly isAuto?: boolean;
}

/** Converts a finding into a change. */
export function toChange(finding: Finding, sides: Sides, { places = false }: LocateOptions = {}): Change {
  const { code, subject, message } = finding;
  const [cli, tool, arg] = [subject.cli, subject.tool, subject.arg].map(nameOf);
  const located = locate(finding, sides, places);
  return omitAbsent<Change>({
    class: changeRules[code].class,
    code,
    cli,
    tool,
    arg,
    message,
    old: finding.old,
    new: finding.new,
    witness: finding.witness,
    place: located.place,
    places: located.places,
  });
}

function nameOf(names: Names | undefined): string | undefined {
  return names?.new ?? names?.old;
}

interface Located {
  readonly place?: ChangeLocation;
  readonly places?: ChangeLocations;
}

/**
 * Finds the most specific location on each side: the key, then the enclosing part. Falls back from the policy to the config. If both sides
 * have an equally specific location, `place` is the one on the new side.
 */
function locate(finding: Finding, sides: Sides, isOfBoth: boolean): Located {
  const places: { old?: FilePosition; new?: FilePosition } = {};
  let first: ChangeLocation | undefined;
  for (const attempt of listAttempts(finding)) {
    for (const side of ["new", "old"] as const) {
      const place = places[side] ?? locateOn(side, { finding, sides, attempt });
      if (place === undefined) continue;
      places[side] = place;
      first ??= { side, ...place };
      if (!isOfBoth) return { place: first };
    }
    if (places.old !== undefined && places.new !== undefined) break;
  }
  return first === undefined ? {} : { place: first, places };
}

interface LocationAttempt {
  readonly inPolicy: boolean;
  readonly keys: readonly string[];
  /** True if the keys are those of the whole policy. */
  readonly isOfWhole?: boolean;
}

/** Lists the parts at which a finding can be located, the most specific first. */
function listAttempts({ keys = [], policyKeys = [], isPolicy = false }: Finding): readonly LocationAttempt[] {
  const inConfig = { inPolicy: false, keys: [] };
  const own = keys.length === 0 ? [] : [{ inPolicy: isPolicy, keys }];
  const ofWhole = policyKeys.map((path) => ({ inPolicy: true, keys: path, isOfWhole: true }));
  return [...own, ...ofWhole, ...(isPolicy ? [{ inPolicy: true, keys: [] }] : []), inConfig];
}

interface AttemptOnSides {
  readonly finding: Finding;
  readonly sides: Sides;
  readonly attempt: LocationAttempt;
}

function locateOn(side: "old" | "new", { finding, sides, attempt }: AttemptOnSides): FilePosition | undefined {
  const { subject, [side]: value } = finding;
  const { keys, inPolicy, isOfWhole = false } = attempt;
  if (isOfWhole) return sides[side].locate({ tool: undefined, arg: undefined, member: undefined, keys, isPolicy: true });
  // This side does not set the value. Another of its policies can have the keys with an unchanged value, which is not the location.
  const isElsewhere = inPolicy && keys.length > 0 && value === undefined && (finding.old ?? finding.new) !== undefined;
  if (isElsewhere) return undefined;
  const [tool, arg, member] = [subject.tool, subject.arg, subject.member].map((names) => names && (names[side] ?? ""));
  return sides[side].locate({ tool, arg, member, keys, isPolicy: inPolicy, value });
}
