import { describe, expect, it } from "vitest";
import type { CallContext, FinishedCall } from "../../../runtime/call/call-context.ts";
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
