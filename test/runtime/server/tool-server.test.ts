/** Tests that one server serves several callers, and replaces its tools between calls. */
import { afterAll, expect, it } from "vitest";
import type { FinishedCall } from "../../../runtime/call/call-context.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import type { HookedCall } from "../../../runtime/server/call-hooks.ts";
import type { Caller } from "../../../runtime/server/caller.ts";
import { LOCAL_CALLER, LOST_CALLER, unrestricted } from "../../../runtime/server/caller.ts";
import type { GivenArguments } from "../../../runtime/server/request-handler.ts";
import type { ReceivedCall, ToolServer } from "../../../runtime/server/tool-server.ts";
import { createToolServer } from "../../../runtime/server/tool-server.ts";
import { createToolIndex } from "../../../runtime/tool-index/tool-index.ts";
import { plainExecution } from "../../fixtures/plain-execution.ts";
import { toPart } from "../../fixtures/source-server.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };
const env = { PATH: process.env["PATH"] ?? "" };
const index = createToolIndex([toPart({ command: ["echo"] }, { look: { risk: "read" }, drop: { risk: "destructive" } })]);
const setup = { kind: "ready", index, policies: [], execution: plainExecution(env), warnings: [] } as const;
const finished: [tool: string, subject: string | undefined, outcome: FinishedCall["outcome"]][] = [];

/** What runs before the next call. */
let beforeCall: (call: HookedCall) => void = () => undefined;

const server: ToolServer = createToolServer({
  info: { name: "test", version: "1.0.0" },
  launch: { classic: true, auditValues: false },
  setup,
  env,
  audit: undefined,
  log,
  startTelemetry: undefined,
  isLive: true,
  hooks: {
    beforeCall: (call) => beforeCall(call),
    afterCall: ({ tool, caller }, { outcome }) => void finished.push([tool, caller.subject, outcome]),
  },
});
afterAll(() => server.close());

const from = (caller: Caller): ReceivedCall => ({ caller, origin: { id: crypto.randomUUID(), client: null, method: "tools/call" } });

it("calls with the caller of each request, also at the same time", async () => {
  const ann: Caller = { subject: "ann", forbid: ({ risk }) => (risk === "read" ? undefined : "ann only reads") };
  const bob = unrestricted({ subject: "bob" });
  const calls = [ann, bob].flatMap((caller) => ["look", "drop"].map((tool) => server.callTool(tool, {}, from(caller))));
  const replies = await Promise.all(calls);
  expect(replies.map(({ isError }) => isError)).toEqual([false, true, false, false]);
  expect(replies[1]?.text).toContain("ann only reads");
  const records = finished.map((one) => one.join(" "));
  expect(records.toSorted()).toEqual(["drop ann forbidden", "drop bob exited", "look ann exited", "look bob exited"]);
});

it("runs no tool for a caller that was lost", async () => {
  for (const tool of ["look", "drop"]) {
    expect(await server.callTool(tool, {}, from(LOST_CALLER))).toMatchObject({ isError: true, text: expect.stringContaining("unknown") });
  }
});

it("keeps the output of each caller for this caller alone, also if a later caller was lost", async () => {
  const text = "x".repeat(40_000);
  const keeping = createToolServer({
    info: { name: "test", version: "1.0.0" },
    launch: { classic: false, auditValues: false },
    setup: {
      ...setup,
      index: createToolIndex([toPart({ command: ["echo", text] }, { look: { risk: "read", output: { max_bytes: 2048 } } })]),
    },
    env,
    audit: undefined,
    log,
    startTelemetry: undefined,
  });
  const call = (name: string, args: object, caller: Caller) => keeping.callTool("climax_call", { tool_name: name, args }, from(caller));
  try {
    const callers = [LOCAL_CALLER, unrestricted({ subject: "ann" }), unrestricted({ subject: "bob" }), LOST_CALLER];
    const found: boolean[][] = [];
    for (const owner of callers.slice(0, 3)) {
      const { text: shown } = await call("look", {}, owner);
      const id = /"id": ?"([^"]+)"/.exec(shown)?.[1] ?? shown.slice(-400);
      found.push((await Promise.all(callers.map((caller) => call("output_read", { id }, caller)))).map(({ isError }) => !isError));
    }
    expect(found).toEqual([
      [true, false, false, false],
      [false, true, false, false],
      [false, false, true, false],
    ]);
  } finally {
    await keeping.close();
  }
});

it("has neither output_stop nor first replies without reply_after, and keeps no output in classic mode", async () => {
  const parts = { info: { name: "test", version: "1.0.0" }, env, audit: undefined, log, startTelemetry: undefined };
  const long = createToolIndex([toPart({ command: ["echo", "x".repeat(40_000)] }, { look: { risk: "read" } })]);
  const created = [false, true].flatMap((classic) =>
    [Infinity, 60].map((reply_after) => {
      const limits = { ...setup.execution.limits, reply_after };
      const launch = { classic, auditValues: false };
      return createToolServer({ ...parts, launch, setup: { ...setup, index: long, execution: { ...setup.execution, limits } } });
    }),
  );
  const listed = created.map(({ tools }) =>
    tools()
      .handler.listTools()
      .map(({ name }) => name),
  );
  const meta = ["climax_search", "climax_call"];
  expect(listed).toEqual([meta, meta, ["look"], ["look", "output_read", "output_stop"]]);
  const replies = await Promise.all(
    created.map(async (one, at) => {
      const { text } =
        at < 2
          ? await one.callTool("climax_call", { tool_name: "look" }, from(LOCAL_CALLER))
          : await one.callTool("look", {}, from(LOCAL_CALLER));
      return / call \w+ with |They were not kept/.exec(text)?.[0].trim();
    }),
  );
  expect(replies).toEqual(["call climax_call with", "call climax_call with", "They were not kept", "call output_read with"]);
  const stop = { tool_name: "output_stop", args: { id: "x" } };
  const stopped = await Promise.all(created.slice(0, 2).map((one) => one.callTool("climax_call", stop, from(LOCAL_CALLER))));
  expect(stopped.map(({ text }) => text.split(":")[0])).toEqual(["Unknown tool", "No running command has this id"]);
  await Promise.all(created.map((one) => one.close()));
});

it("finishes a call with the tools and policies of its start, and starts the next one with the new ones", async () => {
  const policies = [toPolicy({ tools: { drop: {} } })];
  const changes: string[] = [];
  const unsubscribe = server.live?.subscribe(() => changes.push("changed"));
  beforeCall = () => server.live?.replace({ ...setup, index: index.narrow(policies), policies });
  expect(await server.callTool("look", {}, from(LOCAL_CALLER))).toMatchObject({ isError: false });
  beforeCall = () => undefined;
  expect(await server.callTool("look", {}, from(LOCAL_CALLER))).toMatchObject({ isError: true });
  expect(
    server
      .tools()
      .handler.listTools()
      .map(({ name }) => name),
  ).toEqual(["drop"]);
  unsubscribe?.();
  server.live?.replace(setup);
  expect(changes).toEqual(["changed"]);
});

it.each([false, true])(
  "follows and stops a command that runs on under later policies without reply_after, classic: %s",
  async (classic) => {
    const withReplies = { ...setup.execution, limits: { ...setup.execution.limits, reply_after: 0.05 } };
    const sleeping = createToolIndex([toPart({ command: ["sleep"] }, { nap: { risk: "write", command: ["3765"], timeout: 4000 } })]);
    const napping = createToolServer({
      info: { name: "test", version: "1.0.0" },
      launch: { classic, auditValues: false },
      setup: { ...setup, index: sleeping, execution: withReplies },
      env,
      audit: undefined,
      log,
      startTelemetry: undefined,
      isLive: true,
    });
    const call = async (name: string, args: GivenArguments, caller: Caller) =>
      await (classic
        ? napping.callTool(name, args, from(caller))
        : napping.callTool("climax_call", { tool_name: name, args }, from(caller)));
    const ann = unrestricted({ subject: "ann" });
    try {
      const { running: id } = await call("nap", {}, ann);
      napping.live?.replace(setup);
      const read = { id, wait: 0.01 };
      const replies = [await call("output_read", read, ann), await call("output_stop", { id }, unrestricted({ subject: "bob" }))];
      expect(replies.map(({ text }) => /still runs|No running command/.exec(text)?.[0])).toEqual(["still runs", "No running command"]);
      expect(await call("output_stop", { id }, ann)).toMatchObject({ text: expect.stringContaining("The command was stopped after") });
    } finally {
      await napping.runner.terminateAll();
      await napping.close();
    }
  },
);

it("waits for calls in flight, and refuses further calls", async () => {
  const call = server.callTool("look", {}, from(LOCAL_CALLER));
  server.refuseCalls();
  let isIdle = false;
  const idle = server.idle().then(() => (isIdle = true));
  expect(await server.callTool("look", {}, from(LOCAL_CALLER))).toMatchObject({ isError: true });
  expect(isIdle).toBe(false);
  expect(await call).toMatchObject({ isError: false });
  await idle;
});
