/** What a server tells OpenTelemetry, and when it does: the part that costs nothing where nobody asks for it. */
import type { LimiterLoad } from "../process/limiter.ts";
import type { CallObserver } from "../serve/call-observer.ts";
import type { Environment } from "../call/environment-variables.ts";

export interface Telemetry {
  readonly observe: CallObserver;
  /** Sends what has not been sent yet; resolves within a few seconds, also where nobody takes it. Never rejects. */
  readonly close: () => Promise<void>;
}

export interface TelemetrySource {
  readonly info: { readonly name: string; readonly version: string };
  /** `tcp` over HTTP, `pipe` on standard input and output, as OpenTelemetry calls them. */
  readonly transport: "pipe" | "tcp";
  /** What runs and waits at this moment. */
  readonly load: () => LimiterLoad;
  /** Told of what could not be sent. */
  readonly warn: (problem: string) => void;
}

export type StartTelemetry = (source: TelemetrySource) => Telemetry;

const ENDPOINTS = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT"];

/** The variables that hold credentials of the collector: no command may inherit them. */
export const TELEMETRY_SECRETS: readonly string[] = [
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
  "OTEL_EXPORTER_OTLP_METRICS_HEADERS",
];

/** Whether the environment names a collector, and does not switch telemetry off. */
export function isTelemetryOn(env: Environment): boolean {
  const read = (name: string): string => (Object.hasOwn(env, name) && env[name]) || "";
  return ENDPOINTS.some((name) => read(name) !== "") && read("OTEL_SDK_DISABLED").toLowerCase() !== "true";
}
