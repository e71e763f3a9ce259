/** Converts diagnostics to a SARIF document, for `--sarif` and `verify --format sarif`. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { toJson } from "../diagnostics/format.ts";
import { sarifDocument, sarifLocations, sarifMessage } from "./document.ts";

/** Returns a document of one run, sorted by location. The rules are the codes that have results. */
export function toDiagnosticsSarif(diagnostics: readonly Diagnostic[]): object {
  const sorted = toJson(diagnostics);
  const codes = [...new Set(sorted.map(({ code }) => code))];
  const results = sorted.map(({ code, severity, message, help, path, line, column, endLine, endColumn }) => ({
    ruleId: code,
    level: severity,
    message: sarifMessage(message, help),
    locations: sarifLocations(path, line === undefined ? undefined : { startLine: line, startColumn: column, endLine, endColumn }),
    partialFingerprints: { "diagnostic/v1": [code, path, message].join("/") },
    ...(help !== undefined && { properties: { help } }),
  }));
  return sarifDocument(
    codes.map((id) => ({ id })),
    results,
  );
}
