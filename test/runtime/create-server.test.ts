/** Tests a server inside another program: function tools and commands, for both protocol eras. */
import { describe, expect, it } from "vitest";
import type { ToolCall } from "../../runtime/index.ts";
import { defineTool } from "../../runtime/index.ts";
import { CONNECTS } from "../fixtures/embedded-clients.ts";
import { start, useEmbeddedServers } from "../fixtures/embedded-servers.ts";

useEmbeddedServers();

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

  it("replaces half of a surrogate pair in the result of a function, because some clients cannot parse it", async () => {
    const cut = defineTool({ name: "cut", description: "Cut a text in the middle of a character", run: () => "ab😀".slice(0, 3) });
    const client = await connect(start({ classic: true, tools: [cut] }));
    expect(await client.call("cut")).toBe("ab\ufffd");
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

  // The 2025 protocol cannot prompt without a session.
  it.skipIf(title === "a client of 2025-11-25 over fetch")("asks the user before a function runs", async () => {
    const policy = { default: "enabled", tools: { weather: { confirm: true } } } as const;
    const client = await connect(start({ classic: true, policy }), { answer: "accept" });
    expect(await client.call("weather", { city: "Oslo", key: "hunter2" })).toBe("Oslo, 1 days, celsius");
    expect(client.questions).toEqual(['    city: "Oslo"\n    key: "***"\nCall the tool weather?\n*** (hidden): a secret value']);
    await client.close();
    const other = await connect(start({ classic: true, policy }), { answer: "decline" });
    expect(await other.call("weather", { city: "Oslo" })).toBe(
      "!Not run: the client declined the confirmation (without a terminal, clients decline by themselves)",
    );
    await other.close();
  });

  it("passes the caller to a function, and writes its log messages", async () => {
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
    // The 2025 protocol sends the client's name once per session, and `fetch` has no session.
    const info = title === "a client of 2025-11-25 over fetch" ? null : { name: "test", version: "1" };
    expect(seen).toEqual([{ client: info, subject: "ann", scopes: ["a"], extra: { tenant: 7 } }]);
    expect(server.lines).toContain('warn seen {"by":"ann","tool":"who"}');
    await client.close();
  });

  it("sends the progress that a function reports, if it increases", async () => {
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
