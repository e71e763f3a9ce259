import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { CallContext, CallFacts } from "../../../runtime/call/call-context.ts";
import { writeMessage } from "../../../runtime/call/confirm-message.ts";
import { explainCall } from "../../../runtime/explain/explain-call.ts";
import type { ToolReply } from "../../../runtime/call/reply.ts";
import { maskArgv } from "../../../runtime/command-line/shown-line.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import type { ProcessRequest } from "../../../runtime/process/process-request.ts";
import { createProcessRunner } from "../../../runtime/process/process.ts";
import { toStartedEntry } from "../../../runtime/record/audit-entry.ts";
import type { AnyToolSpec, CliSpec } from "../../../runtime/tool/tool-spec.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { toPart } from "../../fixtures/source-server.ts";
import { replyOf } from "../../fixtures/tools.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-message-"));
const log = join(folder, "log");
const runner = createProcessRunner();
afterAll(async () => {
  await runner.terminateAll();
  rmSync(folder, { recursive: true });
});

/** A program that logs its arguments, and behaves as the first one says. */
const SCRIPT =
  '#!/bin/sh\necho "$* $MODE" >>"$LOG"; case "$1" in name) echo " web-1 ";; bad) exit 3;; tell) echo "$3";; slow) sleep 20;; *) echo done;; esac';
const program = join(folder, "vm");
writeFileSync(program, SCRIPT, { mode: 0o755 });
const CLI: Partial<CliSpec> = { env: { MODE: "m" } };

const args: AnyToolSpec["args"] = {
  id: { type: "string", required: true, flag: "--id" },
  zone: { type: "string" },
  count: { type: "integer", default: 3 },
  password: { type: "string", secret: true },
  free: { type: "string", allow_leading_dash: true },
};

function toTool(spec: Partial<AnyToolSpec>): Tool {
  const part = toPart({ command: [program], ...CLI }, { stop: { command: ["stop"], args, ...spec } });
  const tool = createToolIndex([part]).get("stop");
  if (tool === undefined) throw new Error("no tool");
  return tool;
}

interface Asked {
  readonly reply: ToolReply;
  readonly questions: readonly string[];
  readonly runs: readonly string[];
  readonly started: readonly CallFacts[];
  readonly warnings: readonly unknown[];
}

const env = { PATH: process.env["PATH"] ?? "", LOG: log };
const confirming = [toPolicy({ default: "enabled", tools: { stop: { confirm: true } } })];

async function ask(spec: Partial<AnyToolSpec>, given: Readonly<Record<string, unknown>>, more: Partial<CallContext> = {}): Promise<Asked> {
  writeFileSync(log, "");
  const questions: string[] = [];
  const started: CallFacts[] = [];
  const warnings: unknown[] = [];
  const reply = await replyOf(toTool(spec), given, {
    env,
    policies: confirming,
    run: runner.run,
    execution: plainExecution(env),
    limiter: createLimiter(),
    confirm: async ({ writeQuestion }) => {
      questions.push(await writeQuestion());
      return { kind: "declined" };
    },
    onStarting: (facts) => started.push(facts) > 0,
    log: { debug: () => {}, info: () => {}, error: () => {}, warn: (...entry) => warnings.push(entry) },
    ...more,
  });
  const runs = readFileSync(log, "utf8").split("\n").filter(Boolean);
  return { reply, questions, runs, started, warnings };
}

const NAMED = { confirm_message: "Stop {id} ({name})?", resolve: { name: { command: ["name"], args: { id: "{id}", zone: "z-{zone}" } } } };

describe("a confirmation with a message", () => {
  it("shows the message below the whole command, instead of the question", async () => {
    const { questions, runs } = await ask({ confirm_message: "Stop {id}?" }, { id: "a b" });
    expect(questions).toEqual([expect.stringMatching(/^ {4}\S+\/vm stop --id "a b" --count 3\nStop "a b"\?$/)]);
    expect(runs).toEqual([]);
  });

  it("shows the output of resolvers, which run with the program's words and variables", async () => {
    const { questions, runs, reply } = await ask(NAMED, { id: "i-1" });
    expect(questions[0]).toMatch(/\nStop "i-1" \("web-1"\)\?$/);
    expect(runs).toEqual(["name --id i-1 m"]);
    expect(reply.text).toBe("Not run: the client declined the confirmation (without a terminal, clients decline by themselves)");
  });

  it("passes words after the flags, and leaves them out if the call lacks a value", async () => {
    const resolve = { name: { command: ["name"], args: { zone: "{zone}" }, words: ["--", "{id}"] } };
    const all = await ask({ ...NAMED, resolve }, { id: "i-1", zone: "z" });
    expect(all.runs).toEqual(["name --zone z -- i-1 m"]);
    const lacking = { name: { command: ["name"], words: ["{id}", "{zone}"] } };
    expect((await ask({ ...NAMED, resolve: lacking }, { id: "i-1" })).runs).toEqual(["name m"]);
  });

  it("passes the text of an argument with `file`, which has no file before the call", async () => {
    const spec = {
      args: { ...args, note: { type: "string", file: {} } },
      resolve: { name: { command: ["name"], words: ["{note}"] } },
    } as const;
    expect((await ask({ ...NAMED, ...spec }, { id: "i-1", note: "urgent" })).runs).toEqual(["name urgent m"]);
  });

  it("masks a secret that a resolver prints", async () => {
    const resolve = { name: { command: ["tell"], args: { password: "{password}" } } };
    const { questions } = await ask({ ...NAMED, resolve }, { id: "i-1", password: "hunter2222" });
    expect(questions[0]).toMatch(/\nStop "i-1" \("\*\*\*"\)\?\n/);
    expect(questions[0]).not.toContain("hunter");
  });

  // The call itself accepts any value in the word of the flag.
  const joined: AnyToolSpec["args"] = { ...args, id: { type: "string", flag: "--id=" } };

  it.each<[string, Partial<AnyToolSpec>, string]>([
    ["fails", { resolve: { name: { command: ["bad"] } } }, "exit code 3"],
    ["exceeds its time limit", { resolve: { name: { command: ["slow"], timeout: 0.2 } } }, "timed_out"],
    [
      "gets a value that could be read as an option",
      { resolve: { name: { command: ["name"], args: { x: "{id}" } } } },
      "a word starts with '-' because of the value of 'id'",
    ],
    [
      "gets a value that could be read as an option after an empty one",
      { resolve: { name: { command: ["name"], args: { x: "{free}{id}" } } } },
      "a word starts with '-' because of the value of 'id'",
    ],
    [
      "gets a word that could be read as an option",
      { resolve: { name: { command: ["name"], words: ["{id}"] } } },
      "a word starts with '-' because of the value of 'id'",
    ],
  ])("shows no value for a resolver that %s, and logs the reason", async (_title, spec, problem) => {
    const { questions, warnings } = await ask({ ...NAMED, args: joined, ...spec }, { id: "-rf", free: "" });
    expect(questions[0]).toMatch(/\nStop "-rf" \(<unresolved:name>\)\?$/);
    expect(warnings).toEqual([["resolver", { tool: "stop", resolver: "name", problem }]]);
  });

  it("runs no resolver if no confirmation is required, or the message does not use it", async () => {
    expect((await ask(NAMED, { id: "i-1" }, { policies: [] })).runs).toEqual(["stop --id i-1 --count 3 m"]);
    expect((await ask({ ...NAMED, confirm_message: "Stop?" }, { id: "i-1" })).runs).toEqual([]);
    const silent = await ask(NAMED, { id: "i-1" }, { confirm: async () => ({ kind: "accepted" }) });
    expect(silent.runs).toEqual(["stop --id i-1 --count 3 m"]);
    expect((await ask(NAMED, { count: "many" })).runs).toEqual([]);
  });

  it.each<[string, number | undefined, number, number]>([
    ["ten seconds without a time limit", undefined, Infinity, 10_000],
    ["its time limit", 20, Infinity, 20_000],
    ["the policy's time limit if that is shorter", 20, 5, 5000],
    ["the policy's time limit if it has none", undefined, 5, 5000],
  ])("stops a resolver after %s", async (_title, timeout, max_timeout, timeoutMs) => {
    const plain = plainExecution(env);
    const execution = { ...plain, limits: { ...plain.limits, max_timeout, max_output_bytes: 1234 } };
    const requests: ProcessRequest[] = [];
    const run: CallContext["run"] = async (request) => {
      requests.push(request);
      return await runner.run(request);
    };
    const { signal } = new AbortController();
    const resolve = { name: { command: ["name"], ...(timeout !== undefined && { timeout }) } };
    await ask({ ...NAMED, resolve }, { id: "x" }, { execution, run, signal });
    expect(requests).toMatchObject([{ timeoutMs, maxOutputBytes: 1234 }]);
    expect(requests[0]?.signal).toBe(signal);
  });

  it("records the start of a resolver, and does not run it if that fails", async () => {
    const { started } = await ask({ ...NAMED, risk: "read" }, { id: "i-1" });
    const entries = started.map((facts) => toStartedEntry(facts, { id: "1", client: null, showValues: false }));
    expect(entries).toMatchObject([{ event: "started", tool: "stop", resolver: "name" }]);
    expect(entries[0]?.argv?.slice(-3)).toEqual(["name", "--id", "<string(3)>"]);
    const refused = await ask(NAMED, { id: "i-1" }, { onStarting: () => false });
    expect(refused.runs).toEqual([]);
    expect(refused.questions[0]).toContain("<unresolved:name>");
  });

  it("passes secret values to a resolver, and shows them nowhere", async () => {
    const resolve = { name: { command: ["name"], args: { key: "{password}" } } };
    const { runs, started, questions } = await ask({ ...NAMED, resolve }, { id: "i", password: "hunter2" });
    expect(runs).toEqual(["name --key hunter2 m"]);
    expect(started.map(({ line }) => line && maskArgv(line).at(-1))).toEqual(["***"]);
    expect(questions[0]).not.toContain("hunter2");
  });

  it("is explained without running a program", async () => {
    writeFileSync(log, "");
    const explained = await explainCall(toTool(NAMED), { id: "i-1", zone: "eu" }, { env, policies: confirming });
    expect(explained).toMatchObject({ message: { text: 'Stop "i-1" (<name>)?', resolvers: [{ name: "name" }] } });
    const argv = explained.kind === "command" ? explained.message?.resolvers[0]?.argv : [];
    expect(argv?.slice(-5)).toEqual(["name", "--id", "i-1", "--zone", "z-eu"]);
    expect(readFileSync(log, "utf8")).toBe("");
  });
});

describe("a message", () => {
  const toArgs = (): readonly ToolArg[] => Object.entries(args).map(([name, arg]) => ({ name, ...arg }));
  const write = (template: string, values: Readonly<Record<string, unknown>>): string =>
    writeMessage(template, { args: toArgs(), values: new Map(Object.entries(values)), resolved: new Map() });

  it.each<[string, string, Readonly<Record<string, unknown>>, string]>([
    ["quotes text", "Stop {id}", { id: 'a" b' }, String.raw`Stop "a\" b"`],
    ["shows text on one line", "Stop\n {id}", { id: "a\nRun\u202E" }, String.raw`Stop "a\nRun\u{202e}"`],
    ["masks secret values", "With {password}", { password: "hunter2" }, "With ***"],
    ["says that a value is missing", "In {zone}", {}, "In (not given)"],
    ["shows numbers, booleans and lists", "{count} {zone} {id}", { count: 3, zone: true, id: ["a", "b"] }, '3 true ["a","b"]'],
    ["shortens long text", "{id}", { id: "x".repeat(300) }, `"${"x".repeat(200)}"…`],
    ["keeps doubled braces, and braces in values", "{{id}} {id}", { id: "{zone}" }, '{id} "{zone}"'],
  ])("%s", (_title, template, values, text) => {
    expect(write(template, values)).toBe(text);
  });
});
