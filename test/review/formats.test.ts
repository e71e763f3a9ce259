/** Tests the output formats with every golden comparison and with hostile text. */
import "../property-seed.ts";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Ajv } from "ajv";
import fc from "fast-check";
import { createColors } from "picocolors";
import { beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "../any-character.ts";
import type { Change } from "../../generator/review/change.ts";
import { compareSides } from "../../generator/review/compare/compare-sides.ts";
import { printGithub } from "../../generator/review/print/github.ts";
import { printHtml } from "../../generator/review/print/html.ts";
import type { NewHazard } from "../../generator/review/new-hazards.ts";
import { diffJsonSchema, toDiffJson } from "../../generator/review/print/json.ts";
import { CHANGE_CLASSES } from "../../generator/review/rule.ts";
import { printMarkdown } from "../../generator/review/print/markdown.ts";
import { toChangesSarif } from "../../generator/sarif/changes.ts";
import { printTerminal } from "../../generator/review/print/terminal.ts";
import type { DiffReport } from "../../generator/review/report.ts";
import { isFailure, summarizeReport } from "../../generator/review/report.ts";
import { goldenSides, reviewCases } from "./golden-sides.ts";

const sarifSchema = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8"),
) as Record<string, unknown>;

/** The schema is in draft-04. Except for its two identifiers, draft-07 interprets it in the same way. */
const { $schema: _dialect, id: _id, ...sarif } = sarifSchema;
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, code: { optimize: false } }).compile(sarif);
const isDiffJson = new Ajv2020({ strict: true, strictRequired: false, code: { optimize: false } }).compile(diffJsonSchema());

const hostile: readonly Change[] = [
  {
    class: "metadata",
    code: "description-changed",
    cli: "x",
    tool: "a|b",
    arg: "`c` <img src=x onerror=alert(1)>",
    message: "@everyone see https://evil.example www.evil.example #1 **bold** [x](y)\n| new | row |\r\n::error::no\u001b[31m\u202e",
    old: "\n::warning::x",
    place: { side: "new", path: "a,b:c%\n/x.yaml", line: 3, column: 4 },
  },
];
const reportOf = (changes: readonly Change[], hazards: readonly NewHazard[] = []): DiffReport => ({
  old: "old",
  new: "new",
  changes,
  hazards,
  failOn: ["breaking"],
});

const hostileHazard: NewHazard = {
  code: "instruction-in-text",
  message: "`x` | <b> @everyone\n::error::no\u001b[31m",
  place: { side: "new", path: "git:main:a b.yaml", line: 3, column: 4 },
};

/** The first case of each code, and those with several. `golden.test.ts` compares the terminal's format of all. */
const CASES = reviewCases.filter((name, index) => {
  const codeOf = (other = ""): string => other.split(".", 1)[0] ?? "";
  return name.startsWith("several.") || codeOf(reviewCases[index - 1]) !== codeOf(name);
});

let golden: readonly DiffReport[] = [];
beforeAll(async () => {
  golden = await Promise.all(
    CASES.map(async (name) => {
      const { hazards, ...sides } = await goldenSides(name);
      return reportOf(compareSides(sides, { places: true }), hazards);
    }),
  );
});

describe("--format json", () => {
  it("follows its published schema", () => {
    for (const report of [...golden, reportOf(hostile), reportOf([], [hostileHazard])]) {
      // Round trip through JSON, which is the printed form.
      const printed: unknown = JSON.parse(JSON.stringify(toDiffJson(report)));
      expect(isDiffJson(printed), JSON.stringify(isDiffJson.errors)).toBe(true);
    }
  });

  it("has a schema that rejects other output", () => {
    expect(isDiffJson({ ok: true, diagnostics: [], changes: [{ class: "worse", code: "x", message: "" }] })).toBe(false);
  });

  it("has the value that only one pattern accepts, and the location on each side", () => {
    const change = golden.flatMap(({ changes }) => changes).find(({ code }) => code === "pattern-tightened");
    expect(change).toMatchObject({
      witness: { value: "a", accepted: "old" },
      places: { old: { path: "old-policy.yaml", line: 6, column: 15 }, new: { path: "new-policy.yaml", line: 6, column: 15 } },
    });
  });

  it("counts the classes, and is not ok if a class fails", () => {
    const [change] = hostile;
    const breaking = { ...change, class: "breaking", code: "tool-removed" } as Change;
    expect(toDiffJson(reportOf([breaking, ...hostile]))).toMatchObject({ ok: false, summary: { breaking: 1, widening: 0, metadata: 1 } });
    expect(toDiffJson(reportOf(hostile)).ok).toBe(true);
  });
});

describe("--format sarif", () => {
  it("follows the schema of SARIF 2.1.0", () => {
    for (const report of [...golden, reportOf(hostile), reportOf([], [hostileHazard])]) {
      const printed: unknown = JSON.parse(JSON.stringify(toChangesSarif(report)));
      expect(isSarif(printed), JSON.stringify(isSarif.errors)).toBe(true);
    }
  });

  it("gives each result its own fingerprint", () => {
    for (const report of golden) {
      const { runs } = toChangesSarif(report) as { runs: { results: { partialFingerprints: object }[] }[] };
      const fingerprints = runs[0]?.results.map((result) => JSON.stringify(result.partialFingerprints)) ?? [];
      expect(new Set(fingerprints).size).toBe(fingerprints.length);
    }
  });

  it("has a schema that rejects other documents", () => {
    expect(isSarif({ version: "2.1.0", runs: [{ results: [{}] }] })).toBe(false);
  });

  it("includes the line of the enclosing part for a rule that was removed", () => {
    const place = { side: "old", path: "git:main:policy.yaml", line: 3, column: 1 } as const;
    const places = { old: { path: place.path, line: 3, column: 1 }, new: { path: "policy.yaml", line: 2, column: 5 } };
    const removed = { class: "widening", code: "within-loosened", message: "`within` was removed", place, places } as Change;
    const report: DiffReport = { old: "a", new: "b", changes: [removed], hazards: [], failOn: [] };
    expect(JSON.stringify(toChangesSarif(report))).toContain('"region":{"startLine":2,"startColumn":5}');
    expect(printGithub(report)).toContain("file=policy.yaml,line=2,col=5");
  });

  it("includes a line for the new side, but only the file for the old side", () => {
    const [change] = hostile;
    const old = { ...change, place: { side: "old", path: "git:main:configs/a b.yaml", line: 3, column: 1 } } as Change;
    const locations = ({ runs }: { runs?: { results: { locations: unknown }[] }[] }) =>
      runs?.[0]?.results.map((result) => result.locations);
    expect(locations(toChangesSarif(reportOf([...hostile, old])))).toEqual([
      [{ physicalLocation: { artifactLocation: { uri: "a%2Cb%3Ac%25%0A/x.yaml" }, region: { startLine: 3, startColumn: 4 } } }],
      [{ physicalLocation: { artifactLocation: { uri: "configs/a%20b.yaml" } } }],
    ]);
  });
});

describe("--format html", () => {
  const sides = { oldTools: new Map(), newTools: new Map() };

  it("has no element from hostile text, and no script", () => {
    const printed = printHtml(reportOf(hostile, [hostileHazard]), sides);
    expect(printed).not.toMatch(/<(?:img|b|script)\b/);
    expect(printed).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(printed).toContain("\\u202e");
  });

  it("marks the differences of two strings with common words", () => {
    const change: Change = { class: "metadata", code: "title-changed", message: "", tool: "x", old: "Show a file", new: "Show <b> file" };
    const printed = printHtml(reportOf([change]), sides);
    expect(printed).toContain("Show <del>a</del> file</pre>");
    expect(printed).toContain("Show <ins>&lt;b&gt;</ins> file</pre>");
    expect(printHtml(reportOf([{ ...change, new: "Other words" }]), sides)).not.toContain("<ins>");
  });

  it("says whether the check fails", () => {
    const [change] = hostile;
    const breaking = { ...change, class: "breaking", code: "tool-removed" } as Change;
    expect(printHtml(reportOf([breaking]), sides)).toContain("The check fails with --fail-on breaking.");
    expect(printHtml(reportOf([]), sides)).toContain("The check passes with --fail-on breaking.");
    expect(printHtml({ ...reportOf([]), failOn: [] }, sides)).not.toContain("--fail-on");
  });
});

describe("--format github", () => {
  it("prints one command per line for any text", () => {
    expect(printGithub(reportOf(hostile))).toMatch(
      /^::notice file=a%2Cb%3Ac%25%0A\/x\.yaml,line=3,col=4,title=metadata%3A description-changed::a\|b [^\r\n]*%0D%0A::error::no[^\r\n]*\n$/,
    );
  });

  it("prints an error for classes that fail", () => {
    const levels = golden.flatMap((report) => printGithub({ ...report, failOn: ["widening"] }).match(/^::\w+(?=.*title=\w+)/gm) ?? []);
    expect(new Set(levels)).toEqual(new Set(["::error", "::warning", "::notice"]));
  });
});

/** Allowed content of a row: our own words and tags, and character references. */
const CELL = /^(?:<code>(?:[\p{L}\p{N} ]|&#\d+;)*<\/code>|[a-z-]*)$/u;

describe("--format markdown", () => {
  const rowsOf = (markdown: string): readonly string[] => markdown.split("\n").filter((line) => line.startsWith("| <code>"));

  it.each(["<img src=x>", "@everyone", "`", "|", "\n", "https://", "[x](y)", "**", "www.", "#1", "\u202e"])(
    "shows %j without any effect",
    (text) => {
      const [change] = hostile;
      const markdown = printMarkdown(reportOf([{ ...change, message: text, tool: text } as Change]));
      expect(rowsOf(markdown)).toHaveLength(1);
      expect(
        rowsOf(markdown)
          .flatMap((row) => row.slice(2, -2).split(" | "))
          .filter((cell) => !CELL.test(cell)),
      ).toEqual([]);
    },
  );

  it("keeps any text inside its cell", () => {
    const text = fc.string({ unit: anyCharacter });
    fc.assert(
      fc.property(text, text, text, (message, tool, path) => {
        const place = { side: "new", path, line: 1, column: 1 } as const;
        const markdown = printMarkdown(reportOf([{ class: "breaking", code: "tool-removed", message, tool, place }]));
        const cells = rowsOf(markdown).flatMap((row) => row.slice(2, -2).split(" | "));
        expect(cells).toHaveLength(4);
        expect(cells.every((cell) => CELL.test(cell))).toBe(true);
      }),
    );
  });

  it("folds the changes of each class below a summary and a table", () => {
    const report = golden.find(({ changes, hazards }) => hazards.length === 0 && new Set(changes.map((change) => change.class)).size === 2);
    const markdown = printMarkdown(report ?? reportOf([]));
    expect(markdown).toMatch(/^\*\*climax-gen diff\*\*: \d+ changes: /);
    expect(markdown.match(/<details>/g)).toHaveLength(2);
    expect(markdown.match(/<\/details>/g)).toHaveLength(2);
  });

  it("is one line without changes, and counts the rows omitted from a long list", () => {
    expect(printMarkdown(reportOf([]))).toBe("**climax-gen diff**: no changes\n");
    const many = Array.from({ length: 1500 }, (_, index): Change => ({
      class: "widening",
      code: "tool-added",
      message: "",
      tool: `t${index}`,
    }));
    const markdown = printMarkdown(reportOf(many));
    expect(markdown).toContain(`\n${1500 - rowsOf(markdown).length} more not shown.\n`);
  });

  it("fits in a comment on GitHub, with at least one row of each class and the number of the others", () => {
    const long = "\uFFFD".repeat(5000);
    const place = { side: "new", path: long, line: 1, column: 1 } as const;
    const changes = CHANGE_CLASSES.flatMap((one) =>
      Array.from({ length: 500 }, (): Change => ({ class: one, code: "tool-added", message: long, tool: long, place })),
    );
    const hazards = Array.from({ length: 9 }, (): NewHazard => ({ code: "mixed-text", message: long, acknowledged: long, place }));
    const markdown = printMarkdown(reportOf(changes, hazards));
    expect(markdown.length).toBeLessThan(65_536);
    const sections = markdown.split("<details>").slice(1);
    expect(sections).toHaveLength(6);
    for (const section of sections) expect(section).toMatch(/^\| .*<code>[^]*^\d+ more not shown\.$/m);
  });
});

it("prints no control characters of names on a terminal", () => {
  const printed = printTerminal(reportOf([{ ...hostile[0], message: "x", tool: "a\u001b[2Jb\nc" } as Change]), createColors(false));
  expect(printed).toContain("a\\u001b[2Jb\\nc");
});

describe("acknowledged hazards", () => {
  const { help: _, ...fault } = hostileHazard;
  const report: DiffReport = { ...reportOf([], [{ ...fault, acknowledged: "Seen by the team" }]), failOn: ["hazards"] };

  it("do not fail", () => {
    expect(isFailure(report)).toBe(false);
    expect(isFailure({ ...report, hazards: [...report.hazards, hostileHazard] })).toBe(true);
  });

  it("are counted in the summary", () => {
    expect(summarizeReport(report)).toBe("no changes; 1 new hazard, acknowledged");
    expect(summarizeReport({ ...report, hazards: [hostileHazard, ...report.hazards] })).toBe(
      "no changes; 2 new hazards, 1 of them acknowledged",
    );
  });

  it("show the reason in every format", () => {
    expect(printTerminal(report, createColors(false))).toContain("\n    acknowledged: Seen by the team\n");
    expect(printMarkdown(report)).toContain("<br>acknowledged: <code>Seen by the team</code>");
    expect(printGithub(report)).toMatch(/^::notice .*%0Aacknowledged: Seen by the team\n$/);
    expect(printHtml(report, { oldTools: new Map(), newTools: new Map() })).toContain("acknowledged: Seen by the team");
    expect(toDiffJson(report).hazards).toMatchObject([{ acknowledged: "Seen by the team" }]);
  });

  it("are suppressed results in SARIF", () => {
    const { runs } = toChangesSarif(report) as { readonly runs: readonly [{ readonly results: readonly object[] }] };
    expect(runs[0].results).toMatchObject([{ level: "warning", suppressions: [{ kind: "inSource", justification: "Seen by the team" }] }]);
  });
});

describe("hazards", () => {
  const report = reportOf([], [hostileHazard]);

  it("include their location in JSON", () => {
    expect(toDiffJson(report)).toMatchObject({ ok: true, changes: [], hazards: [hostileHazard] });
  });

  it("are results of separate rules in SARIF, after the changes", () => {
    const { runs } = toChangesSarif(reportOf(hostile, [hostileHazard])) as {
      readonly runs: readonly [{ tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number }[] }];
    };
    const [{ tool, results }] = runs;
    expect(results.map(({ ruleId }) => ruleId)).toEqual(["description-changed", "instruction-in-text"]);
    expect(results.map(({ ruleIndex }) => tool.driver.rules[ruleIndex]?.id)).toEqual(results.map(({ ruleId }) => ruleId));
  });

  it("are one warning per line for GitHub, and errors if they fail", () => {
    expect(printGithub(report)).toMatch(
      /^::warning file=a b\.yaml,line=3,col=4,title=hazard%3A instruction-in-text::[^\r\n]*%0A::error::no[^\r\n]*\n$/,
    );
    expect(printGithub({ ...report, failOn: ["hazards"] })).toMatch(/^::error /);
  });

  it("are a folded, fully escaped table in Markdown", () => {
    const markdown = printMarkdown(report);
    expect(markdown).toMatch(
      /^\*\*climax-gen diff\*\*: no changes; 1 new hazard\n\n\| class \| changes \| meaning \|\n.*\n\| hazards \| 1 \| /,
    );
    expect(markdown).toContain("<details><summary>hazards (1)</summary>");
    const row = markdown.split("\n").find((line) => line.startsWith("| instruction-in-text")) ?? "";
    expect(
      row
        .slice(2, -2)
        .split(" | ")
        .filter((cell) => !CELL.test(cell)),
    ).toEqual([]);
  });

  it.each<[title: string, failOn: DiffReport["failOn"], want: boolean]>([
    ["do not fail by default", ["breaking", "widening", "narrowing", "compatible", "metadata"], false],
    ["fail if requested", ["hazards"], true],
  ])("%s", (_title, failOn, want) => {
    expect([isFailure({ ...report, failOn }), isFailure({ ...reportOf([]), failOn })]).toEqual([want, false]);
  });
});
