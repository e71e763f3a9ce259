/**
 * What a run leaves in `dist/` for the next one: what decided it, and what it had to say. A run that the same decides, over files
 * that are still as they were, comes to the same and need not be gone through. Not committed, and never needed.
 */
import { createHash } from "node:crypto";
import type { CommandPart } from "@climax-gen/runtime/compiler";
import type { Diagnostic, SourceText, Span } from "../diagnostics/diagnostic.ts";
import type { ExistingTree } from "./plan-writes.ts";

/** Where it lies below the output folder. No manifest lists it: it is about them. */
export const RECORD_PATH = "dist/.climax-gen-run.json";

const FORMAT_VERSION = 3;

/** A file that took part in a run, under the name that its messages and its output have of it. */
export interface RunInput {
  readonly path: string;
  readonly bytes: string | Uint8Array;
  /** What else about it decides. */
  readonly role: string;
}

export interface RunRecord {
  /** See `hashRun`. */
  readonly key: string;
  /** The arguments that do the run again, paths from the output folder: what the runtime advises for a stale `dist/`. */
  readonly command: readonly CommandPart[];
  /** The checksum of every file of the run, by path below the output folder. */
  readonly files: Readonly<Record<string, string>>;
  /** Warnings, since a run with errors leaves no record. */
  readonly diagnostics: readonly StoredDiagnostic[];
}

/** A diagnostic without the texts that it points into: those are the inputs, which the next run has read. */
export interface StoredDiagnostic extends Omit<Diagnostic, "source" | "related"> {
  readonly sourcePath?: string;
  readonly related?: { readonly message: string; readonly sourcePath: string; readonly span: Span };
}

/** A hash of everything that a run depends on: `settings` is any line that is the same exactly where the settings are. */
export function hashRun(settings: string, inputs: readonly RunInput[]): string {
  const hash = createHash("sha256").update(settings);
  for (const { path, bytes, role } of inputs) {
    const size = typeof bytes === "string" ? Buffer.byteLength(bytes) : bytes.length;
    // With its size, and on a line of its own, so that no two lists of inputs read the same.
    hash.update(`\n${JSON.stringify([role, path, size])}\n`).update(bytes);
  }
  return hash.digest("base64");
}

/** The record's text. */
export function formatRecord(record: RunRecord): string {
  return `${JSON.stringify({ formatVersion: FORMAT_VERSION, ...record })}\n`;
}

/** Reads a record; undefined where it is none, or of another version. */
export function parseRecord(text: string): RunRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<RunRecord> & { readonly formatVersion?: unknown };
    const isCurrent = record.formatVersion === FORMAT_VERSION && typeof record.key === "string" && Array.isArray(record.command);
    const isWhole = isObject(record.files) && Array.isArray(record.diagnostics) && record.diagnostics.every(isObject);
    return isCurrent && isWhole ? (record as RunRecord) : undefined;
  } catch {
    // No JSON, or JSON that is no object: the run is gone through.
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether each file of the recorded run, and no other that a manifest lists, is there as the run left it. */
export function isUntouched({ files }: RunRecord, { entries }: ExistingTree): boolean {
  const known = Object.entries(files);
  const isSame = ([path, checksum]: readonly [string, string]): boolean => {
    const entry = entries.get(path);
    return entry?.kind === "file" && entry.hash === checksum;
  };
  return known.length === entries.size && known.every(isSame);
}

export function storeDiagnostic({ source, related, ...diagnostic }: Diagnostic): StoredDiagnostic {
  return {
    ...diagnostic,
    ...(source && { sourcePath: source.path }),
    ...(related && { related: { message: related.message, sourcePath: related.source.path, span: related.span } }),
  };
}

/** The diagnostic over the texts as they are read now; undefined where one of them is not there. */
export function restoreDiagnostic(
  { sourcePath, related, ...diagnostic }: StoredDiagnostic,
  sources: ReadonlyMap<string, SourceText>,
): Diagnostic | undefined {
  const source = sourcePath === undefined ? undefined : sources.get(sourcePath);
  const relatedSource = related && sources.get(related.sourcePath);
  if ((sourcePath !== undefined && source === undefined) || (related && relatedSource === undefined)) return undefined;
  return {
    ...diagnostic,
    ...(source && { source }),
    ...(related && relatedSource && { related: { message: related.message, source: relatedSource, span: related.span } }),
  };
}
