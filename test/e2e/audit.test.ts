/** Tests the audit log of a server: one complete line for every call, even if the server is killed. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RawClient, RawOptions } from "../fixtures/raw-client.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";
import { CLIENTS } from "./project.ts";

type Line = Readonly<Record<string, unknown>>;

let servers: SourceServers;
let serving: Record<string, string>;
let files = 0;

beforeAll(async () => {
  servers = await bundleSourceServer();
  const text = { type: "string", positional: true } as const;
  const say = { command: ['echo "$0"'], args: { text, token: { type: "string", secret: true } } } as const;
  const parts = [
    toPart(
      { command: ["sh", "-c"] },
      {
        say,
        look: { ...say, risk: "read" },
        // Ends when the test removes the file, also if its server was killed.
        wait: {
          command: ['echo >> "$0"; while [ -e "$0" ]; do sleep 0.2; done'],
          timeout: 100,
          args: { begun: { ...text, required: true } },
        },
      },
    ),
  ];
  serving = { PATH: process.env["PATH"] ?? "", ...servers.serving({ parts }) };
});
afterAll(() => servers.remove());

interface Audited {
  readonly client: RawClient;
  /** Returns the records of finished calls. */
  readonly lines: () => readonly Line[];
  /** Returns the records of commands that were about to start. */
  readonly starts: () => readonly Line[];
}

function start(options: RawOptions = {}): Audited {
  const file = join(servers.folder, `audit-${files++}.jsonl`);
  const client = connectRaw(servers.script, { ...options, env: { ...serving, CLIMAX_AUDIT_FILE: file, ...options.env } });
  const text = (): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
  const all = (): readonly Line[] => {
    expect(text().endsWith("\n") || text() === "").toBe(true);
    return text()
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  };
  return {
    client,
    lines: () => all().filter(({ event }) => event !== "started"),
    starts: () => all().filter(({ event }) => event === "started"),
  };
}

const call = (client: RawClient, tool_name: string, args: object = {}) =>
  client.request("tools/call", { name: "climax_call", arguments: { tool_name, args } });

/** Returns the number of commands that have started: each appends an empty line to the file. */
function countLines(file: string): number {
  return existsSync(file) ? readFileSync(file, "utf8").length : 0;
}

describe("the audit log of a server", () => {
  it("has one complete line for each of 50 concurrent calls", async () => {
    const { client, lines } = start();
    await Promise.all(Array.from({ length: 50 }, (_, place) => call(client, "say", { text: `call ${place}` })));
    await client.close();
    expect(lines()).toHaveLength(50);
    expect(lines().every(({ tool, verdict, exit }) => tool === "say" && verdict === "ran" && exit === 0)).toBe(true);
  });

  it("has only complete lines if the server is killed during many calls", async () => {
    const { client, lines } = start();
    const calls = Array.from({ length: 100 }, (_, place) => call(client, "say", { text: `call ${place}` }));
    await Promise.all(calls.slice(0, 20));
    client.server.kill("SIGKILL");
    await client.ended;
    expect(lines().length).toBeGreaterThanOrEqual(20);
    expect(lines().every(({ tool }) => tool === "say")).toBe(true);
  });

  it("has a record of every command that was running when the server was killed", async () => {
    const { client, lines, starts } = start();
    await call(client, "say", { text: "x", token: "hunter2" });
    const begun = join(servers.folder, "begun-killed");
    void call(client, "wait", { begun });
    await expect.poll(() => countLines(begun)).toBe(1);
    client.server.kill("SIGKILL");
    await client.ended;
    expect(lines().map(({ tool }) => tool)).toEqual(["say"]);
    expect(starts()).toMatchObject([
      { event: "started", id: lines()[0]?.["id"], tool: "say", args: { text: "string(1)", token: "secret" } },
      {
        event: "started",
        tool: "wait",
        client: { name: "raw" },
        argv: ["sh", "-c", expect.any(String), expect.stringMatching(/^<string/)],
      },
    ]);
    expect(new Set(starts().map(({ id }) => id)).size).toBe(2);
  });

  it("has no start record for read-only tools and for calls that do not run", async () => {
    const { client, lines, starts } = start();
    await call(client, "look", { text: "x" });
    await call(client, "say", { text: {} });
    await client.close();
    expect(lines().map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ["look", "exited"],
      ["say", "invalid_arguments"],
    ]);
    expect(starts()).toEqual([]);
  });

  it("has the calls that were cancelled by the shutdown", async () => {
    const { client, lines } = start();
    const answered = call(client, "say", { text: "x" });
    const begun = join(servers.folder, "begun-one");
    void call(client, "wait", { begun });
    await answered;
    await expect.poll(() => countLines(begun)).toBe(1);
    expect(await client.close()).toBe(0);
    expect(lines().map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ["say", "exited"],
      ["wait", "cancelled"],
    ]);
  });

  it("has every call that was cancelled by the shutdown, including queued calls", async () => {
    const { client, lines } = start();
    const begun = join(servers.folder, "begun-many");
    for (let calls = 0; calls < 100; calls++) void call(client, "wait", { begun });
    await call(client, "sya");
    await expect.poll(() => countLines(begun)).toBe(32);
    expect(await client.close()).toBe(0);
    const countOf = (wanted: string): number => lines().filter(({ verdict }) => verdict === wanted).length;
    expect([countOf("ran"), countOf("not_run")]).toEqual([32, 68]);
  });

  it("has rejected calls and unknown tool names", async () => {
    const { client, lines } = start();
    await call(client, "sya");
    await call(client, "say", { text: { a: 1 } });
    await client.request("tools/call", { name: "climax_call", arguments: {} });
    await client.request("tools/call", { name: "say", arguments: {} });
    await client.close();
    expect(lines().map(({ tool, verdict, outcome }) => [tool, verdict, outcome])).toEqual([
      ["sya", "refused", "unknown_tool"],
      ["say", "refused", "invalid_arguments"],
      ["climax_call", "refused", "invalid_arguments"],
      ["say", "refused", "unknown_tool"],
    ]);
  });

  it("shows values only with --audit-values, and never shows secrets", async () => {
    for (const [args, shown] of [[[], "string(7)"] as const, [["--audit-values"], "visible"] as const]) {
      const { client, lines } = start({ args });
      await call(client, "say", { text: "visible", token: "hunter2" });
      await client.close();
      expect(lines()).toMatchObject([{ args: { text: shown, token: "secret" } }]);
      expect(JSON.stringify(lines())).not.toContain("hunter2");
    }
  });

  it.each(CLIENTS)("names %s", async (_title, connect) => {
    const file = join(servers.folder, `audit-${files++}.jsonl`);
    const client = await connect(servers.script, { env: { ...serving, CLIMAX_AUDIT_FILE: file } });
    await client.call("climax_call", { tool_name: "say", args: { text: "x" } });
    await client.close();
    expect(JSON.parse(readFileSync(file, "utf8").split("\n")[1] ?? "")).toMatchObject({ client: { name: "test", version: "1" } });
  });

  it("prevents startup if it cannot be written", async () => {
    const { client } = start({ env: { CLIMAX_AUDIT_FILE: join(servers.folder, "none/audit") } });
    expect(await client.ended).toBe(1);
    expect(client.stderr()).toMatch(/^cannot start: CLIMAX_AUDIT_FILE: .*none\/audit/);
  });

  it.runIf(existsSync("/dev/full"))("prevents a command whose start cannot be recorded", async () => {
    const { client } = start({ env: { CLIMAX_AUDIT_FILE: "/dev/full" } });
    const refused = {
      content: [{ text: "Not run: the server cannot write its audit file; tell the operator of the server" }],
      isError: true,
    };
    expect((await call(client, "say", { text: "x" })).result).toMatchObject(refused);
    await client.close();
  });

  it.runIf(existsSync("/dev/full"))("prevents further calls after a failed write, and logs them", async () => {
    const { client } = start({ args: ["--log-level", "info"], env: { CLIMAX_AUDIT_FILE: "/dev/full" } });
    expect((await call(client, "look", { text: "x" })).result).toMatchObject({ content: [{ text: "x" }] });
    const refused = {
      content: [{ text: "Not run: the server cannot write its audit file; tell the operator of the server" }],
      isError: true,
    };
    expect((await call(client, "say", { text: "x" })).result).toMatchObject(refused);
    await client.close();
    expect(client.stderr()).toMatch(/"tool":"say","outcome":"not_started"|tool=say outcome=not_started/);
  });
});
