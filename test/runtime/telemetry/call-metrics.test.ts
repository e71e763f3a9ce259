/** Measurements and metrics of calls. */
import { describe, expect, it } from "vitest";
import type { CallFacts, FinishedCall } from "../../../runtime/call/call-context.ts";
import { createCallMetrics } from "../../../runtime/telemetry/call-metrics.ts";
import { measureCall } from "../../../runtime/telemetry/call-measure.ts";
import { renderPrometheus } from "../../../runtime/telemetry/prometheus.ts";
import type { Tool } from "../../../runtime/tool/tool-spec.ts";

const cli = { name: "x", description: "x", command: ["x"], global_args: [], tool_count: 1 };
const tool: Tool = { cli, name: "say", description: "Say", command: ["say"], args: [], success_exit_codes: [0, 1] };
const facts: CallFacts = { tool, given: {} };
const origin = { client: null, method: "tools/call" };

const call = (overrides: Partial<FinishedCall>): FinishedCall => ({
  tool: "say",
  outcome: "exited",
  exit: 0,
  duration_ms: 40,
  ...overrides,
});

describe("the measurement of a call", () => {
  it.each<[string, Partial<FinishedCall>, ReturnType<typeof measureCall>["verdict"], boolean]>([
    ["a successful program", {}, "ran", false],
    ["an exit code in success_exit_codes", { exit: 1 }, "ran", false],
    ["another exit code", { exit: 2 }, "ran", true],
    ["a timeout", { outcome: "timed_out" }, "ran", true],
    ["a policy violation", { outcome: "policy" }, "refused", true],
    ["a confirmation prompt", { outcome: "confirmation_asked" }, "not_run", false],
    ["a file read", { outcome: "read" }, "ran", false],
    ["a busy server", { outcome: "busy" }, "refused", true],
  ])("matches the reply and the audit for %s", (_title, overrides, verdict, isError) => {
    expect(measureCall(call(overrides), facts)).toMatchObject({ verdict, isError });
  });

  it("has the name _OTHER for an unknown tool, because callers can send any number of names", () => {
    expect(measureCall({ tool: "made-up-7", outcome: "unknown_tool", duration_ms: 0 }, undefined).tool).toBe("_OTHER");
  });
});

describe("the metrics of calls", () => {
  it("count calls by tool, verdict and outcome, times in buckets, and bytes by stream", () => {
    const metrics = createCallMetrics({ info: { name: "demo", version: "1.0.0" }, load: () => ({ running: 2, waiting: 7 }) });
    metrics.observe(call({ bytes: { stdout: 10, stderr: 0 } }), facts, origin);
    metrics.observe(call({ duration_ms: 400_000, queue_ms: 30, bytes: { stdout: 5, stderr: 3 } }), facts, origin);
    metrics.observe({ tool: "made-up", outcome: "unknown_tool", duration_ms: 0 }, undefined, origin);
    const lines = renderPrometheus(metrics.read()).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        'climax_server_info{name="demo",version="1.0.0"} 1',
        'climax_calls_total{tool="say",verdict="ran",outcome="exited"} 2',
        'climax_calls_total{tool="_OTHER",verdict="refused",outcome="unknown_tool"} 1',
        'climax_call_duration_seconds_bucket{tool="say",le="0.02"} 0',
        'climax_call_duration_seconds_bucket{tool="say",le="0.05"} 1',
        'climax_call_duration_seconds_bucket{tool="say",le="300"} 1',
        'climax_call_duration_seconds_bucket{tool="say",le="+Inf"} 2',
        'climax_call_duration_seconds_sum{tool="say"} 400.04',
        "climax_queue_duration_seconds_count 1",
        'climax_output_bytes_total{tool="say",stream="stdout"} 15',
        'climax_output_bytes_total{tool="say",stream="stderr"} 3',
        "climax_calls_running 2",
        "climax_queue_length 7",
      ]),
    );
  });
});
