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

/** Names whose values are credentials, of any signal and exporter: `OTEL_EXPORTER_OTLP_LOGS_HEADERS`, `OTEL_EXPORTER_JAEGER_PASSWORD`. */
const SECRET_NAME = /^OTEL_.*_(?:HEADERS|USER|USERNAME|PASSWORD|TOKEN|API_KEY)$/;

/**
 * Reports whether a variable of OpenTelemetry holds credentials of a collector, which no command may inherit: by its name, or an address
 * with a user or a password in it. Other variables, `OTEL_EXPORTER_OTLP_ENDPOINT` for one, may be meant for the commands as well.
 */
export function isTelemetrySecret(name: string, value: string): boolean {
  if (SECRET_NAME.test(name)) return true;
  if (!/^OTEL_.*_ENDPOINT$/.test(name) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== "" || password !== "";
}

/** Whether the environment names a collector, and does not switch telemetry off. */
export function isTelemetryOn(env: Environment): boolean {
  const read = (name: string): string => (Object.hasOwn(env, name) && env[name]) || "";
  return ENDPOINTS.some((name) => read(name) !== "") && read("OTEL_SDK_DISABLED").toLowerCase() !== "true";
}
