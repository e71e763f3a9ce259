/** Tests raw messages to a server: no input crashes it, and standard output has only complete lines. */
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyCharacter } from "../any-character.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { Project } from "./project.ts";
import { connectModern, generateProject } from "./project.ts";
import { until } from "../fixtures/until.ts";

const CONFIG = `
name: echoes
command: node -e 'process.stdout.write(JSON.stringify(process.argv.slice(1)))' --
end_of_options: true
tools:
  - name: echo_args
    description: Print the arguments as JSON
    args:
      - { name: text, positional: true }
      - { name: flag, flag: --flag }
      - { name: inline, flag: inline= }
      - { name: number, type: number }
      - { name: many, positional: true, repeat: true }
      - { name: password, flag: --password, secret: true }
`;

let project: Project;
beforeAll(async () => {
  project = await generateProject({ "echoes.yaml": CONFIG });
});
afterAll(() => project.remove());

interface Message {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server that all tests of a group write lines to, one test after the other. */
interface Conversation {
  /**
   * Sends the lines and a ping. Resolves to the messages since then, when they have the response to the ping and this number of errors: a
   * server can respond in another order.
   */
  readonly exchange: (lines: readonly string[], errors: number) => Promise<readonly Message[]>;
  /** Closes the input of the server. Resolves to its exit status. */
  readonly end: () => Promise<number | null>;
}

function converse(): Conversation {
  const server = spawn(process.execPath, [project.server, "--log-level", "silent"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve) => server.once("close", resolve));
  const messages: Message[] = [];
  createInterface(server.stdout).on("line", (line) => messages.push(JSON.parse(line) as Message));
  return {
    async exchange(lines, errors) {
      const from = messages.length;
      for (const line of [...lines, LAST]) server.stdin.write(`${line}\n`);
      const received = () => messages.slice(from);
      const isComplete = () => received().some(({ id }) => id === "last") && received().filter(({ error }) => error).length >= errors;
      await until(
        () => isComplete() || undefined,
        () => JSON.stringify(received()),
      );
      return received();
    },
    end: () => (server.stdin.end(), ended),
  };
}

const request = (id: unknown, method: string, params: unknown = {}): string => JSON.stringify({ jsonrpc: "2.0", id, method, params });
const INITIALIZE = request("init", "initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "raw", version: "1" },
});
const LAST = request("last", "ping");

describe("a server with malformed or unexpected input", () => {
  let server: Conversation;
  beforeAll(async () => {
    server = converse();
    const started = await server.exchange([INITIALIZE, JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })], 0);
    expect(started.map(({ id }) => id)).toContain("init");
  });

  it.each<[string, readonly string[], readonly (number | undefined)[]]>([
    ["malformed JSON", [`{"jsonrpc":`, "\u0000\u0001", `{"a":1}}`], [-32700, -32700, -32700]],
    [
      "messages that are not JSON-RPC",
      ["null", "[]", `"x"`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`],
      [-32600, -32600, -32600, -32600],
    ],
    ["an unknown method", [request(1, "tools/destroy")], [-32601]],
    ["parameters of the wrong type", [request(1, "tools/call", { name: 7 })], [-32602]],
    ["null instead of parameters", [request(1, "tools/list", null)], []],
    ["null instead of arguments", [request(1, "tools/call", { name: "climax_search", arguments: null })], []],
    ["a call without arguments", [request(1, "tools/call", { name: "climax_search" })], []],
    ["a line of 11 million characters", ["x".repeat(11_000_000)], [-32600]],
    ["a deeply nested message", ["[".repeat(200_000)], [-32700]],
    ["an unknown notification", [JSON.stringify({ jsonrpc: "2.0", method: "notifications/nothing" })], []],
    [
      "a cancellation of an unknown request",
      [JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } })],
      [],
    ],
    ["a response to an unknown request", [JSON.stringify({ jsonrpc: "2.0", id: 77, result: {} })], []],
  ])("responds to %s as the protocol specifies, and continues", async (_title, lines, codes) => {
    const messages = await server.exchange(lines, codes.length);
    expect(messages.flatMap(({ error }) => (error ? [error.code] : []))).toEqual(codes);
  });

  it("names the invalid parameters", async () => {
    const calls: readonly (readonly [method: string, params: object, problem: string])[] = [
      ["initialize", {}, "protocolVersion: expected string, received undefined; capabilities: expected object, received undefined"],
      ["tools/list", { cursor: 7 }, "cursor: expected string, received number"],
      ["tools/list", { cursor: "2" }, "cursor: this server did not return it; list the tools without a cursor"],
      ["tools/call", { name: 7 }, "name: expected string, received number"],
      ["tools/call", { name: "climax_call", arguments: "{}" }, "arguments: expected object, received string"],
    ];
    const lines = calls.map(([method, params], id) => request(id, method, params));
    const messages = await server.exchange(lines, calls.length);
    const errors = calls.map((_, index) => messages.find(({ id }) => id === index)?.error);
    expect(errors.map((error) => ({ code: error?.code, message: error?.message }))).toEqual(
      calls.map(([, , problem]) => ({ code: -32602, message: expect.stringContaining(`Invalid params: ${problem}`) as string })),
    );
  });

  it("exits with status 0 at the end of its input", async () => {
    expect(await server.end()).toBe(0);
  });

  it("exits with status 0 if the input ends in the middle of a line", async () => {
    const child = spawn(process.execPath, [project.server], { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.end(INITIALIZE.slice(0, 20));
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
  });
});

describe("arbitrary arguments", () => {
  it("reach the program unchanged, or are rejected, and the server continues", async () => {
    const client = await connectModern(project.server);
    const text = fc.string({ unit: anyCharacter, maxLength: 30 }).map((value) => Buffer.from(value).toString());
    const args = fc.record(
      {
        text,
        flag: text,
        inline: text,
        many: fc.array(text, { maxLength: 3 }),
        number: fc.double({ noNaN: true, noDefaultInfinity: true }),
      },
      { requiredKeys: [] },
    );
    const property = fc.asyncProperty(args, async (given) => {
      const { texts, isError } = await client.call("climax_call", { tool_name: "echo_args", args: given });
      const hasNul = JSON.stringify(given).includes("\\u0000");
      if (hasNul) expect({ isError, text: texts[0] }).toEqual({ isError: true, text: expect.stringContaining("NUL character") as string });
      else expect(JSON.parse(texts[0] ?? "")).toEqual(expectedWords(given));
    });
    await fc.assert(property, { numRuns: 60, seed: 5 });

    const anything = fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect(
        await client.call("climax_call", { tool_name: "echo_args", args: { text: value, many: value, number: value } }),
      ).toHaveProperty("texts");
      expect(await client.call("climax_call", value as Record<string, unknown>).catch(() => ({ texts: [] }))).toHaveProperty("texts");
    });
    await fc.assert(anything, { numRuns: 30, seed: 5 });
    expect(await client.listTools()).toHaveLength(2);
    await client.close();
  });
});

function expectedWords({
  text,
  flag,
  inline,
  many = [],
  number,
}: {
  text?: string;
  flag?: string;
  inline?: string;
  many?: readonly string[];
  number?: number;
}) {
  const flags = [
    ...(flag === undefined ? [] : ["--flag", flag]),
    ...(inline === undefined ? [] : [`inline=${inline}`]),
    ...(number === undefined ? [] : ["--number", String(Object.is(number, -0) ? 0 : number)]),
  ];
  const operands = [...(text === undefined ? [] : [text]), ...many];
  return operands.length === 0 ? flags : [...flags, "--", ...operands];
}

const LOG_LINE = /^\d{4}-\d\d-\d\dT[\d:.]+Z (debug|info|warn|error) /;

describe("the log", () => {
  it("is written to CLIMAX_LOG_FILE, names every call, and contains no secrets", async () => {
    const file = join(project.folder, "server.log");
    const client = await connectModern(project.server, { flags: ["--log-level", "debug"], env: { CLIMAX_LOG_FILE: file } });
    await client.call("climax_call", { tool_name: "echo_args", args: { text: "seen\nfake line", password: "hunter2" } });
    await client.call("climax_call", { tool_name: "echo_args", args: { password: ["hunter2"] } });
    await client.close();
    const log = readFileSync(file, "utf8");
    expect(log).not.toContain("hunter2");
    expect(log).toContain(`"--password","***"`);
    expect(log).toContain(String.raw`"seen\nfake line"`);
    for (const line of log.trimEnd().split("\n")) expect(line).toMatch(LOG_LINE);
  });

  it.runIf(process.platform !== "win32")("does not block calls if it has no reader", async () => {
    const client = connectRaw(project.server, { args: ["--log-level", "info"] });
    client.server.stderr?.pause();
    const calls = Array.from({ length: 1000 }, (_, place) =>
      client.request("tools/call", { name: "climax_call", arguments: { tool_name: `no such tool ${place} ${"x".repeat(150)}` } }),
    );
    expect(await Promise.all(calls)).toHaveLength(1000);
    client.server.stderr?.resume();
    expect(await client.close()).toBe(0);
    const lines = client.stderr().trimEnd().split("\n");
    expect(lines.length).toBeLessThan(1000);
    for (const line of lines) expect(line).toMatch(LOG_LINE);
  });

  it.runIf(process.platform !== "win32")("does not block startup if it is a pipe without a reader", async () => {
    const CLIMAX_LOG_FILE = join(project.folder, "log-pipe");
    execFileSync("mkfifo", [CLIMAX_LOG_FILE]);
    const client = connectRaw(project.server, { args: ["--log-level", "info"], env: { ...process.env, CLIMAX_LOG_FILE } });
    expect((await client.request("tools/list", {})).result).toBeDefined();
    expect(await client.close()).toBe(0);
  });
});
