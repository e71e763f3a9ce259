/** Structured content of replies with further texts: standard error, the exit code, ignored arguments. */
import { afterAll, describe, expect, it } from "vitest";
import { createServer } from "../../../runtime/index.ts";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import type { ToolReply } from "../../../runtime/call/reply.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import { toToolResult } from "../../../runtime/protocol/protocol-result.ts";
import { createRequestHandler } from "../../../runtime/server/request-handler.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import type { AnyToolSpec } from "../../../runtime/tool/tool-spec.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";
import { toPart } from "../../fixtures/source-server.ts";

const runner = createProcessRunner();
const env = { PATH: process.env["PATH"] ?? "" };
const context: CallContext = { env, policies: [], run: runner.run, execution: plainExecution(env), limiter: createLimiter() };
afterAll(() => runner.terminateAll());

const WARN = `echo '{"a":1}'; echo warn >&2`;
const PARTIAL = `echo '{"a":1}'; exit 4`;
const SCHEMA = { type: "object", properties: { a: { type: "integer" } }, required: ["a"], additionalProperties: false };
const STRICT = { ...SCHEMA, maxProperties: 1 };
const OPEN = { type: "object" };
const LIST = { type: "array", items: { type: "object" } };

const json = (script: string, schema?: Readonly<Record<string, unknown>>, more: Partial<AnyToolSpec> = {}): Partial<AnyToolSpec> => ({
  command: [script],
  risk: "read",
  output: { format: "json", ...(schema && { schema }) },
  ...more,
});

const index = createToolIndex([
  toPart(
    { command: ["sh", "-c"] },
    {
      plain: json(`echo '{"a":1}'`),
      warns: json(WARN),
      partial: json(PARTIAL, undefined, { exit_codes: { 4: "only a part of the records was read" } }),
      typed: json(WARN, SCHEMA),
      strict: json(WARN, STRICT),
      proto: json(`echo '{"__proto__":{"b":1},"a":1}'`),
      nested: json(`echo '{"a":{"__proto__":{"b":1}}}'`),
      typed_proto: json(`echo '{"__proto__":{"b":1},"a":1}'`, { type: "object" }),
      list: json(`echo '[{"a":1}]'; echo warn >&2`, LIST),
      own: json(`echo '{"a":1,"_notes":["mine"]}'; echo warn >&2`, OPEN),
      number: json(`echo '{"a":1,"_notes":7}'; echo warn >&2`, { ...OPEN, properties: { _notes: true } }),
    },
  ),
]);

async function call(tool: string, args: object = {}, classic = false): Promise<ToolReply> {
  const handler = createRequestHandler(index, classic);
  const given = classic ? args : { tool_name: tool, args };
  return await handler.callListedTool(classic ? tool : "climax_call", given as Record<string, unknown>, context);
}

describe("structured content through climax_call", () => {
  it("is sent if the reply has no other text", async () => {
    expect(await call("plain")).toEqual({ text: '{"a":1}', structured: { a: 1 }, isError: false });
  });

  it.each([
    ["standard error", "warns", {}, { notes: ["[stderr]\nwarn"] }],
    ["an exit code", "partial", {}, { notes: ["[exit code: 4]\nonly a part of the records was read"] }],
    ["an ignored argument", "plain", { colour: 1 }, { hint: expect.stringContaining("unknown argument 'colour'") as string }],
    ["standard error, with a schema that the client does not know", "typed", {}, { notes: ["[stderr]\nwarn"] }],
  ])("is not sent beside %s", async (_title, tool, args, texts) => {
    expect(await call(tool, args)).toEqual({ text: '{"a":1}', isJson: true, isError: false, ...texts });
  });
});

describe("structured content in classic mode", () => {
  it("is not sent beside other texts without an output schema", async () => {
    expect(await call("warns", {}, true)).toEqual({ text: '{"a":1}', isJson: true, notes: ["[stderr]\nwarn"], isError: false });
  });

  it.each([
    ["an object", "typed", { a: 1, _notes: ["[stderr]\nwarn"] }],
    ["a list", "list", { result: [{ a: 1 }], _notes: ["[stderr]\nwarn"] }],
    ["an object with notes of the program, which come first,", "own", { a: 1, _notes: ["mine", "[stderr]\nwarn"] }],
  ])("has the other texts as a key of %s that the output schema declares", async (_title, tool, structured) => {
    expect(await call(tool, {}, true)).toMatchObject({ structured, notes: ["[stderr]\nwarn"], isError: false });
    const schema = index.listings().find(({ name }) => name === tool)?.outputSchema;
    const { findSchemaProblems } = await import("../../../runtime/json-schema/validate.ts");
    expect(await findSchemaProblems(schema ?? false, structured, "property")).toEqual([]);
  });

  it.each([
    ["the output schema does not allow the key", "strict", '{"a":1}'],
    ["the program uses the key for another value", "number", '{"a":1,"_notes":7}'],
  ])("is replaced by an error if %s", async (_title, tool, text) => {
    const reply = await call(tool, {}, true);
    expect(reply).toMatchObject({ text, isError: true, notes: ["[stderr]\nwarn", expect.stringContaining("`_notes`")] });
    expect(reply).not.toHaveProperty("structured");
  });
});

describe("the key `__proto__` of an output", () => {
  const text = '{"__proto__":{"b":1},"a":1}';

  it("is in the text, and the reply has no structured content, from which the SDK would remove it", async () => {
    expect(await call("proto")).toEqual({ text, isJson: true, isError: false });
    expect(await call("typed_proto")).toEqual({ text, isJson: true, isError: false });
    expect(await call("typed_proto", {}, true)).toEqual({ text, isError: true, notes: [expect.stringContaining("`__proto__`")] });
  });

  it("reaches a client", async () => {
    const server = createServer({ name: "s", version: "1", index, env });
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call" };
    const results = await Promise.all(
      ["proto", "nested"].map(async (tool_name) => {
        const request = new Request("http://localhost/", {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Accept: "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-11-25",
          },
          body: JSON.stringify({ ...body, params: { name: "climax_call", arguments: { tool_name } } }),
        });
        return await (await server.fetch(request)).text();
      }),
    );
    await server.close();
    expect(results[0]).not.toContain("structuredContent");
    expect(results[0]).toContain(JSON.stringify(text));
    expect(results[1]).toContain('"structuredContent":{"a":{"__proto__":{"b":1}}}');
  });
});

describe("a result of the protocol", () => {
  it("starts each text after the first on a new line, because some clients join them", () => {
    const result = toToolResult({ text: "exit code 3", notes: ["5 rows read"], hint: "Ignored: x", isError: false });
    expect(result).toEqual({
      content: [
        { type: "text", text: "exit code 3" },
        { type: "text", text: "\n5 rows read" },
        { type: "text", text: "\nIgnored: x" },
      ],
    });
  });

  it("has no structured content if it is an error", () => {
    expect(toToolResult({ text: "no", structured: { a: 1 }, isError: true })).toEqual({
      content: [{ type: "text", text: "no" }],
      isError: true,
    });
  });

  it("marks JSON text whose structured content is not sent", () => {
    expect(toToolResult({ text: "{}", isJson: true, notes: ["n"], isError: false })).toMatchObject({ _meta: { "climax-gen/json": true } });
  });
});
