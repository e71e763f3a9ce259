/**
 * Exports traces and metrics over OTLP. Loaded only if a collector is configured. Names and attributes follow OpenTelemetry's conventions
 * for MCP (semantic-conventions-genai, `docs/gen-ai/mcp.md`). Names that the conventions do not define begin with `climax.`.
 */
import type { Attributes, Context, Meter } from "@opentelemetry/api";
import { defaultTextMapGetter, diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { Resource } from "@opentelemetry/resources";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { CallOrigin } from "../record/call-observer.ts";
import type { CallMeasure } from "./call-measure.ts";
import { measureCall, OTHER, SECONDS_BUCKETS } from "./call-measure.ts";
import { findProtocolProblem, readMetricInterval, readSampler } from "./otel-environment.ts";
import { messageOf } from "../text/message-of.ts";
import { hasCollector } from "./telemetry.ts";
import type { Telemetry, TelemetryProcess, TelemetrySource } from "./telemetry.ts";
import type { LimiterLoad } from "../process/limiter.ts";

const SCOPE = "climax-gen";

/** Timeout of the final export, in milliseconds. An unavailable collector must not block the shutdown of the server. */
const CLOSE_TIMEOUT_MS = 3000;

/** Starts collecting. Exports spans every five seconds, and metrics every minute or at `OTEL_METRIC_EXPORT_INTERVAL`. */
export function startTelemetry(source: TelemetrySource): Telemetry {
  if (source.process !== undefined) reportProblems(source.process);
  const resource = describeServer(source);
  const sampler = readSampler(process.env);
  const traces = new TracerProvider({
    resource,
    ...(sampler && { sampler }),
    spanProcessors: hasCollector(process.env, "TRACES") ? [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })] : [],
  });
  const metrics = new MeterProvider({ resource, readers: hasCollector(process.env, "METRICS") ? [readMetrics()] : [] });
  const tracer = traces.getTracer(SCOPE);
  const instruments = createInstruments(metrics.getMeter(SCOPE), source.load);

  return {
    observe(call, _facts, origin) {
      const measure = measureCall(call);
      const transport = source.process && { "network.transport": source.process.transport };
      const common = { ...commonAttributes(measure, origin), ...transport };
      const endTime = Date.now();
      const span = tracer.startSpan(
        toSpanName(measure, origin),
        {
          kind: SpanKind.SERVER,
          startTime: endTime - call.duration_ms,
          attributes: { ...common, ...spanAttributes(measure, call.exit) },
        },
        readParent(origin),
      );
      if (measure.isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
      instruments.record(measure, common);
    },
    async close() {
      await Promise.race([Promise.allSettled([traces.shutdown(), metrics.shutdown()]), sleep(CLOSE_TIMEOUT_MS)]);
    },
  };
}

function readMetrics(): PeriodicExportingMetricReader {
  return new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(), ...readMetricInterval(process.env) });
}

function reportProblems({ warn }: TelemetryProcess): void {
  const warnOnce = createWarnOnce(warn);
  diag.setLogger(
    { error: warnOnce, warn: warnOnce, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  // By default, OpenTelemetry reports an error as JSON with its stack trace.
  setGlobalErrorHandler((error) => warnOnce(error instanceof Error ? `${error.name}: ${messageOf(error)}` : messageOf(error)));
  const problem = findProtocolProblem(process.env);
  if (problem !== undefined) warn(problem);
}

/** Describes the server as a resource. `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence. */
function describeServer({ info }: TelemetrySource): Resource {
  const own = { "service.name": info.name, "service.version": info.version, "service.instance.id": crypto.randomUUID() };
  return defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
}

function toSpanName({ tool }: CallMeasure, { method }: CallOrigin): string {
  return tool === OTHER ? method : `${method} ${tool}`;
}

function commonAttributes({ tool, isError }: CallMeasure, { method }: CallOrigin): Attributes {
  return {
    "mcp.method.name": method,
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool,
    ...(isError && { "error.type": "tool_error" }),
  };
}

function spanAttributes({ verdict, outcome, queueSeconds, stdoutBytes, stderrBytes }: CallMeasure, exit: number | undefined): Attributes {
  return {
    "climax.verdict": verdict,
    "climax.outcome": outcome,
    ...(queueSeconds !== undefined && { "climax.queue.duration": queueSeconds }),
    ...(exit !== undefined && { "process.exit.code": exit }),
    ...(stdoutBytes > 0 && { "climax.output.stdout": stdoutBytes }),
    ...(stderrBytes > 0 && { "climax.output.stderr": stderrBytes }),
  };
}

const propagator = new W3CTraceContextPropagator();

/** Returns the client's trace context if the request has a valid one. Otherwise the call starts a new trace. */
function readParent({ trace }: CallOrigin): Context {
  return trace === undefined ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, trace, defaultTextMapGetter);
}

/**
 * Creates a function that logs consecutive messages with the same first line once, because OpenTelemetry reports a failed export
 * repeatedly.
 */
function createWarnOnce(warn: (problem: string) => void): (message: string) => void {
  let last = "";
  return (message) => {
    const [line = ""] = message.split("\n", 1);
    if (line !== last) warn(line);
    last = line;
  };
}

function nothing(): void {}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

/** Records calls with the instruments of OpenTelemetry. */
interface Instruments {
  /** Records a call. `common`: attributes that OpenTelemetry's conventions define for the duration of a call. */
  readonly record: (measure: CallMeasure, common: Attributes) => void;
}

const SECONDS = { unit: "s", advice: { explicitBucketBoundaries: [...SECONDS_BUCKETS] } };

/** Creates the instruments of a meter. `load` returns the current number of running and queued calls. */
function createInstruments(meter: Meter, load: () => LimiterLoad): Instruments {
  const durations = meter.createHistogram("mcp.server.operation.duration", { description: "Time from a call to its reply.", ...SECONDS });
  const calls = meter.createCounter("climax.calls", { unit: "{call}", description: "Calls by tool and verdict." });
  const waits = meter.createHistogram("climax.queue.duration", { description: "Time in the queue.", ...SECONDS });
  const output = meter.createCounter("climax.output", { unit: "By", description: "Bytes written by programs." });
  const waiting = meter.createObservableGauge("climax.queue.length", { unit: "{call}", description: "Calls in the queue." });
  const running = meter.createObservableGauge("climax.calls.running", { unit: "{call}", description: "Calls that are running." });
  waiting.addCallback((result) => result.observe(load().waiting));
  running.addCallback((result) => result.observe(load().running));
  return {
    record({ tool, verdict, outcome, seconds, queueSeconds, stdoutBytes, stderrBytes }, common) {
      durations.record(seconds, common);
      calls.add(1, { "gen_ai.tool.name": tool, "climax.verdict": verdict, "climax.outcome": outcome });
      if (queueSeconds !== undefined) waits.record(queueSeconds);
      if (stdoutBytes > 0) output.add(stdoutBytes, { "gen_ai.tool.name": tool, "climax.stream": "stdout" });
      if (stderrBytes > 0) output.add(stderrBytes, { "gen_ai.tool.name": tool, "climax.stream": "stderr" });
    },
  };
}
