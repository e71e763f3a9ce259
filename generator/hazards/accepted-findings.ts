/** Removes findings of `verify`, `try` and `validate --lint` that `x-allow` lists acknowledge with a reason. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type LoadedDocument, locateNearest } from "../load/document.ts";
import { isList, isMapping } from "../load/values.ts";
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
  /** Notes about entries for findings of `verify`, or names in them, that acknowledge none. */
  readonly unused: readonly Diagnostic[];
}

/** Reports whether a code is that of a finding. */
export function isFinding(code: string): boolean {
  return /^(?:verify|try|lint)-/.test(code);
}

/** Removes the findings that a file acknowledges at their location, or in the tool that they are about. */
export function acceptFindings(findings: readonly ToolFinding[], document: LoadedDocument): AcceptedFindings {
  const entries = readEntries([document]).entries.filter(({ code }) => isFinding(code));
  const left = findings.filter((finding) => !entries.some((entry) => accepts(entry, finding)));
  const isUsed = (entry: Acknowledgement): boolean => findings.some((finding) => accepts(entry, finding));
  const ofVerify = entries.filter(({ code }) => code.startsWith("verify-"));
  const unused = findUnused(ofVerify, isUsed, "verify-allow-unused");
  return { left: left.map(({ diagnostic }) => diagnostic), accepted: findings.length - left.length, unused };
}

/** Removes the findings of `try` that one of several files acknowledges. The tool of a finding is the one that contains its location. */
export function dropAcceptedFindings(findings: readonly Diagnostic[], documents: readonly LoadedDocument[]): readonly Diagnostic[] {
  return documents.reduce((left, document) => {
    const ofTools = left.map((diagnostic): ToolFinding => ({ ...toolAround(document, diagnostic), diagnostic }));
    return acceptFindings(ofTools, document).left;
  }, findings);
}

function toolAround(document: LoadedDocument, diagnostic: Diagnostic): NamedPart {
  const tools = document.value["tools"];
  if (!isList(tools)) return {};
  const index = tools.findIndex((_, at) => contains({ document, owner: ["tools", at] }, { diagnostic }));
  const tool: unknown = tools[index];
  return typeof tool === "object" && tool !== null && "name" in tool && typeof tool.name === "string" ? { tool: tool.name } : {};
}

function accepts(entry: Acknowledgement, finding: ToolFinding): boolean {
  return entry.code === finding.diagnostic.code && isInScope(entry, finding) && (isOfTool(entry, finding) || contains(entry, finding));
}

/** Reports whether the entry belongs to the whole tool of the finding, whose arguments can be those of a group or of an included file. */
function isOfTool({ document, owner }: Acknowledgement, { tool }: ToolFinding): boolean {
  if (owner.length === 0) return true;
  const [list, index] = owner;
  const tools = document.value["tools"];
  if (owner.length !== 2 || list !== "tools" || typeof index !== "number" || !isList(tools)) return false;
  const owning = tools[index] ?? null;
  return isMapping(owning) && owning["name"] === tool;
}

function contains(
  { document, owner }: Pick<Acknowledgement, "document" | "owner">,
  { diagnostic: { source, span } }: ToolFinding,
): boolean {
  const outer = locateNearest(document, owner);
  return span !== undefined && source === outer.source && outer.value.start <= span.start && span.end <= outer.value.end;
}
