import { describe, expect, it } from "vitest";
import { findArgumentProblems } from "../../../runtime/directive/arguments.ts";
import { limitDirectiveReply, toDirectiveReply, toMethodAnswer } from "../../../runtime/call/directive-reply.ts";
import type { ToolReply } from "../../../runtime/call/reply.ts";
import type { DirectiveFailure } from "../../../runtime/directive/failure.ts";
import type { DirectiveResult } from "../../../runtime/directive/handlers.ts";

const PATH = { path: "directive/a.md", folder: "directive" };

const FAILURES: readonly (readonly [DirectiveFailure, string, boolean])[] = [
  [{ kind: "root_missing", root: "directive" }, "directive/ directory not found. Run 'directive init' to create it.", true],
  [{ kind: "file_missing", ...PATH }, "File not found under directive/: directive/a.md", true],
  [{ kind: "required_missing", path: "directive/a.md" }, "Missing directive/a.md. Run 'directive update'.", true],
  [
    { kind: "template_missing", path: "directive/a.md", templates: [] },
    "Missing template: directive/a.md. Run 'directive update' or choose an existing template. There are no templates.",
    true,
  ],
  [
    { kind: "root_outside", root: "directive" },
    "directive/ is outside the server's working directory, so its files are not read. Start the server with --root instead.",
    false,
  ],
  [
    { kind: "path_refused", ...PATH },
    "Path refused: 'directive/a.md' does not stay under directive/. Use a path from the list of files.",
    false,
  ],
  [{ kind: "too_large", ...PATH }, "File too large: directive/a.md has more than 5 MB", false],
  [{ kind: "not_utf8", ...PATH }, "Not a text file: directive/a.md is not UTF-8", false],
  [{ kind: "unreadable", path: "directive/a.md", code: "EACCES" }, "File cannot be read: directive/a.md (EACCES)", false],
];

describe("a reply", () => {
  it("contains the result as JSON text and as an object", () => {
    const result = { files: ["directive/ä.md"] };
    expect(toDirectiveReply({ kind: "answered", result })).toEqual({
      text: '{"files":["directive/ä.md"]}',
      structured: result,
      isError: false,
    });
  });

  it.each(FAILURES)("describes the failure: %j", (failure, text, isNotFound) => {
    expect(toDirectiveReply({ kind: "failed", failure })).toEqual({ text, isError: true, ...(isNotFound && { isNotFound }) });
  });
});

describe("a reply that exceeds the budget", () => {
  const limit = (result: DirectiveResult, budget: number): ToolReply =>
    limitDirectiveReply(toDirectiveReply({ kind: "answered", result }), result, { budget, createSpool: undefined });
  const file = (content: string): DirectiveResult => ({ path: "directive/a.md", content });
  const lines = Array.from({ length: 500 }, (_, place) => `line ${place + 1}`).join("\n");

  it("is unchanged if its text and its object fit", () => {
    expect(limit(file("short"), 200)).toEqual(toDirectiveReply({ kind: "answered", result: file("short") }));
  });

  it("has no object if only its text fits", () => {
    const result = file("x".repeat(1000));
    expect(limit(result, 1500)).toEqual({ text: JSON.stringify(result), isError: false });
  });

  it("has the start and the end of a file, with its own line numbers", () => {
    const { text, structured } = limit(file(lines), 2500);
    expect(structured).toBeUndefined();
    expect(text).toMatch(/^\[… missing: [^\n]*\n\nline 1\nline 2\n[^]*\n\[… lines \d+ to \d+ of 500 …\]\n[^]*\nline 500\n\n\[… missing: /);
    expect(text).toContain("the policy's limits.max_reply_bytes");
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThanOrEqual(2500);
  });

  it("has the first and the last names of a list, one per line", () => {
    const files = Array.from({ length: 500 }, (_, place) => `directive/${place}.md`);
    expect(limit({ files }, 2500).text).toMatch(/^\[… missing: [^\n]*\n\ndirective\/0.md\ndirective\/1.md\n[^]*\ndirective\/499.md\n/);
  });

  it("has the files of a bundle below their paths", () => {
    const [agentOperatingProcedure, agentContext, template] = [
      { path: "d/p.md", content: lines },
      { path: "d/c.md", content: lines },
      { path: "d/t.md", content: "# Spec" },
    ] as const;
    const resources = [agentOperatingProcedure, agentContext, template].map(({ path }) => ({ path }));
    const { text } = limit({ primer: "First.", agentOperatingProcedure, agentContext, template, resources }, 2500);
    expect(text).toMatch(/^\[… missing: [^\n]*\n\nFirst\.\n\n==> d\/p\.md <==\nline 1\n[^]*\n\n==> d\/t\.md <==\n# Spec\n/);
  });
});

describe("the response of a JSON-RPC method", () => {
  it("is the plain result", () => {
    const result = { path: "a", content: "" };
    expect(toMethodAnswer(toDirectiveReply({ kind: "answered", result }))).toEqual({ kind: "result", result });
  });

  it.each(FAILURES)("is error 1001 for a missing item, -32000 for other failures: %j", (failure, text, isNotFound) => {
    const error = isNotFound ? { code: 1001, message: text } : { code: -32000, message: "Server error", data: { details: text } };
    expect(toMethodAnswer(toDirectiveReply({ kind: "failed", failure }))).toEqual({ kind: "error", error });
  });
});

describe("arguments", () => {
  const SCHEMA = { type: "object", properties: { path: { type: "string" } }, required: ["path"], additionalProperties: false };

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ["are valid", { path: "a" }, []],
    ["lack the path", {}, ["Missing required argument 'path'"]],
    ["have a path that is not a string", { path: 5 }, ["Argument 'path' must be a string, not 5"]],
    ["have null as the path", { path: null }, ["Argument 'path' must be a string, not null"]],
    ["have a misspelled name", { pth: "a" }, ["Missing required argument 'path'", "Unknown argument 'pth', did you mean 'path'?"]],
  ])("that %s are validated against the schema without coercion", async (_title, given, problems) => {
    expect(await findArgumentProblems({ inputSchema: SCHEMA, handler: "file.get" }, given)).toEqual(problems);
  });

  it.each<[Record<string, unknown>, readonly string[]]>([
    [{}, ["Missing required argument 'path'"]],
    [{ path: 5 }, ["Argument 'path' must be a string"]],
    [{ path: "a" }, []],
  ])("that name no file are rejected for any schema: %j", async (given, problems) => {
    expect(await findArgumentProblems({ inputSchema: { type: "object" }, handler: "file.get" }, given)).toEqual(problems);
    expect(await findArgumentProblems({ inputSchema: { type: "object" }, handler: "files.list" }, given)).toEqual([]);
  });
});
