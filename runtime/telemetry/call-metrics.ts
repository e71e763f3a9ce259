/** Accumulates metrics of calls for `/metrics`. */
import type { CallObserver } from "../record/call-observer.ts";
import type { CallMeasure } from "./call-measure.ts";
import { measureCall, OTHER, SECONDS_BUCKETS } from "./call-measure.ts";
import type { Distribution, Labels, Metric, Sample } from "./metric.ts";
import type { TelemetrySource } from "./telemetry.ts";

/** The metrics of a server, counted since its start. */
export interface CallMetrics {
  readonly observe: CallObserver;
  /** Returns the current metrics. */
  readonly read: () => readonly Metric[];
}

/** Maximum number of subjects with their own label. The calls of further subjects are counted as `_OTHER`. */
const MAX_SUBJECTS = 100;

/** Creates metrics in which no calls are counted yet. */
export function createCallMetrics({ info, load }: Pick<TelemetrySource, "info" | "load">): CallMetrics {
  const calls = createCounter();
  const output = createCounter();
  const durations = createHistogram();
  const waits = createHistogram();
  const callers = createCounter();
  const subjects = new Set<string>();

  /** Returns the label of a subject. Tokens can have any number of subjects, and each would create a time series. */
  const labelOf = (subject: string): string => {
    if (subjects.size < MAX_SUBJECTS) subjects.add(subject);
    return subjects.has(subject) ? subject : OTHER;
  };

  const count = ({ tool, verdict, outcome, seconds, queueSeconds, stdoutBytes, stderrBytes }: CallMeasure): void => {
    calls.add({ tool, verdict, outcome }, 1);
    durations.add({ tool }, seconds);
    if (queueSeconds !== undefined) waits.add({}, queueSeconds);
    if (stdoutBytes > 0) output.add({ tool, stream: "stdout" }, stdoutBytes);
    if (stderrBytes > 0) output.add({ tool, stream: "stderr" }, stderrBytes);
  };

  return {
    observe(call, _facts, { subject }) {
      const measure = measureCall(call);
      count(measure);
      if (subject !== undefined) callers.add({ subject: labelOf(subject), verdict: measure.verdict }, 1);
    },
    read: () => [
      gauge("climax_server_info", "Name and version of the server, always 1.", 1, { ...info }),
      counter("climax_calls_total", "Completed calls.", calls.read()),
      counter("climax_caller_calls_total", "Completed calls of callers with an access token.", callers.read()),
      histogram("climax_call_duration_seconds", "Time from a call to its reply, including time in the queue.", durations.read()),
      histogram("climax_queue_duration_seconds", "Time in the queue, of calls that were queued.", waits.read()),
      counter("climax_output_bytes_total", "Bytes written by programs, including dropped output.", output.read()),
      gauge("climax_calls_running", "Calls that are running.", load().running),
      gauge("climax_queue_length", "Calls in the queue.", load().waiting),
    ],
  };
}

function gauge(name: string, help: string, value: number, labels: Labels = {}): Metric {
  return { type: "gauge", name, help, samples: [{ labels, value }] };
}

function counter(name: string, help: string, samples: readonly Sample[]): Metric {
  return { type: "counter", name, help, samples };
}

function histogram(name: string, help: string, distributions: readonly Distribution[]): Metric {
  return { type: "histogram", name, help, bounds: SECONDS_BUCKETS, distributions };
}

/** Creates a counter with one value per combination of labels, in order of first use. */
function createCounter(): { readonly add: (labels: Labels, value: number) => void; readonly read: () => readonly Sample[] } {
  const samples = new Map<string, { readonly labels: Labels; value: number }>();
  return {
    add(labels, value) {
      const key = Object.values(labels).join("\0");
      const sample = samples.get(key);
      if (sample === undefined) samples.set(key, { labels, value });
      else sample.value += value;
    },
    read: () => [...samples.values()],
  };
}

function createHistogram(): { readonly add: (labels: Labels, value: number) => void; readonly read: () => readonly Distribution[] } {
  const distributions = new Map<string, { readonly labels: Labels; readonly counts: number[]; sum: number; count: number }>();
  return {
    add(labels, value) {
      const key = Object.values(labels).join("\0");
      const found = distributions.get(key) ?? { labels, counts: SECONDS_BUCKETS.map(() => 0), sum: 0, count: 0 };
      distributions.set(key, found);
      const index = SECONDS_BUCKETS.findIndex((bound) => value <= bound);
      // Values above the last bound are included in the count only.
      if (index !== -1) found.counts[index] = (found.counts[index] ?? 0) + 1;
      found.sum += value;
      found.count += 1;
    },
    read: () => [...distributions.values()],
  };
}
