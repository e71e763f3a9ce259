/** Tests the variables of OpenTelemetry's specification. Invalid values have no effect. */
import { describe, expect, it } from "vitest";
import { findProtocolProblem, readMetricInterval, readSampler } from "../../../runtime/telemetry/otel-environment.ts";
import { isTelemetryOn } from "../../../runtime/telemetry/telemetry.ts";

describe("the variables of OpenTelemetry", () => {
  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://x:4318" }, true],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "http://x:4318" }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://x:4318", OTEL_SDK_DISABLED: "true" }, false],
  ])("enable or disable telemetry: %j", (env, want) => {
    expect(isTelemetryOn(env)).toBe(want);
  });

  it.each([
    [{}, undefined],
    [{ OTEL_TRACES_SAMPLER: "never heard of" }, undefined],
    [{ OTEL_TRACES_SAMPLER: "always_off" }, "AlwaysOffSampler"],
    [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" }, "TraceIdRatioBased{0.25}"],
    [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "7" }, "TraceIdRatioBased{1}"],
    [
      { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" },
      expect.stringContaining("ParentBased{root=TraceIdRatioBased{0}") as string,
    ],
  ])("select the sampler: %j", (env, want) => {
    expect(readSampler(env)?.toString()).toEqual(want);
  });

  it.each([
    [{}, undefined],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf" }, undefined],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, expect.stringContaining('unsupported OTEL_EXPORTER_OTLP_PROTOCOL "grpc"') as string],
  ])("result in a warning for an unsupported protocol: %j", (env, want) => {
    expect(findProtocolProblem(env)).toEqual(want);
  });

  it.each([
    [{}, {}],
    [{ OTEL_METRIC_EXPORT_INTERVAL: "soon" }, {}],
    [{ OTEL_METRIC_EXPORT_INTERVAL: "-5" }, {}],
    [{ OTEL_METRIC_EXPORT_INTERVAL: "500" }, { exportIntervalMillis: 500, exportTimeoutMillis: 500 }],
    [{ OTEL_METRIC_EXPORT_INTERVAL: "90000" }, { exportIntervalMillis: 90_000, exportTimeoutMillis: 30_000 }],
  ])("set the interval of metric exports: %j", (env, want) => {
    expect(readMetricInterval(env)).toEqual(want);
  });
});
