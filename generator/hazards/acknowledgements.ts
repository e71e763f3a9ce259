/** `x-allow`: hazards that somebody has looked at, each with the reason why it may stay. */
import { acknowledgeableCodes } from "../diagnostics/codes-hazards.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic, SourceText, Span } from "../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../load/document.ts";
import type { YamlPath } from "../load/locate.ts";
import { isMapping, type YamlValue } from "../load/values.ts";
import type { Hazard, Part } from "./hazard.ts";

const KEY = "x-allow";

/** One entry of a list. */
interface Acknowledgement extends Part {
  /** Of the part that the list is in. */
  readonly owner: YamlPath;
  readonly code: string;
}

export interface FoundHazards {
  readonly hazards: readonly Hazard[];
  /** Those of other uses of the same files: not told, but an acknowledgement of one is of use. */
  readonly elsewhere: readonly Hazard[];
}

/** The hazards that no entry acknowledges, and what is wrong with the entries: an entry with a mistake acknowledges nothing. */
export function dropAcknowledged({ hazards, elsewhere }: FoundHazards, documents: readonly LoadedDocument[]): readonly Diagnostic[] {
  const entries = documents.flatMap(findEntries);
  const known = entries.flatMap((entry) => ("code" in entry ? [entry] : []));
  const left = hazards.filter((hazard) => !known.some((entry) => acknowledges(entry, hazard)));
  const all = [...hazards, ...elsewhere];
  const unused = known.filter((entry) => !all.some((hazard) => acknowledges(entry, hazard)));
  const useless = unused.map(({ code, ...part }) => diagnose("allow-unused", placeOf(part), { code }));
  const mistakes = entries.flatMap((entry) => ("diagnostic" in entry ? [entry.diagnostic] : []));
  return [...left.map(({ diagnostic }) => diagnostic), ...mistakes, ...useless];
}

function acknowledges({ document, owner, code }: Acknowledgement, { diagnostic, parts }: Hazard): boolean {
  return code === diagnostic.code && parts.some((part) => part.document === document && isSamePath(part.path, owner));
}

function isSamePath(left: YamlPath, right: YamlPath): boolean {
  return left.length === right.length && left.every((segment, index) => segment === right[index]);
}

type Entry = Acknowledgement | { readonly diagnostic: Diagnostic };

/** The entries of every list in a file. Other free keys are notes and anchors: what is in them counts where it is used. */
function findEntries(document: LoadedDocument): readonly Entry[] {
  const found: Entry[] = [];
  // One path for the whole walk, copied where there is a list: a large file has many values, and hardly any list.
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

function readList(document: LoadedDocument, list: YamlValue, owner: YamlPath): readonly Entry[] {
  const path = [...owner, KEY];
  if (!Array.isArray(list) || list.length === 0) return [{ diagnostic: diagnose("allow-format", placeOf({ document, path })) }];
  return (list as readonly YamlValue[]).map((entry, index) => readEntry(entry, { document, path: [...path, index] }, owner));
}

function readEntry(entry: YamlValue, part: Part, owner: YamlPath): Entry {
  const { code, reason } = isMapping(entry) ? entry : {};
  if (typeof code !== "string" || typeof reason !== "string" || reason.trim() === "")
    return { diagnostic: diagnose("allow-format", placeOf(part)) };
  if (acknowledgeableCodes.includes(code)) return { ...part, owner, code };
  return { diagnostic: diagnose("allow-unknown-code", placeOf(part), { code, codes: acknowledgeableCodes }) };
}

function placeOf({ document, path }: Part): { readonly source: SourceText; readonly span: Span } {
  return { source: document.source, span: document.locate(path)?.value ?? { start: 0, end: 0 } };
}
