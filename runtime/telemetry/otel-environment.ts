/** The variables of OpenTelemetry's specification that its packages leave to whoever sets them up. */
import type { Sampler } from "@opentelemetry/sdk-trace";
import { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace";

type Variables = Readonly<Record<string, string | undefined>>;

/** The sampler of `OTEL_TRACES_SAMPLER`; `undefined`, so the default (parent-based, all), where it names none that we know. */
export function readSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument }: Variables): Sampler | undefined {
  switch (name) {
    case "always_on":
      return new AlwaysOnSampler();
    case "always_off":
      return new AlwaysOffSampler();
    case "traceidratio":
      return new TraceIdRatioBasedSampler(readRatio(argument));
    case "parentbased_always_off":
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case "parentbased_traceidratio":
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(readRatio(argument)) });
    default:
      return undefined;
  }
}

function readRatio(argument = ""): number {
  const ratio = Number(argument);
  return argument !== "" && ratio >= 0 && ratio <= 1 ? ratio : 1;
}

/** What a user must be told who asks for another protocol than the one that is spoken; `undefined` for HTTP, whatever its encoding. */
export function findProtocolProblem({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol = "" }: Variables): string | undefined {
  if (protocol === "" || protocol.startsWith("http/")) return undefined;
  return `OTEL_EXPORTER_OTLP_PROTOCOL is ${JSON.stringify(protocol)}, and this server speaks http/json only: name the collector's port for HTTP`;
}

/** How often metrics are sent; nothing, so every minute, where `OTEL_METRIC_EXPORT_INTERVAL` is no number of milliseconds. */
export function readMetricInterval({ OTEL_METRIC_EXPORT_INTERVAL: interval = "" }: Variables): MetricInterval {
  const milliseconds = Number(interval);
  if (interval === "" || !Number.isInteger(milliseconds) || milliseconds <= 0) return {};
  // An export may not take longer than the time to the next one.
  return { exportIntervalMillis: milliseconds, exportTimeoutMillis: Math.min(milliseconds, 30_000) };
}

export interface MetricInterval {
  readonly exportIntervalMillis?: number;
  readonly exportTimeoutMillis?: number;
}
