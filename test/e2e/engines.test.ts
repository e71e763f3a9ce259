/** Tests executors with real engines, if installed. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLimiter } from "../../runtime/process/limiter.ts";
import type { AnyPolicySpec, ExecutorSpec } from "../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../runtime/policy/policy.ts";
import { createProcessRunner } from "../../runtime/process/process.ts";
import type { ToolReply } from "../../runtime/call/reply.ts";
import type { ToolArg } from "../../runtime/tool/tool.ts";
import type { FlatCli, FlatTool } from "../fixtures/tools.ts";
import { replyOf, toCommandTool } from "../fixtures/tools.ts";
import type { ContainerEngine } from "../fixtures/engines.ts";
import { findBubblewrap, findContainerEngine } from "../fixtures/engines.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";
import { PATIENCE_MS, untilStarted } from "../fixtures/until.ts";
import { resolvePolicies } from "../fixtures/plain-execution.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-engines-"));
const runner = createProcessRunner();
let servers: SourceServers;
beforeAll(async () => {
  servers = await bundleSourceServer();
});
afterAll(async () => {
  await runner.terminateAll();
  servers.remove();
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  readonly env: Readonly<Record<string, string>>;
  readonly policy: Partial<AnyPolicySpec>;
  readonly cli?: Partial<FlatCli>;
  readonly tool?: Partial<FlatTool>;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

const ARGS: readonly ToolArg[] = [
  { name: "input", type: "string", stdin: true },
  { name: "dir", type: "string", cwd: true },
];

/** An argument that a script reads from the file `$0`. */
const FILE: readonly ToolArg[] = [{ name: "body", type: "string", positional: true, file: { suffix: ".txt" } }];

/** Reports whether the file that a script has printed the path of, or its directory, still exists. */
const isFileLeft = (text: string): boolean => [text, dirname(text), dirname(dirname(text))].some((path) => existsSync(path));

/** Runs a script of sh under a policy. */
async function runScript(script: string, { env, policy, cli, tool, args = {}, signal }: Run): Promise<ToolReply> {
  const embedded = toPolicy({ default: "enabled", tools: {}, ...policy });
  const resolved = await resolvePolicies({ embedded: [embedded] }, env);
  if (resolved.kind === "refused") throw new Error(resolved.problem);
  const ofCli: FlatCli = { name: "c", description: "", command: ["sh"], global_args: [], tool_count: 1, ...cli };
  const called = toCommandTool({
    name: "t",
    description: "",
    command: ["-c", script],
    args: ARGS,
    cli: ofCli,
    timeout: SLOW_START_SECONDS,
    ...tool,
  });
  const { execution } = resolved;
  const context = { env, policies: [embedded], execution, run: runner.run, limiter: createLimiter(), ...(signal && { signal }) };
  return await replyOf(called, args, context);
}

/** A container takes more than 30 seconds to start on a busy machine, the time limit of tools without one. */
const SLOW_START_SECONDS = 300;

/** Repeats `look` until it returns `want`, at most a minute long. Returns its last result. */
async function settled<Value>(look: () => Value, want: Value): Promise<Value> {
  for (const end = Date.now() + PATIENCE_MS / 2; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const seen = look();
    if (JSON.stringify(seen) === JSON.stringify(want) || Date.now() > end) return seen;
  }
}

describe("a container", () => {
  let engine: ContainerEngine;
  let missing: string | undefined;
  beforeAll(() => {
    const found = findContainerEngine();
    if ("missing" in found) missing = found.missing;
    else ({ engine } = found);
    if (missing !== undefined) console.log(`skipped: ${missing}`);
  });
  beforeEach(({ skip }) => skip(missing !== undefined, missing));
  afterAll(() => {
    if (missing === undefined) engine.remove();
  });

  const inContainer = (script: string, more: Partial<ExecutorSpec> = {}, run: Partial<Run> = {}): Promise<ToolReply> => {
    const executor = { type: "docker", image: engine.image, ...more } as ExecutorSpec;
    return runScript(script, { env: { ...engine.env, HOST_SECRET: "hunter2" }, policy: { executor }, ...run });
  };

  it("returns output and exit code", async () => {
    expect(await inContainer("echo out; echo err >&2; exit 5")).toEqual({ text: "out\n\n[stderr]\nerr\n\n[exit code: 5]", isError: true });
  });

  it("is the executor of one tool, beside a sandbox for the others", async ({ skip }) => {
    skip("missing" in bubblewrap, "bubblewrap is missing");
    const executor = { type: "docker", image: engine.image } as const;
    const policy = { executor: { type: "bubblewrap" }, tools: { t: { executor } } } as const;
    const own = await runScript("ls /", { env: engine.env, policy });
    const other = await runScript("ls /", { env: engine.env, policy, tool: { name: "other" } });
    expect([own.text.includes("data"), other.text.includes("proc"), own.text === other.text]).toEqual([true, true, false]);
  });

  it("receives standard input, or /dev/null if there is none", async () => {
    expect(await inContainer("cat", {}, { args: { input: "grün\n" } })).toEqual({ text: "grün", isError: false });
    expect(await inContainer("cat; echo end")).toEqual({ text: "end", isError: false });
  });

  it("reads the file of an argument, also as another user, and the file is removed", async () => {
    const run = { tool: { args: FILE }, args: { body: "grün\n" } };
    expect(await inContainer('cat "$0"', {}, run)).toEqual({ text: "grün", isError: false });
    expect(await inContainer('id -u; cat "$0"', { user: "1234" }, run)).toEqual({ text: "1234\ngrün", isError: false });
    const { text } = await inContainer('echo "$0"', {}, run);
    expect(text).toMatch(/\/climax-[^/]+\/files\/1\.txt$/);
    expect(isFileLeft(text)).toBe(false);
  });

  it("cannot write the file of an argument", async () => {
    expect((await inContainer('echo x > "$0"; cat "$0"', {}, { tool: { args: FILE }, args: { body: "a" } })).text).toMatch(/^a\n/);
  });

  it("receives the variables of the config, and not those of the server", async () => {
    const reply = await inContainer("env", {}, { cli: { env: { OWN: "a b=$HOST_SECRET" } } });
    expect(reply.text).toContain("OWN=a b=$HOST_SECRET");
    expect(reply.text).not.toMatch(/HOST_SECRET=|hunter2|CONTAINERS_CONF/);
  });

  it("receives variables that would configure the container client, without affecting the client", async () => {
    const given = { PATH: "/bin:/own", HOME: "/own home", CONTAINERS_CONF: "/nowhere", HTTPS_PROXY: "http://p:1#x" };
    const { text } = await inContainer("env", {}, { cli: { env: { ...given, KEY: "hunter3" } } });
    for (const [name, value] of Object.entries(given)) expect(text.split("\n")).toContain(`${name}=${value}`);
    expect(text.split("\n")).toContain("KEY=hunter3");
  });

  it("receives line breaks in variables, and does not run if the engine does not support them", async () => {
    expect(await inContainer('echo "$KEY"', {}, { cli: { env: { KEY: "a\nb" } } })).toMatchObject({ text: "a\nb" });
    expect(await inContainer("echo ran", {}, { cli: { env: { HTTP_PROXY: "a\nb" } } })).toEqual({
      text: "[stderr]\nThe variable HTTP_PROXY of the config's env cannot be passed to the container: its value has a line break, or its name is not allowed\n\n[exit code: -1]",
      isError: true,
    });
  });

  it("keeps the values of variables out of the process table", async () => {
    const secret = "hunter4hunter4";
    const running = inContainer("echo started; sleep 1", {}, { cli: { env: { KEY: secret, HTTP_PROXY: secret } } });
    const seen = new Set<string>();
    const looking = setInterval(() => commandLines().forEach((line) => line.includes("climax-") && seen.add(line)), 20);
    const reply = await running.finally(() => clearInterval(looking));
    expect(reply).toMatchObject({ text: "started" });
    expect([...seen].some((line) => line.includes("KEY"))).toBe(true);
    expect([...seen].filter((line) => line.includes(secret))).toEqual([]);
  });

  it("starts in the directory of the call, or of the policy", async () => {
    expect(await inContainer("pwd", { working_dir: "/data" })).toMatchObject({ text: "/data" });
    expect(await inContainer("pwd", { working_dir: "/data" }, { args: { dir: "/tmp" } })).toMatchObject({ text: "/tmp" });
  });

  it("has the user, limits and read-only root of the policy, and cannot gain privileges", async () => {
    const more = { user: "1000:1000", memory: "64m", pids: 50, read_only: true };
    const { text } = await inContainer("id -u; grep NoNewPrivs /proc/self/status; touch /data/x", more);
    expect(text).toMatch(/^1000\nNoNewPrivs:\s1\n\n\[stderr\]\ntouch: .*Read-only file system/);
  });

  it("has the limits of the policy", async () => {
    const executor = { type: "docker", image: engine.image } as ExecutorSpec;
    const policy = { executor, limits: { processes: 20 } };
    const reply = await inContainer("i=0; while [ $i -lt 40 ]; do sleep 60 & i=$((i+1)); done; wait", {}, { policy });
    expect(reply.text).toMatch(/can't fork/);
  });

  it("mounts a volume, read-only if the policy specifies it", async () => {
    const executor = { volumes: ["$SHARED:/data:ro"] };
    const env = { ...engine.env, SHARED: folder };
    const policy = { executor: { type: "docker", image: engine.image, ...executor } as ExecutorSpec };
    const { text } = await runScript("grep ' /data ' /proc/mounts; touch /data/x", { env, policy });
    expect(text).toMatch(/ \/data .* ro,[\s\S]*Read-only file system/);
  });

  it.each([
    ["a timeout", (seconds: number) => ({ tool: { timeout: seconds } }), /Command timed out after \d+s/],
    ["a cancelled call", (seconds: number) => ({ signal: AbortSignal.timeout(seconds * 1000) }), /Command cancelled/],
  ])("is stopped by %s, even if it ignores SIGTERM", async (_title, toRun: (seconds: number) => Partial<Run>, text) => {
    const { result } = await untilStarted(
      (seconds) => inContainer("trap '' TERM; echo started; while :; do sleep 1; done", {}, toRun(seconds)),
      (reply) => reply.text.startsWith("started"),
      [5, 20, 60],
    );
    expect(result.text).toMatch(text);
    expect(result.text).toMatch(/^started/);
    expect(await settled(engine.containers, [])).toEqual([]);
  });

  it("is stopped when the server shuts down", async () => {
    const parts = [toPart({ command: ["sh", "-c"] }, { wait: { command: ["trap '' TERM; while :; do sleep 1; done"] } })];
    const policy: AnyPolicySpec = { default: "enabled", tools: {}, executor: { type: "docker", image: engine.image } };
    const client = connectRaw(servers.script, { env: { ...engine.env, ...servers.serving({ parts, policy }) } });
    void client.request("tools/call", { name: "climax_call", arguments: { tool_name: "wait" } });
    expect(await settled(() => engine.containers().length, 1)).toBe(1);
    expect(await client.close()).toBe(0);
    expect(engine.containers()).toEqual([]);
  });
});

const bubblewrap = findBubblewrap();
if ("missing" in bubblewrap) console.log(`skipped: ${bubblewrap.missing}`);

/** Returns the command lines of all processes, whose words end with NUL. */
function commandLines(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8")];
      } catch {
        // The process has ended since the folder was read.
        return [];
      }
    });
}

/** Returns a number of seconds that no other run of these tests on this machine uses. */
const ownSeconds = (number: number): string => `12${number}.${process.pid}`;

/** Reports whether `sleep SECONDS` runs on this machine. The command line of its sandbox has other words before it. */
function isSleeping(seconds: string): boolean {
  return commandLines().includes(`sleep\0${seconds}\0`);
}

describe.skipIf("missing" in bubblewrap)("a bubblewrap sandbox", () => {
  const env = { PATH: process.env["PATH"] ?? "", HOST_SECRET: "hunter2" };
  const writable = join(folder, "writable");
  const readOnly = join(folder, "read-only");
  for (const path of [writable, readOnly]) mkdirSync(path);

  const inSandbox = (script: string, more: Partial<ExecutorSpec> = {}, run: Partial<Run> = {}): Promise<ToolReply> => {
    const executor = { type: "bubblewrap", writable: [writable], ...more } as ExecutorSpec;
    return runScript(script, { env, policy: { executor }, ...run });
  };

  it("returns output and exit code, and passes standard input", async () => {
    const reply = await inSandbox("cat; echo err >&2; exit 5", {}, { args: { input: "grün\n" } });
    expect(reply).toEqual({ text: "grün\n\n[stderr]\nerr\n\n[exit code: 5]", isError: true });
  });

  it("reads the file of an argument, which is removed", async () => {
    const run = { tool: { args: FILE }, args: { body: "grün\n" } };
    expect(await inSandbox('cat "$0"', {}, run)).toEqual({ text: "grün", isError: false });
    const { text } = await inSandbox('echo "$0"', {}, run);
    expect(text).toMatch(/\/climax-[^/]+\/files\/1\.txt$/);
    expect(isFileLeft(text)).toBe(false);
  });

  it("can write only to the listed directories, even as root", async () => {
    const { text } = await inSandbox(
      `echo x >${writable}/a && echo done; mount -o remount,rw / && echo remounted; touch /usr/evil /etc/evil`,
    );
    expect(text).toMatch(/^done\n\n/);
    expect(existsSync(join(writable, "a"))).toBe(true);
    expect(["/usr/evil", "/etc/evil"].filter((path) => existsSync(path))).toEqual([]);
  });

  it("has its own /tmp", async () => {
    expect(await inSandbox(`touch /tmp/mine && ls ${readOnly}`)).toMatchObject({ text: expect.stringContaining("No such file") as string });
    expect(existsSync("/tmp/mine")).toBe(false);
  });

  it("has no network unless the policy allows it", async () => {
    const interfaces = async (more: Partial<ExecutorSpec>): Promise<readonly string[]> => {
      const { text } = await inSandbox("tail -n +3 /proc/net/dev", more);
      return Array.from(text.matchAll(/^\s*(\S+):/gm), ([, name]) => name ?? "");
    };
    expect(await interfaces({})).toEqual(["lo"]);
    const own = Array.from(readFileSync("/proc/net/dev", "utf8").matchAll(/^\s*(\S+):/gm), ([, name]) => name ?? "");
    expect(await interfaces({ network: "host" })).toEqual(own);
  });

  it("sees only its own processes", async () => {
    expect(await inSandbox("ls -d /proc/[0-9]*")).toMatchObject({ text: expect.stringMatching(/^(\/proc\/\d+\n?){1,4}$/) as string });
  });

  it("passes the variables that the policy allows, and those of the config", async () => {
    const policy = { executor: { type: "bubblewrap" }, env: { inherit: ["PATH"] } } as const;
    const { text } = await runScript("env", { env, policy, cli: { env: { OWN: "--bind" } } });
    expect(text).toContain("OWN=--bind");
    expect(text).not.toContain("hunter2");
  });

  it("starts in the directory of the call", async () => {
    expect(await inSandbox("pwd", {}, { args: { dir: "/usr" } })).toMatchObject({ text: "/usr" });
    expect(await inSandbox("pwd", {}, { args: { dir: "/nowhere" } })).toMatchObject({
      text: "[stderr]\nWorking directory does not exist: /nowhere\n\n[exit code: -1]",
    });
  });

  it("is terminated with its call, including daemons", async () => {
    const [daemon, program, left] = [1, 2, 3].map(ownSeconds);
    const { result } = await untilStarted(
      (timeout) => inSandbox(`setsid sleep ${daemon} & trap '' TERM; echo started; sleep ${program}`, {}, { tool: { timeout } }),
      ({ text }) => text.startsWith("started"),
    );
    expect(result.text).toMatch(/^started\n\n\[stderr\]\nCommand timed out/);
    expect(await settled(() => isSleeping(`${daemon}`) || isSleeping(`${program}`), false)).toBe(false);
    expect(await inSandbox(`setsid sleep ${left} >/dev/null 2>&1 & echo left`)).toMatchObject({ text: "left" });
    expect(await settled(() => isSleeping(`${left}`), false)).toBe(false);
  });

  it("is terminated if its server is killed", async () => {
    const parts = [toPart({ command: ["sleep"] }, { wait: { command: [ownSeconds(4)], timeout: 120 } })];
    const policy: AnyPolicySpec = { default: "enabled", tools: {}, executor: { type: "bubblewrap" } };
    const client = connectRaw(servers.script, { env: { ...env, ...servers.serving({ parts, policy }) } });
    void client.request("tools/call", { name: "climax_call", arguments: { tool_name: "wait" } });
    expect(await settled(() => isSleeping(ownSeconds(4)), true)).toBe(true);
    client.server.kill("SIGKILL");
    expect(await settled(() => isSleeping(ownSeconds(4)), false)).toBe(false);
  });
});
