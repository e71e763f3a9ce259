/**
 * The run record in `dist/`: the inputs of a run and its diagnostics. A run with the same inputs and unchanged files has the same result and
 * can be skipped. The record is not committed and is optional.
 */
import { createHash } from "node:crypto";
import type { CommandPart } from "@climax-gen/runtime";
import type { Diagnostic, SourceText, Span } from "../diagnostics/diagnostic.ts";
import type { ExistingTree } from "./plan-writes.ts";

/** Path below the output directory. Manifests do not list the record, because it contains their checksums. */
export const RECORD_PATH = "dist/.climax-gen-run.json";

const FORMAT_VERSION = 3;

/** A file that a run depends on, under its name in messages and output. */
export interface RunInput {
  readonly path: string;
  readonly bytes: string | Uint8Array;
  /** Other properties that the result depends on. */
  readonly role: string;
}

export interface RunRecord {
  /** Result of `hashRun`. */
  readonly key: string;
  /** Arguments that repeat the run, with paths relative to the output directory. The runtime suggests this command for a stale `dist/`. */
  readonly command: readonly CommandPart[];
  /** Checksum of every file of the run, by path below the output directory. */
  readonly files: Readonly<Record<string, string>>;
  /** Warnings only: a run with errors writes no record. */
  readonly diagnostics: readonly StoredDiagnostic[];
}

/** A diagnostic without its source texts, which are the inputs of the next run. */
export interface StoredDiagnostic extends Omit<Diagnostic, "source" | "related"> {
  readonly sourcePath?: string;
  readonly related?: { readonly message: string; readonly sourcePath: string; readonly span: Span };
}

/** Computes a hash of everything that a run depends on. `settings` is a line that differs if and only if the settings differ. */
export function hashRun(settings: string, inputs: readonly RunInput[]): string {
  const hash = createHash("sha256").update(settings);
  for (const { path, bytes, role } of inputs) {
    const size = typeof bytes === "string" ? Buffer.byteLength(bytes) : bytes.length;
    // The size and the line break keep two lists of inputs from having the same bytes.
    hash.update(`\n${JSON.stringify([role, path, size])}\n`).update(bytes);
  }
  return hash.digest("base64");
}

/** Serializes a run record. */
export function formatRecord(record: RunRecord): string {
  return `${JSON.stringify({ formatVersion: FORMAT_VERSION, ...record })}\n`;
}

/** Parses a run record. Returns undefined if it is invalid or the version differs. */
export function parseRecord(text: string): RunRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<RunRecord> & { readonly formatVersion?: unknown };
    const isCurrent = record.formatVersion === FORMAT_VERSION && typeof record.key === "string" && Array.isArray(record.command);
    const isWhole = isObject(record.files) && Array.isArray(record.diagnostics) && record.diagnostics.every(isObject);
    return isCurrent && isWhole ? (record as RunRecord) : undefined;
  } catch {
    // Not a JSON object: all stages are executed.
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Reports whether the files of the recorded run, and all files that a manifest lists, are unchanged. */
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

/** Restores a diagnostic with the current source texts. Returns undefined if one of them is missing. */
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
