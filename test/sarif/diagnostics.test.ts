import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { diagnose } from "../../generator/diagnostics/diagnose.ts";
import { toDiagnosticsSarif } from "../../generator/sarif/diagnostics.ts";

const sarifSchema = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8"),
) as Record<string, unknown>;
const { $schema: _dialect, id: _id, ...sarif } = sarifSchema;
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, code: { optimize: false } }).compile(sarif);

const source = { path: "my configs/git.yaml", text: "name: git\ntools: []\n" };

describe("the SARIF log of diagnostics", () => {
  it("is valid, and has the location, the level and the help of each", () => {
    const log = toDiagnosticsSarif([
      diagnose("no-tools", { source, span: { start: 17, end: 19 } }),
      diagnose("unreadable-file", { path: "a.yaml" }, { reason: "EIO" }),
    ]);
    expect(isSarif(log)).toBe(true);
    expect(log).toMatchObject({
      runs: [
        {
          tool: { driver: { rules: [{ id: "unreadable-file" }, { id: "no-tools" }] } },
          results: [
            { ruleId: "unreadable-file", ruleIndex: 0, level: "error", message: { text: "cannot read the file (EIO)" } },
            {
              ruleId: "no-tools",
              ruleIndex: 1,
              level: "warning",
              message: { text: "the list of tools is empty\nhelp: add a tool, or remove the file" },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: "my%20configs/git.yaml" },
                    region: { startLine: 2, startColumn: 8, endLine: 2, endColumn: 10 },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it("is valid without diagnostics", () => {
    const log = toDiagnosticsSarif([]);
    expect(isSarif(log)).toBe(true);
    expect(log).toMatchObject({ runs: [{ results: [] }] });
  });
});
