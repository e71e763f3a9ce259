/** A server inside another program: function tools beside commands, hooks, closing. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { CallHooks, CallLog, HookedCall, HookedResult, McpServer, ServerOptions, ToolCall } from "../../runtime/index.ts";
import { createServer, createToolIndex, defineTool, ServerSetupError, ToolError } from "../../runtime/index.ts";
import type { Connect } from "../fixtures/embedded-clients.ts";
import { CONNECTS } from "../fixtures/embedded-clients.ts";
import { toPart } from "../fixtures/source-server.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-embedded-"));
afterAll(() => rmSync(folder, { recursive: true }));

const servers: McpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close({ graceMs: 0 })));
});

const index = createToolIndex([
  toPart(
    { command: ["echo"] },
    { say: { description: "Print a text", risk: "read", args: { text: { type: "string", positional: true } } } },
  ),
]);

const weather = defineTool({
  name: "weather",
  description: "Tell the weather of a city",
  risk: "read",
  args: {
    city: { type: "string", required: true },
    days: { type: "integer", default: 1 },
    unit: { type: "string", enum: ["celsius", "kelvin"] },
    key: { type: "string", secret: true },
  },
  run: ({ city, days, unit = "celsius" }) => {
    if (city === "Atlantis") throw new ToolError("no such city: Atlantis");
    if (city === "Crash") throw new Error("secret internals");
    return `${city}, ${days + 0} days, ${unit}`;
  },
});

interface Logged {
  readonly log: CallLog;
  readonly lines: string[];
}

function recordLog(): Logged {
  const lines: string[] = [];
  const at = (level: string) => (message: string, fields?: object) => void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  return { lines, log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") } };
}

function start(options: Partial<ServerOptions> = {}): McpServer & Logged {
  const logged = recordLog();
  const server = createServer({ name: "ops", version: "1.4.0", index, tools: [weather], log: logged.log, ...options });
  servers.push(server);
  return { ...server, ...logged };
}

const inMemory = CONNECTS[1]?.[1] as Connect;
const inMemoryLegacy = CONNECTS[0]?.[1] as Connect;

describe.each(CONNECTS)("a server in another program, for %s", (title, connect) => {
  it("lists and calls commands and functions in classic mode", async () => {
    const client = await connect(start({ classic: true }));
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["say", "weather"]);
    expect(await client.call("say", { text: "hello" })).toBe("hello");
    expect(await client.call("weather", { city: "Oslo", days: "3", unit: "kelvin" })).toBe("Oslo, 3 days, kelvin");
    expect(await client.call("weather", { city: "Oslo" })).toBe("Oslo, 1 days, celsius");
    await client.close();
  });

  it("finds functions with climax_search and calls them with climax_call", async () => {
    const client = await connect(start());
    expect(JSON.parse(await client.call("climax_search", { query: "weather" }))).toMatchObject({
      results: [{ tool_name: "weather", cli_name: "ops", input_schema: { required: ["city"] } }],
    });
    expect(JSON.parse(await client.call("climax_search"))).toMatchObject({ summary: [{ name: "test" }, { name: "ops", tool_count: 1 }] });
    expect(await client.call("climax_call", { tool_name: "weather", args: { city: "Oslo" } })).toBe("Oslo, 1 days, celsius");
    await client.close();
  });

  it("validates arguments, and replies with the message of a ToolError only", async () => {
    const server = start({ classic: true });
    const client = await connect(server);
    expect(await client.call("weather", { unit: "rankine" })).toBe(
      "!Argument validation failed:\n  - Missing required argument 'city'\n  - Argument 'unit' must be one of: celsius, kelvin",
    );
    expect(await client.call("weather", { city: "Atlantis" })).toBe("!no such city: Atlantis");
    expect(await client.call("weather", { city: "Crash" })).toMatch(/^!Internal error: /);
    const failed = server.lines.filter((line) => line.includes("internal_error"));
    expect(failed).toEqual([expect.stringContaining("secret internals")]);
    await client.close();
  });

  it("applies policies to functions", async () => {
    const policy = { default: "disabled", tools: { weather: { args: { city: { one_of: ["Oslo", "Bergen"] } } } } } as const;
    const client = await connect(start({ classic: true, policy }));
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["weather"]);
    expect(await client.call("weather", { city: "Rome" })).toMatch(/^!Policy validation failed:/);
    expect(await client.call("weather", { city: "Oslo" })).toBe("Oslo, 1 days, celsius");
    await client.close();
  });

  // The 2025 protocol without a session cannot ask.
  it.skipIf(title === "a client of 2025-11-25 over fetch")("asks the user before a function runs", async () => {
    const policy = { default: "enabled", tools: { weather: { confirm: true } } } as const;
    const client = await connect(start({ classic: true, policy }), { answer: "accept" });
    expect(await client.call("weather", { city: "Oslo", key: "hunter2" })).toBe("Oslo, 1 days, celsius");
    expect(client.questions).toEqual(['Call the tool weather?\n\n    city: "Oslo"\n    key: "***"']);
    await client.close();
    const other = await connect(start({ classic: true, policy }), { answer: "decline" });
    expect(await other.call("weather", { city: "Oslo" })).toBe("!Not run: the user declined this call");
    await other.close();
  });

  it("tells a function who calls, and writes what it logs", async () => {
    const seen: ToolCall["caller"][] = [];
    const who = defineTool({
      name: "who",
      description: "Record the caller",
      run(_args, { caller, log }) {
        seen.push(caller);
        log.warn("seen", { by: caller.subject ?? null });
        return "done";
      },
    });
    const server = start({ classic: true, tools: [who] });
    const authInfo = { clientId: "app", subject: "ann", scopes: ["a"], extra: { tenant: 7 }, token: "secret" };
    const client = await connect(server, { authInfo });
    expect(await client.call("who")).toBe("done");
    // The 2025 protocol sends the client's name once a session, and there is none over fetch.
    const info = title === "a client of 2025-11-25 over fetch" ? null : { name: "test", version: "1" };
    expect(seen).toEqual([{ client: info, subject: "ann", scopes: ["a"], extra: { tenant: 7 } }]);
    expect(server.lines).toContain('warn seen {"by":"ann","tool":"who"}');
    await client.close();
  });

  it("sends the progress that a function reports, if it grows", async () => {
    const count = defineTool({
      name: "count",
      description: "Count",
      run(_args, { progress }) {
        progress({ done: 0.5, total: 2, message: "half" });
        progress({ done: 0.25 });
        progress({ done: 2, total: 2 });
        return "counted";
      },
    });
    const client = await connect(start({ classic: true, tools: [count] }));
    const updates: unknown[] = [];
    expect(await client.call("count", {}, { onprogress: (update) => updates.push(update) })).toBe("counted");
    expect(updates).toEqual([
      { progress: 0.5, total: 2, message: "half" },
      { progress: 2, total: 2 },
    ]);
    await client.close();
  });
});

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

  it("run before the user is asked, and not for a call that validation or a policy refuses", async () => {
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

  it("refuse a call by an exception, whose message only the log has unless it is a ToolError", async () => {
    const beforeCall = ({ args }: HookedCall): void => {
      throw args?.["city"] === "Oslo" ? new ToolError("not Oslo") : new Error("db password wrong");
    };
    const server = start({ hooks: { beforeCall }, classic: true });
    const client = await inMemory(server);
    expect(await client.call("weather", { city: "Oslo" })).toBe("!Not run: not Oslo");
    expect(await client.call("weather", { city: "Rome" })).toBe("!Not run: a check of this server failed; its log has the details");
    expect(server.lines.filter((line) => line.includes("db password"))).toEqual([expect.stringContaining('"outcome":"forbidden"')]);
    await client.close();
  });

  it("log the exception of afterCall, and reply all the same", async () => {
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

describe("setting up", () => {
  it("throws all problems at once", () => {
    const tool = (name: string) => defineTool({ name, description: "", run: () => "" });
    const policy = { default: "enabled", tools: { wether: {}, weather: { args: { town: { max_length: 3 } } } } } as const;
    const misfit = defineTool({ name: "misfit", description: "", args: { n: { type: "integer", default: "x" } }, run: () => "" });
    const tools = [weather, tool("weather"), tool("say"), tool("climax_call"), tool("a b"), misfit];
    const make = () => start({ tools, policy, audit: { file: join(folder, "missing/audit") } });
    expect(make).toThrow(ServerSetupError);
    const problems: readonly string[] = (() => {
      try {
        return make() && [];
      } catch (error) {
        return error instanceof ServerSetupError ? error.problems : [];
      }
    })();
    expect(problems).toEqual([
      'two tools have the name "weather"',
      'the index already has a tool with the name "say"',
      'the name "climax_call" is that of a meta-tool: use another name',
      'the name "a b" is not allowed: use 1 to 128 letters, digits, "_", "-" and "."',
      `a default of "misfit" does not fit: Argument 'n': cannot convert 'x' to integer`,
      expect.stringContaining('"wether"'),
      expect.stringContaining('"town"'),
      expect.stringContaining("CLIMAX_AUDIT_FILE"),
    ]);
  });

  it("reports a missing executor", () => {
    const policy = { default: "enabled", tools: {}, executor: { type: "docker", image: "alpine" } } as const;
    expect(() => start({ policy, env: { PATH: folder } })).toThrow(/docker/);
  });

  it("serves several policies, all of which hold, without an index", async () => {
    const policy = [
      { default: "enabled", tools: {} },
      { default: "disabled", tools: { weather: {} } },
    ] as const;
    const server = createServer({ name: "f", version: "1", tools: [weather], policy, classic: true });
    servers.push(server);
    const client = await inMemoryLegacy(server);
    expect((await client.listTools()).map(({ name }) => name)).toEqual(["weather"]);
    await client.close();
  });
});

describe("connections", () => {
  it("end with the client, with close() and with the server", async () => {
    const { InMemoryTransport } = await import("@modelcontextprotocol/client");
    const server = start();
    const pairs = Array.from({ length: 3 }, () => InMemoryTransport.createLinkedPair());
    const [first, second, third] = pairs.map(([, far]) => server.connect(far));
    for (const [near] of pairs) await near.start();
    await pairs[0]?.[0].close();
    await first?.closed;
    await second?.close();
    await second?.closed;
    await server.close();
    await third?.closed;
    expect(() => server.connect(InMemoryTransport.createLinkedPair()[0])).toThrow("the server is closed");
    expect((await server.fetch(new Request("http://server.invalid/mcp", { method: "POST" }))).status).toBe(503);
  });

  it("end if the transport does not start", async () => {
    const server = start();
    const transport = { start: () => Promise.reject(new Error("no port")), send: async () => undefined, close: async () => undefined };
    await server.connect(transport).closed;
    expect(server.lines).toContain('warn protocol error {"message":"no port"}');
  });

  it("finish their calls within the grace period when the server closes, and run no new ones", async () => {
    let release = (): void => undefined;
    const started: string[] = [];
    const wait = defineTool({
      name: "wait",
      description: "Wait",
      run: (_args, { signal }) => {
        started.push("wait");
        return new Promise<string>((resolve) => {
          release = () => resolve(`released, aborted: ${signal.aborted}`);
        });
      },
    });
    const server = start({ tools: [wait], classic: true });
    const client = await inMemory(server);
    const call = client.call("wait");
    while (started.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const closed = server.close({ graceMs: 20_000 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await client.call("wait")).toBe("!Not run: the server is shutting down");
    release();
    expect(await call).toBe("released, aborted: false");
    await closed;
    expect(started).toEqual(["wait"]);
  });

  it("cancel their calls after the grace period", async () => {
    const aborted: boolean[] = [];
    const wait = defineTool({
      name: "wait",
      description: "Wait",
      run: (_args, { signal }) =>
        new Promise<string>((resolve) => {
          aborted.push(false);
          signal.addEventListener("abort", () => {
            aborted.push(true);
            resolve("stopped");
          });
        }),
    });
    const server = start({ tools: [wait], classic: true });
    const client = await inMemory(server);
    client.call("wait").catch(() => undefined);
    while (aborted.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await server.close({ graceMs: 0 });
    expect(aborted).toEqual([false, true]);
  });
});
