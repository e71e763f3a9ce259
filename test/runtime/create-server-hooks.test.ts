/** Tests hooks, limits and the audit of a server inside another program. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CallHooks, CheckedCall, HookedCall, HookedResult } from "../../runtime/index.ts";
import { defineTool, ToolError } from "../../runtime/index.ts";
import { folder, inMemory, start, useEmbeddedServers, weather } from "../fixtures/embedded-servers.ts";

useEmbeddedServers();

describe("hooks", () => {
  function record(more: CallHooks = {}) {
    const before: HookedCall[] = [];
    const after: (readonly [HookedCall, HookedResult])[] = [];
    const hooks: CallHooks = {
      beforeCall(call) {
        before.push(call);
        return more.beforeCall?.(call);
      },
      async afterCall(call, result) {
        after.push([call, result]);
        await more.afterCall?.(call, result);
      },
    };
    return { before, after, hooks };
  }

  it("see a call that runs, with secrets masked, under one id", async () => {
    const { before, after, hooks } = record();
    const client = await inMemory(start({ hooks, classic: true }));
    await client.call("weather", { city: "Oslo", key: "hunter2", unknown: 1 });
    await client.call("say", { text: "hello" });
    expect(before).toMatchObject([
      { tool: "weather", risk: "read", args: { city: "Oslo", days: 1, key: "***" }, caller: { client: { name: "test" } } },
      { tool: "say", argv: ["echo", "hello"] },
    ]);
    expect(JSON.stringify([before, after])).not.toContain("hunter2");
    expect(after.map(([call, { outcome, isError }]) => [call.id, outcome, isError])).toEqual([
      [before[0]?.id, "returned", false],
      [before[1]?.id, "exited", false],
    ]);
    expect(before[0]?.id).not.toBe(before[1]?.id);
    await client.close();
  });

  it("run before the user is asked, and not for a call that validation or a policy rejects", async () => {
    const { before, after, hooks } = record({ beforeCall: () => ({ refuse: "closed on Sundays" }) });
    const policy = { default: "enabled", tools: { weather: { confirm: true, args: { days: { max: 5 } } } } } as const;
    const client = await inMemory(start({ hooks, policy, classic: true }), { answer: "accept" });
    expect(await client.call("weather", {})).toMatch(/^!Argument validation failed/);
    expect(await client.call("weather", { city: "Oslo", days: 9 })).toMatch(/^!Policy validation failed/);
    expect(await client.call("nothing", {})).toMatch(/^!Unknown tool/);
    expect(before).toEqual([]);
    expect(await client.call("weather", { city: "Oslo" })).toBe("!Not run: closed on Sundays");
    expect(client.questions).toEqual([]);
    expect(after.map(([, { outcome }]) => outcome)).toEqual(["invalid_arguments", "policy", "forbidden"]);
    expect(after.map(([{ args }]) => args)).toEqual([undefined, { city: "Oslo", days: 9 }, { city: "Oslo", days: 1 }]);
    await client.close();
  });

  it("reject a call by an exception, whose message is only in the log unless it is a ToolError", async () => {
    const beforeCall = ({ args }: CheckedCall): void => {
      throw args["city"] === "Oslo" ? new ToolError("not Oslo") : new Error("db password wrong");
    };
    const server = start({ hooks: { beforeCall }, classic: true });
    const client = await inMemory(server);
    expect(await client.call("weather", { city: "Oslo" })).toBe("!Not run: not Oslo");
    expect(await client.call("weather", { city: "Rome" })).toBe("!Not run: a check of this server failed; its log has the details");
    expect(server.lines.filter((line) => line.includes("db password"))).toEqual([expect.stringContaining('"outcome":"forbidden"')]);
    await client.close();
  });

  it.each([
    ["true", true],
    ["a reason that is not a string", { refuse: 5 }],
  ])("reject a call if beforeCall returns %s, and log the error", async (_, returned) => {
    const server = start({ hooks: { beforeCall: () => returned as unknown as undefined }, classic: true });
    const client = await inMemory(server);
    expect(await client.call("weather", { city: "Oslo" })).toBe("!Not run: a check of this server failed; its log has the details");
    expect(server.lines).toEqual([expect.stringContaining("beforeCall returned neither undefined nor { refuse: string }")]);
    await client.close();
  });

  it("may throw any value, as functions may", async () => {
    const odd = (): never => {
      // oxlint-disable-next-line typescript/only-throw-error -- programs without a linter do
      throw Object.create(null);
    };
    const crash = defineTool({ name: "crash", description: "Crash", run: odd });
    const server = start({ hooks: { afterCall: odd }, tools: [crash, weather], classic: true });
    const client = await inMemory(server);
    expect(await client.call("crash", {})).toMatch(/^!Internal error: /);
    expect(await client.call("weather", { city: "Oslo" })).toBe("Oslo, 1 days, celsius");
    await server.close();
    expect(server.lines.filter((line) => line.startsWith("error afterCall failed"))).toEqual([
      'error afterCall failed {"tool":"crash","problem":"an exception without a message"}',
      'error afterCall failed {"tool":"weather","problem":"an exception without a message"}',
    ]);
  });

  it("log the exception of afterCall, which does not change the reply", async () => {
    const { hooks } = record({
      afterCall() {
        throw new Error("disk full");
      },
    });
    const server = start({ hooks, classic: true });
    const client = await inMemory(server);
    expect(await client.call("weather", { city: "Oslo" })).toBe("Oslo, 1 days, celsius");
    await server.close();
    expect(server.lines).toContain('error afterCall failed {"tool":"weather","problem":"disk full"}');
  });
});

describe("the limits of functions", () => {
  it("abort the signal at the timeout, and keep the slot until the function settles", async () => {
    let finish = (): void => undefined;
    const aborted: boolean[] = [];
    const slow = defineTool({
      name: "slow",
      description: "Wait",
      timeout: 0.05,
      run: (_args, { signal }) =>
        new Promise<string>((resolve) => {
          signal.addEventListener("abort", () => aborted.push(signal.aborted));
          finish = () => resolve("late");
        }),
    });
    const policy = { default: "enabled", tools: {}, limits: { max_concurrency: 1, max_queue: 0 } } as const;
    const client = await inMemory(start({ tools: [slow, weather], policy, classic: true }));
    expect(await client.call("slow")).toBe("!Call timed out after 0.05s");
    expect(aborted).toEqual([true]);
    expect(await client.call("weather", { city: "Oslo" })).toMatch(/^!Server busy/);
    finish();
    expect(await client.call("weather", { city: "Oslo" })).toBe("Oslo, 1 days, celsius");
    await client.close();
  });

  it("record calls in the audit, with a record before those that may change something", async () => {
    const file = join(folder, "audit.jsonl");
    const drop = defineTool({ name: "drop", description: "Drop", args: { key: { type: "string", secret: true } }, run: () => "dropped" });
    const crash = defineTool({
      name: "crash",
      description: "Crash",
      run() {
        throw new Error("oh");
      },
    });
    const server = start({ tools: [drop, crash, weather], audit: { file }, classic: true });
    const client = await inMemory(server, { authInfo: { clientId: "app" } });
    await client.call("drop", { key: "hunter2" });
    await client.call("weather", { city: "Oslo" });
    await client.call("crash");
    await server.close();
    const lines = readFileSync(file, "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { event: "started", tool: "drop", subject: "app", args: { key: "secret" } },
      { tool: "drop", subject: "app", verdict: "ran", outcome: "returned" },
      { tool: "weather", verdict: "ran", outcome: "returned", args: { city: "string(4)" } },
      { event: "started", tool: "crash" },
      { tool: "crash", verdict: "ran", outcome: "internal_error" },
    ]);
  });
});
