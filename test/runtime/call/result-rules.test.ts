/** Tests the keys of a tool that define the meaning of its exit codes and standard error. */
import { afterAll, describe, expect, it } from "vitest";
import type { CallContext } from "../../../runtime/call/call-context.ts";
import type { ToolReply } from "../../../runtime/call/reply.ts";
import { createSpool } from "../../../runtime/output/spool.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import type { FlatTool } from "../../fixtures/tools.ts";
import { replyOf, toShellTool } from "../../fixtures/tools.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";
import { untilStarted } from "../../fixtures/until.ts";

const runner = createProcessRunner();
const spool = createSpool();
const env = { PATH: process.env["PATH"] ?? "" };
const context: CallContext = { env, policies: [], run: runner.run, execution: plainExecution(env), limiter: createLimiter(), spool };
afterAll(async () => {
  await runner.terminateAll();
  spool.close();
});

describe("the rules about results", () => {
  it.each<[string, string, Partial<FlatTool>, ToolReply]>([
    [
      "a meaning makes a code a success",
      "exit 1",
      { exit_codes: { 1: "nothing matched" } },
      { text: "[exit code: 1]\nnothing matched", isError: false },
    ],
    ["0 stays a success", "echo a", { exit_codes: { 1: "nothing matched" } }, { text: "a", isError: false }],
    [
      "an error can have a meaning too",
      "exit 22",
      { exit_codes: { 22: { error: "refused" } } },
      { text: "[exit code: 22]\nrefused", isError: true },
    ],
    [
      "an error overrules a success",
      "exit 1",
      { success_exit_codes: [0, 1], exit_codes: { 1: { error: "no" } } },
      { text: "[exit code: 1]\nno", isError: true },
    ],
    ["other codes stay failures", "exit 2", { exit_codes: { 1: "a" } }, { text: "[exit code: 2]", isError: true }],
    ["standard error is omitted after success", "echo a; echo b >&2", { stderr: "on_failure" }, { text: "a", isError: false }],
    [
      "standard error is included after a failure",
      "echo b >&2; exit 1",
      { stderr: "on_failure" },
      { text: "[stderr]\nb\n\n[exit code: 1]", isError: true },
    ],
    ["a prefix precedes output", "echo; echo a", { reply_prefix: "In bytes" }, { text: "In bytes\na", isError: false }],
    ["a prefix needs output", "echo; echo b >&2", { reply_prefix: "In bytes" }, { text: "[stderr]\nb", isError: false }],
    ["a failure has no prefix", "echo a; exit 1", { reply_prefix: "In bytes" }, { text: "a\n\n[exit code: 1]", isError: true }],
    ["standard error is never part of a success", "echo a; echo b >&2", { stderr: "never" }, { text: "a", isError: false }],
    ["a success without other output has no text", "echo b >&2", { stderr: "never" }, { text: "(no output)", isError: false }],
    [
      "standard error is never part of a failure with other output",
      "echo a; echo b >&2; exit 1",
      { stderr: "never" },
      { text: "a\n\n[exit code: 1]", isError: true },
    ],
    [
      "standard error is part of a failure without other output",
      "echo; echo b >&2; exit 1",
      { stderr: "never" },
      { text: "[stderr]\nb\n\n[exit code: 1]", isError: true },
    ],
    [
      "standard error can be part of successes only",
      "echo a; echo b >&2",
      { stderr: "on_success" },
      { text: "a\n\n[stderr]\nb", isError: false },
    ],
    [
      "standard error is then omitted after a failure with other output",
      "echo a; echo b >&2; exit 1",
      { stderr: "on_success" },
      { text: "a\n\n[exit code: 1]", isError: true },
    ],
    [
      "standard error is then included after a failure without other output",
      "echo b >&2; exit 1",
      { stderr: "on_success" },
      { text: "[stderr]\nb\n\n[exit code: 1]", isError: true },
    ],
    [
      "standard error of a program that was killed is always included",
      "echo a; echo b >&2; kill -9 $$",
      { stderr: "never" },
      { text: "a\n\n[stderr]\nb\n\n[exit code: -9]", hint: expect.stringContaining("SIGKILL") as string, isError: true },
    ],
    [
      "a condition decides whether standard error is included",
      "echo a; echo b >&2; exit 1",
      { stderr: "on_failure", exit_codes: { 1: { error_if: { stderr: "b" } } } },
      { text: "a\n\n[stderr]\nb\n\n[exit code: 1]", isError: true },
    ],
    [
      "standard error is included if it makes the call a failure",
      "echo a; echo b >&2; exit 1",
      { stderr: "never", exit_codes: { 1: { error_if: { stderr: "b" } } } },
      { text: "a\n\n[stderr]\nb\n\n[exit code: 1]", isError: true },
    ],
    [
      "standard error is part of a failure whose output is not text",
      "printf '\\037\\213\\010\\000\\000\\000'; echo b >&2; exit 1",
      { stderr: "never" },
      { text: "[output that is not text: application/gzip, 6 bytes]\n\n[stderr]\nb\n\n[exit code: 1]", isError: true },
    ],
    [
      "standard error is included if the output is not what the schema declares",
      "echo oops; echo b >&2",
      { stderr: "never", output: { format: "json", schema: { type: "object" } } },
      { text: "oops\n\n[stderr]\nb", notes: [expect.stringContaining("is not JSON") as string], isError: true },
    ],
    [
      "standard error is included if there is no JSON",
      "echo b >&2",
      { stderr: "on_failure", output: { format: "json" } },
      { text: "[stderr]\nb", notes: [expect.stringContaining("is empty, not JSON") as string], isError: false },
    ],
  ])("%s", async (_title, script, rules, want) => {
    expect(await replyOf(toShellTool(script, rules), {}, context)).toEqual(want);
  });

  it("a timeout can be a success", async () => {
    const { result, seconds } = await untilStarted(
      (timeout) => replyOf(toShellTool("echo a; sleep 120", { timeout, timeout_is_success: true }), {}, context),
      ({ text }) => text.startsWith("a\n"),
    );
    expect(result).toEqual({ text: `a\n\n[stopped after ${seconds}s]`, isError: false });
  });
});
