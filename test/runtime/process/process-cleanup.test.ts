import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ProcessResult, ProcessRunner } from "../../../runtime/process/process.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { ProcessRequest } from "../../../runtime/process/process-request.ts";
import { program } from "../../fixtures/programs.ts";
import { until } from "../../fixtures/until.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-cleanup-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

/** Returns a cleanup of two commands, which write `first` and `second` into a file. */
function startCleanup(): { readonly cleanup: readonly (readonly string[])[]; readonly written: () => string } {
  const file = join(folder, `cleanup-${files++}`);
  const append = (word: string): readonly string[] => ["sh", "-c", 'printf "%s " "$1" >>"$0"', file, word];
  return { cleanup: [append("first"), append("second")], written: () => (existsSync(file) ? readFileSync(file, "utf8") : "") };
}

const request = (argv: readonly string[], more: Partial<ProcessRequest> = {}): ProcessRequest => ({
  argv,
  env: { PATH: process.env["PATH"] ?? "" },
  timeoutMs: 60_000,
  maxOutputBytes: 1000,
  ...more,
});

/** Returns options that cancel a program when it prints something. */
function cancelledAtOutput(): Partial<ProcessRequest> {
  const cancel = new AbortController();
  return { signal: cancel.signal, onOutput: () => cancel.abort() };
}

/** Runs a program that waits. Resolves when it has started. */
async function startWaiting(
  runner: ProcessRunner,
  cleanup: NonNullable<ProcessRequest["cleanup"]>,
): Promise<{ readonly running: Promise<ProcessResult> }> {
  const started = join(folder, `started-${files++}`);
  const running = runner.run(request(["sh", "-c", 'echo >"$0"; exec sleep 60', started], { cleanup }));
  await until(() => existsSync(started) || undefined);
  return { running };
}

describe("a cleanup", () => {
  it.each<[string, readonly string[], () => Partial<ProcessRequest>]>([
    ["has timed out", ["sleep", "60"], () => ({ timeoutMs: 50 })],
    ["ignored SIGTERM and was killed", [program("ignore-term")], () => ({ timeoutMs: 50 })],
    ["was cancelled", ["sh", "-c", "echo started; exec sleep 60"], cancelledAtOutput],
    ["was killed by another process", [program("die-by"), "KILL"], () => ({})],
  ])("runs in order when the program %s, and terminateAll waits for it", async (_title, argv, more) => {
    const runner = createProcessRunner();
    const { cleanup, written } = startCleanup();
    await runner.run(request(argv, { ...more(), cleanup }));
    await runner.terminateAll();
    expect(written()).toBe("first second ");
  });

  it("does not run when the program has exited by itself", async () => {
    const runner = createProcessRunner();
    const { cleanup, written } = startCleanup();
    await runner.run(request([program("exit-with"), "3"], { cleanup }));
    await runner.terminateAll();
    expect(written()).toBe("");
  });

  it("runs when the server ends", async () => {
    const runner = createProcessRunner();
    const { cleanup, written } = startCleanup();
    const { running } = await startWaiting(runner, cleanup);
    await runner.terminateAll();
    expect(await running).toMatchObject({ kind: "cancelled" });
    expect(written()).toBe("first second ");
  });

  it("is started when the server terminates immediately, which does not wait for it", async () => {
    const runner = createProcessRunner();
    const { cleanup, written } = startCleanup();
    const { running } = await startWaiting(runner, cleanup);
    runner.killAllNow();
    await running;
    await expect.poll(() => written().trim().split(" ").toSorted()).toEqual(["first", "second"]);
  });

  it("runs the next command if one fails", async () => {
    const runner = createProcessRunner();
    const { cleanup, written } = startCleanup();
    const failing = [["no-such-command-zz"], ["false"], ["\0"], ...cleanup];
    expect(await runner.run(request(["sleep", "60"], { timeoutMs: 50, cleanup: failing }))).toMatchObject({ kind: "timed_out" });
    await runner.terminateAll();
    expect(written()).toBe("first second ");
  });

  it("does not delay the result", async () => {
    const runner = createProcessRunner();
    const { cleanup, written } = startCleanup();
    const released = join(folder, "released");
    const held = [["sh", "-c", 'until [ -e "$0" ]; do sleep 0.02; done', released], ...cleanup];
    await runner.run(request(["sleep", "60"], { timeoutMs: 50, cleanup: held }));
    expect(written()).toBe("");
    writeFileSync(released, "");
    await runner.terminateAll();
    expect(written()).toBe("first second ");
  });
});
