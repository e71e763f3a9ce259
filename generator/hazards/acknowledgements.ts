/** Removes hazards that `x-allow` lists acknowledge with a reason. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../load/document.ts";
import type { YamlPath } from "../load/locate.ts";
import { isFinding } from "./accepted-findings.ts";
import { type Acknowledgement, findUnused, isInScope, readEntries } from "./allow-entries.ts";
import type { Hazard, HazardPart } from "./hazard.ts";

/** Hazards before acknowledged ones are removed. */
export interface FoundHazards {
  readonly hazards: readonly Hazard[];
  /** Hazards of the same files without the policy. They are not reported, but entries that acknowledge them are not reported as unused. */
  readonly elsewhere: readonly Hazard[];
}

/** A hazard, and the entry that acknowledges it, if any. */
export interface ReviewedHazard extends Hazard {
  readonly acknowledgement?: { readonly reason: string; readonly place: HazardPart };
}

/** Returns every hazard with its acknowledgement. */
export function reviewHazards(hazards: readonly Hazard[], documents: readonly LoadedDocument[]): readonly ReviewedHazard[] {
  const { entries } = readEntries(documents);
  return hazards.map((hazard) => {
    const entry = entries.find((candidate) => acknowledges(candidate, hazard));
    if (entry === undefined) return hazard;
    const { document, path, reason } = entry;
    return { ...hazard, acknowledgement: { reason, place: { document, path } } };
  });
}

/**
 * Returns the diagnostics of unacknowledged hazards, then those of invalid entries, and of entries, or names in them, that acknowledge
 * nothing. Entries for findings of `verify`, `try` and `validate --lint` are not judged here.
 */
export function dropAcknowledged({ hazards, elsewhere }: FoundHazards, documents: readonly LoadedDocument[]): readonly Diagnostic[] {
  const { entries, mistakes } = readEntries(documents);
  const left = hazards.filter((hazard) => !entries.some((entry) => acknowledges(entry, hazard)));
  const all = [...hazards, ...elsewhere];
  const isUsed = (entry: Acknowledgement): boolean => all.some((hazard) => acknowledges(entry, hazard));
  const useless = findUnused(
    entries.filter(({ code }) => !isFinding(code)),
    isUsed,
    "allow-unused",
  );
  return [...left.map(({ diagnostic }) => diagnostic), ...mistakes, ...useless];
}

function acknowledges(entry: Acknowledgement, { diagnostic, parts }: Hazard): boolean {
  const { document, owner, code } = entry;
  return (
    code === diagnostic.code && parts.some((part) => part.document === document && isSamePath(part.path, owner) && isInScope(entry, part))
  );
}

function isSamePath(left: YamlPath, right: YamlPath): boolean {
  return left.length === right.length && left.every((segment, index) => segment === right[index]);
}
