/** Tests limits on memory, processor time and processes of a command, in its command line and with real processes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Execution } from "../../../runtime/executor/execution.ts";
import { combineExecution } from "../../../runtime/executor/this-machine.ts";
import { wrapCommand } from "../../../runtime/executor/wrap-command.ts";
import type { ExecutorSpec, LimitsSpec } from "../../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import { resolvePolicies } from "../../fixtures/plain-execution.ts";

const runner = createProcessRunner();
const env = { PATH: process.env["PATH"] ?? "" };
const empty = mkdtempSync(join(tmpdir(), "climax-limits-"));
afterAll(async () => {
  await runner.terminateAll();
  rmSync(empty, { recursive: true });
});

const MIB = 1024 * 1024;
const LOCAL: ExecutorSpec = { type: "local" };
const DOCKER: ExecutorSpec = { type: "docker", image: "img" };

function combine(executor: ExecutorSpec, ...limits: readonly LimitsSpec[]): Execution {
  const policies = limits.map((one) => toPolicy({ executor, limits: one, tools: {} }));
  const combined = combineExecution({ embedded: policies.slice(0, 1), launch: policies.slice(1) }, env);
  if (combined.kind === "refused") throw new Error(combined.problem);
  return combined.execution;
}

const argvOf = ({ executor, host }: Execution): readonly string[] =>
  wrapCommand(executor, { argv: ["git", "log"], env: {} }, host, () => "climax-1").argv;

const resolve = async (executor: ExecutorSpec, limits: LimitsSpec, path = env.PATH) =>
  await resolvePolicies({ embedded: [toPolicy({ executor, limits, tools: {} })] }, { PATH: path });

describe("limits of a policy", () => {
  it("start a local command with prlimit", () => {
    expect(argvOf(combine(LOCAL, { memory: 64 * MIB, cpu_seconds: 5 }))).toEqual([
      "prlimit",
      "--as=67108864",
      "--cpu=5:6",
      "--",
      "git",
      "log",
    ]);
    expect(argvOf(combine(LOCAL, { memory: 64 * MIB }))).toEqual(["prlimit", "--as=67108864", "--", "git", "log"]);
    expect(argvOf(combine(LOCAL, { max_timeout: 5 }))).toEqual(["git", "log"]);
  });

  it("start the sandbox of bubblewrap with prlimit, whose limits the sandbox inherits", () => {
    expect(argvOf(combine({ type: "bubblewrap" }, { cpu_seconds: 5 })).slice(0, 4)).toEqual(["prlimit", "--cpu=5:6", "--", "bwrap"]);
  });

  it("are options of docker", () => {
    const argv = argvOf(combine(DOCKER, { memory: 64 * MIB, cpu_seconds: 5, processes: 7 })).join(" ");
    expect(argv).toContain(" --memory 67108864 --pids-limit 7 --ulimit cpu=5:6 ");
  });

  it.each<[string, Partial<ExecutorSpec>, LimitsSpec, string]>([
    ["the executor's", { memory: "32m", pids: 3 }, { memory: 64 * MIB, processes: 7 }, "--memory 32m --pids-limit 3"],
    ["the limits'", { memory: "1g", pids: 30 }, { memory: 64 * MIB, processes: 7 }, "--memory 67108864 --pids-limit 7"],
  ])("are combined with the options of docker, of which the smaller one applies: %s", (_title, executor, limits, words) => {
    expect(argvOf(combine({ ...DOCKER, ...executor } as ExecutorSpec, limits)).join(" ")).toContain(` ${words} `);
  });

  it("are lowered, and not raised, by a policy at startup", () => {
    const limits = combine(LOCAL, { memory: 64 * MIB, cpu_seconds: 5 }, { memory: 128 * MIB, cpu_seconds: 3, processes: 9 }).limits;
    expect(limits).toMatchObject({ memory: 64 * MIB, cpu_seconds: 3, processes: 9 });
  });
});

describe("a server with limits", () => {
  it("runs local commands under them", async () => {
    const resolved = await resolve(LOCAL, { memory: 512 * MIB, cpu_seconds: 5 });
    if (resolved.kind === "refused") throw new Error(resolved.problem);
    const { executor, host } = resolved.execution;
    const { cleanup: _cleanup, ...command } = wrapCommand(
      executor,
      { argv: ["sh", "-c", "ulimit -v; ulimit -t; ulimit -Ht"], env: {} },
      host,
      () => "",
    );
    const result = await runner.run({ ...command, timeoutMs: 60_000, maxOutputBytes: 1000 });
    expect(result).toMatchObject({ kind: "exited", stdout: "524288\n5\n6\n" });
    expect(command.argv[0]).toMatch(/^\/.*\/prlimit$/);
  });

  it("stops a process that needs more memory", async () => {
    const resolved = await resolve(LOCAL, { memory: 64 * MIB });
    if (resolved.kind === "refused") throw new Error(resolved.problem);
    const { executor, host } = resolved.execution;
    const words = ["sh", "-c", "dd if=/dev/zero of=/dev/null bs=128M count=1"];
    const { cleanup: _cleanup, ...command } = wrapCommand(executor, { argv: words, env: {} }, host, () => "");
    const result = await runner.run({ ...command, timeoutMs: 60_000, maxOutputBytes: 1000 });
    expect(result).toMatchObject({ kind: "exited", exit: 1, stderr: expect.stringMatching(/memory/) as string });
  });

  it.each<[string, ExecutorSpec, LimitsSpec, RegExp]>([
    ["processes of local commands", LOCAL, { processes: 5 }, /^limits\.processes: an executor of type local cannot limit processes/],
    ["memory that no program fits in", LOCAL, { memory: 4096 }, /^limits\.memory and limits\.cpu_seconds: prlimit cannot set these limits/],
  ])("does not start if the machine cannot limit %s", async (_title, executor, limits, problem) => {
    expect(await resolve(executor, limits)).toEqual({ kind: "refused", problem: expect.stringMatching(problem) as string });
  });

  it("does not start without prlimit, and does not need it for other limits", async () => {
    const problem = expect.stringContaining("need the program prlimit (util-linux)") as string;
    expect(await resolve(LOCAL, { memory: 64 * MIB }, empty)).toEqual({ kind: "refused", problem });
    expect(await resolve(LOCAL, { cpu_seconds: 1 }, empty)).toEqual({ kind: "refused", problem });
    expect(await resolve(LOCAL, { max_queue: 1 }, empty)).toMatchObject({ kind: "ready" });
  });
});
