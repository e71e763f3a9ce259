/** Loads the fragments that a config includes, directly and through other fragments. */
import { describeFound } from "../../load/values.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { InputFile } from "../../load/decode.ts";
import { loadDocument } from "../../load/document.ts";
import type { YamlValue } from "../../load/values.ts";
import type { Report } from "../reporting/report.ts";
import { createReport } from "../reporting/report.ts";

/** A file with its report. The included files follow in the order of `include`, each before the files that it includes itself. */
export interface IncludedFile {
  readonly path: string;
  readonly report: Report;
}

/** The files that a config includes, directly or through other files. */
export interface IncludedFiles {
  readonly files: readonly IncludedFile[];
  /** Paths of all files that were read, or that do not exist, for `--watch` and repeated runs. */
  readonly paths: readonly string[];
  /** Diagnostics of the included files themselves, such as syntax errors. Problems of an `include` are in the report of its file. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Walk {
  readonly files: IncludedFile[];
  readonly paths: string[];
  readonly diagnostics: Diagnostic[];
}

/** Loads every file below `include` once. Reports files of another kind. */
export function loadIncluded(root: Report, file: Pick<InputFile, "path" | "readIncluded">): IncludedFiles {
  const walk: Walk = { files: [], paths: [], diagnostics: [] };
  includeAll({ report: root, file, ancestors: [file.path] }, walk);
  return walk;
}

interface Including {
  readonly report: Report;
  readonly file: Pick<InputFile, "path" | "readIncluded">;
  /** Paths from the root to this file. */
  readonly ancestors: readonly string[];
}

function includeAll({ report, file, ancestors }: Including, walk: Walk): void {
  const written: YamlValue = report.document.value["include"] ?? null;
  if (!Array.isArray(written)) return;
  for (const [index, path] of (written as readonly YamlValue[]).entries()) {
    if (typeof path === "string") includeOne(path, { report, file, ancestors, index }, walk);
  }
}

function includeOne(path: string, { report, file, ancestors, index }: Including & { readonly index: number }, walk: Walk): void {
  const at = ["include", index];
  if (path === "" || path.startsWith("/") || path.includes("\\")) return report.atValue("include-absolute", at, { path });
  const read = file.readIncluded?.(path);
  if (read === undefined) return report.atValue("include-unreadable", at, { path, reason: "this input has no folder" });
  walk.paths.push(read.path ?? path);
  if ("code" in read) {
    return report.atValue("include-unreadable", at, { path, reason: read.message });
  }
  if (ancestors.includes(read.path)) return report.atValue("include-cycle", at, { path });
  if (walk.files.some((known) => known.path === read.path)) return;
  const loaded = loadDocument(read);
  walk.diagnostics.push(...loaded.diagnostics);
  if (loaded.document === undefined) return;
  const { kind = "cli" } = loaded.document.value;
  if (kind !== "fragment") return report.atValue("include-kind", at, { path, kind: describeFound(kind) });
  const included = { path: read.path, report: createReport(loaded.document) };
  walk.files.push(included);
  includeAll({ report: included.report, file: read, ancestors: [...ancestors, read.path] }, walk);
}
