import { describe, expect, it } from "vitest";
import { isTelemetrySecret } from "../../../runtime/telemetry/telemetry.ts";

describe("an OpenTelemetry variable", () => {
  it.each<[string, string]>([
    ["OTEL_EXPORTER_OTLP_HEADERS", "authorization=x"],
    ["OTEL_EXPORTER_OTLP_TRACES_HEADERS", "authorization=x"],
    ["OTEL_EXPORTER_OTLP_METRICS_HEADERS", "authorization=x"],
    ["OTEL_EXPORTER_OTLP_LOGS_HEADERS", "authorization=x"],
    ["OTEL_EXPORTER_OTLP_PROFILES_HEADERS", "authorization=x"],
    ["OTEL_EXPORTER_JAEGER_PASSWORD", "x"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "https://user:password@collector.example"],
    ["OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", "https://token@collector.example/v1/logs"],
    ["OTEL_EXPORTER_ZIPKIN_ENDPOINT", "https://:password@collector.example"],
  ])("%s=%s is a secret", (name, value) => {
    expect(isTelemetrySecret(name, value)).toBe(true);
  });

  it.each<[string, string]>([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector.example:4318/user@x"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "no address"],
    ["OTEL_SERVICE_NAME", "headers"],
    ["OTEL_RESOURCE_ATTRIBUTES", "a=b"],
    ["HEADERS", "x"],
    ["MY_OTEL_EXPORTER_OTLP_HEADERS", "x"],
  ])("%s=%s is not a secret", (name, value) => {
    expect(isTelemetrySecret(name, value)).toBe(false);
  });
});
