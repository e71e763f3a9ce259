/** Creates the OpenTelemetry instruments for the metrics of a server. */
import type { Attributes, Meter } from "@opentelemetry/api";
import type { LimiterLoad } from "../process/limiter.ts";
import type { CallMeasure } from "./call-measure.ts";
import { SECONDS_BUCKETS } from "./call-measure.ts";

/** Records calls with the instruments of OpenTelemetry. */
export interface Instruments {
  /** Records a call. `common`: attributes that OpenTelemetry's conventions define for the duration of a call. */
  readonly record: (measure: CallMeasure, common: Attributes) => void;
}

const SECONDS = { unit: "s", advice: { explicitBucketBoundaries: [...SECONDS_BUCKETS] } };

/** Creates the instruments of a meter. `load` returns the current number of running and queued calls. */
export function createInstruments(meter: Meter, load: () => LimiterLoad): Instruments {
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
