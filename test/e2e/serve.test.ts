/** Tests `climax-gen serve` with real clients: a server without an output directory, and changes of its tools with `--watch`. */
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as LegacyHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProgram } from "../../generator/cli.ts";
import { HTTP_OPTIONS } from "../../runtime/launch/http-launch.ts";
import { climaxGen, ROOT, temporaryFolder } from "./project.ts";
import { PATIENCE_MS } from "../fixtures/until.ts";

const COMMAND = join(ROOT, "bin/climax-gen.cjs");
const HELLO = `name: hello
command: echo
tools:
  - { name: say_hello, description: Say hello, command: hello, args: [{ name: who, positional: true }] }
  - { name: say_bye, description: Say bye, command: bye }
`;

let folder: string;
const ending: (() => unknown)[] = [];

const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);

beforeEach(() => {
  folder = temporaryFolder({ "configs/hello.yaml": HELLO, "policy.yaml": "tools: { say_hello: { args: { who: { one_of: [Ada] } } } }\n" });
});
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
  rmSync(folder, { recursive: true, force: true });
});

interface Watching {
  readonly names: () => Promise<readonly string[]>;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<string>;
  /** Resolves when the server has sent `tools/list_changed` this number of times. */
  readonly changes: (count: number) => Promise<void>;
  /** Resolves to the whole standard error when it contains the text. */
  readonly hears: (text: string) => Promise<string>;
}

async function until(isTrue: () => boolean, what: () => string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error(`timed out: ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function launch(flags: readonly string[]) {
  return { command: process.execPath, args: [COMMAND, "serve", "configs", ...flags], cwd: folder, stderr: "pipe" as const };
}

const toText = (result: unknown): string => (result as { content: { text: string }[] }).content.map(({ text }) => text).join("\n");

/** One interface for both clients. `said` contains the output of the process. */
function toWatching(
  client: Pick<LegacyClient | ModernClient, "close"> & {
    readonly listTools: () => Promise<{ readonly tools: readonly { readonly name: string }[] }>;
    readonly callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>;
  },
  { count, said }: { readonly count: () => number; readonly said: () => string },
): Watching {
  ending.push(() => client.close());
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => toText(await client.callTool({ name, arguments: args })),
    changes: (wanted) =>
      until(
        () => count() >= wanted,
        () => `${count()} of ${wanted} changes, standard error:\n${said()}`,
      ),
    async hears(text) {
      await until(
        () => said().includes(text),
        () => `"${text}" in:\n${said()}`,
      );
      return said();
    },
  };
}

async function connectLegacy(flags: readonly string[]): Promise<Watching> {
  let count = 0;
  let said = "";
  const client = new LegacyClient({ name: "test", version: "1" });
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (count += 1));
  const transport = new LegacyTransport(launch(flags));
  transport.stderr?.on("data", (data: Buffer) => (said += data.toString()));
  await client.connect(transport);
  return toWatching(client, { count: () => count, said: () => said });
}

/** Counts the notifications of a client of 2026-07-28, which subscribes to them. */
function modernClient(onChanged: () => void): ModernClient {
  return new ModernClient(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } }, listChanged: { tools: { autoRefresh: false, onChanged } } },
  );
}

async function connectModern(flags: readonly string[]): Promise<Watching> {
  let count = 0;
  let said = "";
  const client = modernClient(() => void (count += 1));
  const transport = new ModernTransport(launch(flags));
  transport.stderr?.on("data", (data: Buffer) => (said += data.toString()));
  await client.connect(transport);
  return toWatching(client, { count: () => count, said: () => said });
}

/** Starts the server with `--http 0`. Resolves when it has printed its address. */
async function startHttp(flags: readonly string[]) {
  let said = "";
  const env = { ...process.env, CLIMAX_HTTP_TOKEN: "t".repeat(40) };
  const server: ChildProcess = spawn(process.execPath, [COMMAND, "serve", "configs", "--http", "0", ...flags], { cwd: folder, env });
  ending.push(() => server.kill("SIGKILL"));
  server.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
  await until(
    () => said.includes("/mcp\n"),
    () => said,
  );
  const requestInit = { headers: { authorization: `Bearer ${env.CLIMAX_HTTP_TOKEN}` } };
  return { url: new URL(/http:\S+/.exec(said)?.[0] ?? ""), requestInit, said: () => said, server };
}

async function connectHttp(flags: readonly string[]): Promise<Watching> {
  let count = 0;
  const { url, requestInit, said } = await startHttp(flags);
  const client = modernClient(() => void (count += 1));
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return toWatching(client, { count: () => count, said });
}

const CONNECTS = [
  ["a client of 2025-11-25", connectLegacy],
  ["a client of 2026-07-28", connectModern],
  ["a client of 2026-07-28 over HTTP", connectHttp],
] as const;

describe.each(CONNECTS)("serve with %s", (_title, connect) => {
  it("reports that every tool is enabled without a policy", async () => {
    const client = await connect([]);
    expect(await client.names()).toEqual(["climax_search", "climax_call"]);
    await client.hears("no --policy: all 2 tools are enabled\n");
  });

  it("replaces the tools after a change with --watch, and notifies the client", async () => {
    const client = await connect(["--watch", "--classic"]);
    expect(await client.names()).toEqual(["say_bye", "say_hello"]);
    write("configs/hello.yaml", HELLO.replace("command: hello", "command: hi").replaceAll("bye", "good_bye"));
    await client.changes(1);
    expect(await client.names()).toEqual(["say_good_bye", "say_hello"]);
    expect(await client.call("say_hello", { who: "Ada" })).toBe("hi Ada");
    expect(await client.hears("the server has 2 tools now\n")).not.toContain("error");
  });

  it("serves the inputs under their policy, keeps the last good version while they have errors, and continues", async () => {
    const client = await connect(["--watch", "--classic", "--policy", "policy.yaml"]);
    expect(await client.names()).toEqual(["say_hello"]);
    expect(await client.call("say_hello", { who: "Ada" })).toBe("hello Ada");
    expect(await client.call("say_hello", { who: "Bob" })).toContain("Policy validation failed");
    expect(await client.hears("")).not.toContain("no --policy");
    write("configs/hello.yaml", HELLO.replace("command: echo", "comand: echo"));
    expect(await client.hears("the server continues with the last version\n")).toContain("configs/hello.yaml:2:1: error[unknown-key]");
    expect(await client.call("say_hello", { who: "Ada" })).toBe("hello Ada");
    write("configs/hello.yaml", HELLO);
    write("policy.yaml", "tools: { say_hello: { args: { who: { one_of: [Bob] } } } }\n");
    await client.changes(1);
    expect(await client.call("say_hello", { who: "Ada" })).toContain("Policy validation failed");
    expect(await client.call("say_hello", { who: "Bob" })).toBe("hello Bob");
    expect(existsSync(join(folder, "out"))).toBe(false);
  });
});

describe("serve", () => {
  it("keeps the last version on standard input if the new one reads secrets from requests", async () => {
    const client = await connectLegacy(["--watch", "--classic", "--policy", "policy.yaml"]);
    write("policy.yaml", "default: enabled\nenv: { secrets: { KEY: { header: x-key } } }\n");
    expect(await client.hears("the server continues with the last version\n")).toContain(
      "a policy reads the secret KEY from the caller's header x-key: start the server with --http",
    );
    expect(await client.names()).toEqual(["say_hello"]);
  });

  it("offers no notifications without --watch", async () => {
    const client = new LegacyClient({ name: "test", version: "1" });
    await client.connect(new LegacyTransport(launch([])));
    ending.push(() => client.close());
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
  });

  it("offers no notifications over HTTP to clients of 2025-11-25, which cannot subscribe, but serves them the new tools", async () => {
    const { url, requestInit, said } = await startHttp(["--watch", "--classic"]);
    const client = new LegacyClient({ name: "test", version: "1" });
    await client.connect(new LegacyHttpTransport(url, { requestInit }));
    ending.push(() => client.close());
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    write("configs/hello.yaml", HELLO.replaceAll("bye", "good_bye"));
    await until(() => said().includes("the server has 2 tools now"), said);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["say_good_bye", "say_hello"]);
  });

  it("does not wait for clients that have subscribed to changes when it shuts down", async () => {
    const { url, requestInit, server } = await startHttp(["--watch", "--drain", "600"]);
    let changes = 0;
    const client = modernClient(() => void (changes += 1));
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    ending.push(() => client.close());
    write("configs/hello.yaml", HELLO.replaceAll("bye", "good_bye"));
    await until(
      () => changes > 0,
      () => "no notification",
    );
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  it.each([
    [["--http", "far away"], 2, "error: --http needs a port"],
    [["--token-file", "t"], 2, "error: --token-file needs --http"],
    [["--unknown"], 2, "unknown option '--unknown'"],
    [["--policy", "missing.yaml"], 1, "missing.yaml: error[file-not-found]"],
  ])("exits if it cannot start: %j", async (flags, status, problem) => {
    const result = await climaxGen(["serve", "configs", ...flags], { cwd: folder });
    expect(result).toMatchObject({ status, stdout: "" });
    expect(result.stderr).toContain(problem);
  });

  it("says in the log that no executor is used if no tool is for this system", async () => {
    write("configs/hello.yaml", `${HELLO}os: [${process.platform === "linux" ? "macos" : "linux"}]\n`);
    const server = spawn(process.execPath, [COMMAND, "serve", "configs", "--log-level", "info"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    server.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    await once(server, "close");
    expect(said).toMatch(/ serving .*"tools":0,"executor":"none"/);
  });

  it("accepts every option of a generated server over HTTP", () => {
    const serve = createProgram().commands.find((command) => command.name() === "serve");
    const names = serve?.options.map(({ long }) => `${long}`.slice(2)) ?? [];
    const own = [
      "policy",
      "watch",
      "name",
      "server-version",
      "classic",
      "progressive",
      "discovery",
      "split-calls",
      "search-schemas",
      "search-bytes",
      "spool",
      "log-level",
      "root",
      "audit-values",
      "require-programs",
    ];
    expect(names.toSorted()).toEqual([...own, ...Object.keys(HTTP_OPTIONS)].toSorted());
  });
});
