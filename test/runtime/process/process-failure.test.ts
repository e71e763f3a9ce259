import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { ProcessRequest } from "../../../runtime/process/process-request.ts";
import type { ProcessResult } from "../../../runtime/process/process.ts";
import { wrapCommand } from "../../../runtime/executor/wrap-command.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";
import { program } from "../../fixtures/programs.ts";

const env = { PATH: process.env["PATH"] ?? "" };
const folder = mkdtempSync(path.join(tmpdir(), "process-failure-test-"));
const runner = createProcessRunner();

afterAll(async () => {
  await runner.terminateAll();
  rmSync(folder, { recursive: true });
});

function run(argv: readonly string[], options: Partial<ProcessRequest> = {}): Promise<ProcessResult> {
  return runner.run({ argv, env, timeoutMs: 60_000, maxOutputBytes: 1024 * 1024, ...options });
}

describe("a process that cannot be started", () => {
  const missing = path.join(folder, "missing");
  const command = program("print-argv");
  it.each([
    ["a command that is not on PATH", ["no-such-command-zz"], {}, "command_not_found", "no-such-command-zz"],
    ["a path to a missing file", [missing], {}, "command_not_found", missing],
    ["a path through a file", [`${command}/x`], {}, "command_not_found", `${command}/x`],
    ["an empty command", [""], {}, "command_not_found", ""],
    ["no command", [], {}, "command_not_found", ""],
    ["a missing directory", ["pwd"], { cwd: missing }, "working_directory_missing", missing],
    ["a missing directory and a missing command", ["no-such-command-zz"], { cwd: missing }, "working_directory_missing", missing],
    ["a file as directory", ["pwd"], { cwd: command }, "working_directory_not_a_directory", command],
    ["a directory below a file", ["pwd"], { cwd: `${command}/x` }, "working_directory_missing", `${command}/x`],
    ["a file that may not be executed", [program("not-executable")], {}, "permission_denied", program("not-executable")],
    ["a directory as command", [folder], {}, "permission_denied", folder],
    ["an argument that is too long", ["echo", "x".repeat(3_000_000)], {}, "argument_list_too_long", "echo"],
    ["NUL in an argument", ["echo", "a\0b"], {}, "nul_byte", "the command line"],
    ["NUL in the directory", ["echo"], { cwd: "/\0" }, "nul_byte", "the working directory"],
    ["NUL in the environment", ["echo"], { env: { ...env, A: "\0" } }, "nul_byte", "the environment"],
    ["a name that is too long", [`/${"x".repeat(5000)}`], {}, "other", `/${"x".repeat(5000)}`],
  ] as const)("%s has a reason and a subject", async (_title, argv, options, reason, subject) => {
    expect(await run(argv, options)).toMatchObject({ kind: "not_started", reason, subject });
  });

  it("has the executor's message if docker or podman fails, and not if the program in the container does", async () => {
    const { starter } = wrapCommand({ type: "docker", image: "img" }, { argv: ["true"], env: {} }, plainExecution(env).host, () => "c");
    const runAs = (script: string): Promise<ProcessResult> => run(["sh", "-c", script], starter === undefined ? {} : { starter });
    const failures = [
      'echo "Unable to find image" >&2; echo "docker: no such image." >&2; exit 125',
      'echo "Error: no such image" >&2; exit 125',
    ];
    for (const script of failures)
      expect(await runAs(script)).toMatchObject({
        kind: "not_started",
        reason: "executor_failed",
        subject: "docker",
        message: expect.stringContaining("no such image") as string,
      });
    const own = [
      "exit 125",
      'echo "docker: x" >&2; exit 126',
      'echo "docker: x" >&2; exit 1',
      'echo printed; echo "docker: x" >&2; exit 125',
      'echo "docker: error waiting for container" >&2; exit 125',
      'echo "my docker: x" >&2; exit 125',
    ];
    for (const script of own) expect(await runAs(script)).toMatchObject({ kind: "exited" });
  });

  it("is that of the executor if its engine cannot be started", async () => {
    const starter = { name: "docker", hasFailed: () => false };
    for (const argv of [[missing], [folder]])
      expect(await run(argv, { starter })).toMatchObject({
        reason: "executor_failed",
        subject: "docker",
        message: expect.stringMatching(/ENOENT|EACCES/) as string,
      });
    expect(await run(["sh"], { starter, cwd: missing })).toMatchObject({ reason: "working_directory_missing", subject: missing });
  });

  it("does not affect the runner", async () => {
    await run([missing], { stdin: "unread" });
    expect(await run(["echo", "still here"])).toMatchObject({ stdout: "still here\n" });
  });
});
