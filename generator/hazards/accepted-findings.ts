/** Removes findings of `verify` that `x-allow` lists acknowledge with a reason. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type LoadedDocument, locateNearest } from "../load/document.ts";
import { isMapping, type YamlValue } from "../load/values.ts";
import { type Acknowledgement, findUnused, isInScope, readEntries } from "./allow-entries.ts";
import type { NamedPart } from "./hazard.ts";

/** A finding, and the tool and the argument that it is about. */
export interface ToolFinding extends NamedPart {
  readonly diagnostic: Diagnostic;
}

/** Findings after the acknowledged ones are removed. */
export interface AcceptedFindings {
  /** The findings that no entry acknowledges. */
  readonly left: readonly Diagnostic[];
  /** Number of acknowledged findings. */
  readonly accepted: number;
  /** Notes about entries, or names in them, that acknowledge no finding. */
  readonly unused: readonly Diagnostic[];
}

/** Reports whether a code is that of a finding. */
export function isFinding(code: string): boolean {
  return code.startsWith("verify-");
}

/** Removes the findings that a file acknowledges at their place, or in the tool that they are about. */
export function acceptFindings(findings: readonly ToolFinding[], document: LoadedDocument): AcceptedFindings {
  const entries = readEntries([document]).entries.filter(({ code }) => isFinding(code));
  const left = findings.filter((finding) => !entries.some((entry) => accepts(entry, finding)));
  const isUsed = (entry: Acknowledgement): boolean => findings.some((finding) => accepts(entry, finding));
  const unused = findUnused(entries, isUsed, "verify-allow-unused");
  return { left: left.map(({ diagnostic }) => diagnostic), accepted: findings.length - left.length, unused };
}

function accepts(entry: Acknowledgement, finding: ToolFinding): boolean {
  return entry.code === finding.diagnostic.code && isInScope(entry, finding) && (isOfTool(entry, finding) || contains(entry, finding));
}

/** Reports whether the entry belongs to the whole tool of the finding, whose arguments can be those of a group or of an included file. */
function isOfTool({ document, owner }: Acknowledgement, { tool }: ToolFinding): boolean {
  if (owner.length === 0) return true;
  const [list, index] = owner;
  const tools = document.value["tools"];
  if (owner.length !== 2 || list !== "tools" || typeof index !== "number" || !Array.isArray(tools)) return false;
  const owning = (tools as readonly YamlValue[])[index] ?? null;
  return isMapping(owning) && owning["name"] === tool;
}

function contains({ document, owner }: Acknowledgement, { diagnostic: { source, span } }: ToolFinding): boolean {
  const outer = locateNearest(document, owner);
  return span !== undefined && source === outer.source && outer.value.start <= span.start && span.end <= outer.value.end;
}
