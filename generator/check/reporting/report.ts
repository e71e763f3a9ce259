/** Collects what the check stage says about one document, with places found by path. */
import type { DetailsOf, DiagnosticCode } from "../../diagnostics/codes.ts";
import type { HazardCode } from "../../diagnostics/codes-hazards.ts";
import type { Diagnostic, SourceLocation } from "../../diagnostics/diagnostic.ts";
import { diagnose, withRelated } from "../../diagnostics/diagnose.ts";
import { locateNearest, type LoadedDocument } from "../../load/document.ts";
import type { ValuePlace, YamlPath } from "../../load/locate.ts";
import { isMapping, type YamlValue } from "../../load/values.ts";
import type { FoundHazard } from "../files/checked-file.ts";

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
  /** Says something about the value at a path, and points at it; at the alias that stands for it, with a note of where it is written. */
  readonly atValue: <Code extends DiagnosticCode>(code: Code, path: YamlPath, ...details: DetailsOf<Code>) => void;
  /** Says something about the last key of a path, and points at it. */
  readonly atKey: <Code extends DiagnosticCode>(code: Code, path: YamlPath, ...details: DetailsOf<Code>) => void;
  /** Says that a key is missing, and points at the mapping that lacks it: its key, or where it has none, its first key. */
  readonly atMissing: <Code extends DiagnosticCode>(code: Code, path: YamlPath, ...details: DetailsOf<Code>) => void;
  /** Returns the location of the last key of a path; of the value if it has no key, or is not written. */
  readonly locateKey: (path: YamlPath) => SourceLocation;
  /** Returns the location of the value at a path, or of the nearest enclosing part that is written. */
  readonly locateValue: (path: YamlPath) => SourceLocation;
  /** Returns both, and the aliases that the path goes through. */
  readonly placeOf: (path: YamlPath) => ValuePlace;
  /** The text of the value as it is written in the file. */
  readonly writtenAt: (path: YamlPath) => string;
}

export function createReport(document: LoadedDocument): Report {
  const diagnostics: Diagnostic[] = [];
  const hazards: FoundHazard[] = [];
  const told = new Set<string>();
  const add = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);

  const placeOf = (path: YamlPath): ValuePlace => locateNearest(document, path);

  function locateMissing(path: YamlPath): SourceLocation {
    const { source, key, value } = placeOf(path);
    if (key !== undefined) return { source, span: key };
    const mapping = readPath(document.value, path);
    const [first] = isMapping(mapping) ? Object.keys(mapping) : [];
    return { source, span: (first === undefined ? undefined : placeOf([...path, first]).key) ?? value };
  }

  function locateKey(path: YamlPath): SourceLocation {
    const { source, key, value } = placeOf(path);
    return { source, span: key ?? value };
  }

  function locateValue(path: YamlPath): SourceLocation {
    const { source, value } = placeOf(path);
    return { source, span: value };
  }

  /** What an anchor holds is checked at each of its aliases: it is told once, in the words of the first. */
  function isFirst(code: DiagnosticCode, { source, span: { start, end } }: SourceLocation, path: YamlPath): boolean {
    const identity = JSON.stringify([code, source.path, start, end, path.at(-1)]);
    const isKnown = told.has(identity);
    told.add(identity);
    return !isKnown;
  }

  function tell<Code extends DiagnosticCode>(code: Code, location: SourceLocation, path: YamlPath, details: DetailsOf<Code>): void {
    if (isFirst(code, location, path)) add(diagnose(code, location, ...details));
  }

  function tellOfValue<Code extends DiagnosticCode>(code: Code, path: YamlPath, details: DetailsOf<Code>): void {
    const { source, value, standIn } = placeOf(path);
    const written = { source, span: value };
    if (standIn === undefined) tell(code, written, path, details);
    else if (isFirst(code, written, path)) add(withRelated(diagnose(code, { source, span: standIn }, ...details), "written here", written));
  }

  return {
    document,
    diagnostics,
    add,
    hazards,
    addHazard: (code, { path, location }, ...details) => void hazards.push({ diagnostic: diagnose(code, location, ...details), path }),
    placeOf,
    atValue: (code, path, ...details) => tellOfValue(code, path, details),
    atKey: (code, path, ...details) => tell(code, locateKey(path), path, details),
    atMissing: (code, path, ...details) => tell(code, locateMissing(path.slice(0, -1)), path, details),
    locateKey,
    locateValue,
    writtenAt: (path) => {
      const { source, span } = locateValue(path);
      return source.text.slice(span.start, span.end);
    },
  };
}

/** The value at a path; undefined where there is none. */
export function readPath(root: YamlValue, path: YamlPath): YamlValue | undefined {
  let value: YamlValue | undefined = root;
  for (const segment of path) {
    if (typeof segment === "number") value = Array.isArray(value) ? (value as readonly YamlValue[])[segment] : undefined;
    else value = isMapping(value) ? value[segment] : undefined;
  }
  return value;
}
