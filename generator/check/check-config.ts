/** The check stage: from a loaded document to a config that means what it says. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { hasError } from "../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../load/document.ts";
import type { CheckedConfig } from "./cli/config.ts";
import { checkDirective } from "./directive/check-directive.ts";
import { checkConfigRules } from "./cli/config-rules.ts";
import { readKind } from "./kind.ts";
import { readParts } from "./cli/parts.ts";
import { toRawConfig } from "./cli/raw-config.ts";
import { createReport, type Report } from "./reporting/report.ts";
import { checkGlobalArgs, checkToolRules } from "./cli/tool-rules.ts";

export interface CheckResult {
  /** Absent where there is an error. */
  readonly config?: CheckedConfig;
  readonly diagnostics: readonly Diagnostic[];
}

/** Everything that is wrong with a document, and its config where there is no error. Never throws for what users write. */
export function checkConfig(document: LoadedDocument): CheckResult {
  const report = createReport(document);
  const kind = readKind(report);
  switch (kind) {
    case "cli":
      return checkCli(report);
    case "directive": {
      const config = checkDirective(report);
      return { ...(config && { config }), diagnostics: report.diagnostics };
    }
    case "policy":
      report.atValue("policy-as-input", ["kind"]);
      return { diagnostics: report.diagnostics };
    case undefined:
      return { diagnostics: report.diagnostics };
  }
}

function checkCli(report: Report): CheckResult {
  const parts = readParts(report);
  checkConfigRules(parts, report);
  checkGlobalArgs(parts.globalArgs, report);
  for (const tool of parts.tools) checkToolRules(tool, parts, report);
  const { diagnostics } = report;
  if (hasError(diagnostics)) return { diagnostics };
  const toolNameSpans = parts.tools.map(({ path }) => report.placeOf([...path, "name"]).value);
  const commandSpan = report.placeOf(["command"]).value;
  const { document } = report;
  return { config: { source: document.source, document, config: toRawConfig(parts), commandSpan, toolNameSpans }, diagnostics };
}
