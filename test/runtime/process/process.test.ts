import * as fc from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { anyCharacter } from "../../any-character.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { ProcessRequest } from "../../../runtime/process/process-request.ts";
import type { ProcessResult } from "../../../runtime/process/process.ts";
import { isAlive, isGone, program } from "../../fixtures/programs.ts";
import { PATIENCE_MS, untilStarted } from "../../fixtures/until.ts";

const env = { PATH: process.env["PATH"] ?? "", HOME: "/nowhere" };
const folder = mkdtempSync(path.join(tmpdir(), "process-test-"));
const runner = createProcessRunner({ graceMs: 100 });
/** A test that waits for the grace period of this runner exceeds its own timeout. */
const patient = createProcessRunner({ graceMs: 120_000 });

afterAll(async () => {
  await runner.terminateAll();
  await patient.terminateAll();
  rmSync(folder, { recursive: true });
});

function run(argv: readonly string[], options: Partial<ProcessRequest> = {}, by = runner): Promise<ProcessResult> {
  return by.run({ argv, env, timeoutMs: 60_000, maxOutputBytes: 1024 * 1024, ...options });
}

/** The result, and the pid that the program printed first. */
async function withPid(running: Promise<ProcessResult>): Promise<{ result: ProcessResult; pid: number }> {
  const result = await running;
  return { result, pid: "stdout" in result ? Number.parseInt(result.stdout, 10) : Number.NaN };
}

describe("a process that ends by itself", () => {
  it.each([
    ["its output", [program("exit-with"), "0", "out\\n", "err\\n"], { exit: 0, stdout: "out\n", stderr: "err\n" }],
    ["its exit code", [program("exit-with"), "3"], { exit: 3, stdout: "", stderr: "" }],
    ["the signal that killed it", [program("die-by"), "KILL"], { exit: "SIGKILL", stdout: "before", stderr: "" }],
    ["SIGTERM", [program("die-by"), "TERM"], { exit: "SIGTERM", stdout: "before", stderr: "" }],
    ["SIGSYS, the last signal that has a name", [program("die-by"), "31"], { exit: "SIGSYS", stdout: "before", stderr: "" }],
  ] as const)("returns %s", async (_title, argv, want) => {
    const bytes = { stdout: want.stdout.length, stderr: want.stderr.length };
    expect(await run(argv)).toEqual({ kind: "exited", ...want, bytes });
  });

  // Other systems have no real-time signals.
  it.runIf(process.platform === "linux").each([34, 40, 64])("returns the real-time signal %i that killed it", async (signal) => {
    // One after the other, because the status can be lost if another process exits at the same time.
    for (let count = 0; count < 10; count++)
      expect(await run([program("die-by"), String(signal)])).toMatchObject({ kind: "exited", exit: -signal, stdout: "before" });
  });

  it.runIf(process.platform === "linux")("returns a real-time signal although it has closed one of its streams", async () => {
    expect(await run(["sh", "-c", "exec >&-; sleep 0.1; kill -40 $$"])).toMatchObject({ exit: -40 });
    expect(await run(["sh", "-c", "exec >&-; sleep 0.1; exit 0"])).toMatchObject({ exit: 0 });
  });

  it("runs in the given directory", async () => {
    expect(await run(["pwd", "-P"], { cwd: "/" })).toMatchObject({ stdout: "/\n" });
  });

  it("has exactly the given environment", async () => {
    const given = { ...env, EMPTY: "", TEXT: "größe $HOME\n" };
    const result = await run([program("print-env")], { env: given });
    expect(JSON.parse("stdout" in result ? result.stdout : "")).toEqual(given);
  });

  it("is searched in the PATH of its own environment", async () => {
    expect(await run(["exit-with", "4"], { env: { PATH: path.dirname(program("exit-with")) } })).toMatchObject({ exit: 4 });
    expect(await run(["echo"], { env: { PATH: "/nonexistent" } })).toMatchObject({ kind: "not_started" });
  });

  it("leads its own process group", async () => {
    const result = await run(["sh", "-c", 'echo $$; kill -s 0 -- "-$$" && echo leader']);
    expect(result).toMatchObject({ stdout: expect.stringMatching(/^\d+\nleader\n$/) });
  });
});

describe("standard input", () => {
  it.each([
    ["arrives as UTF-8", "grün 😀\n", "grün 😀\n"],
    ["is empty if the request has none", undefined, ""],
    ["is empty if the request has an empty text", "", ""],
  ])("%s", async (_title, stdin, want) => {
    expect(await run(["cat"], stdin === undefined ? {} : { stdin })).toMatchObject({ exit: 0, stdout: want });
  });

  it("is /dev/null instead of an open pipe if the request has no input", async () => {
    expect(await run(["sh", "-c", "test -c /dev/stdin"])).toMatchObject({ exit: 0 });
  });

  it.each([
    ["opened by its name", "cat /dev/stdin"],
    ["read again from its start", "cat >/dev/null; cat /dev/stdin"],
  ])("can be %s, as a file can and a socket cannot", async (_title, script) => {
    expect(await run(["sh", "-c", script], { stdin: "text\n" })).toMatchObject({ exit: 0, stdout: "text\n", stderr: "" });
  });

  it("leaves no file behind", async () => {
    const folders = [mkdtempSync(path.join(folder, "input-"))];
    const own = createProcessRunner({ inputFolders: folders });
    const request = { argv: ["sh", "-c", `cat; ls -A ${folders[0]}`], env, timeoutMs: 60_000, maxOutputBytes: 1000 };
    expect(await own.run({ ...request, stdin: "text\n" })).toMatchObject({ exit: 0, stdout: "text\n" });
    rmSync(folders[0] ?? "", { recursive: true });
    // If no file can be created, the text is written to a pipe.
    expect(await own.run({ ...request, argv: ["sh", "-c", "cat; cat <&3"], stdin: "text\n", files: [Buffer.from("three")] })).toMatchObject(
      {
        exit: 0,
        stdout: "text\nthree",
      },
    );
  });

  it("can be accompanied by files with further descriptors", async () => {
    const files = [Buffer.from("three"), Buffer.from("four")];
    expect(await run(["sh", "-c", "cat /dev/fd/4 /dev/fd/3"], { files })).toMatchObject({ exit: 0, stdout: "fourthree" });
  });

  it("may be left unread, regardless of its size", async () => {
    const stdin = "x".repeat(8 * 1024 * 1024);
    expect(await run([program("exit-with"), "0", "done"], { stdin })).toMatchObject({ kind: "exited", exit: 0, stdout: "done" });
    expect(await run(["sleep", "60"], { stdin, timeoutMs: 100 })).toMatchObject({ kind: "timed_out" });
  });

  it("arrives completely if it is larger than a pipe", async () => {
    const stdin = "0123456789abcdef".repeat(64 * 1024);
    expect(await run(["cat"], { stdin })).toMatchObject({ stdout: stdin });
  });
});

describe("arguments", () => {
  it("arrive byte for byte, without a shell", async () => {
    const word = fc.oneof(
      fc.string({ unit: anyCharacter }).map((text) => text.replaceAll("\0", "")),
      fc.constantFrom("", " ", "-", "--", "$HOME", "`id`", "$(id)", "*", "a;b|c&d>e", "'", '"', "\\", "\n", "~", "%PATH%", "😀"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 6 }), async (words) => {
        expect(await run([program("print-argv"), ...words])).toMatchObject({ exit: 0, stdout: JSON.stringify(words) });
      }),
      { numRuns: 40 },
    );
  });
});

describe("output", () => {
  it("of 100 MiB is read to the end, and only a limited part is kept", async () => {
    const result = await run([program("spam"), "100"], { maxOutputBytes: 1000 });
    const dropped = 100 * 1024 * 1024 + "firstlast".length - 1000;
    expect(result).toMatchObject({ kind: "exited", exit: 0, bytes: { stdout: dropped + 1000, stderr: 0 } });
    expect("stdout" in result && result.stdout).toMatch(
      new RegExp(`^first\\.{495}\\n\\[\\.{3} ${dropped} bytes dropped \\.{3}\\]\\n\\.{496}last$`),
    );
  });

  it("of a background process that exits shortly after is included", async () => {
    const waiting = createProcessRunner({ drainMs: PATIENCE_MS });
    expect(await run([program("late-output")], {}, waiting)).toMatchObject({ stdout: "early\nlate\n" });
  });
});

/** Runs a program that prints its pid, until a time limit that is long enough for the start. */
async function runToLimit(argv: readonly string[], by = runner): Promise<{ result: ProcessResult; pid: number }> {
  const attempt = (seconds: number) => withPid(run(argv, { timeoutMs: seconds * 1000 }, by));
  return (await untilStarted(attempt, ({ pid }) => pid > 0)).result;
}

describe.concurrent("a timeout", () => {
  it("terminates the process and returns its output so far", async () => {
    const { result, pid } = await runToLimit([program("say-bye")], patient);
    expect(result).toMatchObject({ kind: "timed_out", stdout: `${pid}\nbye\n` });
    expect(await isGone(pid)).toBe(true);
  });

  it("kills a process that ignores SIGTERM, after the grace period", async () => {
    const { result, pid } = await runToLimit([program("ignore-term")]);
    expect(result).toMatchObject({ kind: "timed_out", stdout: `${pid}\n` });
    expect(await isGone(pid)).toBe(true);
  });

  it.each(["open", "closed"])("kills a grandchild that ignores SIGTERM, pipes %s", async (pipes) => {
    const { result, pid } = await runToLimit([program("leave-behind"), pipes, "wait"]);
    expect(result).toMatchObject({ kind: "timed_out", stdout: `${pid}\n` });
    expect(await isGone(pid)).toBe(true);
  });

  it("that exceeds the maximum of a timer does not fire immediately", async () => {
    expect(await run(["sleep", "0.1"], { timeoutMs: 2 ** 40 })).toMatchObject({ kind: "exited", exit: 0 });
  });
});

describe("a background process", () => {
  it.each(["open", "closed"])("does not delay the result, pipes %s", async (pipes) => {
    const { result, pid } = await withPid(run([program("leave-behind"), pipes, "exit"], {}, patient));
    expect(result).toMatchObject({ kind: "exited", exit: 0, stdout: `${pid}\n` });
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
    expect(await isGone(pid)).toBe(true);
  });

  it.each(["open", "closed"])("is killed after the result, pipes %s", async (pipes) => {
    const { pid } = await withPid(run([program("leave-behind"), pipes, "exit"]));
    expect(await isGone(pid)).toBe(true);
  });
});

describe("a daemon in its own session", () => {
  it.each([
    ["exits", "exit", "exited"],
    ["waits", "wait", "timed_out"],
  ] as const)(
    "is not terminated and does not delay the result, although it holds the pipes: the program %s",
    async (_title, then, kind) => {
      const argv = [program("daemonize"), then];
      const { result, pid } = await (then === "exit" ? withPid(run(argv)) : runToLimit(argv));
      expect(result).toMatchObject({ kind, stdout: `${pid}\n` });
      expect(isAlive(pid)).toBe(true);
      process.kill(pid);
      expect(await isGone(pid)).toBe(true);
    },
  );
});

describe("cancelling", () => {
  it("terminates the process and returns its output", async () => {
    const cancel = new AbortController();
    const running = run([program("say-bye")], { signal: cancel.signal, onOutput: () => cancel.abort() }, patient);
    const { result, pid } = await withPid(running);
    expect(result).toMatchObject({ kind: "cancelled", stdout: `${pid}\nbye\n` });
    expect(await isGone(pid)).toBe(true);
  });

  it("before the start starts nothing", async () => {
    const result = await run(["touch", path.join(folder, "touched")], { signal: AbortSignal.abort() });
    expect(result).toEqual({ kind: "cancelled", stdout: "", stderr: "" });
    expect(await run(["ls", folder])).toMatchObject({ stdout: "" });
  });

  it("after the end changes nothing", async () => {
    const cancel = new AbortController();
    const result = await run(["echo", "done"], { signal: cancel.signal });
    cancel.abort();
    expect(result).toMatchObject({ kind: "exited", stdout: "done\n" });
  });
});

describe("the end of a server", () => {
  const pids: number[] = [];
  afterEach(async () => {
    for (const pid of pids.splice(0)) expect(await isGone(pid)).toBe(true);
  });

  /** Starts the program under a separate runner, and waits until it has written its pid to a file. */
  async function startIn(ending: ReturnType<typeof createProcessRunner>, name: string): Promise<Promise<ProcessResult>[]> {
    const file = path.join(folder, `${name}.pid`);
    const request = { env, timeoutMs: 60_000, maxOutputBytes: 1000 };
    const running = ending.run({ ...request, argv: ["sh", "-c", `echo $$ >"$1"; exec "$2"`, "sh", file, program(name)] });
    const look = async (): Promise<ProcessResult> => await run(["cat", file]);
    let seen = await withPid(look());
    while (!(seen.pid > 0)) seen = await withPid(look());
    pids.push(seen.pid);
    return [running];
  }

  it.each(["say-bye", "ignore-term"])("terminates running programs (%s) and starts no others", async (name) => {
    const ending = createProcessRunner();
    const [running] = await startIn(ending, name);
    await ending.terminateAll();
    expect(await running).toMatchObject({ kind: "cancelled" });
    expect(await ending.run({ argv: ["echo"], env, timeoutMs: 1000, maxOutputBytes: 10 })).toMatchObject({ kind: "cancelled" });
  });

  it("can be immediate", async () => {
    const ending = createProcessRunner();
    const [running] = await startIn(ending, "ignore-term");
    ending.killAllNow();
    expect(await running).toMatchObject({ kind: "exited", exit: "SIGKILL" });
  });

  it("does not wait for the grace period if nothing runs", async () => {
    expect(await createProcessRunner({ graceMs: 120_000 }).terminateAll()).toBeUndefined();
  });
});
