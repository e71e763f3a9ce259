/** Tests the Prometheus text format: each type of metric, and the escaping of labels and help strings. */
import { describe, expect, it } from "vitest";
import type { Metric } from "../../../runtime/telemetry/metric.ts";
import { renderPrometheus } from "../../../runtime/telemetry/prometheus.ts";

describe("the Prometheus text format", () => {
  it.each<[string, Metric, string]>([
    [
      "a counter without labels",
      { type: "counter", name: "calls_total", help: "Calls.", samples: [{ labels: {}, value: 3 }] },
      "# HELP calls_total Calls.\n# TYPE calls_total counter\ncalls_total 3\n",
    ],
    [
      "a gauge with labels in order",
      { type: "gauge", name: "queue", help: "Waiting.", samples: [{ labels: { tool: "git_log", stream: "stdout" }, value: 0.5 }] },
      '# HELP queue Waiting.\n# TYPE queue gauge\nqueue{tool="git_log",stream="stdout"} 0.5\n',
    ],
    ["a metric without samples", { type: "counter", name: "n", help: "N.", samples: [] }, "# HELP n N.\n# TYPE n counter\n"],
    [
      "a histogram with cumulative buckets",
      {
        type: "histogram",
        name: "seconds",
        help: "Time.",
        bounds: [0.1, 1],
        distributions: [{ labels: { tool: "a" }, counts: [2, 1], sum: 7.25, count: 5 }],
      },
      [
        "# HELP seconds Time.",
        "# TYPE seconds histogram",
        'seconds_bucket{tool="a",le="0.1"} 2',
        'seconds_bucket{tool="a",le="1"} 3',
        'seconds_bucket{tool="a",le="+Inf"} 5',
        'seconds_sum{tool="a"} 7.25',
        'seconds_count{tool="a"} 5',
        "",
      ].join("\n"),
    ],
    [
      "a label that would break out of its line without escaping",
      { type: "gauge", name: "info", help: "a\\b\nc", samples: [{ labels: { name: 'x"} 1\n# TYPE y\\' }, value: 1 }] },
      '# HELP info a\\\\b\\nc\n# TYPE info gauge\ninfo{name="x\\"} 1\\n# TYPE y\\\\"} 1\n',
    ],
  ])("renders %s", (_title, metric, want) => {
    expect(renderPrometheus([metric])).toBe(want);
  });
});
