/** Decides whether OpenTelemetry is enabled, without loading it. */
import type { LimiterLoad } from "../process/limiter.ts";
import type { CallObserver } from "../record/call-observer.ts";
import { readVariable } from "../tool/environment-variables.ts";

/** Exports to a collector. */
export interface Telemetry {
  readonly observe: CallObserver;
  /** Exports pending data. Resolves within a few seconds, even if the collector is unavailable. Never rejects. */
  readonly close: () => Promise<void>;
}

/** The server whose data is exported. */
export interface TelemetrySource {
  readonly info: { readonly name: string; readonly version: string };
  /** Returns the current number of running and queued calls. */
  readonly load: () => LimiterLoad;
  /** Omitted for a server inside another program, which configures OpenTelemetry's diagnostic logger itself. */
  readonly process?: TelemetryProcess;
}

/** A server that is its own process. */
export interface TelemetryProcess {
  /** Value of `network.transport`: `tcp` over HTTP, `pipe` over standard input and output. */
  readonly transport: "pipe" | "tcp";
  /** Called with each configuration or export error. */
  readonly warn: (problem: string) => void;
}

/** Starts the export. The environment configures the collector. */
export type StartTelemetry = (source: TelemetrySource) => Telemetry;

/** Variables with credentials of any signal and exporter, such as `OTEL_EXPORTER_OTLP_LOGS_HEADERS` and `OTEL_EXPORTER_JAEGER_PASSWORD`. */
const SECRET_NAME = /^OTEL_.*_(?:HEADERS|USER|USERNAME|PASSWORD|TOKEN|API_KEY)$/;

/**
 * Reports whether an OpenTelemetry variable contains credentials of a collector, which commands must not inherit. Its name matches, or its
 * value is a URL with a user or password. Other variables, such as `OTEL_EXPORTER_OTLP_ENDPOINT`, are inherited.
 */
export function isTelemetrySecret(name: string, value: string): boolean {
  if (SECRET_NAME.test(name)) return true;
  if (!/^OTEL_.*_ENDPOINT$/.test(name) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== "" || password !== "";
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reports whether the environment configures a collector and does not disable telemetry. */
export function isTelemetryOn(env: Variables): boolean {
  return (hasCollector(env, "TRACES") || hasCollector(env, "METRICS")) && readVariable(env, "OTEL_SDK_DISABLED")?.toLowerCase() !== "true";
}

/**
 * Reports whether the environment names a collector for a signal. Without one, OpenTelemetry would send the signal to a default address,
 * and report an error for each export.
 */
export function hasCollector(env: Variables, signal: "TRACES" | "METRICS"): boolean {
  const names = ["OTEL_EXPORTER_OTLP_ENDPOINT", `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`];
  return names.some((name) => (readVariable(env, name) ?? "") !== "");
}
