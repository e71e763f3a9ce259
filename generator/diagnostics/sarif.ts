/** Converts diagnostics to SARIF 2.1.0 (OASIS), for code scanning services. */
import type { Diagnostic } from "./diagnostic.ts";
import { toJson } from "./format.ts";

/** Returns a log of one run. Lists only the rules that have results. */
export function toSarif(diagnostics: readonly Diagnostic[]): object {
  const found = toJson(diagnostics);
  const rules = [...new Set(found.map(({ code }) => code))];
  const results = found.map(({ code, severity, message, help, path, line, column, endLine, endColumn }) => ({
    ruleId: code,
    ruleIndex: rules.indexOf(code),
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
    partialFingerprints: { "diagnostic/v1": [code, message].join("/") },
  }));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "climax-gen", rules: rules.map((id) => ({ id })) } }, columnKind: "utf16CodeUnits", results }],
  };
}
