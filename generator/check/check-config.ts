/** Checks a document that is an input of a server: a config or a Directive definition. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../load/document.ts";
import { toCliFile } from "./cli/cli-file.ts";
import { checkConfigRules } from "./cli/config-rules.ts";
import { readParts } from "./cli/parts.ts";
import { checkGlobalArgs, checkToolRules } from "./cli/tool-rules.ts";
import { checkDirective } from "./directive/check-directive.ts";
import type { CheckedFile, CliFile } from "./files/checked-file.ts";
import { readKind } from "./kind.ts";
import { createReport, type Report } from "./reporting/report.ts";

export { checkLimits } from "./cli/limit-rules.ts";

export interface CheckResult {
  /** Omitted if there is an error. */
  readonly file?: CheckedFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns all diagnostics, and the checked file unless it has an error. Never throws, regardless of the document. */
export function checkConfig(document: LoadedDocument): CheckResult {
  const report = createReport(document);
  const file = checkKind(report);
  return { ...(file && { file }), diagnostics: report.diagnostics };
}

function checkKind(report: Report): CheckedFile | undefined {
  const kind = readKind(report);
  switch (kind) {
    case "cli":
      return checkCli(report);
    case "directive":
      return checkDirective(report);
    case "policy":
      report.atValue("policy-as-input", ["kind"]);
      return undefined;
    case undefined:
      return undefined;
  }
}

function checkCli(report: Report): CliFile | undefined {
  const parts = readParts(report);
  checkConfigRules(parts, report);
  checkGlobalArgs(parts.globalArgs, report);
  for (const tool of parts.tools) checkToolRules(tool, parts, report);
  return hasError(report.diagnostics) ? undefined : toCliFile(parts, report.document);
}
