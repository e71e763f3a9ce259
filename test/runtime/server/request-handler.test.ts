import { afterAll, describe, expect, it } from "vitest";
import type { CallContext, FinishedCall } from "../../../runtime/call/call-context.ts";
import { createSpool } from "../../../runtime/output/spool.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createRequestHandler } from "../../../runtime/server/request-handler.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { toPart } from "../../fixtures/source-server.ts";

const index = createToolIndex([toPart({ command: ["true"] }, { look: { risk: "read" }, drop: {} })]);
const MODES = [
  ["progressive", createRequestHandler(index, false), (tool: string) => ["climax_call", { tool_name: tool }]],
  ["classic", createRequestHandler(index, true), (tool: string) => [tool, {}]],
] as const;

/** A context in which only tools that read may be called, and nothing is ever run. */
function watched(): { readonly context: CallContext; readonly finished: FinishedCall[] } {
  const finished: FinishedCall[] = [];
  const context: CallContext = {
    env: {},
    policies: [],
    run: async ({ sinks }) => {
      sinks?.stdout(Buffer.from("ran"));
      return { kind: "exited", exit: 0, stdout: "", stderr: "" };
    },
    limiter: createLimiter(),
    forbid: ({ risk }) => (risk === "read" ? undefined : "not you"),
    onFinished: (call) => finished.push(call),
  };
  return { context, finished };
}

describe("output_read", () => {
  const flood = "x\n".repeat(60_000);
  const spool = createSpool();
  afterAll(() => spool.close());
  const context = (subject: string | undefined, finished: FinishedCall[] = []): CallContext => ({
    ...watched().context,
    run: async ({ sinks }) => {
      sinks?.stdout(Buffer.from(flood));
      return { kind: "exited", exit: 0, stdout: "", stderr: "" };
    },
    spool,
    caller: { client: null, ...(subject !== undefined && { subject }) },
    onFinished: (call) => finished.push(call),
  });
  const read = async (id: string, subject: string | undefined, finished?: FinishedCall[]) => {
    const [, handler] = MODES[0];
    return await handler.callTool("climax_call", { tool_name: "output_read", args: { id, lines: 1 } }, context(subject, finished));
  };

  it("reads the output of the same caller only, although no policy enables it, and is recorded", async () => {
    const [, handler] = MODES[0];
    const { text } = await handler.callTool("climax_call", { tool_name: "look" }, context("ann"));
    const id = /output_read id: ([\w-]+)\]$/.exec(text)?.[1] ?? "";
    const finished: FinishedCall[] = [];
    expect(await read(id, "ann", finished)).toEqual({ text: "x\n\n[lines 1 to 1 of 60000; next: from_line 2]", isError: false });
    expect(finished).toMatchObject([{ tool: "output_read", outcome: "read", isError: false }]);
    expect((await read(id, "bob")).text).toContain("No output has this id");
    expect((await read(id, undefined)).text).toContain("No output has this id");
  });

  it("does not exist in classic mode", async () => {
    const [, handler] = MODES[1];
    expect(await handler.callTool("output_read", { id: "x" }, context("ann"))).toMatchObject({
      text: "Unknown tool: output_read",
      isError: true,
    });
  });
});

describe.each(MODES)("in %s mode, a call", (_, handler, toCall) => {
  const call = (tool: string, context: CallContext) => {
    const [name, given] = toCall(tool);
    return handler.callTool(name as string, given as Record<string, unknown>, context);
  };

  it("that its caller may not make is refused and recorded, and runs nothing", async () => {
    const { context, finished } = watched();
    expect(await call("drop", context)).toEqual({ text: "Not run: not you", isError: true });
    expect(finished).toEqual([{ tool: "drop", outcome: "forbidden", isError: true, duration_ms: 0 }]);
  });

  it("that its caller may make is run", async () => {
    expect(await call("look", watched().context)).toEqual({ text: "ran", isError: false });
  });

  it("is known beforehand by the tool that it would run", () => {
    const find = (tool: string) => handler.findTool(...(toCall(tool) as [string, Record<string, unknown>]))?.name;
    expect([find("look"), find("nothing")]).toEqual(["look", undefined]);
    expect(handler.findTool("climax_search", {})).toBeUndefined();
    expect(handler.findMethod("look")).toBeUndefined();
  });
});
