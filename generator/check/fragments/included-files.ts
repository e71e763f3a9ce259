/** Loads the fragments that a config includes, directly and through other fragments. */
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { loadDocument } from "../../load/document.ts";
import { describeFound } from "../../load/values.ts";
import { type Including, type IncludeWalk, identityOf, type IncludingFile, readIncludes } from "../reporting/includes.ts";
import type { Report } from "../reporting/report.ts";
import { createReport } from "../reporting/report.ts";

/** The fragments that a config includes, directly or through other fragments. */
export interface IncludedFragments {
  /** The reports of the fragments, in the order of `include`, each before those of the files that it includes itself. */
  readonly reports: readonly Report[];
  /** Paths of all files that were read, or that do not exist, for `--watch` and repeated runs. */
  readonly paths: readonly string[];
  /** Diagnostics of loading the files, such as syntax errors. Problems of an `include` are in the report of its file. */
  readonly diagnostics: readonly Diagnostic[];
}

interface InclusionState extends IncludeWalk {
  readonly reports: Report[];
  readonly diagnostics: Diagnostic[];
}

/** Loads every file below `include` once. Reports files of another kind. */
export function loadIncluded(report: Report, file: IncludingFile): IncludedFragments {
  const walk: InclusionState = { seen: new Set(), paths: [], reports: [], diagnostics: [] };
  includeAll({ report, file, ancestors: [] }, walk);
  return walk;
}

function includeAll(including: Including, walk: InclusionState): void {
  const ancestors = [...including.ancestors, identityOf(including.file)];
  for (const { file, path, at } of readIncludes(including, walk)) {
    const loaded = loadDocument(file);
    walk.diagnostics.push(...loaded.diagnostics);
    if (loaded.document === undefined) continue;
    const { kind = "cli" } = loaded.document.value;
    if (kind !== "fragment") {
      including.report.atValue("include-kind", at, { path, kind: describeFound(kind) });
      continue;
    }
    const report = createReport(loaded.document);
    walk.seen.add(identityOf(file));
    walk.reports.push(report);
    includeAll({ report, file, ancestors }, walk);
  }
}
