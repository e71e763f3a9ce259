import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { CallContext, CallFacts, FinishedCall } from "../../../runtime/call/call-context.ts";
import { compileIndex } from "../../../runtime/tool-index/compiled/compile.ts";
import { openCompiledIndex } from "../../../runtime/tool-index/compiled/read.ts";
import type { DirectiveToolSpec } from "../../../runtime/tool/directive-spec.ts";
import { listSimpleArgs, toDirectiveCli, toDirectiveTool } from "../../../runtime/tool/directive-tool.ts";
import { toListedSchema } from "../../../runtime/tool/listed-schema.ts";
import { REPLY_META } from "../../../runtime/tool/tool-listing.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import type { AnyPolicySpec } from "../../../runtime/policy/policy-spec.ts";
import type { ToolReply } from "../../../runtime/call/reply.ts";
import { createRequestHandler } from "../../../runtime/server/request-handler.ts";
import { createIndexOver, createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import type { ToolArg } from "../../../runtime/tool/tool.ts";
import { makeFolder, NEWER, OLDER } from "../../fixtures/directive-folders.ts";
import { listedTools } from "../../fixtures/listed-tools.ts";
import { replyOf } from "../../fixtures/tools.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

describe("the arguments that a policy can constrain", () => {
  it.each<[string, object, object | undefined]>([
    ["a text", { type: "string", description: "A path" }, { type: "string", description: "A path" }],
    ["a number", { type: "number", minimum: 1 }, { type: "number" }],
    ["a text with members", { type: "string", enum: ["a", "b"] }, { type: "string", enum: ["a", "b"] }],
    ["members that are texts", { enum: ["a"] }, { type: "string", enum: ["a"] }],
    ["a list", { type: "array", items: { type: "integer" } }, { type: "integer", repeat: true }],
    ["the target of a reference", { $ref: "#/$defs/text" }, { type: "string", description: "defined" }],
    ["members of several types", { enum: ["a", 1] }, undefined],
    ["several types", { type: ["string", "null"] }, undefined],
    ["an object", { type: "object" }, undefined],
    ["a list of anything", { type: "array" }, undefined],
    ["anything", {}, undefined],
    ["nothing", { $ref: "#/nowhere" }, undefined],
    ["a circular reference", { $ref: "#/properties/x" }, undefined],
  ])("are those of one simple type: %s", (_title, x, arg) => {
    const schema = { type: "object", properties: { x }, $defs: { text: { type: "string", description: "defined" } } };
    expect(listSimpleArgs(schema)).toEqual(arg === undefined ? [] : [{ name: "x", ...arg }]);
    expect(listSimpleArgs({ ...schema, required: ["x"] })).toEqual(arg === undefined ? [] : [{ name: "x", ...arg, required: true }]);
  });
});

describe("a schema under a policy", () => {
  const limited = (arg: Partial<ToolArg>): readonly ToolArg[] => [{ name: "x", type: "string", ...arg }];

  it.each<[string, object, readonly ToolArg[], object]>([
    ["adds nothing without limits", { type: "string" }, limited({}), { type: "string" }],
    [
      "adds keywords if they are different",
      { type: "string", minLength: 1 },
      limited({ limits: { maxLength: 9 } }),
      { type: "string", minLength: 1, maxLength: 9 },
    ],
    [
      "requires both schemas if they have the same keyword",
      { type: "string", maxLength: 5 },
      limited({ limits: { maxLength: 9 } }),
      { allOf: [{ type: "string", maxLength: 5 }, { maxLength: 9 }] },
    ],
    [
      "requires both schemas next to a reference",
      { $ref: "#/$defs/x" },
      limited({ limits: { values: ["a"] } }),
      { allOf: [{ $ref: "#/$defs/x" }, { enum: ["a"] }] },
    ],
    [
      "applies to the items of a list",
      { type: "array", items: { type: "string" } },
      limited({ repeat: true, limits: { maxLength: 9 } }),
      { allOf: [{ type: "array", items: { type: "string" } }, { items: { type: "string", maxLength: 9 } }] },
    ],
    [
      "narrows members",
      { type: "string", enum: ["a", "b"] },
      limited({ enum: ["a", "b"], limits: { values: ["a"] } }),
      { allOf: [{ type: "string", enum: ["a", "b"] }, { enum: ["a"] }] },
    ],
  ])("%s", (_title, x, args, want) => {
    const inputSchema = { type: "object", properties: { x, other: true } };
    expect(toListedSchema({ args, handler: { kind: "directive", root: "docs", inputSchema, handler: "file.get" } })).toEqual({
      type: "object",
      properties: { x: want, other: true },
    });
  });
});

const READ: DirectiveToolSpec = {
  name: "read",
  title: "Read",
  description: "Read a file",
  inputSchema: { type: "object", properties: { path: { type: "string" }, names: { type: "array", items: { type: "string" } }, any: {} } },
  handler: "file.get",
  method: "old.read",
};
const LIST: DirectiveToolSpec = { name: "list", description: "List files", inputSchema: { type: "object" }, handler: "files.list" };
const PART = { directive: { name: "d", description: "D", root: "directive", tool_count: 2 }, tools: { read: READ, list: LIST } };
const context: CallContext = {
  env: {},
  policies: [],
  directory: NEWER,
  run: () => Promise.reject(new Error("nothing runs")),
  execution: plainExecution({}),
  limiter: createLimiter(),
};

function callRead(given: Record<string, unknown>, more: Partial<CallContext> = {}, policy?: AnyPolicySpec): Promise<ToolReply> {
  const tool = toDirectiveTool(READ, PART.directive, toDirectiveCli(PART.directive));
  const policies = policy === undefined ? [] : [toPolicy(policy)];
  return replyOf(tool, given, { ...context, policies, ...more });
}

const load = () => ({ running: 0, waiting: 0 });
const PATH = "directive/reference/agent_context.md";

describe("a call", () => {
  it.each<[string, Record<string, unknown>, FinishedCall["outcome"], Partial<CallContext>, AnyPolicySpec | undefined]>([
    ["that succeeds", { path: PATH }, "read", {}, undefined],
    ["that finds nothing", { path: "nothing" }, "not_read", {}, undefined],
    ["with wrong arguments", { path: 1 }, "invalid_arguments", {}, undefined],
    ["that the policy rejects", { path: "x" }, "policy", {}, { tools: { read: { args: { path: { pattern: "y" } } } } }],
    ["that cannot be confirmed", { path: PATH }, "not_confirmed", {}, { tools: { read: { confirm: true } } }],
    [
      "that the user confirms",
      { path: PATH },
      "read",
      { confirm: async () => ({ kind: "accepted" }) },
      { tools: { read: { confirm: true } } },
    ],
    ["without a slot in the queue", { path: PATH }, "busy", { limiter: { run: async () => ({ kind: "busy" }), load } }, undefined],
    ["that is cancelled", { path: PATH }, "cancelled", { limiter: { run: async () => ({ kind: "cancelled" }), load } }, undefined],
  ])("%s is logged with its outcome", async (_title, given, outcome, more, policy) => {
    const finished: (readonly [FinishedCall, CallFacts | undefined])[] = [];
    await callRead(given, { ...more, onFinished: (call, facts) => finished.push([call, facts]) }, policy);
    expect(finished).toMatchObject([[{ tool: "read", outcome }, { given }]]);
  });

  it("shows the user every argument of the call to confirm", async () => {
    const questions: string[] = [];
    const confirm: CallContext["confirm"] = async ({ writeQuestion }) => {
      questions.push(await writeQuestion());
      return { kind: "user_declined" };
    };
    const policy = { tools: { read: { confirm: true } } };
    expect((await callRead({ path: 'a "b"\u202E', names: ["x"] }, { confirm }, policy)).text).toBe("Not run: the user declined this call");
    await callRead({ path: "x".repeat(20_000) }, { confirm }, policy);
    expect(questions).toEqual(['    path: "a \\"b\\"\\u{202e}"\n    names: ["x"]\nCall the tool read?']);
  });

  it.each<[string, Record<string, unknown>, AnyPolicySpec["tools"][string]["args"], string | undefined]>([
    [
      "each item of a list",
      { path: PATH, names: ["a", "b"] },
      { names: { one_of: ["a"] } },
      "Argument 'names[1]': value 'b' is not one of: a",
    ],
    [
      "a property of any type, closed",
      { path: PATH, any: {} },
      { any: { pattern: "a" } },
      "Argument 'any': the policy's constraints do not apply to values of this kind",
    ],
    [
      "null, closed",
      { path: PATH, any: null },
      { any: { pattern: "a" } },
      "Argument 'any': the policy's constraints do not apply to values of this kind",
    ],
    [
      "a list with one item of another type, closed",
      { path: PATH, any: ["a", {}] },
      { any: { pattern: "a" } },
      "Argument 'any': the policy's constraints do not apply to values of this kind",
    ],
    ["a property of any type that is required", { path: PATH, any: {} }, { any: { required: true, message: "say why" } }, undefined],
    ["a missing property", { path: PATH }, { any: { pattern: "a" } }, undefined],
    ["a path inside a folder, as it is listed", { path: PATH }, { path: { within: "directive/reference" } }, undefined],
    [
      "a path outside that folder",
      { path: "directive/specs/x" },
      { path: { within: "directive/reference" } },
      "Argument 'path': value 'directive/specs/x' is not inside 'directive/reference'",
    ],
  ])("has its constraints checked against %s", async (_title, given, args = {}, message) => {
    const { text, isError } = await callRead(given, {}, { tools: { read: { args } } });
    if (message === undefined) expect(isError).toBe(false);
    else expect(text).toBe(`Policy validation failed:\n  - ${message}`);
  });

  it("is rejected if one of two policies has a constraint that does not apply to a value", async () => {
    const policies = [{ any: { required: true } }, { any: { pattern: "a" } }].map((args) => toPolicy({ tools: { read: { args } } }));
    const { text } = await callRead({ path: PATH, any: {} }, { policies });
    expect(text).toBe("Policy validation failed:\n  - Argument 'any': the policy's constraints do not apply to values of this kind");
  });

  it("resolves links relative to the start of listed paths, wherever the root is", async () => {
    const { path: directory, remove } = makeFolder({
      "docs/handbook/open/a.md": "A",
      "docs/handbook/open/out.md": { link: "../closed/b.md" },
      "docs/handbook/closed/b.md": "B",
    });
    const tool = toDirectiveTool(READ, { root: "docs/handbook" }, toDirectiveCli(PART.directive));
    const policies = [toPolicy({ tools: { read: { args: { path: { within: "handbook/open" } } } } })];
    const call = (path: string): Promise<ToolReply> => replyOf(tool, { path }, { ...context, policies, directory });
    expect((await call("handbook/open/a.md")).structured).toEqual({ path: "handbook/open/a.md", content: "A" });
    expect((await call("handbook/open/out.md")).text).toContain("leaves 'handbook/open' through a symbolic link");
    expect((await call("handbook/closed/b.md")).text).toContain("is not inside 'handbook/open'");
    remove();
  });

  it("reads below the server's own directory by default", async () => {
    const { directory: _, ...bare } = context;
    const here = process.cwd();
    process.chdir(OLDER);
    const tool = createToolIndex([PART]).get("list");
    const handler = createRequestHandler(createToolIndex([PART]), true);
    const reply = await handler.callListedTool(tool?.name ?? "", {}, bare);
    process.chdir(here);
    expect(reply.structured).toEqual({ files: expect.arrayContaining(["directive/agent_context.md"]) as string[] });
  });
});

describe("an index with Directive tools", () => {
  const folder = mkdtempSync(join(tmpdir(), "climax-directive-index-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const say = { name: "say", description: "Say", command: ["echo"], args: {}, risk: "read" as const };
  const cli = { cli: { name: "c", description: "", command: ["echo"], tool_count: 1 }, tools: { say } };
  const memory = createToolIndex([PART, cli]);
  const tools = Array.from(memory.listed());
  const clis = [toDirectiveCli(PART.directive), ...tools.slice(2).map((tool) => tool.cli)];
  const compiled = compileIndex({
    name: "s",
    version: "1",
    classic: false,
    clis: clis.map((one, place) => ({ cli: one, tools: place === 0 ? tools.slice(0, 2) : tools.slice(2) })),
  });
  for (const [name, content] of compiled) writeFileSync(join(folder, name), content);
  const onDisk = createIndexOver(openCompiledIndex(folder).reader);

  it.each([
    ["in memory", memory],
    ["compiled", onDisk],
  ])("returns their schemas unchanged, and has their JSON-RPC methods: %s", (_title, index) => {
    expect(index.get("read")).toEqual(tools[0]);
    expect(index.search({ query: "read", limit: 9 })).toMatchObject([{ tool_name: "read", input_schema: READ.inputSchema }]);
    expect(listedTools(createRequestHandler(index, true))[0]).toEqual({
      name: "read",
      title: "Read",
      description: "Read a file",
      inputSchema: READ.inputSchema,
      annotations: { readOnlyHint: true },
      _meta: REPLY_META,
    });
    expect([...index.methods]).toEqual([["old.read", "read"]]);
    expect([...index.narrow([toPolicy({ tools: { list: {} } })]).methods]).toEqual([]);
    expect([...index.narrow([toPolicy({ tools: { read: {} } })]).methods]).toEqual([["old.read", "read"]]);
  });

  it("does not annotate the meta-tools if no config declares a risk", () => {
    expect([...memory.risks()]).toEqual(["read"]);
    expect([...createToolIndex([PART]).risks()]).toEqual([]);
    const listed = listedTools(createRequestHandler(createToolIndex([PART]), false));
    expect(listed.map((tool) => "annotations" in tool)).toEqual([false, false]);
  });
});
