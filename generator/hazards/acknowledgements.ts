/** Reads `x-allow` lists, which acknowledge hazards with a reason. */
import { acknowledgeableCodes } from "../diagnostics/codes-hazards.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type LoadedDocument, locateNearest } from "../load/document.ts";
import type { YamlPath } from "../load/locate.ts";
import { isMapping, type YamlValue } from "../load/values.ts";
import { type Hazard, locatePart, type HazardPart } from "./hazard.ts";

const KEY = "x-allow";

/** ReviewedEntry of an `x-allow` list. */
interface Acknowledgement extends HazardPart {
  /** Path of the part that contains the list. */
  readonly owner: YamlPath;
  readonly code: string;
  readonly reason: string;
}

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
  const entries = documents.flatMap(findEntries).flatMap((entry) => ("code" in entry ? [entry] : []));
  return hazards.map((hazard) => {
    const entry = entries.find((candidate) => acknowledges(candidate, hazard));
    if (entry === undefined) return hazard;
    const { document, path, reason } = entry;
    return { ...hazard, acknowledgement: { reason, place: { document, path } } };
  });
}

/** Returns the diagnostics of unacknowledged hazards, then those of invalid and unused entries. An invalid entry has no effect. */
export function dropAcknowledged({ hazards, elsewhere }: FoundHazards, documents: readonly LoadedDocument[]): readonly Diagnostic[] {
  const entries = documents.flatMap(findEntries);
  const known = entries.flatMap((entry) => ("code" in entry ? [entry] : []));
  const left = hazards.filter((hazard) => !known.some((entry) => acknowledges(entry, hazard)));
  const all = [...hazards, ...elsewhere];
  const unused = known.filter((entry) => !isFinding(entry.code) && !all.some((hazard) => acknowledges(entry, hazard)));
  const useless = unused.map(({ code, ...part }) => diagnose("allow-unused", locatePart(part), { code }));
  const mistakes = entries.flatMap((entry) => ("diagnostic" in entry ? [entry.diagnostic] : []));
  return [...left.map(({ diagnostic }) => diagnostic), ...mistakes, ...useless];
}

/**
 * Returns the findings of `verify`, `try` or `validate --lint` without those that a file acknowledges at their place. Entries that acknowledge
 * none are not reported, because the findings depend on the programs of the machine, or are looked for only on request.
 */
export function dropAcceptedFindings(findings: readonly Diagnostic[], documents: readonly LoadedDocument[]): readonly Diagnostic[] {
  const entries = documents.flatMap(findEntries).flatMap((entry) => ("code" in entry && isFinding(entry.code) ? [entry] : []));
  const covers = ({ document, owner, code }: Acknowledgement, finding: Diagnostic): boolean => {
    const { source, value: outer } = locateNearest(document, owner);
    const { span } = finding;
    return code === finding.code && span !== undefined && finding.source === source && outer.start <= span.start && span.end <= outer.end;
  };
  return findings.filter((finding) => !entries.some((entry) => covers(entry, finding)));
}

function isFinding(code: string): boolean {
  return /^(?:verify|try|lint)-/.test(code);
}

function acknowledges({ document, owner, code }: Acknowledgement, { diagnostic, parts }: Hazard): boolean {
  return code === diagnostic.code && parts.some((part) => part.document === document && isSamePath(part.path, owner));
}

function isSamePath(left: YamlPath, right: YamlPath): boolean {
  return left.length === right.length && left.every((segment, index) => segment === right[index]);
}

type ReviewedEntry = Acknowledgement | { readonly diagnostic: Diagnostic };

/**
 * Returns the entries of every list in a file. Skips other `x-` keys, which contain notes and anchors. The content of an anchor is read at
 * its aliases.
 */
function findEntries(document: LoadedDocument): readonly ReviewedEntry[] {
  const found: ReviewedEntry[] = [];
  // One mutable path for the whole walk, copied only for a list: a large file has many values and few lists.
  const path: (string | number)[] = [];
  const visit = (value: YamlValue): void => {
    if (Array.isArray(value)) return (value as readonly YamlValue[]).forEach((item, index) => visitAt(index, item));
    if (!isMapping(value)) return;
    for (const key of Object.keys(value)) {
      if (key === KEY) found.push(...readList(document, value[key] ?? null, [...path]));
      else if (!key.startsWith("x-") && key !== "inputSchema") visitAt(key, value[key] ?? null);
    }
  };
  const visitAt = (segment: string | number, value: YamlValue): void => {
    if (typeof value !== "object") return;
    path.push(segment);
    visit(value);
    path.pop();
  };
  visit(document.value);
  return found;
}

function readList(document: LoadedDocument, list: YamlValue, owner: YamlPath): readonly ReviewedEntry[] {
  const path = [...owner, KEY];
  if (!Array.isArray(list) || list.length === 0) return [{ diagnostic: diagnose("allow-format", locatePart({ document, path })) }];
  return (list as readonly YamlValue[]).map((entry, index) => readEntry(entry, { document, path: [...path, index] }, owner));
}

function readEntry(entry: YamlValue, part: HazardPart, owner: YamlPath): ReviewedEntry {
  const { code, reason } = isMapping(entry) ? entry : {};
  if (typeof code !== "string" || typeof reason !== "string" || reason.trim() === "")
    return { diagnostic: diagnose("allow-format", locatePart(part)) };
  if (acknowledgeableCodes.includes(code)) return { ...part, owner, code, reason };
  return { diagnostic: diagnose("allow-unknown-code", locatePart(part), { code, codes: acknowledgeableCodes }) };
}
