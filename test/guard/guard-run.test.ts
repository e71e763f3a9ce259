/** Tests what a guard adds to a command line that was read, and what it records of one that was not. */
import { expect, it } from "vitest";
import { observedEntry } from "../../runtime/guard/observed-line.ts";
import { completeInput } from "../../runtime/guard/standard-input.ts";
import type { Tool, ToolArg } from "../../runtime/tool/tool.ts";

const toolWith = (arg: Partial<ToolArg>): Tool => ({ args: [{ name: "text", type: "string", stdin: true, ...arg }] }) as unknown as Tool;
const read = () => ({ kind: "read", text: "abc" }) as const;

it("takes a text from standard input, never from a terminal", () => {
  const required = { tool: toolWith({ required: true }), args: { reverse: true } };
  expect(completeInput(required, "pipe", read)).toEqual({ kind: "complete", args: { reverse: true, text: "abc" } });
  expect(completeInput(required, "other", read)).toEqual({ kind: "complete", args: { reverse: true, text: "abc" } });
  expect(completeInput(required, "terminal", read)).toEqual({ kind: "complete", args: { reverse: true } });
  expect(completeInput({ tool: toolWith({}), args: {} }, "other", read)).toEqual({ kind: "complete", args: {} });
  expect(completeInput(required, "pipe", () => ({ kind: "refused", problem: "not UTF-8" }))).toMatchObject({ problem: "not UTF-8" });
});

it("records an observed command line by its rule and the shapes of its words", () => {
  const entry = observedEntry({ rule: "unknown-option", argv: ["git", "log", "--secret=abc"], version: "1.0.0", status: 1, durationMs: 2 });
  expect(entry).toMatchObject({ rule: "unknown-option", argv: ["git", "<string(3)>", "<string(12)>"], exit: 1, verdict: "ran" });
  expect(JSON.stringify(entry)).not.toContain("secret");
});
