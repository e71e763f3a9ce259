/** Tests the table of front ends: what a kind of change means for each, and that the formats show one line per kind. */
import { createColors } from "picocolors";
import { expect, it } from "vitest";
import { FRONT_END_KINDS, FRONT_ENDS, frontEndEffects } from "../../generator/review/front-ends.ts";
import { printHtml } from "../../generator/review/print/html.ts";
import { printMarkdown } from "../../generator/review/print/markdown.ts";
import { toDiffJson } from "../../generator/review/print/json.ts";
import { printTerminal } from "../../generator/review/print/terminal.ts";
import type { Change } from "../../generator/review/change.ts";
import type { DiffReport } from "../../generator/review/report.ts";
import type { ChangeKind } from "../../generator/review/rule.ts";
import type { ChangeCode } from "../../generator/review/rules.ts";
import { CHANGE_CODES, changeRules } from "../../generator/review/rules.ts";

const changeOf = (code: ChangeCode): Change => ({ class: changeRules[code].class, code, tool: "say", message: "changed" });
const reportOf = (...codes: readonly ChangeCode[]): DiffReport => ({
  old: "old",
  new: "new",
  changes: codes.map(changeOf),
  hazards: [],
  failOn: [],
});

it("counts the changes of a kind, and says nothing about changes that are the same in every front end", () => {
  const effects = frontEndEffects(reportOf("argument-renamed", "argument-removed", "timeout-raised", "idempotent-lowered").changes);
  expect(effects.map(({ kind, changes }) => [kind, changes])).toEqual([["arguments-changed", 2]]);
  expect(effects[0]?.effects.command_line).toContain("flags");
  expect(effects[0]?.effects.skill).toContain("references");
});

it("says where a confirmation asks, and where it refuses", () => {
  const [effect] = frontEndEffects(reportOf("confirm-added").changes);
  expect(Object.keys(effect?.effects ?? {})).toEqual([...FRONT_ENDS]);
  expect(effect?.effects.guard).toBe("asks in a terminal, and refuses elsewhere with status 126");
});

it("says that the guard reads other command lines if only the spellings of a flag change", () => {
  const [effect] = frontEndEffects(reportOf("spellings-changed").changes);
  expect(Object.keys(effect?.effects ?? {})).toEqual(["guard"]);
});

it("says that a packaged skill has the old texts after a description changed", () => {
  const [effect] = frontEndEffects(reportOf("description-changed", "cli-renamed").changes);
  expect(effect).toMatchObject({
    kind: "texts-changed",
    changes: 2,
    effects: { skill: "the references have the new texts: package again" },
  });
});

it("has a change of every kind", () => {
  const kinds = new Set(CHANGE_CODES.map((code) => changeRules[code].kind));
  expect(FRONT_END_KINDS.filter((kind) => !kinds.has(kind as ChangeKind))).toEqual([]);
});

it("is one line per kind in every format, at the end", () => {
  const report = reportOf("tool-removed", "tool-removed", "confirm-added");
  const lines = printTerminal(report, createColors(false)).split("\n");
  expect(lines.slice(-6)).toEqual([
    "front ends: what the changes mean for MCP clients, the command line, skills and guards",
    expect.stringMatching(/^ {2}tools-removed \(2\): mcp: .*; command line: .*; skill: .*; guard: /),
    expect.stringMatching(/^ {2}confirmation-added \(1\): mcp: /),
    "",
    "3 changes: 2 breaking, 1 narrowing",
    "",
  ]);
  expect(printMarkdown(report)).toContain("- tools-removed (2): mcp: ");
  expect(printHtml(report, { oldTools: new Map(), newTools: new Map() })).toContain("<li>tools-removed (2): mcp: ");
  expect(toDiffJson(report).front_ends).toMatchObject([
    { kind: "tools-removed", changes: 2 },
    { kind: "confirmation-added", changes: 1 },
  ]);
});
