/** Loads OpenTelemetry if a collector is configured. */
import type { CallLog } from "../tool/tool-call.ts";
import type { StartTelemetry } from "./telemetry.ts";
import { isTelemetryOn } from "./telemetry.ts";
import { messageOf } from "../text/message-of.ts";

/**
 * Loads the exporter of traces and metrics. Returns undefined if no collector is configured, or if OpenTelemetry is missing. A missing
 * package is logged, and the server runs without telemetry. Never rejects.
 */
export async function loadTelemetry(env: Readonly<Record<string, string | undefined>>, log: CallLog): Promise<StartTelemetry | undefined> {
  if (!isTelemetryOn(env)) return undefined;
  try {
    return (await import("../telemetry/otel.ts")).startTelemetry;
  } catch (error) {
    log.warn("telemetry unavailable", { reason: messageOf(error), help: TELEMETRY_HELP });
    return undefined;
  }
}

/** The packages are optional peer dependencies of this package. The `dist/` of a generated project contains their code. */
const TELEMETRY_HELP =
  "run `npm install @opentelemetry/api @opentelemetry/core @opentelemetry/exporter-metrics-otlp-http " +
  "@opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-metrics @opentelemetry/sdk-trace`, " +
  "or start dist/server.mjs of the generated project";
