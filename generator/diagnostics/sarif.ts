/** Prints diagnostics as SARIF 2.1.0 (OASIS), for code scanning services. */
import type { Diagnostic } from "./diagnostic.ts";
import { toJson } from "./format.ts";

/** Returns a log of one run, sorted by location. Lists only the rules that have results. */
export function toDiagnosticsSarif(diagnostics: readonly Diagnostic[]): object {
  const sorted = toJson(diagnostics);
  const ids = [...new Set(sorted.map(({ code }) => code))];
  const ruleIndexes = new Map(ids.map((id, index) => [id, index]));
  const results = sorted.map(({ code, severity, message, help, path, line, column, endLine, endColumn }) => ({
    ruleId: code,
    ruleIndex: ruleIndexes.get(code),
    level: severity,
    message: { text: help === undefined ? message : `${message}\nhelp: ${help}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split("/").map(encodeURIComponent).join("/") },
          ...(line !== undefined && { region: { startLine: line, startColumn: column, endLine, endColumn } }),
        },
      },
    ],
    partialFingerprints: { "diagnostic/v1": [code, path, message].join("/") },
    ...(help !== undefined && { properties: { help } }),
  }));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "climax-gen", rules: ids.map((id) => ({ id })) } }, columnKind: "utf16CodeUnits", results }],
  };
}
