/** Tests telemetry of a server: data sent to a collector during calls and on shutdown, and none without a collector. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Collector } from "../fixtures/collector.ts";
import { startCollector } from "../fixtures/collector.ts";
import type { RawClient, RawOptions } from "../fixtures/raw-client.ts";
import { connectRaw } from "../fixtures/raw-client.ts";
import type { Project } from "./project.ts";
import { generateProject } from "./project.ts";

const CONFIG = `
name: demo
command: sh -c
tools:
  - name: say
    description: Say something
    command: "'echo \\"$0\\"'"
    args:
      - { name: text, positional: true, required: true }
      - { name: token, secret: true, flag: --token= }
  - name: show_env
    description: Show the environment
    command: env
  - name: fail
    description: Fail
    command: "'echo broken >&2; exit 3'"
`;

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_ID = "b7ad6b7169203331";

let project: Project;
let collector: Collector;
const clients: RawClient[] = [];

beforeAll(async () => {
  project = await generateProject({ "demo.yaml": CONFIG });
});
afterAll(() => project.remove());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await collector.close();
});

interface Started extends RawClient {
  readonly call: (tool: string, args?: object) => Promise<unknown>;
}

interface StartOptions extends Omit<RawOptions, "env"> {
  /** Variables in addition to that of the collector, which they can override. */
  readonly env?: RawOptions["env"] | ((url: string) => Readonly<Record<string, string>>);
}

async function start(options: StartOptions = {}, status?: number | "silence"): Promise<Started> {
  collector = await startCollector(status);
  const own = typeof options.env === "function" ? options.env(collector.url) : options.env;
  const env = { PATH: process.env["PATH"] ?? "", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...own };
  const client = connectRaw(project.server, { ...options, env });
  clients.push(client);
  return {
    ...client,
    call: (tool, args = {}) => client.request("tools/call", { name: "climax_call", arguments: { tool_name: tool, args } }),
  };
}

describe("a server with a collector", () => {
  it("sends a span for each call, with the attributes of the semantic conventions", async () => {
    const server = await start();
    await server.call("say", { text: "hello" });
    await server.call("fail");
    await server.call("syy");
    expect(await server.close()).toBe(0);
    const shared = { "mcp.method.name": "tools/call", "gen_ai.operation.name": "execute_tool", "network.transport": "pipe" };
    // A call that waits, even for a millisecond, has this attribute too.
    const spans = collector.spans().map(({ name, kind, status, attributes: { "climax.queue.duration": _waited, ...attributes } }) => ({
      name,
      kind,
      status: status.code ?? 0,
      attributes,
    }));
    expect(spans).toEqual([
      {
        name: "tools/call say",
        kind: 2,
        status: 0,
        attributes: {
          ...shared,
          "gen_ai.tool.name": "say",
          "climax.verdict": "ran",
          "climax.outcome": "exited",
          "process.exit.code": 0,
          "climax.output.stdout": 6,
        },
      },
      {
        name: "tools/call fail",
        kind: 2,
        status: 2,
        attributes: {
          ...shared,
          "gen_ai.tool.name": "fail",
          "error.type": "tool_error",
          "climax.verdict": "ran",
          "climax.outcome": "exited",
          "process.exit.code": 3,
          "climax.output.stderr": 7,
        },
      },
      {
        name: "tools/call",
        kind: 2,
        status: 2,
        attributes: {
          ...shared,
          "gen_ai.tool.name": "_OTHER",
          "error.type": "tool_error",
          "climax.verdict": "refused",
          "climax.outcome": "unknown_tool",
        },
      },
    ]);
    expect(collector.spans()[0]?.resource).toMatchObject({ "service.name": "demo", "service.version": "1.0.0" });
  });

  it("continues the trace of the client", async () => {
    const server = await start({ meta: { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`, tracestate: "vendor=1" } });
    await server.call("say", { text: "hello" });
    await server.close();
    expect(collector.spans()).toMatchObject([{ traceId: TRACE_ID, parentSpanId: PARENT_ID, traceState: "vendor=1" }]);
  });

  it.each([
    { traceparent: "nonsense" },
    { traceparent: 7 },
    { traceparent: `00-${"0".repeat(32)}-${PARENT_ID}-01` },
    { tracestate: "a=b" },
  ])("starts a new trace if the client's is invalid: %j", async (meta) => {
    const server = await start({ meta });
    await server.call("say", { text: "hello" });
    await server.close();
    const [span] = collector.spans();
    expect(span?.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
    expect(span?.parentSpanId ?? "").toBe("");
  });

  it("measures calls, durations and bytes", async () => {
    const server = await start();
    await server.call("say", { text: "hello" });
    await server.call("say", { text: "hello" });
    await server.call("say", {});
    await server.close();
    const metrics = collector.metrics();
    const tool = { "gen_ai.tool.name": "say" };
    expect(metrics.get("climax.calls")?.points).toEqual([
      { attributes: { ...tool, "climax.verdict": "ran", "climax.outcome": "exited" }, value: 2 },
      { attributes: { ...tool, "climax.verdict": "refused", "climax.outcome": "invalid_arguments" }, value: 1 },
    ]);
    expect(metrics.get("climax.output")).toEqual({
      unit: "By",
      points: [{ attributes: { ...tool, "climax.stream": "stdout" }, value: 12 }],
    });
    expect(metrics.get("mcp.server.operation.duration")).toMatchObject({ unit: "s", points: [{ value: 2 }, { value: 1 }] });
    expect(metrics.get("climax.queue.length")?.points).toEqual([{ attributes: {}, value: 0 }]);
  });

  it.each(["traces", "metrics"])("sends only %s if no other collector is configured", async (signal) => {
    const server = await start({
      env: (url) => ({
        OTEL_EXPORTER_OTLP_ENDPOINT: "",
        [`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`]: `${url}/v1/${signal}`,
        // An export of metrics without a collector would log a warning after this time. A real one may take longer on a busy machine.
        ...(signal === "traces" && { OTEL_METRIC_EXPORT_INTERVAL: "100" }),
      }),
    });
    await server.call("say", { text: "hello" });
    if (signal === "traces") await sleep(500);
    expect(await server.close()).toBe(0);
    expect(new Set(collector.received.map(({ path }) => path))).toEqual(new Set([`/v1/${signal}`]));
    expect(server.stderr()).toBe("");
  });

  it("never sends the value of an argument", async () => {
    const server = await start();
    await server.call("say", { text: "visible-value", token: "hunter2" });
    await server.call("say", { text: ["visible-value"] });
    await server.close();
    expect(collector.received.length).toBeGreaterThan(1);
    expect(JSON.stringify(collector.received)).not.toMatch(/visible-value|hunter2/);
  });

  it("sends pending data on shutdown", async () => {
    const server = await start();
    await server.call("say", { text: "hello" });
    server.server.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(collector.spans()).toHaveLength(1);
    expect(collector.metrics().size).toBeGreaterThan(0);
  });

  it("passes the credentials of the collector only to the collector", async () => {
    const OTEL_EXPORTER_OTLP_LOGS_HEADERS = "authorization=Bearer%20s3cret-of-logs";
    const server = await start({ env: { OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20s3cret", OTEL_EXPORTER_OTLP_LOGS_HEADERS } });
    const answer = await server.call("show_env");
    await server.close();
    expect(collector.received[0]?.headers.authorization).toBe("Bearer s3cret");
    expect(JSON.stringify(answer)).toContain("OTEL_EXPORTER_OTLP_ENDPOINT");
    expect(JSON.stringify(answer)).not.toContain("s3cret");
  });

  it("shuts down if the collector does not respond", async () => {
    const server = await start({}, "silence");
    await server.call("say", { text: "hello" });
    expect(await server.close()).toBe(0);
  });

  it("responds to calls and shuts down if the collector rejects everything, and logs one warning", async () => {
    const server = await start({}, 400);
    expect(await server.call("say", { text: "hello" })).toMatchObject({ result: { content: [{ text: "hello" }] } });
    expect(await server.close()).toBe(0);
    expect(server.stderr()).toMatch(/^\S+ warn telemetry \{"problem":"(?:\w+: )?[^\\{}]*Bad Request[^\\{}]*"\}\n/);
  });
});

describe("a server whose telemetry code is missing", () => {
  beforeAll(() => rmSync(join(project.folder, "out/dist/telemetry.cjs")));

  it("serves without a warning if no collector is configured", async () => {
    const server = await start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: "" }, args: ["--log-level", "debug"] });
    expect(await server.call("say", { text: "hello" })).toMatchObject({ result: { content: [{ text: "hello" }] } });
    await server.close();
    expect(server.stderr()).not.toContain("telemetry");
  });

  it("serves with a warning if a collector is configured", async () => {
    const server = await start();
    expect(await server.call("say", { text: "hello" })).toMatchObject({ result: { content: [{ text: "hello" }] } });
    await server.close();
    expect(server.stderr()).toMatch(/ warn telemetry unavailable .*run `npm install @opentelemetry\/api /);
  });
});
