/** Tests misbehaving programs and clients: the server stays small, responds, and leaves nothing behind. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";
import type { AttackedServer } from "./attacked-server.ts";
import { attack } from "./attacked-server.ts";
import { TIME_LIMITS, untilStarted } from "../fixtures/until.ts";

const TEXT = { type: "string" } as const;

/** Returns a tool for each time limit of `untilStarted`, such as `fork_10`. */
function withLimits(name: string, command: readonly string[]) {
  return Object.fromEntries(TIME_LIMITS.map((timeout) => [`${name}_${timeout}`, { command, timeout }]));
}

const TOOLS = {
  spam: { command: ["spam", "128"], timeout: 200 },
  spam_less: { command: ["spam", "64"], timeout: 200 },
  ...withLimits("ignore_term", ["ignore-term"]),
  ...withLimits("fork", ["fork-tree", "3"]),
  leave: { command: ["leave-behind", "open", "exit"] },
  close_output: { command: ["close-output"] },
  ...withLimits("close_output", ["close-output", "120"]),
  bytes: { command: ["print-bytes"] },
  deaf: { command: ["sleep", "30"], timeout: 0.3, args: { input: { ...TEXT, stdin: true } } },
  quick: { command: ["echo"], args: { word: { ...TEXT, positional: true } } },
  wait: { command: ["sleep", "120"], timeout: 60 },
};

let servers: SourceServers;
let server: AttackedServer;

beforeAll(async () => {
  servers = await bundleSourceServer();
  server = attack(servers, { parts: [toPart({ command: ["env"] }, TOOLS)] });
});
afterEach(() => server.expectUnharmed());
afterAll(async () => {
  await server.client.close();
  servers.remove();
});

const MOST_MEMORY = 150;

describe("a program that", () => {
  it("prints 128 MiB does not increase the memory of the server, and the reply contains the number of missing bytes", async () => {
    const { text, isError } = await server.call("spam");
    expect(isError).toBe(false);
    expect(text).toMatch(
      /^\[… missing: [^\n]*\n\nfirst\.+\n\[… bytes \d+ to \d+ of 134217737 …\]\n\.+last\n\n\[… missing: .*\(134\.2 MB\).*"tool_name":"output_read","args":\{"id":"[\w-]+".*\]$/,
    );
    expect(server.peakMemory() ?? 0).toBeLessThan(MOST_MEMORY);
  });

  it("ignores SIGTERM is killed", async () => {
    const { result } = await untilStarted(
      (seconds) => server.call(`ignore_term_${seconds}`),
      ({ text }) => /^\d/.test(text),
    );
    expect(result.text).toMatch(/^\d+\n\n\[stderr\]\nCommand timed out after \d+s\n\n\[exit code: -1\]$/);
  });

  it("forks children that ignore SIGTERM is killed together with them", async () => {
    const linesOf = ({ text }: { readonly text: string }) => text.split("\n\n")[0]?.split("\n");
    const { result } = await untilStarted(
      (seconds) => server.call(`fork_${seconds}`),
      (reply) => linesOf(reply)?.length === 15,
    );
    expect(linesOf(result)).toHaveLength(15);
  });

  it("leaves a background process with an open output pipe does not delay the reply", async () => {
    expect(await server.call("leave")).toMatchObject({ text: expect.stringMatching(/^\d+$/) as string, isError: false });
  });

  it("closes its output early can run until its timeout", async () => {
    expect(await server.call("close_output")).toEqual({ text: "before", isError: false });
    const { result } = await untilStarted(
      (seconds) => server.call(`close_output_${seconds}`),
      ({ text }) => text.startsWith("before"),
    );
    expect(result.text).toMatch(/^before\n\n.*timed out/s);
  });

  it("prints bytes that are not text results in a reply with their size", async () => {
    const { text, isError } = await server.call("bytes");
    expect(isError).toBe(false);
    expect(text).toMatch(/^\[output that is not text: unknown type, \d+ bytes\]$/);
  });

  it("never reads its input does not block the server", async () => {
    expect(await server.call("deaf", { input: "x".repeat(8 * 1024 * 1024) })).toMatchObject({
      text: expect.stringContaining("timed out") as string,
    });
    expect(server.peakMemory() ?? 0).toBeLessThan(MOST_MEMORY);
  });
});

describe("many concurrent calls", () => {
  it("receive their own replies", async () => {
    const words = Array.from({ length: 200 }, (_, place) => `word-${place}`);
    const replies = await Promise.all(words.map((word) => server.call("quick", { word })));
    expect(replies.map(({ text }) => text)).toEqual(words);
  });

  it("are rejected, and not run, if the queue is full", async () => {
    const limits = { max_concurrency: 1, max_queue: 2, max_timeout: 1 };
    const limited = attack(servers, { parts: [toPart({ command: ["env"] }, TOOLS)], policy: { default: "enabled", tools: {}, limits } });
    const replies = await Promise.all(Array.from({ length: 10 }, () => limited.call("wait")));
    const texts = replies.map(({ text }) => text);
    expect(texts.filter((text) => text.includes("timed out after 1s"))).toHaveLength(3);
    expect(texts.filter((text) => text.startsWith("Server busy"))).toHaveLength(7);
    await limited.expectUnharmed();
    await limited.client.close();
  });

  it("keep as much output as the policy allows", async () => {
    const policy = { default: "enabled", tools: {}, limits: { max_output_bytes: 100 } } as const;
    const limited = attack(servers, { parts: [toPart({ command: ["env"] }, TOOLS)], policy });
    expect(await limited.call("spam_less")).toMatchObject({
      text: expect.stringMatching(/^\[… missing: [^\n]*\n\nfirst\.{45}\n\[… bytes 50 to 67108823 of .*\]\n\.{46}last\n\n.*/) as string,
    });
    await limited.client.close();
  });
});

describe("a client that", () => {
  it.each([
    ["disconnects", undefined],
    ["disconnects after SIGTERM to the server", "SIGTERM"],
  ] as const)("%s terminates its running calls", async (_title, signal) => {
    const abandoned = attack(servers, { parts: [toPart({ command: ["env"] }, TOOLS)] });
    for (const tool of ["wait", "ignore_term_60", "fork_60"]) abandoned.call(tool).catch(() => undefined);
    await abandoned.started(3);
    if (signal !== undefined) abandoned.client.server.kill(signal);
    abandoned.client.server.stdin?.destroy();
    abandoned.client.server.stdout?.destroy();
    expect(await abandoned.client.ended).toBe(0);
    expect(await abandoned.remaining()).toEqual([]);
  });

  it("sends malformed calls receives errors, and its next call works", async () => {
    for (const params of [
      "{}",
      '{"name":5}',
      '{"name":"climax_call","arguments":[]}',
      '{"name":"climax_call","arguments":{"tool_name":{}}}',
    ]) {
      const { result, error } = await server.client.requestWith("tools/call", params);
      expect(error !== undefined || result?.["isError"] === true).toBe(true);
    }
    expect(await server.call("quick", { word: "still here" })).toEqual({ text: "still here", isError: false });
  });
});

describe("the environment of commands", () => {
  const parts = [
    toPart(
      { command: ["env"], env: { OWN: "from the config" } },
      { show: { command: [] }, say: { command: ["record-call"], args: { text: { ...TEXT, positional: true } } } },
    ),
  ];

  it("contains no secrets of the server with env.inherit, not even through a value that references one", async () => {
    const record = join(servers.folder, "record");
    const policy = { default: "enabled", tools: {}, env: { inherit: ["PATH", "MARK", "RECORD"] } } as const;
    const closed = attack(servers, { parts, policy }, { AWS_SECRET_ACCESS_KEY: "hunter2", RECORD: record });
    const { text } = await closed.call("show");
    expect(text).toContain("OWN=from the config");
    expect(text).not.toMatch(/hunter2|AWS_|SOURCE_SERVER/);
    await closed.call("say", { text: "$AWS_SECRET_ACCESS_KEY ${AWS_SECRET_ACCESS_KEY}" });
    expect(readFileSync(record, "utf8")).toBe("$AWS_SECRET_ACCESS_KEY ${AWS_SECRET_ACCESS_KEY}\0");
    await closed.expectUnharmed();
    await closed.client.close();
  });
});

describe("the file descriptors of commands", () => {
  /** Starts the program of its arguments with a directory as descriptor 40. */
  const LEAK =
    'require("child_process").spawnSync(process.argv[1], process.argv.slice(2), ' +
    '{ stdio: [0, 1, 2, ...Array(37).fill("ignore"), fs.openSync("/etc", "r")] })';

  it.runIf(existsSync("/proc/self/fd"))("do not include those that the server has inherited", async () => {
    const tools = { show: { command: ["-c", "readlink /proc/self/fd/40; cat"], args: { text: { ...TEXT, stdin: true } } } };
    const env = { PATH: process.env["PATH"], ...servers.serving({ parts: [toPart({ command: ["sh"] }, tools)], classic: true }) };
    const client = connectRaw(servers.script, { env, prefix: [process.execPath, "-e", LEAK] });
    const { result } = await client.request("tools/call", { name: "show", arguments: { text: "input" } });
    expect(result).toMatchObject({ content: [{ text: "/dev/null\ninput" }] });
    await client.close();
  });
});

describe("a path that must stay within a directory", () => {
  it("never escapes it", async () => {
    const top = join(servers.folder, "paths");
    for (const path of ["root/sub", "root-evil", "outside"]) mkdirSync(join(top, path), { recursive: true });
    for (const path of ["root/file", "root-evil/file", "outside/file"]) writeFileSync(join(top, path), path);
    symlinkSync("../outside", join(top, "root/link"));
    symlinkSync("../outside/file", join(top, "root/file-link"));
    symlinkSync("../outside/new", join(top, "root/dangling"));
    const args = { path: { ...TEXT, positional: true }, dir: { ...TEXT, cwd: true } };
    const parts = [toPart({ command: ["cat"], working_dir: join(top, "root") }, { read: { args } })];
    const policy = { tools: { read: { args: { path: { within: join(top, "root") } } } } };
    const guarded = attack(servers, { parts, policy });
    expect(await guarded.call("read", { path: "file" })).toEqual({ text: "root/file", isError: false });
    expect(await guarded.call("read", { path: join(top, "root/file") })).toEqual({ text: "root/file", isError: false });
    const escapes = [
      "../outside/file",
      "sub/../../outside/file",
      join(top, "outside/file"),
      join(top, "root-evil/file"),
      "link/file",
      "file-link",
      "dangling",
      "/proc/self/cwd/../outside/file",
      "file\0",
      "/etc/passwd",
    ];
    for (const path of escapes) {
      expect(await guarded.call("read", { path })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^Policy validation failed/) as string,
      });
    }
    // A relative path is resolved against the directory of the call.
    expect(await guarded.call("read", { path: "file", dir: join(top, "outside") })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Policy validation failed/) as string,
    });
    await guarded.expectUnharmed();
    await guarded.client.close();
  });
});
