import { dirname } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { CallContext, FinishedCall } from "../../../runtime/call/call-context.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import type { ExecutorSpec } from "../../../runtime/policy/policy-spec.ts";
import type { ProcessRequest } from "../../../runtime/process/process-request.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import { listUnnamedFileFolders } from "../../../runtime/process/unnamed-file.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import { program } from "../../fixtures/programs.ts";
import type { FlatCli, FlatTool } from "../../fixtures/tools.ts";
import { replyOf, toCommandTool } from "../../fixtures/tools.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const runner = createProcessRunner();
const env = { PATH: process.env["PATH"] ?? "", SHARED: "server" };
const context: CallContext = { env, policies: [], run: runner.run, execution: plainExecution(env), limiter: createLimiter() };
afterAll(() => runner.terminateAll());

function makeTool(name: string, args: readonly ToolArg[], options: Partial<FlatTool> & { readonly ofCli?: Partial<FlatCli> } = {}): Tool {
  const { ofCli, ...ofTool } = options;
  const cli: FlatCli = { name: "c", description: "", command: [program(name)], global_args: [], tool_count: 1, ...ofCli };
  return toCommandTool({ name, description: "", command: [], args, cli, ...ofTool });
}

const text = (name: string, more: Partial<ToolArg> = {}): ToolArg => ({ name, type: "string", ...more });

/** Returns the arguments that the program received and printed. */
async function argvOf(tool: Tool, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  return JSON.parse((await replyOf(tool, given, context)).text);
}

describe("calling a tool", () => {
  it("passes the coerced arguments and the defaults on the command line", async () => {
    const args: ToolArg[] = [text("file", { positional: true }), { name: "count", type: "integer", flag: "-n", default: 3 }];
    const tool = makeTool("print-argv", [...args, { name: "all", type: "boolean" }], { command: ["show"] });
    expect(await argvOf(tool, { file: "a b", all: "true", unknown: 1 })).toEqual(["show", "a b", "-n", "3", "--all"]);
  });

  it("passes the server's environment to the program, overridden by that of the config", async () => {
    const tool = makeTool("print-env", [], { ofCli: { env: { SHARED: "config", OWN: "$HOME" } } });
    expect(await argvOf(tool, {})).toEqual({ ...context.env, SHARED: "config", OWN: "$HOME" });
    expect(await argvOf(makeTool("print-env", []), {})).toEqual(context.env);
  });

  it("passes standard input and working directory", async () => {
    const args = [text("input", { stdin: true }), text("dir", { cwd: true })];
    const tool = makeTool("x", args, { ofCli: { command: ["sh"] }, command: ["-c", "pwd; cat"] });
    expect(await replyOf(tool, { input: "hello", dir: "/" }, context)).toEqual({ text: "/\nhello", isError: false });
  });

  it("runs nothing if an argument is invalid, and lists all problems", async () => {
    const tool = makeTool("print-argv", [text("a", { required: true }), { name: "n", type: "integer" }]);
    expect(await replyOf(tool, { n: "x" }, context)).toEqual({
      text: "Argument validation failed:\n  - Missing required argument 'a'\n  - Argument 'n': cannot convert 'x' to integer",
      isError: true,
    });
  });

  it("lists at most 50 problems, and counts the others", async () => {
    const args: ToolArg[] = [{ name: "n", type: "integer", repeat: true }];
    const given = { n: Array.from({ length: 48 }, () => "x"), a: 1, b: 1, c: 1 };
    const lines = (await replyOf(makeTool("print-argv", args, { risk: "write" }), given, context)).text.split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([52, "  - and 1 more"]);
  });

  it("rejects a positional that looks like an option, in the format of other invalid arguments", async () => {
    const reply = await replyOf(makeTool("print-argv", [text("ref", { positional: true })]), { ref: "--output=/etc/passwd" }, context);
    expect(reply).toMatchObject({ isError: true, text: expect.stringMatching(/^Argument validation failed:\n {2}- .*'ref'/) });
  });

  it("uses the tool's exit codes and timeout", async () => {
    const args = [text("code", { positional: true })];
    expect(await replyOf(makeTool("exit-with", args, { success_exit_codes: [0, 1] }), { code: "1" }, context)).toEqual({
      text: "[exit code: 1]",
      isError: false,
    });
    expect(await replyOf(makeTool("ignore-term", [], { timeout: 0.2, ofCli: { command: ["sleep", "5"] } }), {}, context)).toEqual({
      text: "[stderr]\nCommand timed out after 0.2s\n\n[exit code: -1]",
      isError: true,
    });
  });

  it("reports a missing program and its likely causes", async () => {
    const reply = await replyOf(makeTool("x", [], { ofCli: { command: ["no-such-command-zz"] } }), {}, context);
    expect(reply).toMatchObject({ text: "[stderr]\nCommand not found: no-such-command-zz\n\n[exit code: -1]", isError: true });
    expect(reply.hint).toContain("PATH");
  });

  it("checks each value of a map against the policy", async () => {
    const tool = makeTool("print-argv", [{ name: "label", type: "map", flag: "--label" }]);
    const policies = [toPolicy({ tools: { "print-argv": { args: { label: { pattern: "[a-z]+" } } } } })];
    const call = async (label: object): Promise<string> => (await replyOf(tool, { label }, { ...context, policies })).text;
    expect(JSON.parse(await call({ A: "x", B: "y" }))).toEqual(["--label", "A=x", "--label", "B=y"]);
    expect(await call({ A: "x", B: "1" })).toBe(
      "Policy validation failed:\n  - Argument 'label.B': value '1' does not match pattern '[a-z]+'",
    );
  });

  it("runs nothing if its start cannot be recorded", async () => {
    const requests: ProcessRequest[] = [];
    const run: CallContext["run"] = async (request) => {
      requests.push(request);
      return await runner.run(request);
    };
    const calls = await logged(makeTool("print-argv", []), {}, { run, onStarting: () => false });
    expect([requests, calls]).toEqual([[], [expect.objectContaining({ outcome: "not_started", isError: true })]]);
  });

  it.each<[string, ExecutorSpec, boolean]>([
    ["by the server", { type: "local" }, false],
    ["in a container, in which any user can read the files", { type: "docker", image: "img" }, true],
  ])("is run %s with the files of the call and the limits of the policies", async (_title, executor, isForContainer) => {
    const requests: ProcessRequest[] = [];
    const run: CallContext["run"] = async (request) => {
      requests.push(request);
      return { kind: "exited", exit: 0, stdout: "", stderr: "" };
    };
    const plain = plainExecution(env);
    const execution = { ...plain, executor, limits: { ...plain.limits, max_output_bytes: 1234, max_timeout: 5 } };
    await replyOf(makeTool("x", [text("note", { file: {} })], { timeout: 60 }), { note: "n" }, { ...context, run, execution });
    expect(requests).toMatchObject([{ maxOutputBytes: 1234, timeoutMs: 5000, privateFiles: { files: [{ text: "n" }], isForContainer } }]);
  });

  it("is run with its files in another directory if the first one cannot hold them", async () => {
    const requests: ProcessRequest[] = [];
    const run: CallContext["run"] = async (request) => {
      requests.push(request);
      const subject = request.privateFiles?.folder ?? "";
      if (requests.length === 1) return { kind: "not_started", reason: "files_not_written", subject, message: "ENOSPC" };
      return { kind: "exited", exit: 0, stdout: "", stderr: "" };
    };
    const tool = makeTool("x", [text("note", { file: {}, positional: true })]);
    const reply = await replyOf(tool, { note: "n" }, { ...context, run });
    const [first = "", second = "", ...others] = requests.map(({ privateFiles }) => privateFiles?.folder);
    if (listUnnamedFileFolders().length === 1) return;
    expect([reply.isError, others]).toEqual([false, []]);
    expect(dirname(dirname(first))).not.toBe(dirname(dirname(second)));
    expect(requests[1]?.argv.at(-1)).toBe(`${second}/1`);
  });

  it("is rejected if the queue is full", async () => {
    const limiter = createLimiter({ maxRunning: 1, maxWaiting: 0 });
    const tool = makeTool("print-argv", []);
    const replies = await Promise.all([replyOf(tool, {}, { ...context, limiter }), replyOf(tool, {}, { ...context, limiter })]);
    expect(replies.map(({ isError }) => isError)).toEqual([false, true]);
    expect(replies[1]?.text).toMatch(/busy/);
  });

  it("can be cancelled while it waits and while it runs", async () => {
    const tool = makeTool("x", [], { ofCli: { command: ["sleep", "60"] } });
    const limiter = createLimiter({ maxRunning: 1 });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const call = ({ signal }: AbortController): Promise<unknown> => replyOf(tool, {}, { ...context, limiter, signal });
    const order: string[] = [];
    const calls = [
      call(running).finally(() => order.push("running")),
      call(waiting).finally(() => {
        order.push("waiting");
        running.abort();
      }),
    ];
    setTimeout(() => waiting.abort(), 100);
    const cancelled = { text: "[stderr]\nCommand cancelled\n\n[exit code: -1]", isError: true };
    expect(await Promise.all(calls)).toEqual([cancelled, cancelled]);
    expect(order).toEqual(["waiting", "running"]);
  });
});

async function logged(tool: Tool, given: Readonly<Record<string, unknown>>, more: Partial<CallContext> = {}): Promise<FinishedCall[]> {
  const calls: FinishedCall[] = [];
  await replyOf(tool, given, { ...context, ...more, onFinished: (call) => void calls.push(call) });
  return calls;
}

describe("the log data of a call", () => {
  it("is not an error if the user must confirm the call first", async () => {
    const policies = [toPolicy({ tools: { "print-argv": { confirm: true } } })];
    const [call] = await logged(makeTool("print-argv", []), {}, { policies, confirm: async () => ({ kind: "asked", token: "t" }) });
    expect(call).toMatchObject({ outcome: "confirmation_asked", isError: false });
  });

  it.each([
    ["exited", makeTool("exit-with", [text("code", { positional: true })]), { code: "3" }, { exit: 3, argv: [program("exit-with"), "3"] }],
    ["exited", makeTool("die-by", [text("signal", { positional: true })]), { signal: "KILL" }, { exit: -9 }],
    ["not_started", makeTool("no-such", []), {}, { argv: [program("no-such")] }],
    ["timed_out", makeTool("x", [], { timeout: 0.1, ofCli: { command: ["sleep", "5"] } }), {}, { argv: ["sleep", "5"] }],
    ["invalid_arguments", makeTool("print-argv", [text("a", { required: true })]), {}, {}],
    ["invalid_arguments", makeTool("print-argv", [text("a", { positional: true })]), { a: "-x" }, {}],
  ] as const)("is its outcome (%s), once", async (outcome, tool, given, want) => {
    const duration_ms = expect.any(Number);
    const expected = { tool: tool.name, outcome, duration_ms, ...want };
    const calls = await logged(tool, given);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject(expected);
    if (!("exit" in want)) expect(calls[0]).not.toHaveProperty("exit");
    if (outcome === "invalid_arguments") expect(calls[0]).not.toHaveProperty("argv");
  });

  it("includes calls that found the queue full or were cancelled in it", async () => {
    const tool = makeTool("print-argv", []);
    expect(await logged(tool, {}, { limiter: createLimiter({ maxRunning: 0, maxWaiting: 0 }) })).toMatchObject([{ outcome: "busy" }]);
    expect(await logged(tool, {}, { signal: AbortSignal.abort() })).toMatchObject([{ outcome: "cancelled" }]);
  });

  const secret = { secret: true } as const;
  it.each([
    ["a flag", [text("token", secret)], { token: "hunter2" }, ["--token", "***"]],
    ["an inline flag", [text("token", { ...secret, flag: "token=" })], { token: "hunter2" }, ["token=***"]],
    ["a positional", [text("token", { ...secret, positional: true })], { token: "hunter2" }, ["***"]],
    ["a number", [{ name: "pin", type: "integer", ...secret }], { pin: 2222 }, ["--pin", "***"]],
    ["a list", [text("keys", { ...secret, repeat: true, flag: "-k" })], { keys: ["hunter2", "hunter3"] }, ["-k", "***", "-k", "***"]],
    ["a default", [text("token", { ...secret, default: "hunter2" })], {}, ["--token", "***"]],
    ["a boolean, by omitting it", [{ name: "yes", type: "boolean", ...secret }], { yes: true }, []],
    ["only the secret argument", [text("user"), text("token", secret)], { user: "me", token: "me" }, ["--user", "me", "--token", "***"]],
  ] as const)("hides the secret of %s", async (_title, args, given, want) => {
    const [call] = await logged(makeTool("print-argv", args), given);
    expect(call?.argv?.slice(1)).toEqual(want);
    expect(JSON.stringify(call)).not.toContain("hunter");
  });

  it("hides the secret of a global argument, which still reaches the program", async () => {
    const global_args = [text("token", { ...secret, default: "$SHARED", flag: "--token=" })];
    const tool = makeTool("print-argv", [], { ofCli: { command: [program("print-argv")], global_args } });
    expect(await argvOf(tool, {})).toEqual(["--token=server"]);
    expect((await logged(tool, {}))[0]?.argv?.slice(1)).toEqual(["--token=***"]);
  });

  it("omits the value of a rejected secret", async () => {
    const tool = makeTool("print-argv", [{ name: "pin", type: "integer", ...secret }]);
    expect(JSON.stringify(await logged(tool, { pin: "hunter2" }))).not.toContain("hunter");
  });
});
