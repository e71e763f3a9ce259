/** Collects the diagnostics of the check stage for one document, and locates them by path. */
import type { DetailsOf, DiagnosticCode } from "../../diagnostics/codes.ts";
import type { HazardCode } from "../../diagnostics/codes-hazards.ts";
import type { Diagnostic, SourceLocation } from "../../diagnostics/diagnostic.ts";
import { diagnose, withRelated } from "../../diagnostics/diagnose.ts";
import { locateNearest, type LoadedDocument } from "../../load/document.ts";
import type { ValueLocation, YamlPath } from "../../load/locate.ts";
import { isList, isMapping, type YamlValue } from "../../load/values.ts";
import type { FoundHazard } from "../files/checked-file.ts";
import { locationOf } from "../files/locations.ts";

/** Collects the diagnostics of one document. */
export interface Report {
  readonly document: LoadedDocument;
  /** In the order of discovery; printing sorts. */
  readonly diagnostics: readonly Diagnostic[];
  readonly add: (diagnostic: Diagnostic) => void;
  /** Warnings that `x-allow` can acknowledge. The hazards stage reports them. */
  readonly hazards: readonly FoundHazard[];
  /** Adds a warning that `x-allow` can acknowledge, about the value at the path. */
  readonly addHazard: <Code extends HazardCode>(
    code: Code,
    at: { readonly path: YamlPath; readonly location: SourceLocation },
    ...details: DetailsOf<Code>
  ) => void;
  /** Adds a diagnostic at the value of a path. If an alias refers to the value, points at the alias, with a note at the value. */
  readonly atValue: <Code extends DiagnosticCode>(code: Code, path: YamlPath, ...details: DetailsOf<Code>) => void;
  /** Adds a diagnostic at the last key of a path. */
  readonly atKey: <Code extends DiagnosticCode>(code: Code, path: YamlPath, ...details: DetailsOf<Code>) => void;
  /**
   * Adds a diagnostic about a missing key. Points at the key of the mapping that lacks it. For a mapping without a key, points at its alias
   * or its first entry.
   */
  readonly atMissing: <Code extends DiagnosticCode>(code: Code, path: YamlPath, ...details: DetailsOf<Code>) => void;
  /** Returns the location of the last key of a path; of the value if it has no key, or is not written. */
  readonly locateKey: (path: YamlPath) => SourceLocation;
  /** Returns the location of the value at a path, or of the nearest enclosing part that is written. */
  readonly locateValue: (path: YamlPath) => SourceLocation;
  /** Returns the key and the value at a path, and the aliases that the path goes through. */
  readonly locate: (path: YamlPath) => ValueLocation;
  /** Returns the source text of the value. */
  readonly writtenAt: (path: YamlPath) => string;
}

/** Creates a report without diagnostics for a document. */
export function createReport(document: LoadedDocument): Report {
  const diagnostics: Diagnostic[] = [];
  const hazards: FoundHazard[] = [];
  const reported = new Set<string>();
  const add = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);

  const locate = (path: YamlPath): ValueLocation => locateNearest(document, path);
  const locateKey = (path: YamlPath): SourceLocation => locationOf(locate(path), "key");
  const locateValue = (path: YamlPath): SourceLocation => locationOf(locate(path));

  /** Reports whether a diagnostic about a value is the first one. The value of an anchor is checked at each alias, but reported once. */
  function isFirst(code: DiagnosticCode, { source, span: { start, end } }: SourceLocation, path: YamlPath): boolean {
    const identity = JSON.stringify([code, source.path, start, end, path.at(-1)]);
    const isKnown = reported.has(identity);
    reported.add(identity);
    return !isKnown;
  }

  function addOnce<Code extends DiagnosticCode>(code: Code, location: SourceLocation, path: YamlPath, details: DetailsOf<Code>): void {
    if (isFirst(code, location, path)) add(diagnose(code, location, ...details));
  }

  function addAtValue<Code extends DiagnosticCode>(code: Code, path: YamlPath, details: DetailsOf<Code>): void {
    const { source, value, standIn } = locate(path);
    const written = { source, span: value };
    if (standIn === undefined) addOnce(code, written, path, details);
    else if (isFirst(code, written, path)) add(withRelated(diagnose(code, { source, span: standIn }, ...details), "written here", written));
  }

  return {
    document,
    diagnostics,
    add,
    hazards,
    addHazard: (code, { path, location }, ...details) => void hazards.push({ diagnostic: diagnose(code, location, ...details), path }),
    locate,
    atValue: (code, path, ...details) => addAtValue(code, path, details),
    atKey: (code, path, ...details) => addOnce(code, locateKey(path), path, details),
    atMissing: (code, path, ...details) => addOnce(code, locateMissing(document, path.slice(0, -1)), path, details),
    locateKey,
    locateValue,
    writtenAt: (path) => {
      const { source, span } = locateValue(path);
      return source.text.slice(span.start, span.end);
    },
  };
}

/** Returns the key of a mapping that lacks a key. If it has no key, returns its alias or its first entry. */
function locateMissing(document: LoadedDocument, path: YamlPath): SourceLocation {
  const { source, key, value, standIn } = locateNearest(document, path);
  const owner = key ?? standIn;
  if (owner !== undefined) return { source, span: owner };
  const mapping = readPath(document.value, path);
  const [first] = isMapping(mapping) ? Object.keys(mapping) : [];
  const entry = first === undefined ? undefined : locateNearest(document, [...path, first]).key;
  // A merged entry is elsewhere.
  const isInside = entry !== undefined && entry.start >= value.start && entry.end <= value.end;
  return { source, span: isInside ? entry : value };
}

/** Returns the value at a path, or undefined. */
export function readPath(root: YamlValue, path: YamlPath): YamlValue | undefined {
  let value: YamlValue | undefined = root;
  for (const segment of path) {
    if (typeof segment === "number") value = isList(value) ? value[segment] : undefined;
    else value = isMapping(value) ? value[segment] : undefined;
  }
  return value;
}
