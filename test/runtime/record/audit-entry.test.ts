/** Tests the contents of the entries of the audit, and the data that they omit. */
import { afterAll, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../../runtime/record/audit-entry.ts";
import { toAuditEntry } from "../../../runtime/record/audit-entry.ts";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { ToolArg } from "../../../runtime/tool/tool.ts";
import type { FlatTool } from "../../fixtures/tools.ts";
import { replyOf, toCommandTool } from "../../fixtures/tools.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const ID = "00000000-0000-4000-8000-000000000000";

const runner = createProcessRunner();
afterAll(() => runner.terminateAll());

const env = { PATH: process.env["PATH"] ?? "", TOKEN: "hunter2" };
const context: CallContext = { env, policies: [], run: runner.run, execution: plainExecution(env), limiter: createLimiter() };
const client = { name: "claude", version: "1.2" };

const args: readonly ToolArg[] = [
  { name: "text", type: "string", positional: true },
  { name: "count", type: "integer", flag: "-n", default: 7 },
  { name: "all", type: "boolean" },
  { name: "tags", type: "string", repeat: true, flag: "--tag=" },
  { name: "password", type: "string", secret: true },
];
const flat: FlatTool = {
  name: "say",
  description: "",
  command: ["-c", 'echo "$0"; echo oops >&2; exit 3'],
  args,
  cli: { name: "c", description: "", command: ["sh"], global_args: [{ name: "key", type: "string", default: "$TOKEN" }], tool_count: 1 },
};
const tool = toCommandTool(flat);

/** Returns the entry of one call. */
async function audited(given: Readonly<Record<string, unknown>>, showValues = false, more: Partial<CallContext> = {}): Promise<AuditEntry> {
  let entry: AuditEntry | undefined;
  const onFinished: CallContext["onFinished"] = (call, facts) => (entry = toAuditEntry(call, facts, { id: ID, client, showValues }));
  await replyOf(tool, given, { ...context, ...more, onFinished });
  if (entry === undefined) throw new Error("the call was not reported");
  return entry;
}

const everything = { text: "hello world", count: "42", all: true, tags: ["ab", "c"], password: "hunter2", unknown: "x" };

describe("an entry", () => {
  it("records the caller, the tool and the outcome, without values", async () => {
    const entry = await audited(everything);
    expect(entry).toEqual({
      id: ID,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      tool: "say",
      client,
      verdict: "ran",
      outcome: "exited",
      args: { text: "string(11)", count: "string(2)", all: "boolean", tags: ["string(2)", "string(1)"], password: "secret" },
      argv: [
        "sh",
        "-c",
        'echo "$0"; echo oops >&2; exit 3',
        "<string(11)>",
        "-n",
        "<number>",
        "--all",
        "--tag=<string(2)>",
        "--tag=<string(1)>",
        "--password",
        "***",
        "--key",
        "<string(6)>",
      ],
      exit: 3,
      duration_ms: expect.any(Number) as number,
      stdout_bytes: 12,
      stderr_bytes: 5,
    });
  });

  it("shows values on request, but no secret", async () => {
    const entry = await audited(everything, true);
    expect(entry.args).toEqual({ text: "hello world", count: "42", all: true, tags: ["ab", "c"], password: "secret" });
    expect(entry.argv?.slice(3)).toEqual([
      "hello world",
      "-n",
      "42",
      "--all",
      "--tag=ab",
      "--tag=c",
      "--password",
      "***",
      "--key",
      "$TOKEN",
    ]);
  });

  it.each([false, true])("contains no secret, even for a rejected call (values: %s)", async (showValues) => {
    for (const given of [{ password: "s3cret" }, { password: "s3cret", count: "x" }, { password: ["s3cret"] }, { pasword: "s3cret" }]) {
      expect(JSON.stringify(await audited(given, showValues))).not.toContain("s3cret");
    }
  });

  it.each<[string, Record<string, unknown>, Partial<CallContext>, Partial<AuditEntry>]>([
    ["wrong arguments", { count: { a: 1 } }, {}, { verdict: "refused", outcome: "invalid_arguments", args: { count: "object" } }],
    ["a positional that looks like an option", { text: "-x" }, {}, { verdict: "refused", outcome: "invalid_arguments" }],
    [
      "a value that the policy forbids",
      { text: "no" },
      { policies: [toPolicy({ tools: { say: { args: { text: { pattern: "yes" } } } } })] },
      { verdict: "refused", outcome: "policy", args: { text: "string(2)" } },
    ],
    [
      "a call that is not confirmed",
      { text: "x" },
      { policies: [toPolicy({ tools: { say: { confirm: true } } })] },
      { verdict: "refused", outcome: "not_confirmed" },
    ],
    [
      "a call that waits for the user's confirmation",
      {},
      { policies: [toPolicy({ tools: { say: { confirm: true } } })], confirm: async () => ({ kind: "asked", token: "t" }) },
      { verdict: "not_run", outcome: "confirmation_asked" },
    ],
    ["a busy server", {}, { limiter: createLimiter({ maxRunning: 0, maxWaiting: 0 }) }, { verdict: "refused", outcome: "busy" }],
    ["a call cancelled before its turn", {}, { signal: AbortSignal.abort() }, { verdict: "not_run", outcome: "cancelled" }],
  ])("records %s, with the outcome and the verdict", async (_title, given, more, want) => {
    const entry = await audited(given, false, more);
    expect(entry).toMatchObject(want);
    expect(entry).not.toHaveProperty("exit");
    expect(entry).not.toHaveProperty("stdout_bytes");
  });

  it("distinguishes a program that could not be started from one that was cancelled while it ran", async () => {
    const calls: AuditEntry[] = [];
    const onFinished: CallContext["onFinished"] = (call, facts) =>
      calls.push(toAuditEntry(call, facts, { id: ID, client: null, showValues: false }));
    const start = (command: readonly string[], more: Partial<CallContext> = {}): Promise<unknown> =>
      replyOf(
        toCommandTool({ ...flat, command: [], args: [], cli: { ...flat.cli, command, global_args: [] } }),
        {},
        { ...context, ...more, onFinished },
      );
    await start(["no-such-command-zz"]);
    const running = new AbortController();
    await start(["sh", "-c", "'echo x; exec sleep 60'"], { signal: running.signal, onOutput: () => running.abort() });
    expect(calls).toMatchObject([
      { client: null, verdict: "not_run", outcome: "not_started", argv: ["no-such-command-zz"] },
      { verdict: "ran", outcome: "cancelled", stdout_bytes: 2 },
    ]);
  });

  it("is written for a list that is nested too deeply for recursion", async () => {
    const deep = JSON.parse("[".repeat(200_000) + "]".repeat(200_000)) as unknown;
    expect(await audited({ text: deep, tags: deep })).toMatchObject({
      outcome: "invalid_arguments",
      args: { text: ["list"], tags: ["list"] },
    });
  });

  it("does not grow with the size of a call", async () => {
    const long = "x".repeat(100_000);
    const entry = await audited({ text: long, tags: Array.from({ length: 5000 }, () => "y") }, true, {
      limiter: createLimiter({ maxRunning: 0, maxWaiting: 0 }),
    });
    expect(entry.args?.["text"]).toBe(`${"x".repeat(1000)}… (100000 characters)`);
    expect(JSON.stringify(entry).length).toBeLessThan(100_000);
    const unknown = { tool: long, outcome: "unknown_tool", isError: true, duration_ms: 0 } as const;
    expect(toAuditEntry(unknown, undefined, { id: ID, client: { name: long, version: long }, showValues: false })).toMatchObject({
      tool: expect.stringMatching(/^x{1000}… \(100000 characters\)$/) as string,
      verdict: "refused",
    });
  });
});
