/** Renders metrics in the Prometheus text format (exposition format 0.0.4). */
import type { Distribution, Labels, Metric } from "./metric.ts";

/** Content type of the format. */
export const PROMETHEUS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Renders two lines that describe each metric, followed by one line per sample. */
export function renderPrometheus(metrics: readonly Metric[]): string {
  return metrics.flatMap((metric) => [...describe(metric), ...samplesOf(metric)].map((text) => `${text}\n`)).join("");
}

function describe({ name, help, type }: Metric): readonly string[] {
  return [`# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`, `# TYPE ${name} ${type}`];
}

function samplesOf(metric: Metric): readonly string[] {
  switch (metric.type) {
    case "counter":
    case "gauge":
      return metric.samples.map(({ labels, value }) => line(metric.name, labels, value));
    case "histogram":
      return metric.distributions.flatMap((distribution) => histogramLines(metric.name, metric.bounds, distribution));
  }
}

/** Renders the lines of a histogram. Buckets are cumulative: each counts all values up to its bound. */
function histogramLines(name: string, bounds: readonly number[], { labels, counts, sum, count }: Distribution): readonly string[] {
  let cumulative = 0;
  const buckets = bounds.map((bound, index) =>
    line(`${name}_bucket`, { ...labels, le: formatNumber(bound) }, (cumulative += counts[index] ?? 0)),
  );
  return [
    ...buckets,
    line(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ];
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${formatNumber(value)}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function formatNumber(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}
