import { afterAll, describe, expect, it } from "vitest";
import type { CallContext, FinishedCall } from "../../../runtime/call/call-context.ts";
import { createSpool } from "../../../runtime/output/spool.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import type { RequestHandler } from "../../../runtime/server/request-handler.ts";
import { createRequestHandler } from "../../../runtime/server/request-handler.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { listedTools } from "../../fixtures/listed-tools.ts";
import { toPart } from "../../fixtures/source-server.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const index = createToolIndex([toPart({ command: ["true"] }, { look: { risk: "read" }, drop: {} })]);
const MODES = [
  ["progressive", createRequestHandler(index, false), (tool: string) => ["climax_call", { tool_name: tool }]],
  ["classic", createRequestHandler(index, true), (tool: string) => [tool, {}]],
] as const;

/** Returns a context in which the caller may use only tools that read, and no process is started. */
function watched(): { readonly context: CallContext; readonly finished: FinishedCall[] } {
  const finished: FinishedCall[] = [];
  const context: CallContext = {
    env: {},
    policies: [],
    run: async ({ sinks }) => {
      sinks?.stdout(Buffer.from("ran"));
      return { kind: "exited", exit: 0, stdout: "", stderr: "" };
    },
    execution: plainExecution({}),
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
    return await handler.callListedTool("climax_call", { tool_name: "output_read", args: { id, lines: 1 } }, context(subject, finished));
  };

  it("reads the output of the same caller only, although no policy enables it, and is recorded", async () => {
    const [, handler] = MODES[0];
    const { text } = await handler.callListedTool("climax_call", { tool_name: "look" }, context("ann"));
    const id = /"id":"([\w-]+)"/.exec(text)?.[1] ?? "";
    const finished: FinishedCall[] = [];
    expect(await read(id, "ann", finished)).toEqual({ text: "x\n\n[lines 1 to 1 of 60000; next: from_line 2]", isError: false });
    expect(finished).toMatchObject([{ tool: "output_read", outcome: "read", isError: false }]);
    const misspelt = { tool_name: "output_read", args: { id, lines: 1, form_line: 9 } };
    const { hint } = await handler.callListedTool("climax_call", misspelt, context("ann"));
    expect(hint).toBe("Ignored:\n  - unknown argument 'form_line', did you mean 'from_line'?");
    expect((await read(id, "bob")).text).toContain("No output has this id");
    expect((await read(id, undefined)).text).toContain("No output has this id");
  });

  it("can be called through climax_read", async () => {
    const { text } = await split.callListedTool("climax_read", { tool_name: "look" }, context("ann"));
    const id = /"id":"([\w-]+)"/.exec(text)?.[1] ?? "";
    const page = await split.callListedTool("climax_read", { tool_name: "output_read", args: { id, from_line: 60_000 } }, context("ann"));
    expect(page).toEqual({ text: "x\n\n[lines 60000 to 60000 of 60000]", isError: false });
  });

  it("does not exist in classic mode", async () => {
    const [, handler] = MODES[1];
    expect(await handler.callListedTool("output_read", { id: "x" }, context("ann"))).toMatchObject({
      text: "Unknown tool: output_read",
      isError: true,
    });
  });
});

describe.each(MODES)("in %s mode, a call", (_, handler, toCall) => {
  const call = (tool: string, context: CallContext) => {
    const [name, given] = toCall(tool);
    return handler.callListedTool(name as string, given as Record<string, unknown>, context);
  };

  it("that its caller may not make is rejected and recorded, and runs nothing", async () => {
    const { context, finished } = watched();
    expect(await call("drop", context)).toEqual({ text: "Not run: not you", isError: true });
    expect(finished).toEqual([{ tool: "drop", outcome: "forbidden", isError: true, duration_ms: expect.any(Number) as number }]);
  });

  it("is rejected and recorded while the audit cannot be written, and runs nothing", async () => {
    const { context, finished } = watched();
    const text = "Not run: the server cannot write its audit file; tell the operator of the server";
    expect(await call("look", { ...context, isAudited: () => false })).toEqual({ text, isError: true });
    expect(finished).toEqual([{ tool: "look", outcome: "not_started", isError: true, duration_ms: expect.any(Number) as number }]);
  });

  it("that its caller may make is run", async () => {
    expect(await call("look", watched().context)).toEqual({ text: "ran", isError: false });
  });

  it("is resolved to its tool before it runs", () => {
    const find = (tool: string) => handler.findTool(...(toCall(tool) as [string, Record<string, unknown>]))?.name;
    expect([find("look"), find("nothing")]).toEqual(["look", undefined]);
    expect(handler.findTool("climax_search", {})).toBeUndefined();
    expect(handler.findMethod("look")).toBeUndefined();
  });
});

const progressive = createRequestHandler(index, false);
const split = createRequestHandler(index, false, { splitCalls: true });
const call = (handler: RequestHandler, name: string, given: Record<string, unknown> = {}) =>
  handler.callListedTool(name, given, watched().context);

describe("climax_read", () => {
  it("is registered besides the others, as read-only, only if calls are split", () => {
    expect(listedTools(progressive).map(({ name }) => name)).toEqual(["climax_search", "climax_call"]);
    const listed = listedTools(split);
    expect(listed.map(({ name }) => name)).toEqual(["climax_search", "climax_call", "climax_read"]);
    expect(listed[2]?.annotations).toEqual({ readOnlyHint: true });
    expect(listed[2]?.inputSchema).toEqual(listed[1]?.inputSchema);
  });

  it("runs a tool that declares that it reads", async () => {
    expect(await call(split, "climax_read", { tool_name: "look" })).toEqual({ text: "ran", isError: false });
    expect(split.findTool("climax_read", { tool_name: "look" })?.name).toBe("look");
  });

  it("runs no other tool, and records the call", async () => {
    const { context, finished } = watched();
    const { forbid: _forbid, ...free } = context;
    expect(await split.callListedTool("climax_read", { tool_name: "drop" }, free)).toEqual({
      text: "Not run: the tool drop does not declare risk: read",
      hint: "Call it through climax_call.",
      isError: true,
    });
    expect(finished).toMatchObject([{ tool: "drop", outcome: "forbidden", isError: true }]);
    expect(split.findTool("climax_read", { tool_name: "drop" })).toBeUndefined();
    expect(await split.callListedTool("climax_call", { tool_name: "drop" }, free)).toEqual({ text: "ran", isError: false });
  });

  it("is unknown if calls are not split", async () => {
    expect(await call(progressive, "climax_read", { tool_name: "look" })).toMatchObject({
      text: expect.stringMatching(/^Unknown tool: climax_read/),
    });
  });
});

describe("a direct call of a tool that is not registered", () => {
  it("says how to call the tool", async () => {
    expect(await call(progressive, "look")).toEqual({
      text: "Unknown tool: look",
      hint: 'Call it through climax_call: {"tool_name":"look","args":{…}}',
      isError: true,
    });
    expect((await call(split, "look")).hint).toContain("climax_read");
    expect((await call(split, "drop")).hint).toContain("climax_call");
  });

  it("is recorded as a call of an unknown tool", async () => {
    const { context, finished } = watched();
    await progressive.callListedTool("look", {}, context);
    expect(finished).toMatchObject([{ tool: "look", outcome: "unknown_tool" }]);
  });

  it("suggests a registered name if the server has no such tool", async () => {
    expect(await call(progressive, "climax_cal")).toEqual({ text: "Unknown tool: climax_cal. Did you mean climax_call?", isError: true });
  });
});

describe("arguments next to args", () => {
  const strict = createRequestHandler(
    createToolIndex([toPart({ command: ["true"] }, { look: { risk: "read" }, erase: { risk: "write" }, free: {} })]),
    false,
  );
  const run = async (tool_name: string, name = "quick") => {
    const { context, finished } = watched();
    const reply = await strict.callListedTool("climax_call", { tool_name, [name]: true }, { ...context, forbid: () => undefined });
    return { reply, finished };
  };
  const faultOf = (name: string): string => `climax_call has no argument '${name}'; pass the arguments of the tool in 'args'`;
  const fault = faultOf("quick");

  it("are ignored and named for a tool that reads", async () => {
    expect((await run("look")).reply).toEqual({ text: "ran", isError: false, hint: `Ignored:\n  - ${fault}` });
  });

  it("are counted if there are many", async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, place) => [`a${place}`, 1]));
    expect((await call(strict, "climax_call", { tool_name: "look", ...many })).hint).toMatch(/ no argument 'a9'; .*\n {2}- and 2 more$/);
  });

  it("are rejected for a tool that rejects unknown arguments", async () => {
    const { reply, finished } = await run("erase");
    expect(reply).toEqual({ text: `Argument validation failed:\n  - ${fault}`, isError: true });
    expect(finished).toMatchObject([{ tool: "erase", outcome: "invalid_arguments" }]);
  });

  it("are rejected for a tool without a risk if one asks for a preview", async () => {
    const { reply, finished } = await run("free", "preview");
    expect(reply).toEqual({ text: `Argument validation failed:\n  - ${faultOf("preview")}`, isError: true });
    expect(finished).toMatchObject([{ tool: "free", outcome: "invalid_arguments" }]);
    const context = { ...watched().context, forbid: () => undefined };
    const other = await strict.callListedTool("climax_call", { tool_name: "free", reason: "x" }, context);
    expect(other).toMatchObject({ text: "ran", isError: false });
  });
});

describe("a misspelled dry_run", () => {
  it("is rejected next to args, also for a tool that reads", async () => {
    for (const name of ["dryRun", "dry-run", "dryrun", "dry_rnu"]) {
      expect(await call(progressive, "climax_call", { tool_name: "look", [name]: true }), name).toEqual({
        text: `climax_call has no argument '${name}', did you mean 'dry_run'?`,
        isError: true,
      });
    }
  });
});

describe("the args of climax_call", () => {
  it.each([
    ["an object", { a: 1 }],
    ["the JSON text of an object", '{"a": 1}'],
    ["nothing", undefined],
    ["an empty text", ""],
  ])("may be %s", async (_title, args) => {
    expect(await call(progressive, "climax_call", { tool_name: "look", args })).toMatchObject({ text: "ran", isError: false });
  });

  it("reach the tool if they are a JSON text", async () => {
    expect((await call(progressive, "climax_call", { tool_name: "look", args: '{"a": 1}' })).hint).toContain("'a'");
  });

  it.each(["[1]", "null", "3", '"text"', "{a: 1}", '{"a": 1'])("may not be the text %s", async (args) => {
    expect(await call(progressive, "climax_call", { tool_name: "look", args })).toEqual({
      text: "Argument 'args' must be an object",
      hint: 'Arguments of climax_call: {"tool_name":"look","args":{…}}',
      isError: true,
    });
  });
});

describe("a call without a usable tool_name or args", () => {
  const [, handler] = MODES[0];
  it.each<[string, Record<string, unknown>, string, string | undefined]>([
    ["with the name in another argument", { name: "look", arguments: {} }, "Missing required argument 'tool_name'", "look"],
    ["with the arguments only", { files: [] }, "Missing required argument 'tool_name'", "…"],
    ["with nothing", {}, "Missing required argument 'tool_name'", undefined],
    ["with a list of arguments", { tool_name: "look", args: ["a"] }, "Argument 'args' must be an object", "look"],
  ])("shows the form of a call: %s", async (_title, given, text, name) => {
    const reply = await handler.callListedTool("climax_call", given, watched().context);
    const hint = name === undefined ? undefined : `Arguments of climax_call: {"tool_name":"${name}","args":{…}}`;
    expect([reply.text, reply.hint]).toEqual([text, hint]);
  });
});

describe("a name that resembles no tool", () => {
  const hint = "Find tools with climax_search, and call them through climax_call.";
  it.each([
    ["through climax_call", MODES[0][1], "climax_call", { tool_name: "zebra" }, hint],
    ["directly", MODES[0][1], "zebra", {}, hint],
    ["in classic mode", MODES[1][1], "zebra", {}, undefined],
  ] as const)("is unknown, with the way to find tools: %s", async (_title, handler, name, given, want) => {
    const reply = await handler.callListedTool(name, given, watched().context);
    expect([reply.text, reply.hint]).toEqual(["Unknown tool: zebra", want]);
  });
});

describe("the name of a CLI instead of a tool", () => {
  const named = createToolIndex([toPart({ name: "Git", command: ["git"] }, { git_log: {}, git_show: {} })]);
  it.each([
    ["climax_call", "git", { tool_name: "git" }, 'It is a CLI. Find its tools with climax_search: {"cli":"Git"}'],
    ["directly", "GIT", {}, 'It is a CLI. Find its tools with climax_search: {"cli":"Git"}'],
    ["in classic mode", "git", {}, undefined],
  ])("is rejected with the search for its tools: %s", async (way, name, given, hint) => {
    const handler = createRequestHandler(named, way === "in classic mode");
    const reply = await handler.callListedTool(way === "climax_call" ? way : name, given, watched().context);
    expect(reply).toEqual({
      text: hint === undefined ? "Unknown tool: git. Did you mean git_log or git_show?" : `Unknown tool: ${name}`,
      ...(hint !== undefined && { hint }),
      isError: true,
    });
  });
});

describe("the name of a tool of the server itself", () => {
  const classicHint = "Call a tool of this server directly, by its name in tools/list.";
  it.each<[string, RequestHandler, string, string, string]>([
    ["climax_search", progressive, "climax_call", "climax_search", "Call climax_search directly, not through climax_call."],
    ["climax_call", progressive, "climax_call", "climax_call", "Call climax_call directly, not through climax_call."],
    ["climax_search", split, "climax_read", "climax_search", "Call climax_search directly, not through climax_read."],
    ["climax_search", MODES[1][1], "climax_search", "look", classicHint],
    ["climax_call", MODES[1][1], "climax_call", "look", classicHint],
    ["output_read", progressive, "output_read", "look", 'Call it through climax_call: {"tool_name":"output_read","args":{…}}'],
    ["output_read", split, "output_read", "look", 'Call it through climax_read: {"tool_name":"output_read","args":{…}}'],
  ])("is rejected with the way to call it: %s", async (unknown, handler, name, tool_name, hint) => {
    expect(await call(handler, name, { tool_name })).toEqual({ text: `Unknown tool: ${unknown}`, hint, isError: true });
  });
});

describe("a reply to climax_read", () => {
  it.each([
    [{ tool: "look" }, 'Arguments of climax_read: {"tool_name":"look","args":{…}}'],
    [{ tool_name: "look", args: [1] }, 'Arguments of climax_read: {"tool_name":"look","args":{…}}'],
    [{ tool_name: "look", depth: 1 }, "Ignored:\n  - climax_read has no argument 'depth'; pass the arguments of the tool in 'args'"],
  ])("names climax_read: %j", async (given, hint) => {
    expect((await call(split, "climax_read", given)).hint).toBe(hint);
  });
});
