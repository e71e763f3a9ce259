/** Reads the environment variables of OpenTelemetry's specification that its packages do not read themselves. */
import type { Sampler } from "@opentelemetry/sdk-trace";
import { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace";

type Variables = Readonly<Record<string, string | undefined>>;

/** Creates the sampler of `OTEL_TRACES_SAMPLER`. Returns undefined for an unknown name, which selects the default (parent-based, all). */
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

/** Returns a warning if `OTEL_EXPORTER_OTLP_PROTOCOL` is unsupported, and undefined for HTTP with any encoding. */
export function findProtocolProblem({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol = "" }: Variables): string | undefined {
  if (protocol === "" || protocol.startsWith("http/")) return undefined;
  return `unsupported OTEL_EXPORTER_OTLP_PROTOCOL ${JSON.stringify(protocol)}, using http/json: set the endpoint to the collector's HTTP port`;
}

/** Reads `OTEL_METRIC_EXPORT_INTERVAL`. Returns an empty object, which selects the default of a minute, if the value is invalid. */
export function readMetricInterval({ OTEL_METRIC_EXPORT_INTERVAL: interval = "" }: Variables): MetricInterval {
  const milliseconds = Number(interval);
  if (interval === "" || !Number.isInteger(milliseconds) || milliseconds <= 0) return {};
  // An export must finish before the next one starts.
  return { exportIntervalMillis: milliseconds, exportTimeoutMillis: Math.min(milliseconds, 30_000) };
}

/** Interval and timeout of metric exports, in milliseconds. */
export interface MetricInterval {
  readonly exportIntervalMillis?: number;
  readonly exportTimeoutMillis?: number;
}
