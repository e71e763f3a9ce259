import { describe, expect, it } from "vitest";
import { codes } from "../../generator/diagnostics/codes.ts";
import { diagnose, withRelated } from "../../generator/diagnostics/diagnose.ts";
import { drawFrame } from "../../generator/diagnostics/frame.ts";
import { hasFailure } from "../../generator/diagnostics/diagnostic.ts";
import { formatDiagnostics, summarizeDiagnostics, toJson } from "../../generator/diagnostics/format.ts";
import type { Colors } from "../../generator/text/colors.ts";
import { findLineStarts, positionAt } from "../../generator/text/lines.ts";

const source = { path: "git.yaml", text: "name: git\r\ncommand: git\r\ntools: []\r\n" };
const other = { path: "a.yaml", text: "x: 1\n" };
const at = (start: number, end: number): { source: typeof source; span: { start: number; end: number } } => ({
  source,
  span: { start, end },
});
const noTools = diagnose("no-tools", at(32, 34));
const emptyCommand = diagnose("empty-command", at(20, 23), { key: "command" });

describe("positionAt", () => {
  it.each([
    ["the start", 0, { line: 1, column: 1 }],
    ["the last character of a line", 10, { line: 1, column: 11 }],
    ["the first character of a line", 11, { line: 2, column: 1 }],
    ["the end of the text, after its last line feed", 36, { line: 4, column: 1 }],
  ])("finds %s", (_name, offset, want) => {
    expect(positionAt(findLineStarts(source.text), offset)).toEqual(want);
  });
});

describe("drawFrame", () => {
  it.each([
    ["marks a part of a line", "a: bcd", 3, 6, "a: bcd", "   ^^^"],
    ["marks at least one column", "a:", 2, 2, "a:", "  ^"],
    ["shows tabs as one space", "\ta: b", 1, 2, " a: b", " ^"],
    ["shows control characters as dots", "a\u001b[31m", 0, 2, "a·[31m", "^^"],
    ["counts wide letters as two columns", "名: x", 3, 4, "名: x", "    ^"],
    ["counts emoji as two columns", "😀: x", 4, 5, "😀: x", "    ^"],
    ["counts combining marks as no column", "e\u0301: x", 4, 5, "e\u0301: x", "   ^"],
    ["ends at the end of the line", "ab", 1, 99, "ab", " ^"],
  ])("%s", (_name, line, start, end, shown, marks) => {
    expect(drawFrame(line, start, end)).toEqual({ shown, marks });
  });

  it("cuts long lines on both sides of the marked part", () => {
    const { shown, marks } = drawFrame(`${"a".repeat(500)}BC${"d".repeat(500)}`, 500, 502);
    expect(shown).toMatch(/^…a{40}BCd+…$/);
    expect(shown.length).toBeLessThan(110);
    expect(marks).toBe(`${" ".repeat(41)}^^`);
  });
});

describe("diagnose", () => {
  it("escapes invisible characters of names in messages and help, so that they do not reach a terminal", () => {
    const { message, help } = diagnose("unused-group", at(0, 4), { name: "\u202ea\u001b[2J" });
    expect(message).toContain(String.raw`"\u202ea\u001b[2J"`);
    expect(help).toContain(String.raw`- use: \u202ea\u001b[2J`);
  });
});

describe("formatDiagnostics", () => {
  it("prints the location, severity, code and message, the source line and the help", () => {
    expect(formatDiagnostics([noTools])).toBe(
      [
        "git.yaml:3:8: warning[no-tools]: the list of tools is empty",
        "3 | tools: []",
        "  |        ^^",
        "help: add a tool, or remove the file",
        "",
      ].join("\n"),
    );
  });

  it("prints only the path if there is no text", () => {
    expect(formatDiagnostics([diagnose("unreadable-file", { path: "x.yaml" }, { reason: "EIO" })])).toBe(
      "x.yaml: error[unreadable-file]: cannot read the file (EIO)\n",
    );
  });

  it("prints the related location as a note below", () => {
    const related = withRelated(noTools, "defined here", { source: other, span: { start: 0, end: 1 } });
    expect(formatDiagnostics([related])).toContain("a.yaml:1:1: note: defined here\n1 | x: 1\n  | ^\n");
  });

  it("prints the source line and the help once for faults that differ in their messages only", () => {
    const [first, second] = ["x", "y"].map((word) => ({ ...emptyCommand, message: word }));
    if (first === undefined || second === undefined) throw new Error("no diagnostics");
    const shared = formatDiagnostics([second]).split("\n").slice(1);
    const heads = formatDiagnostics([first, second]).split("\n").slice(0, 2);
    expect(formatDiagnostics([second, first]).split("\n")).toEqual([...heads, ...shared]);
    expect(heads).toEqual([expect.stringMatching(/: x$/), expect.stringMatching(/: y$/)]);
    expect(formatDiagnostics([first, { ...second, help: "else" }]).match(/help/g)).toHaveLength(2);
  });

  it("sorts by path and location, without duplicates", () => {
    const first = diagnose("no-tools", { source: other, span: { start: 0, end: 1 } });
    const printed = formatDiagnostics([noTools, emptyCommand, noTools, first]);
    expect(Array.from(printed.matchAll(/^\S+: (?:error|warning)(?=\[)/gm), ([head]) => head)).toEqual([
      "a.yaml:1:1: warning",
      "git.yaml:2:10: error",
      "git.yaml:3:8: warning",
    ]);
  });

  it("uses the given colors, and none by default", () => {
    const mark = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
    const colors: Colors = { bold: mark("b"), dim: mark("d"), red: mark("r"), yellow: mark("y"), green: mark("g"), cyan: mark("c") };
    expect(formatDiagnostics([noTools], colors)).toContain("<b>git.yaml</b>:3:8: <y>warning</y>[<b>no-tools</b>]:");
    expect(formatDiagnostics([emptyCommand], colors)).toContain("<r>error</r>");
    expect(formatDiagnostics([noTools], colors)).toContain("<c>help</c>: add a tool");
    expect(formatDiagnostics([noTools])).not.toContain("<");
  });

  it("keeps a hostile path on its line", () => {
    expect(formatDiagnostics([diagnose("no-input-files", { path: "a\n\u001b[2Jb" })])).toMatch(/^a\\n\\u001b\[2Jb: error/);
  });

  it("prints at most 100 diagnostics of one code, then the number of the others", () => {
    const many = Array.from({ length: 250 }, (_, index) => diagnose("no-server", { path: `p${index}` }, { isRemoval: false }));
    const lines = formatDiagnostics([...many, diagnose("root-missing", { path: "z" })])
      .trimEnd()
      .split("\n");
    expect(lines.filter((line) => line.includes("[no-server]: "))).toHaveLength(100);
    expect(lines.filter((line) => line.includes("[root-missing]: "))).toHaveLength(1);
    expect(lines.at(-1)).toBe("note: 150 more of [no-server] are not shown");
    expect(summarizeDiagnostics(many)).toBe("250 errors");
    expect(toJson(many)).toHaveLength(250);
  });

  it("does not count notes as problems, also with --strict", () => {
    const note = diagnose("default-server-name", { path: "out" });
    expect(summarizeDiagnostics([note])).toBe("");
    expect(hasFailure([note], true)).toBe(false);
    expect(hasFailure([note, diagnose("root-missing", { path: "z" })], true)).toBe(true);
  });

  it("is empty without diagnostics", () => {
    expect(formatDiagnostics([])).toBe("");
  });
});

describe("toJson", () => {
  it("counts lines and columns from 1, and includes the related location", () => {
    const related = withRelated(noTools, "defined here", { source: other, span: { start: 0, end: 1 } });
    expect(toJson([related])).toEqual([
      {
        code: "no-tools",
        severity: "warning",
        message: codes["no-tools"].message,
        help: codes["no-tools"].help,
        path: "git.yaml",
        line: 3,
        column: 8,
        endLine: 3,
        endColumn: 10,
        related: { message: "defined here", path: "a.yaml", line: 1, column: 1, endLine: 1, endColumn: 2 },
      },
    ]);
  });

  it("omits an empty help", () => {
    const [given] = toJson([diagnose("unreadable-file", { path: "x.yaml" }, { reason: "EIO" })]);
    expect(given).not.toHaveProperty("help");
  });

  it("omits the location if there is no text", () => {
    const [given] = toJson([diagnose("no-input-files", { path: "configs" })]);
    expect(Object.keys(given ?? {})).toEqual(["code", "severity", "message", "help", "path"]);
  });
});

describe("summarizeDiagnostics", () => {
  it.each([
    ["errors and warnings", [noTools, emptyCommand, noTools], "1 error and 1 warning"],
    ["warnings only", [noTools], "1 warning"],
    ["nothing", [], ""],
  ])("counts %s", (_name, given, want) => {
    expect(summarizeDiagnostics(given)).toBe(want);
  });
});

describe("codes", () => {
  it("are kebab-case", () => {
    expect(Object.keys(codes).filter((code) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(code))).toEqual([]);
  });

  it("state the fault without the remedy", () => {
    const texts = Object.values(codes).map(({ message }) => (typeof message === "string" ? message : message.toString()));
    const remedy = /[.?]["'`]?$|, (?:add|choose|correct|did you mean|give|remove|rename|run|set|use|write)\b/;
    expect(texts.filter((text) => remedy.test(text))).toEqual([]);
  });

  it("are each used in one file only", async () => {
    const tables = await Promise.all([
      import("../../generator/diagnostics/codes-audit.ts").then((file) => file.auditCodes),
      import("../../generator/diagnostics/codes-config.ts").then((file) => file.configCodes),
      import("../../generator/diagnostics/codes-directive.ts").then((file) => file.directiveCodes),
      import("../../generator/diagnostics/codes-hazards.ts").then((file) => file.hazardCodes),
      import("../../generator/diagnostics/codes-host.ts").then((file) => file.hostCodes),
      import("../../generator/diagnostics/codes-import.ts").then((file) => file.importCodes),
      import("../../generator/diagnostics/codes-install.ts").then((file) => file.installCodes),
      import("../../generator/diagnostics/codes-lint.ts").then((file) => file.lintCodes),
      import("../../generator/diagnostics/codes-notes.ts").then((file) => file.noteCodes),
      import("../../generator/diagnostics/codes-policy.ts").then((file) => file.policyCodes),
      import("../../generator/diagnostics/codes-commands.ts").then((file) => file.commandCodes),
      import("../../generator/diagnostics/codes-tools.ts").then((file) => file.toolCodes),
      import("../../generator/diagnostics/codes-try.ts").then((file) => file.tryCodes),
      import("../../generator/diagnostics/codes-verify.ts").then((file) => file.verifyCodes),
      import("../../generator/diagnostics/codes-words.ts").then((file) => file.wordCodes),
      import("../../generator/diagnostics/codes-yaml.ts").then((file) => file.yamlCodes),
    ]);
    expect(tables.flatMap((table) => Object.keys(table)).toSorted()).toEqual(Object.keys(codes).toSorted());
  });
});
