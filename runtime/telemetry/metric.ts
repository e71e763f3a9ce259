/** Snapshot of metrics, in the data model shared by Prometheus and OpenMetrics. */

/** Labels by name. They identify a time series of a metric. */
export type Labels = Readonly<Record<string, string>>;

/** The value of one time series. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** The values of one time series of a histogram. */
export interface Distribution {
  readonly labels: Labels;
  /** Number of values per bucket: above the preceding bound and at most the bound with the same index in `bounds`. */
  readonly counts: readonly number[];
  readonly sum: number;
  /** Number of values, including values above the last bound. */
  readonly count: number;
}

interface NamedMetric {
  readonly name: string;
  readonly help: string;
}

/** A metric with all of its time series. */
export type Metric =
  | (NamedMetric & { readonly type: "counter" | "gauge"; readonly samples: readonly Sample[] })
  | (NamedMetric & { readonly type: "histogram"; readonly bounds: readonly number[]; readonly distributions: readonly Distribution[] });
