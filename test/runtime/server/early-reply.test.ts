/** Tests calls that run longer than `limits.reply_after`: their first reply, what follows it, and who may read and stop it. */
import { afterEach, describe, expect, it } from "vitest";
import type { CallContext, FinishedCall } from "../../../runtime/call/call-context.ts";
import { createRunningCalls, MAX_RUNNING, MAX_RUNNING_PER_CALLER } from "../../../runtime/call/running-calls.ts";
import type { RunningCalls } from "../../../runtime/call/running-calls.ts";
import type { Spool } from "../../../runtime/output/spool.ts";
import { createSpool } from "../../../runtime/output/spool.ts";
import { createLimiter } from "../../../runtime/process/limiter.ts";
import type { ProcessRequest } from "../../../runtime/process/process-request.ts";
import type { ProcessResult } from "../../../runtime/process/process.ts";
import { createRequestHandler } from "../../../runtime/server/request-handler.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";
import { toPart } from "../../fixtures/source-server.ts";

const schema = { type: "object" } as const;
const index = createToolIndex([
  toPart(
    { command: ["true"] },
    {
      build: { risk: "write", exit_codes: { 3: "nothing to do" } },
      quiet: { risk: "read", stderr: "on_failure" },
      facts: { risk: "read", output: { format: "json" } },
      typed: { risk: "read", output: { format: "json", schema } },
      pin: { args: { code: { type: "string", secret: true } } },
    },
  ),
]);
const progressive = createRequestHandler(index, false, { replyAfter: 5 });
const split = createRequestHandler(index, false, { replyAfter: 5, splitCalls: true });
const classic = createRequestHandler(index, true, { replyAfter: 5 });

/** A program that the test controls. */
interface Program {
  readonly print: (text: string | Buffer, stream?: "stdout" | "stderr") => void;
  readonly exit: (code: number) => void;
  readonly signal: AbortSignal | undefined;
}

interface Setup {
  readonly readTool?: string;
  readonly slots?: number;
}

const spools: Spool[] = [];
afterEach(() => spools.splice(0).forEach((spool) => spool.close()));

/** A server of one store, whose programs the test controls. */
function setUp({ readTool = "climax_call", slots = 100 }: Setup = {}) {
  const finished: FinishedCall[] = [];
  const programs: Program[] = [];
  const waiting: ((program: Program) => void)[] = [];
  const spool = createSpool({ readTool });
  spools.push(spool);
  const running: RunningCalls = createRunningCalls();
  const limiter = createLimiter({ maxRunning: slots });
  const plain = plainExecution({});
  const run = ({ sinks, signal }: ProcessRequest): Promise<ProcessResult> =>
    new Promise((resolve) => {
      const end = (ending: { kind: "exited"; exit: number } | { kind: "cancelled" }): void =>
        resolve({ ...ending, stdout: "", stderr: "" });
      signal?.addEventListener("abort", () => end({ kind: "cancelled" }));
      if (signal?.aborted === true) end({ kind: "cancelled" });
      const program: Program = {
        print: (text, stream = "stdout") => sinks?.[stream](Buffer.from(text)),
        exit: (exit) => end({ kind: "exited", exit }),
        signal,
      };
      programs.push(program);
      waiting.shift()?.(program);
    });
  const contextOf = (subject?: string, extra: Partial<CallContext> = {}): CallContext => ({
    env: {},
    policies: [],
    execution: { ...plain, limits: { ...plain.limits, reply_after: 0.05 } },
    run,
    limiter,
    spool,
    running,
    caller: { client: null, ...(subject !== undefined && { subject }) },
    onFinished: (call) => finished.push(call),
    ...extra,
  });
  const nextProgram = (): Promise<Program> => new Promise((resolve) => waiting.push(resolve));
  const use = async (name: string, args: object = {}, subject?: string, extra: Partial<CallContext> = {}) =>
    await progressive.callListedTool("climax_call", { tool_name: name, args }, contextOf(subject, extra));
  /** Calls a tool, prints, and returns the first reply with the id in it. */
  const begin = async (tool: string, text: string, subject?: string, extra: Partial<CallContext> = {}) => {
    const started = nextProgram();
    const reply = use(tool, {}, subject, extra);
    const program = await started;
    program.print(text);
    const first = await reply;
    return { program, first, id: idOf(first.text) };
  };
  return { finished, programs, running, contextOf, nextProgram, use, begin, limiter };
}

function idOf(text: string): string {
  return /\{"id":"([\w-]+)"\}/.exec(text)?.[1] ?? "";
}

/** Replaces ids and durations. */
function plainText(text: string, id: string): string {
  return text.replaceAll(id, "ID").replaceAll(/after \d+ s/g, "after N s");
}

const RUNNING =
  '[The command still runs after N s. To read on, call climax_call with {"tool_name":"output_read","args":{"id":"ID"}}; ' +
  'to stop it, call climax_call with {"tool_name":"output_stop","args":{"id":"ID"}}]';

describe("a call that runs longer than reply_after", () => {
  it("replies with its output and an id, is followed until its end, and is recorded once, at its end", async () => {
    const { begin, use, finished } = setUp();
    const { program, first, id } = await begin("build", "one\ntwo\n");
    expect([plainText(first.text, id), first.isError]).toEqual([`one\ntwo\n\n${RUNNING}`, false]);
    expect(finished).toEqual([]);
    const none = await use("output_read", { id, wait: 0 });
    expect(plainText(none.text, id)).toBe(`(no new output)\n\n${RUNNING}`);
    program.print("three\n");
    program.print("careful\n", "stderr");
    const more = await use("output_read", { id });
    expect(plainText(more.text, id)).toBe(`three\ncareful\n\n${RUNNING}`);
    program.print("four");
    program.exit(3);
    await expect.poll(() => finished.find(({ tool }) => tool === "build")).toMatchObject({ outcome: "exited", exit: 3, isError: false });
    const last = await use("output_read", { id });
    expect([plainText(last.text, id), last.isError]).toEqual([
      "four\n\n[The command has ended after N s]\n\n[exit code: 3]\nnothing to do",
      false,
    ]);
    const again = await use("output_read", { id, offset: 0 });
    expect(plainText(again.text, id)).toBe(
      "one\ntwo\nthree\ncareful\nfour\n\n[The command has ended after N s]\n\n[exit code: 3]\nnothing to do",
    );
    expect((await use("output_read", { id, match: "three" })).text).toContain("three");
    expect(finished.filter(({ tool }) => tool === "build")).toHaveLength(1);
  });

  it("waits for output, and returns when there is some or when the command ends", async () => {
    const { begin, use } = setUp();
    const { program, id } = await begin("build", "one\n");
    const limits = { ...plainExecution({}).limits, reply_after: 600 };
    const patient = { execution: { ...plainExecution({}), limits } };
    const waited = use("output_read", { id }, undefined, patient);
    program.print("two\n");
    expect((await waited).text).toMatch(/^two\n\n\[The command still runs/);
    const ending = use("output_read", { id }, undefined, patient);
    program.exit(0);
    expect(await ending).toMatchObject({
      text: expect.stringMatching(/^\[The command has ended after \d+ s\]\n\n\[exit code: 0\]$/) as string,
      isError: false,
    });
    const long = await use("output_read", { id, wait: 601 }, undefined, patient);
    expect(long).toMatchObject({ text: expect.stringContaining("'wait' must be at most 600") as string, isError: true });
  });

  it("is stopped by output_stop, as by a cancellation", async () => {
    const { begin, use, finished } = setUp();
    const { program, id } = await begin("build", "one\n");
    program.print("two\n");
    const stopped = await use("output_stop", { id });
    expect([plainText(stopped.text, id), stopped.isError]).toEqual(["two\n\n[The command was stopped after N s]", false]);
    expect(program.signal?.aborted).toBe(true);
    expect(finished.map(({ tool, outcome }) => `${tool} ${outcome}`)).toEqual(["build cancelled", "output_stop returned"]);
    expect(await use("output_read", { id })).toMatchObject({ text: expect.stringContaining("Command cancelled") as string, isError: true });
    expect(await use("output_stop", { id })).toMatchObject({ text: expect.stringContaining("has ended") as string });
  });

  it("belongs to its caller: nobody else reads or stops it, and it runs on", async () => {
    const { begin, use } = setUp();
    const { program, id } = await begin("build", "secret of ann\n", "ann");
    for (const other of ["bob", undefined]) {
      const replies = await Promise.all([use("output_read", { id }, other), use("output_stop", { id }, other)]);
      expect(replies.map(({ isError, text }) => isError && !text.includes("ann"))).toEqual([true, true]);
      const paged = await use("output_read", { id, from_line: 1 }, other);
      expect(paged).toMatchObject({ text: expect.stringContaining("No output has this id") as string, isError: true });
    }
    expect(program.signal?.aborted).toBe(false);
    expect((await use("output_read", { id, from_line: 1 }, "ann")).text).toContain("secret of ann");
    program.exit(0);
    expect((await use("output_read", { id }, "ann")).text).toContain("[exit code: 0]");
  });

  it("survives the disconnection of its client after the first reply, but is cancelled by one before it", async () => {
    const { begin, use, nextProgram } = setUp();
    const client = new AbortController();
    const { program, id } = await begin("build", "one\n", "ann", { signal: client.signal });
    client.abort();
    expect(program.signal?.aborted).toBe(false);
    program.print("two\n");
    expect((await use("output_read", { id }, "ann")).text).toMatch(/^two\n/);
    program.exit(0);
    const gone = new AbortController();
    const started = nextProgram();
    const cancelled = use("build", {}, "ann", { signal: gone.signal });
    await started;
    gone.abort();
    expect(await cancelled).toMatchObject({ text: expect.stringContaining("Command cancelled") as string, isError: true });
  });

  it("keeps its slot, so that others wait, while it can be read and stopped", async () => {
    const { begin, use, nextProgram } = setUp({ slots: 1 });
    const { id } = await begin("build", "one\n");
    const queued = await use("quiet");
    expect(queued.text).toMatch(/^\[The command waits for a free slot of the server after \d+ s/);
    const started = nextProgram();
    expect((await use("output_read", { id, from_line: 1 })).text).toContain("one");
    expect((await use("output_stop", { id })).text).toContain("was stopped");
    const second = await started;
    second.print("ran\n");
    second.exit(0);
    await expect.poll(async () => (await use("output_read", { id: idOf(queued.text), wait: 0 })).text).toContain("ran");
  });

  it("reports no progress after the first reply", async () => {
    const { begin } = setUp();
    const reported: number[] = [];
    const { program } = await begin("build", "one\n", undefined, { onOutput: (bytes) => reported.push(bytes) });
    program.print("two\n");
    program.exit(0);
    expect(reported).toEqual([]);
  });

  it("has the incomplete last line in its state", async () => {
    const { begin } = setUp();
    const { first } = await begin("build", "one\nContinue? ");
    expect(first.text).toContain("one\n\n[incomplete line: Continue?]\n[The command still runs");
  });

  it("never shows a secret, also one that two chunks share", async () => {
    const { use, nextProgram, contextOf } = setUp();
    const started = nextProgram();
    const call = progressive.callListedTool("climax_call", { tool_name: "pin", args: { code: "hunter2hunter2" } }, contextOf());
    const program = await started;
    program.print("a hunter2");
    const first = await call;
    program.print("hunter2 b\n");
    const next = await use("output_read", { id: idOf(first.text) });
    expect([first.text.includes("hunter2"), next.text.split("\n")[0]]).toEqual([false, "a *** b"]);
    program.exit(0);
  });

  it("replies as a whole at its end if its reply is structured, or leaves standard error out", async () => {
    const { begin, use } = setUp();
    const json = await begin("facts", '{"a":');
    expect(json.first.text).toMatch(/^\[The command still runs/);
    json.program.print("1}");
    json.program.exit(0);
    await expect.poll(async () => await use("output_read", { id: json.id })).toMatchObject({ text: '{"a":1}', structured: { a: 1 } });
    const quiet = await begin("quiet", "out\n");
    quiet.program.print("hidden\n", "stderr");
    expect((await use("output_read", { id: quiet.id, wait: 0 })).text).not.toContain("hidden");
    quiet.program.exit(0);
    await expect.poll(async () => await use("output_read", { id: quiet.id })).toMatchObject({ text: "out", isError: false });
  });

  it("has an error as first reply only if clients see the schema of its output, as in classic mode", async () => {
    const { begin, contextOf, nextProgram } = setUp();
    const { first, id } = await begin("typed", "{");
    expect(first).toMatchObject({ isError: false, running: id, text: expect.stringContaining("still runs") as string });
    const started = nextProgram();
    const listed = classic.callListedTool("typed", {}, contextOf());
    (await started).print("{");
    expect(await listed).toMatchObject({ isError: true, text: expect.stringContaining("still runs") as string });
  });

  it("has the reply that it has without a first reply for a caller who waits for the whole of it", async () => {
    const { begin, use } = setUp();
    const { program, first, id } = await begin("build", "one\n");
    expect(first.running).toBe(id);
    const waiting = await use("output_read", { id, whole: true, wait: 0 });
    expect([plainText(waiting.text, id), waiting.running, waiting.isError]).toEqual([RUNNING, id, false]);
    program.print("two\n");
    const last = use("output_read", { id, whole: true }, undefined, { execution: plainExecution({}) });
    program.exit(3);
    expect(await last).toEqual({ text: "one\ntwo\n\n[exit code: 3]\nnothing to do", isError: false });
    expect((await use("output_read", { id })).text).toMatch(/^two\n/);
    const typed = await begin("typed", "{}");
    typed.program.exit(0);
    await expect.poll(() => use("output_read", { id: typed.id, whole: true })).toEqual({ text: "{}", structured: {}, isError: false });
  });

  it("shortens long output, whose rest can be read while the command runs", async () => {
    const { begin, use } = setUp();
    const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at + 1}\n`).join("");
    const { first } = await begin("build", lines);
    expect(Buffer.byteLength(JSON.stringify(first.text))).toBeLessThanOrEqual(19_000);
    const [, kept = ""] = /\{"id":"([\w-]+)","from_line":\d+\}/.exec(first.text) ?? [];
    expect((await use("output_read", { id: kept, from_line: 15_000, lines: 1 })).text).toMatch(/^line 15000\n/);
  });

  it("leaves room for other callers, and replies at its end without room", async () => {
    const { begin, running, use, nextProgram } = setUp();
    const owners = Array.from({ length: MAX_RUNNING }, (_, at) => (at < MAX_RUNNING_PER_CALLER ? "ann" : "bob"));
    await Promise.all(owners.map((owner) => begin("build", "one\n", owner)));
    expect(["ann", "bob", "eve"].map((owner) => running.hasRoom(owner))).toEqual([false, false, false]);
    const started = nextProgram();
    const reply = use("build", {}, "eve");
    const program = await started;
    program.print("eve\n");
    await new Promise((resolve) => setTimeout(resolve, 150));
    program.exit(0);
    expect(await reply).toEqual({ text: "eve", isError: false });
  });

  it("replies at its end if it is quick", async () => {
    const { use, nextProgram, finished } = setUp();
    const started = nextProgram();
    const reply = use("build", {}, undefined, { execution: plainExecution({}) });
    const program = await started;
    program.print("quick\n");
    program.exit(0);
    expect(await reply).toEqual({ text: "quick", isError: false });
    expect(finished).toHaveLength(1);
  });
});

describe("output_stop", () => {
  it("is registered with reply_after only: in classic mode as a tool, and otherwise through climax_call", async () => {
    const { contextOf } = setUp();
    const listed = (handler: typeof classic) => handler.listTools().map(({ name }) => name);
    expect(listed(classic).slice(-2)).toEqual(["output_read", "output_stop"]);
    expect(listed(progressive)).toEqual(["climax_search", "climax_call"]);
    expect(listed(createRequestHandler(index, true))).not.toContain("output_stop");
    const call = { tool_name: "output_stop", args: { id: "x" } };
    const nothing = expect.stringContaining("Nothing was stopped") as string;
    expect(await classic.callListedTool("output_stop", { id: "x" }, contextOf())).toMatchObject({ text: nothing, isError: true });
    expect(await split.callListedTool("climax_call", call, contextOf())).toMatchObject({ text: nothing });
    expect(await split.callListedTool("climax_read", call, contextOf())).toMatchObject({ hint: "Call it through climax_call." });
    const { hint } = await progressive.callListedTool("output_stop", { id: "x" }, contextOf());
    expect(hint).toBe('Call it through climax_call: {"tool_name":"output_stop","args":{…}}');
    const without = await createRequestHandler(index, false).callListedTool("climax_call", call, contextOf());
    expect(without.text).toBe("Unknown tool: output_stop");
  });

  it("is named directly in the replies of classic mode", async () => {
    const { contextOf, nextProgram } = setUp({ readTool: "output_read" });
    const started = nextProgram();
    const reply = classic.callListedTool("build", {}, contextOf());
    (await started).print("one\n");
    const { text } = await reply;
    const id = idOf(text);
    expect(text).toContain(`To read on, call output_read with {"id":"${id}"}; to stop it, call output_stop with {"id":"${id}"}]`);
    expect((await classic.callListedTool("output_stop", { id }, contextOf())).text).toContain("was stopped");
  });
});
