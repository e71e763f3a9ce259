/** Tests measurements and metrics of calls. */
import { describe, expect, it } from "vitest";
import type { FinishedCall } from "../../../runtime/call/call-context.ts";
import { createCallMetrics } from "../../../runtime/telemetry/call-metrics.ts";
import { measureCall } from "../../../runtime/telemetry/call-measure.ts";
import { renderPrometheus } from "../../../runtime/telemetry/prometheus.ts";

const origin = { id: "1", client: null, method: "tools/call" };

const call = (said: Partial<FinishedCall>): FinishedCall => ({
  tool: "say",
  outcome: "exited",
  isError: false,
  exit: 0,
  duration_ms: 40,
  ...said,
});

describe("the measurement of a call", () => {
  it.each<[string, Partial<FinishedCall>, ReturnType<typeof measureCall>["verdict"], boolean]>([
    ["a program that succeeds", {}, "ran", false],
    ["an exit code that is an error", { exit: 2, isError: true }, "ran", true],
    ["a timeout", { outcome: "timed_out", isError: true }, "ran", true],
    ["a rejection by the policy", { outcome: "policy", isError: true }, "refused", true],
    ["a fault of the server", { outcome: "internal_error", isError: true }, "not_run", true],
    ["a confirmation prompt", { outcome: "confirmation_asked" }, "not_run", false],
    ["a file that was read", { outcome: "read" }, "ran", false],
    ["a server that is busy", { outcome: "busy", isError: true }, "refused", true],
  ])("agrees with the reply and the audit for %s", (_title, said, verdict, isError) => {
    expect(measureCall(call(said))).toMatchObject({ verdict, isError });
  });

  it("has `_OTHER` instead of the name of an unknown tool, because callers can send any number of names", () => {
    expect(measureCall(call({ tool: "made-up-7", outcome: "unknown_tool", isError: true })).tool).toBe("_OTHER");
  });
});

describe("the metrics of calls", () => {
  it("count calls by tool, verdict and outcome, times in buckets, and bytes by stream", () => {
    const metrics = createCallMetrics({ info: { name: "demo", version: "1.0.0" }, load: () => ({ running: 2, waiting: 7 }) });
    metrics.observe(call({ bytes: { stdout: 10, stderr: 0 } }), undefined, origin);
    metrics.observe(call({ duration_ms: 400_000, queue_ms: 30, bytes: { stdout: 5, stderr: 3 } }), undefined, origin);
    metrics.observe({ tool: "made-up", outcome: "unknown_tool", isError: true, duration_ms: 0 }, undefined, origin);
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

describe("the metrics of callers", () => {
  it("count the calls of each subject, and those of later subjects together", () => {
    const metrics = createCallMetrics({ info: { name: "demo", version: "1.0.0" }, load: () => ({ running: 0, waiting: 0 }) });
    metrics.observe(call({}), undefined, origin);
    for (let number = 0; number < 103; number += 1) metrics.observe(call({}), undefined, { ...origin, subject: `user-${number}` });
    metrics.observe(call({}), undefined, { ...origin, subject: "user-0" });
    const lines = renderPrometheus(metrics.read()).split("\n");
    const counted = lines.filter((line) => line.startsWith("climax_caller_calls_total"));
    expect(counted).toHaveLength(101);
    expect(counted).toContain('climax_caller_calls_total{subject="user-0",verdict="ran"} 2');
    expect(counted).toContain('climax_caller_calls_total{subject="_OTHER",verdict="ran"} 3');
  });
});
