/** Collects what the check stage says about one document, with places found by path. */
import type { DetailsOf, DiagnosticCode } from "../../diagnostics/codes.ts";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.ts";
import { diagnose, withRelated } from "../../diagnostics/diagnose.ts";
import type { LoadedDocument } from "../../load/document.ts";
import type { ValuePlace, YamlPath } from "../../load/locate.ts";
import { isMapping, type YamlValue } from "../../load/values.ts";

export interface Report {
  readonly document: LoadedDocument;
  /** In the order of discovery; printing sorts. */
  readonly diagnostics: readonly Diagnostic[];
  readonly add: (diagnostic: Diagnostic) => void;
  /** Says something about the value at a path, and points at it; at the alias that stands for it, with a note of where it is written. */
  readonly atValue: <Code extends DiagnosticCode>(code: Code, path: YamlPath, ...details: DetailsOf<Code>) => void;
  /** Says something about the last key of a path, and points at it. */
  readonly atKey: <Code extends DiagnosticCode>(code: Code, path: YamlPath, ...details: DetailsOf<Code>) => void;
  /** Says that a key is missing, and points at the mapping that lacks it: its key, or where it has none, its first key. */
  readonly atMissing: <Code extends DiagnosticCode>(code: Code, path: YamlPath, ...details: DetailsOf<Code>) => void;
  readonly placeOf: (path: YamlPath) => ValuePlace;
  /** The text of the value as it is written in the file. */
  readonly writtenAt: (path: YamlPath) => string;
}

export function createReport(document: LoadedDocument): Report {
  const { source } = document;
  const diagnostics: Diagnostic[] = [];
  const told = new Set<string>();
  const add = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);

  function placeOf(path: YamlPath): ValuePlace {
    // The root is always there, so this ends.
    return document.locate(path) ?? (path.length === 0 ? { value: { start: 0, end: 0 } } : placeOf(path.slice(0, -1)));
  }

  function placeOfMissing(path: YamlPath): Span {
    const place = placeOf(path);
    if (place.key !== undefined) return place.key;
    const mapping = readPath(document.value, path);
    const [first] = isMapping(mapping) ? Object.keys(mapping) : [];
    return (first === undefined ? undefined : placeOf([...path, first]).key) ?? place.value;
  }

  /** What an anchor holds is checked at each of its aliases: it is told once, in the words of the first. */
  function isFirst(code: DiagnosticCode, { start, end }: Span, path: YamlPath): boolean {
    const identity = JSON.stringify([code, start, end, path.at(-1)]);
    const isKnown = told.has(identity);
    told.add(identity);
    return !isKnown;
  }

  function tell<Code extends DiagnosticCode>(code: Code, span: Span, path: YamlPath, details: DetailsOf<Code>): void {
    if (isFirst(code, span, path)) add(diagnose(code, { source, span }, ...details));
  }

  function tellOfValue<Code extends DiagnosticCode>(code: Code, path: YamlPath, details: DetailsOf<Code>): void {
    const { value, standIn } = placeOf(path);
    if (standIn === undefined) tell(code, value, path, details);
    else if (isFirst(code, value, path))
      add(withRelated(diagnose(code, { source, span: standIn }, ...details), "written here", { source, span: value }));
  }

  return {
    document,
    diagnostics,
    add,
    placeOf,
    atValue: (code, path, ...details) => tellOfValue(code, path, details),
    atKey: (code, path, ...details) => tell(code, placeOf(path).key ?? placeOf(path).value, path, details),
    atMissing: (code, path, ...details) => tell(code, placeOfMissing(path.slice(0, -1)), path, details),
    writtenAt: (path) => {
      const { start, end } = placeOf(path).value;
      return source.text.slice(start, end);
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
