import { describe, expect, it } from "vitest";
import { findArgumentProblems } from "../../../runtime/directive/arguments.ts";
import { toDirectiveReply, toMethodAnswer } from "../../../runtime/call/directive-reply.ts";
import type { DirectiveFailure } from "../../../runtime/directive/failure.ts";

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
    "Path refused: 'directive/a.md' does not stay under directive/. Give a path as the list of files shows it.",
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
    ["have null for it", { path: null }, ["Argument 'path' must be a string, not null"]],
    ["have a misspelt name", { pth: "a" }, ["Missing required argument 'path'", "Unknown argument 'pth', did you mean 'path'?"]],
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
